package resample_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Long tables tell how many of their rows are not there.
func TestLongTablesSayWhatTheyLeaveOut(t *testing.T) {
	const d = 33
	of := make([]float64, d)
	names := make([]string, d)
	for a := range names {
		names[a] = fmt.Sprintf("x%d", a)
		of[a] = 1 / float64(a+1)
	}
	in := make([]bool, d)
	for _, table := range []fmt.Stringer{
		&resample.Stability{Names: names, Frequencies: of, Selected: in, Size: 1},
		&resample.Null{Names: names, Norms: of, Above: of, Selected: in, Largest: of},
		&resample.Bootstrap{Names: names, Norms: of, Low: of, High: of, Frequencies: of},
		&search.Assessment{Names: names, Chosen: of},
	} {
		text := table.String()
		if !strings.Contains(text, "and 3 more inputs\n") || !strings.Contains(text, "x29 ") || strings.Contains(text, "x30") {
			t.Errorf("%T is shown as\n%s", table, text)
		}
	}
}

// Fits without a certificate, or that stop too early, are counted and told.
func TestResamplingTellsOfFitsThatAreNotProven(t *testing.T) {
	f := fixture.Waves(24, 2, 1)
	for name, c := range map[string]struct {
		spec   nvsd.Spec
		proven bool
	}{
		"converged": {fixture.Quick, true},
		"stopped":   {nvsd.Spec{Kernel: fixture.Quick.Kernel, Penalty: fixture.Quick.Penalty, Nu: fixture.Quick.Nu, Tol: 1e-12, MaxIter: 1}, false},
	} {
		st := fixture.Must[*resample.Stability](t)(c.spec.Stability(fixture.Ctx, f, nvsd.StabilityPlan{Pairs: 1, Taus: 3}))
		null := fixture.Must[*resample.Null](t)(c.spec.PermutedNull(fixture.Ctx, f, nvsd.TauFrac(0.1), nvsd.NullPlan{Repeats: 2}))
		boot := fixture.Must[*resample.Bootstrap](t)(c.spec.Bootstrap(fixture.Ctx, f, nvsd.TauFrac(0.1), nvsd.BootstrapPlan{Repeats: 2}))
		for _, r := range []struct {
			fits  int
			shown fmt.Stringer
		}{{st.Unproven, st}, {null.Unproven, null}, {boot.Unproven, boot}} {
			if told := strings.Contains(r.shown.String(), "warning"); (r.fits == 0) != c.proven || told == c.proven {
				t.Errorf("%s: %d fits are not proven, and shown is\n%v", name, r.fits, r.shown)
			}
		}
	}
	concave := fixture.Quick.WithPenalty(penalty.MCP{Knee: 3})
	concave.Solver = solve.ADMM{MaxIter: 50}
	boot := fixture.Must[*resample.Bootstrap](t)(concave.Bootstrap(fixture.Ctx, f, nvsd.Tau(0.1), nvsd.BootstrapPlan{Repeats: 2}))
	if boot.Unproven != 2 {
		t.Errorf("with a penalty that is not convex %d of 2 fits are not proven", boot.Unproven)
	}
}

// A penalty of one's own, which keeps its working space, is called by one
// goroutine at a time.
func TestResamplingCallsAPenaltyOneAtATime(t *testing.T) {
	f := fixture.Waves(24, 2, 1)
	own := fixture.Quick.WithPenalty(penalty.Convex(&scratch{}))
	lasso := fixture.Must[*resample.Bootstrap](t)(fixture.Quick.Bootstrap(fixture.Ctx, f, nvsd.TauFrac(0.1), nvsd.BootstrapPlan{Repeats: 6}))
	boot := fixture.Must[*resample.Bootstrap](t)(own.Bootstrap(fixture.Ctx, f, nvsd.Tau(lasso.Tau), nvsd.BootstrapPlan{Repeats: 6}))
	if !fixture.Near(boot.Norms, lasso.Norms, 0.05) {
		t.Errorf("norms %v, of the lasso %v", boot.Norms, lasso.Norms)
	}
	if _, err := own.Stability(fixture.Ctx, f, nvsd.StabilityPlan{Pairs: 2, Taus: 3}); err != nil {
		t.Error(err)
	}
	if _, err := own.PermutedNull(fixture.Ctx, f, nvsd.Tau(0.05), nvsd.NullPlan{Repeats: 4}); err != nil {
		t.Error(err)
	}
}

// scratch is the lasso, written such that two calls at once spoil one another;
// the race detector sees it.
type scratch struct{ last float64 }

func (p *scratch) Value(u []float64) float64 {
	p.last = 0
	for _, v := range u {
		p.last += v
	}
	return p.last
}

func (p *scratch) Prox(dst, u []float64, t float64) {
	for a, v := range u {
		p.last = v - t
		dst[a] = max(0, p.last)
	}
}
