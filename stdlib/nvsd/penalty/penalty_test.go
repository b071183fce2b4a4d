package penalty_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

const d = 5

var penalties = []penalty.Penalty{
	penalty.Lasso{},
	penalty.ElasticNet{Mu: 1},
	penalty.ElasticNet{Mu: 0.3},
	penalty.ElasticNet{Mu: 0},
	penalty.GroupLasso{Groups: [][]int{{0}, {1}, {2}, {3}, {4}}},
	penalty.GroupLasso{Groups: [][]int{{4, 1}, {0, 2, 3}}},
	penalty.GroupLasso{Groups: [][]int{{0, 1, 2}, {3, 4}}, Weights: []float64{0, 0.5}},
	penalty.Scaled{Factor: 2, P: penalty.Lasso{}},
	penalty.Scaled{Factor: 0, P: penalty.Lasso{}},
	penalty.WeightedLasso{Weights: []float64{1, 0, 2, 0.5, 1}},
	penalty.SparseGroup{GroupLasso: penalty.GroupLasso{Groups: [][]int{{4, 1}, {0, 2, 3}}}, Mu: 0.4},
	penalty.Named("mine", penalty.ElasticNet{Mu: 0.5}),
	penalty.Convex(penalty.Lasso{}),
	penalty.Overlapping{GroupLasso: penalty.Groups([][]int{{0, 1, 2}, {2, 3}, {3, 4, 0}})},
	penalty.Overlapping{GroupLasso: penalty.GroupLasso{Groups: [][]int{{0, 1, 2, 3, 4}, {0}, {1}, {2}, {3}, {4}, {1, 2}}, Weights: []float64{1, 1, 0, 2, 0.1, 1, 1}}},
}

// folded are the penalties that are not convex.
var folded = []penalty.Penalty{
	penalty.MCP{Knee: 2},
	penalty.MCP{Knee: 0.1},
	penalty.SCAD{Knee: 1, A: 3.7},
	penalty.SCAD{Knee: 0.2, A: 1.5},
	penalty.LogSum{Eps: 0.1},
	penalty.LogSum{Eps: 3},
	penalty.Scaled{Factor: 3, P: penalty.MCP{Knee: 1}},
}

func norms(t *rapid.T, label string) []float64 {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
		if rapid.Bool().Draw(t, "zero") {
			return 0
		}
		return rapid.Float64Range(0, 10).Draw(t, "norm")
	}), d, d).Draw(t, label)
}

// objective is what Prox minimises.
func objective(p penalty.Penalty, r, u []float64, t float64) float64 {
	sum := t * p.Value(r)
	for a := range r {
		sum += (r[a] - u[a]) * (r[a] - u[a]) / 2
	}
	return sum
}

// TestProxMinimises: no other r >= 0 is better, and by strong convexity every
// other is worse by at least half the squared distance.
func TestProxMinimises(t *testing.T) {
	for _, p := range penalties {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				u, other := norms(t, "u"), norms(t, "other")
				step := rapid.Float64Range(0, 5).Draw(t, "t")
				r := make([]float64, d)
				p.Prox(r, u, step)
				// Close by as well as far away.
				for _, part := range []float64{1, 1e-3} {
					var apart float64
					at := make([]float64, d)
					for a := range at {
						at[a] = r[a] + part*(other[a]-r[a])
						apart += (at[a] - r[a]) * (at[a] - r[a]) / 2
					}
					best, there := objective(p, r, u, step), objective(p, at, u, step)
					if there < best+apart-1e-11*(1+best) {
						t.Fatalf("Prox(%v, %v) = %v is worse than %v: %v against %v", u, step, r, at, best, there)
					}
				}
			})
		})
	}
}

