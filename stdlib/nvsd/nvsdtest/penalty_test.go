package nvsdtest_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/shipped"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/nvsdtest"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

const d = 5

var groups = penalty.Groups([][]int{{4, 1}, {0, 2, 3}})

// shippedPenalties has every type of penalty that package penalty has.
var shippedPenalties = []penalty.Penalty{
	penalty.Lasso{},
	penalty.ElasticNet{Mu: 0.3},
	penalty.ElasticNet{Mu: 0},
	groups,
	penalty.GroupLasso{Groups: [][]int{{0, 1, 2}, {3, 4}}, Weights: []float64{0, 0.5}},
	penalty.SparseGroup{GroupLasso: groups, Mu: 0.4},
	penalty.WeightedLasso{Weights: []float64{1, 0, 2, 0.5, 1}},
	penalty.Overlapping{GroupLasso: penalty.Groups([][]int{{0, 1, 2}, {2, 3}, {3, 4, 0}})},
	penalty.MCP{Knee: 1},
	penalty.SCAD{Knee: 0.5, A: 3.7},
	penalty.LogSum{Eps: 0.2},
	penalty.Scaled{Factor: 2, P: penalty.Lasso{}},
	penalty.Named("mine", penalty.LogSum{Eps: 1}),
	penalty.Convex(penalty.Separable(func(u float64) float64 { return u + u*u })),
	penalty.Separable(func(u float64) float64 { return math.Log1p(u / 0.1) }),
	penalty.Separable(func(u float64) float64 { return math.Sqrt(u) }),
}

// TestShippedPenalties: every penalty that is shipped keeps the contract.
func TestShippedPenalties(t *testing.T) {
	shipped.Penalties(t, "../penalty", shippedPenalties)
	for _, p := range shippedPenalties {
		nvsdtest.Check(t, nvsdtest.Penalty(p, d))
	}
}

// TestPenaltiesThatSelectNothing: a penalty that is flat at 0 keeps the contract, and the report
// says that no norm becomes 0.
func TestPenaltiesThatSelectNothing(t *testing.T) {
	huber := func(u float64) float64 {
		if u < 0.1 {
			return u * u / 0.2
		}
		return u - 0.05
	}
	for _, p := range []penalty.Penalty{penalty.Separable(huber), penalty.Convex(penalty.Separable(huber)), penalty.ElasticNet{}} {
		r := nvsdtest.Penalty(p, d)
		nvsdtest.Check(t, r)
		if !strings.Contains(r.String(), "claims hold; but it never selects") || !strings.Contains(r.Remark, "its slope at 0 is 0") {
			t.Errorf("%v:\n%v", p, r)
		}
	}
	for _, p := range shippedPenalties {
		r := nvsdtest.Penalty(p, d)
		if flat := r.Remark != ""; flat != (r.Subject == "ElasticNet(mu 0)") {
			t.Errorf("%v: %q", p, r.Remark)
		}
	}
}

// wrong is a penalty of two functions.
type wrong struct {
	value func(u []float64) float64
	prox  func(dst, u []float64, t float64)
}

func (p wrong) Value(u []float64) float64           { return p.value(u) }
func (p wrong) Prox(dst, u []float64, step float64) { p.prox(dst, u, step) }

// saysWrong declares blocks that are not its own.
type saysWrong struct{ penalty.Lasso }

func (saysWrong) Blocks(d int) ([][]int, []float64, float64) {
	groups, weights, _ := penalty.Lasso{}.Blocks(d)
	weights[0] = 2
	return groups, weights, 0
}

