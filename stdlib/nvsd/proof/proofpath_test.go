package proof_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
)

func pathProofOf(t testing.TB, p *nvsd.Path) []byte {
	t.Helper()
	return fixture.Must[json.RawMessage](t)(p.Proof())
}

// TestProofsOfPaths: of the fits that are listed each is proved, and each line of the table is
// found again.
func TestProofsOfPaths(t *testing.T) {
	linear := fixture.Gaussian
	linear.Kernel = kern.Linear{}
	for name, spec := range map[string]nvsd.Spec{"lasso": fixture.Gaussian, "linear": linear, "groups": fixture.Gaussian.WithPenalty(penalty.Groups([][]int{{0, 1}, {2, 3}}))} {
		p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, fixture.Waves(40, 4, 3), 20))
		c := checkProof(t, pathProofOf(t, p))
		if c.Verdict != proof.Proved || c.Fits != 12 || c.Of != 20 || !strings.Contains(c.String(), "12 of 20 fits") {
			t.Errorf("%s: %v", name, c)
			continue
		}
		if _, whole := c.Shown(); whole {
			t.Errorf("%s: fits that are not proved are shown as computed again", name)
		}
		table, _ := c.Table()
		shown := p.String()
		for _, line := range strings.Split(strings.TrimSpace(table.String()), "\n") {
			if !strings.Contains(shown, line) {
				t.Errorf("%s: the table that was made again has the line %q, and the path's is\n%s", name, line, shown)
			}
		}
	}
}

// TestShortPathsAreShownAgain: of a path whose fits are all proved, the whole page is computed again.
func TestShortPathsAreShownAgain(t *testing.T) {
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, fixture.Waves(40, 4, 3), 6))
	page, whole := checkProof(t, pathProofOf(t, p)).Shown()
	if want := p.Report().String(); !whole || page.String() != want {
		t.Errorf("%v, not %v", page, want)
	}
}

// TestChangedProofsOfPathsAreRefused: in any of its fits.
func TestChangedProofsOfPathsAreRefused(t *testing.T) {
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, fixture.Waves(40, 4, 3), 8))
	raw := pathProofOf(t, p)
	for i := 1; i < 8; i++ { // the first is at tau_max, where the coefficients say nothing
		fit := func() (changed, map[string]any) {
			c := change(t, raw)
			return c, c.part("path")["fits"].([]any)[i].(map[string]any)
		}
		for _, list := range []string{"alpha", "b"} {
			c, f := fit()
			c.numbers(f, list, func(v []float64) { v[largest(v)] *= 1.01 })
			refused(t, list+" moved by 1 %", c.sealed())
		}
		c, f := fit()
		f["rel_gap"] = f["rel_gap"].(float64) / 2
		refused(t, "half the gap", c.sealed())
		c, f = fit()
		f["tau"] = 1.01 * f["tau"].(float64)
		refused(t, "another tau", c.sealed())
	}
	for _, column := range []string{"x1", "y"} {
		c := change(t, raw)
		c.datum(column, 11)
		refused(t, column+" moved by a standard deviation", c.sealed())
	}
	for what, edit := range map[string]func(path map[string]any){
		"no fits":         func(path map[string]any) { path["fits"] = []any{} },
		"another tau_max": func(path map[string]any) { path["tau_max"] = 1.1 * path["tau_max"].(float64) },
		"a tau below 0":   func(path map[string]any) { path["taus"].([]any)[7] = -1.0 },
		"taus that rise":  func(path map[string]any) { path["taus"].([]any)[1] = 2 * path["taus"].([]any)[0].(float64) },
		"the penalty of one": func(path map[string]any) {
			path["fits"].([]any)[2].(map[string]any)["penalty"] = map[string]any{"penalty": "MCP", "knee": 1}
		},
		"fits asked for":      func(path map[string]any) { path["asked"] = -3 },
		"one that is not it":  func(path map[string]any) { path["fits"].([]any)[2].(map[string]any)["at"] = 3 },
		"more fits than taus": func(path map[string]any) { path["fits"].([]any)[7].(map[string]any)["at"] = 8 },
	} {
		c := change(t, raw)
		edit(c.part("path"))
		refused(t, what, c.sealed())
	}
}

// TestLargePathsProveSomeFits: a proof stays below what a notebook holds well.
func TestLargePathsProveSomeFits(t *testing.T) {
	linear := fixture.Gaussian
	linear.Kernel = kern.Linear{}
	p := fixture.Must[*nvsd.Path](t)(linear.Path(fixture.Ctx, fixture.Waves(900, 10, 3), 15))
	raw := pathProofOf(t, p)
	if len(raw) > 1<<20 {
		t.Errorf("%d bytes", len(raw))
	}
	if c := checkProof(t, raw); c.Verdict != proof.Proved || c.Fits >= 12 || c.Fits < 2 || c.Of != 15 {
		t.Errorf("%v", c)
	}
}