// TestProxFindsTheBest of the stationary points of a sum over the inputs: no
// point on a fine grid is better in any of them.
func TestProxFindsTheBest(t *testing.T) {
	for _, p := range folded {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				u, step := norms(t, "u"), math.Exp(rapid.Float64Range(-8, 4).Draw(t, "log t"))
				r := make([]float64, d)
				p.Prox(r, u, step)
				best := objective(p, r, u, step)
				at := slices.Clone(r)
				for a := range at {
					for k := range 1001 {
						at[a] = u[a] * float64(k) / 1000
						if there := objective(p, at, u, step); there < best-1e-12*(1+best) {
							t.Fatalf("Prox(%v, %v) = %v is worse than %v: %v against %v", u, step, r, at, best, there)
						}
					}
					// Where r is inside, the slopes on either side of it cancel.
					if h := 1e-4 * r[a]; h > 0 {
						at[a] = r[a] + h
						plus := objective(p, at, u, step)
						at[a] = r[a] - h
						minus := objective(p, at, u, step)
						rounding := 0x1p-50 * (1 + best) / h
						if slope := (plus - minus) / (2 * h); math.Abs(slope) > 1e-4*(u[a]+step)+rounding && r[a] < u[a] {
							t.Fatalf("Prox(%v, %v) = %v has slope %v in input %d", u, step, r, slope, a)
						}
					}
					at[a] = r[a]
				}
			})
		})
	}
}

// TestFoldedValues: known values of the penalties that are not convex, and their
// limits.
func TestFoldedValues(t *testing.T) {
	for _, c := range []struct {
		p    penalty.Penalty
		u    []float64
		want float64
	}{
		{penalty.MCP{Knee: 2}, []float64{1, 0}, 0.75},
		{penalty.MCP{Knee: 2}, []float64{2, 50}, 2},
		{penalty.SCAD{Knee: 1, A: 3}, []float64{1, 0}, 1},
		{penalty.SCAD{Knee: 1, A: 3}, []float64{2}, 1.75},
		{penalty.SCAD{Knee: 1, A: 3}, []float64{3, 9}, 4},
		{penalty.LogSum{Eps: 0.5}, []float64{0, 0.5}, math.Ln2},
	} {
		if got := c.p.Value(c.u); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%v at %v: %v, want %v", c.p, c.u, got, c.want)
		}
	}
	r := make([]float64, 3)
	for _, p := range []penalty.Penalty{penalty.MCP{Knee: 1e9}, penalty.SCAD{Knee: 1e9, A: 3.7}, penalty.Scaled{Factor: 1e9, P: penalty.LogSum{Eps: 1e9}}} {
		p.Prox(r, []float64{0.5, 1, 3}, 1)
		if math.Abs(r[0]) > 1e-8 || math.Abs(r[1]) > 1e-8 || math.Abs(r[2]-2) > 1e-8 {
			t.Errorf("%v is nearly the lasso, but its prox is %v", p, r)
		}
	}
}

// TestProxShortens: a prox of a nondecreasing penalty lies between 0 and u.
func TestProxShortens(t *testing.T) {
	for _, p := range slices.Concat(penalties, folded) {
		rapid.Check(t, func(t *rapid.T) {
			u := norms(t, "u")
			r := make([]float64, d)
			p.Prox(r, u, rapid.Float64Range(0, 5).Draw(t, "t"))
			for a := range r {
				if !(r[a] >= 0 && r[a] <= u[a]) {
					t.Fatalf("%v: r[%d] = %v for u = %v", p, a, r[a], u[a])
				}
			}
		})
	}
}

// TestProxOfAnySize: a prox with every norm and the step 2^k times as large is 2^k
// times as large, where the penalty is homogeneous, down to the smallest numbers
// and up to the largest.
func TestProxOfAnySize(t *testing.T) {
	u := []float64{0, 1, 3, 2.5, 0.2}
	for _, p := range penalties {
		if p.Value([]float64{2, 2, 2, 2, 2}) != 2*p.Value([]float64{1, 1, 1, 1, 1}) {
			continue
		}
		want, r, at := make([]float64, d), make([]float64, d), make([]float64, d)
		p.Prox(want, u, 0.25)
		for _, scale := range []float64{0x1p-1000, 0x1p-500, 0x1p500, 0x1p1000} {
			for a, v := range u {
				at[a] = scale * v
			}
			p.Prox(r, at, scale*0.25)
			for a, v := range r {
				if math.Abs(v/scale-want[a]) > 1e-13 {
					t.Errorf("%v: %v times smaller, norm %d is %v, want %v", p, 1/scale, a, v/scale, want[a])
				}
			}
		}
	}
}