// TestWrongPenalties: what is wrong is found, under the name of what it breaks.
func TestWrongPenalties(t *testing.T) {
	lasso, ridge, mcp := penalty.Lasso{}, penalty.ElasticNet{}, penalty.MCP{Knee: 0.5}
	var calls, values float64
	for name, c := range map[string]struct {
		p    penalty.Penalty
		want string // the start of a claim that fails
		may  string // what other claims that fail speak of, an expression
	}{
		"twice the step": {wrong{lasso.Value, func(dst, u []float64, t float64) { lasso.Prox(dst, u, 2*t) }}, "Prox is no worse than points", "Prox"},
		"step of another convention": {wrong{ridge.Value, func(dst, u []float64, t float64) {
			for a, v := range u {
				dst[a] = v / (1 + t)
			}
		}}, "Prox is no worse than points", "Prox"},
		"0.99 of the step":               {wrong{lasso.Value, func(dst, u []float64, t float64) { lasso.Prox(dst, u, 0.99*t) }}, "Prox is no worse than points", "Prox"},
		"0.99 of the step, convex":       {penalty.Convex(wrong{lasso.Value, func(dst, u []float64, t float64) { lasso.Prox(dst, u, 0.99*t) }}), "Prox is no worse than points", "Prox"},
		"ignores the step":               {wrong{lasso.Value, func(dst, u []float64, t float64) { lasso.Prox(dst, u, 1) }}, "Prox changes nothing at t = 0", "Prox"},
		"half the weights":               {penalty.Convex(wrong{groups.Value, penalty.GroupLasso{Groups: groups.Groups, Weights: []float64{1, 3}}.Prox}), "Prox is no worse than points", "Prox"},
		"roots of the sizes for weights": {penalty.Convex(wrong{groups.Value, penalty.GroupLasso{Groups: groups.Groups, Weights: []float64{math.Sqrt2, math.Sqrt(3)}}.Prox}), "Prox is no worse than points", "Prox"},
		"Value has a memory":             {wrong{func(u []float64) float64 { values++; return lasso.Value(u) * (1 + 1e-12*values) }, lasso.Prox}, "Value depends on its argument alone", "Value|Prox is no worse"},
		"the identity":                   {wrong{lasso.Value, func(dst, u []float64, t float64) { copy(dst, u) }}, "Prox is no worse than points", "Prox"},
		"always 0":                       {wrong{lasso.Value, func(dst, u []float64, t float64) { clear(dst) }}, "Prox changes nothing at t = 0", "Prox"},
		"squares for groups":             {wrong{groups.Value, penalty.ElasticNet{Mu: 0.5}.Prox}, "Prox is no worse than points", "Prox"},
		"no positive part": {wrong{lasso.Value, func(dst, u []float64, t float64) {
			for a, v := range u {
				dst[a] = v - t
			}
		}}, "Prox returns finite norms >= 0", "Prox"},
		"division by a norm of 0": {wrong{groups.Value, func(dst, u []float64, t float64) {
			for a, v := range u {
				dst[a] = v * (1 - t/math.Hypot(v, u[0]))
			}
		}}, "Prox returns finite norms >= 0", "Prox"},
		"lengthens": {wrong{lasso.Value, func(dst, u []float64, t float64) {
			for a, v := range u {
				dst[a] = v + t
			}
		}}, "Prox lengthens no norm", "Prox"},
		"works in place": {wrong{lasso.Value, func(dst, u []float64, t float64) {
			lasso.Prox(u, slices.Clone(u), t)
			copy(dst, u)
		}}, "Prox leaves its argument alone", "Prox"},
		"sorts its argument": {wrong{func(u []float64) float64 { slices.Sort(u); return u[len(u)-1] }, lasso.Prox}, "Value leaves its argument alone", "Value|Prox is no worse"},
		"skips zeros": {wrong{lasso.Value, func(dst, u []float64, t float64) {
			for a, v := range u {
				if v > t {
					dst[a] = v - t
				}
			}
		}}, "Prox sets every norm", "Prox"},
		"adds to dst": {wrong{lasso.Value, func(dst, u []float64, t float64) {
			for a, v := range u {
				dst[a] += max(0, v-t)
			}
		}}, "Prox sets every norm", "Prox"},
		"has a memory": {wrong{lasso.Value, func(dst, u []float64, t float64) {
			calls++
			lasso.Prox(dst, u, t*(1+1/calls))
		}}, "Prox sets every norm", "Prox"},
		"panics":       {wrong{lasso.Value, func(dst, u []float64, t float64) { _ = u[len(u)] }}, "Prox returns finite", "Prox"},
		"too long":     {wrong{func(u []float64) float64 { return u[5] }, lasso.Prox}, "Value is finite", "Value|Prox is no worse|convexity"},
		"not finite":   {wrong{func(u []float64) float64 { return math.Log(u[0]) }, lasso.Prox}, "Value is finite", "Value|Prox is no worse"},
		"not 0 at 0":   {wrong{func(u []float64) float64 { return 1 + lasso.Value(u) }, lasso.Prox}, "Value is 0 at 0", "Value|Prox is no worse"},
		"falls":        {wrong{func(u []float64) float64 { return math.Sin(lasso.Value(u)) }, lasso.Prox}, "Value does not fall", "Value|Prox is no worse"},
		"not convex":   {penalty.Convex(penalty.LogSum{Eps: 0.1}), "Value is convex", "convex|Prox is no worse"},
		"hard shrinks": {penalty.Convex(wrong{lasso.Value, mcp.Prox}), "Prox is firmly nonexpansive", "Prox"},
		"a stationary point that is not the best": {wrong{penalty.LogSum{Eps: 0.1}.Value, func(dst, u []float64, t float64) {
			for a, v := range u {
				dst[a] = 0
				if square := (v+0.1)*(v+0.1) - 4*t; square >= 0 {
					dst[a] = max(0, min(v, (v-0.1+math.Sqrt(square))/2))
				}
			}
		}}, "Prox is no worse than points", "Prox"},
		"nearly right": {wrong{mcp.Value, func(dst, u []float64, t float64) {
			mcp.Prox(dst, u, t)
			for a := range dst {
				dst[a] *= 0.999
			}
		}}, "Prox changes nothing at t = 0", "Prox"},
		"other blocks": {saysWrong{}, "Blocks add up", "Blocks"},
		"other inputs": {penalty.WeightedLasso{Weights: []float64{1, 2}}, "Check accepts", ""},
		"nil":          {nil, "there is a penalty", ""},
	} {
		fails(t, name, nvsdtest.Penalty(c.p, d), c.want, c.may)
	}
}

// A penalty with a parameter that is not valid is told that, and nothing else.
func TestAPenaltyThatIsNotValidFailsOnce(t *testing.T) {
	r := nvsdtest.Penalty(penalty.MCP{}, 3)
	if f := r.Failures(); len(r.Claims) != 1 || len(f) != 1 || f[0].Detail == "" {
		t.Errorf("the report is\n%v", r)
	}
}
