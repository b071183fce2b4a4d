package penalty_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

func TestSuspectAcquitsTheShipped(t *testing.T) {
	for _, p := range slices.Concat(penalties, folded) {
		rapid.Check(t, func(t *rapid.T) {
			if err := penalty.Suspect(p, norms(t, "u"), rapid.Float64Range(0, 5).Draw(t, "t")); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// with is a penalty of two functions.
type with struct {
	value func(u []float64) float64
	prox  func(dst, u []float64, t float64)
}

func (p with) Value(u []float64) float64           { return p.value(u) }
func (p with) Prox(dst, u []float64, step float64) { p.prox(dst, u, step) }

// TestSuspectConvicts what is wrong, from the norms of one fit.
func TestSuspectConvicts(t *testing.T) {
	lasso := penalty.Lasso{}
	u := []float64{0.02, 0.4, 1.3}
	const step = 0.1
	for name, c := range map[string]struct {
		p    penalty.Penalty
		want string
	}{
		"twice the step": {with{lasso.Value, func(dst, u []float64, t float64) { lasso.Prox(dst, u, 2*t) }}, "is not that of its Value"},
		"no step":        {with{lasso.Value, func(dst, u []float64, t float64) { copy(dst, u) }}, "is not that of its Value"},
		"all zero":       {with{lasso.Value, func(dst, u []float64, t float64) { clear(dst) }}, "is not that of its Value"},
		"another value":  {with{penalty.ElasticNet{Mu: 0.5}.Value, lasso.Prox}, "is not that of its Value"},
		"hard threshold": {penalty.Convex(with{lasso.Value, penalty.MCP{Knee: 0.01}.Prox}), "is not that of its Value"},
		"not convex":     {penalty.Convex(penalty.LogSum{Eps: 0.1}), "is not that of its Value"},
		"NaN":            {with{lasso.Value, func(dst, u []float64, t float64) { dst[0] /= u[0] * 0 }}, "is not that of its Value"},
		"panic":          {with{lasso.Value, func(dst, u []float64, t float64) { panic("oh") }}, "oh"},
	} {
		if err := penalty.Suspect(c.p, u, step); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