// TestProxMakesNoGarbage: solvers call it in every iteration. Overlapping groups
// are solved by iteration, and apart.
func TestProxMakesNoGarbage(t *testing.T) {
	u, r := []float64{0, 1, 3, 2.5, 0.2}, make([]float64, d)
	for _, p := range slices.Concat(penalties, folded, []penalty.Penalty{penalty.Separable(math.Log1p)}) {
		if _, iterates := p.(penalty.Overlapping); iterates {
			continue
		}
		if n := testing.AllocsPerRun(10, func() { p.Prox(r, u, 0.3) }); n > 0 {
			t.Errorf("%v: %v allocations in a call of Prox", p, n)
		}
	}
}

// TestBlocks: the parts that a penalty tells add up to its value.
func TestBlocks(t *testing.T) {
	for _, p := range penalties {
		groups, weights, quad := trait.PartsOf(p, d)
		if groups == nil {
			continue
		}
		rapid.Check(t, func(t *rapid.T) {
			u := norms(t, "u")
			var sum float64
			for g, members := range groups {
				var square float64
				for _, a := range members {
					square += u[a] * u[a]
				}
				sum += weights[g] * math.Sqrt(square)
			}
			for _, v := range u {
				sum += quad * v * v
			}
			if want := p.Value(u); math.Abs(sum-want) > 1e-12*(1+want) {
				t.Fatalf("%v: blocks give %v, Value %v", p, sum, want)
			}
		})
	}
}

// TestIdentities: penalties that are the same function by other names.
func TestIdentities(t *testing.T) {
	same := func(a, b penalty.Penalty) {
		t.Helper()
		rapid.Check(t, func(t *rapid.T) {
			u, step := norms(t, "u"), rapid.Float64Range(0, 5).Draw(t, "t")
			r, s := make([]float64, d), make([]float64, d)
			a.Prox(r, u, step)
			b.Prox(s, u, step)
			for i := range r {
				if math.Abs(r[i]-s[i]) > 1e-12 {
					t.Fatalf("%v and %v differ at %v, %v: %v, %v", a, b, u, step, r, s)
				}
			}
		})
	}
	same(penalty.Lasso{}, penalty.ElasticNet{Mu: 1})
	same(penalty.Lasso{}, penalties[4])
	same(penalty.Lasso{}, penalty.WeightedLasso{Weights: []float64{1, 1, 1, 1, 1}})
	group := penalty.GroupLasso{Groups: [][]int{{4, 1}, {0, 2, 3}}}
	same(penalty.Lasso{}, penalty.SparseGroup{GroupLasso: group, Mu: 1})
	same(group, penalty.SparseGroup{GroupLasso: group})
	same(penalty.Lasso{}, penalty.Scaled{Factor: 0.5, P: penalty.Scaled{Factor: 2, P: penalty.Lasso{}}})
}

