package nvsd_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

func pathProofOf(t testing.TB, p *nvsd.Path) []byte {
	t.Helper()
	return must[json.RawMessage](t)(p.Proof())
}

// TestProofsOfPaths: of the fits that are listed each is proved, and each line of the table is
// found again.
func TestProofsOfPaths(t *testing.T) {
	linear := gaussian
	linear.Kernel = kern.Linear{}
	for name, spec := range map[string]nvsd.Spec{"lasso": gaussian, "linear": linear, "groups": gaussian.WithPenalty(penalty.Groups([][]int{{0, 1}, {2, 3}}))} {
		p := must[*nvsd.Path](t)(spec.Path(ctx, waves(40, 4, 3), 20))
		c := checkProof(t, pathProofOf(t, p))
		if c.Verdict != nvsd.Proved || c.Fits != 12 || c.Of != 20 || !strings.Contains(c.String(), "12 of 20 fits") {
			t.Errorf("%s: %v", name, c)
			continue
		}
		table, _ := c.Table()
		table.Warnings = nil
		shown := p.String()
		for _, line := range strings.Split(strings.TrimSpace(table.String()), "\n") {
			if !strings.Contains(shown, line) {
				t.Errorf("%s: the table that was made again has the line %q, and the path's is\n%s", name, line, shown)
			}
		}
	}
}

// TestChangedProofsOfPathsAreRefused: in any of its fits.
func TestChangedProofsOfPathsAreRefused(t *testing.T) {
	p := must[*nvsd.Path](t)(gaussian.Path(ctx, waves(40, 4, 3), 8))
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
	c := change(t, raw)
	c.part("path")["fits"] = []any{}
	refused(t, "no fits", c.sealed())
}

// TestLargePathsProveSomeFits: a proof stays below what a notebook holds well.
func TestLargePathsProveSomeFits(t *testing.T) {
	linear := gaussian
	linear.Kernel = kern.Linear{}
	p := must[*nvsd.Path](t)(linear.Path(ctx, waves(900, 10, 3), 15))
	raw := pathProofOf(t, p)
	if len(raw) > 1<<20 {
		t.Errorf("%d bytes", len(raw))
	}
	if c := checkProof(t, raw); c.Verdict != nvsd.Proved || c.Fits >= 12 || c.Fits < 2 || c.Of != 15 {
		t.Errorf("%v", c)
	}
}