func TestCheck(t *testing.T) {
	group := func(weights []float64, groups ...[]int) penalty.Penalty {
		return penalty.GroupLasso{Groups: groups, Weights: weights}
	}
	for _, c := range []struct {
		p    penalty.Penalty
		want string // "" where nothing is wrong
	}{
		{penalty.ElasticNet{Mu: 0.5}, ""},
		{penalty.ElasticNet{Mu: 1.5}, "[0, 1]"},
		{penalty.ElasticNet{Mu: math.NaN()}, "[0, 1]"},
		{group(nil, []int{0, 1}, []int{2, 3, 4}), ""},
		{group(nil), "no groups"},
		{group(nil, []int{0, 1, 2, 3, 4}, []int{}), "empty"},
		{group(nil, []int{0, 1}, []int{1, 2, 3, 4}), "groups 0 and 1"},
		{group(nil, []int{0, 1, 1}, []int{2, 3, 4}), "twice"},
		{group(nil, []int{0, 1}, []int{2, 3, 4, 5}), "input 5"},
		{group(nil, []int{0, 1}, []int{2, 3, -1}), "input -1"},
		{group(nil, []int{0, 1}, []int{2, 3}), "input 4 is in no group"},
		{group([]float64{1}, []int{0, 1}, []int{2, 3, 4}), "1 weights for 2 groups"},
		{group([]float64{1, -1}, []int{0, 1}, []int{2, 3, 4}), "weight of group 1"},
		{penalty.Scaled{Factor: -1, P: penalty.Lasso{}}, "factor"},
		{penalty.Scaled{Factor: 1}, "no penalty"},
		{penalty.Convex(nil), "no penalty"},
		{penalty.Named("mine", penalty.ElasticNet{Mu: 2}), "[0, 1]"},
		{penalty.WeightedLasso{Weights: []float64{1}}, "1 weights for 5 inputs"},
		{penalty.WeightedLasso{Weights: []float64{1, 1, 1, 1, math.NaN()}}, "input 4"},
		{penalty.SparseGroup{Mu: -1}, "[0, 1]"},
		{penalty.SparseGroup{Mu: 1}, "no groups"},
		{penalty.Scaled{Factor: 1, P: penalty.ElasticNet{Mu: 2}}, "[0, 1]"},
		{penalty.MCP{Knee: 1}, ""},
		{penalty.MCP{}, "knee"},
		{penalty.MCP{Knee: math.Inf(1)}, "knee"},
		{penalty.SCAD{Knee: 1, A: 3.7}, ""},
		{penalty.SCAD{Knee: 1, A: 1}, "> 1"},
		{penalty.SCAD{A: 3.7}, "knee"},
		{penalty.LogSum{}, "eps"},
		{penalty.LogSum{Eps: math.NaN()}, "eps"},
		{penalty.Overlapping{GroupLasso: penalty.Groups([][]int{{0, 1, 2}, {2, 3, 4}})}, ""},
		{penalty.Overlapping{GroupLasso: penalty.Groups([][]int{{0, 1, 2}, {2, 3}})}, "input 4 is in no group"},
		{penalty.Overlapping{GroupLasso: penalty.Groups([][]int{{0, 1, 2}, {2, 3, 5}})}, "input 5"},
		{penalty.GroupsByName([][]string{{"a"}}), "penalty.Resolve"},
	} {
		err := trait.CheckInputs(c.p, d)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("Check of %#v: %v, want %q", c.p, err, c.want)
		}
	}
}

// silent tells nothing of itself.
type silent struct{ penalty.Penalty }

func TestDeclarations(t *testing.T) {
	for _, c := range []struct {
		p    penalty.Penalty
		want bool
	}{
		{penalty.Lasso{}, true},
		{penalty.Convex(silent{penalty.Lasso{}}), true},
		{penalty.Named("x", silent{penalty.Lasso{}}), false},
		{penalty.Named("x", penalty.Lasso{}), true},
		{penalty.Scaled{Factor: 1, P: silent{penalty.Lasso{}}}, false},
		{penalty.Scaled{Factor: 1, P: penalty.Convex(silent{penalty.Lasso{}})}, true},
	} {
		if got := trait.IsConvex(c.p); got != c.want {
			t.Errorf("%v: convex %v", c.p, got)
		}
	}
	if name := fmt.Sprint(penalty.Named("log-sum", penalty.Lasso{})); name != "log-sum" {
		t.Errorf("named %q", name)
	}
}
