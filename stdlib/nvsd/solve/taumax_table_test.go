package solve_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/shipped"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// shippedKernels has one of every kernel that there is, for 4 inputs.
var shippedKernels = slices.Concat(shipped.EveryKernel(4, kern.Sigma(2)), []kern.Kernel{
	kern.Polynomial{Degree: 4, Offset: 0.5},
	kern.Product(kern.Polynomial{Degree: 2, Offset: 1}, kern.Gaussian{Width: kern.Sigma(3)}),
	kern.Sum(kern.Constant{Value: 2}, kern.Scaled(0.5, kern.Matern52{Width: kern.Sigma(3)})),
	kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Plus(1).Pow(-1) }),
	kern.FromEval(func(x, z []float64) float64 { return math.Exp(-math.Pow(floats.Distance(x, z, 2), 2) / 8) }),
})

// convexPenalties has one of every convex penalty that there is, for 4 inputs.
var convexPenalties = []penalty.Penalty{
	penalty.Lasso{},
	penalty.ElasticNet{Mu: 0.5},
	penalty.GroupLasso{Groups: [][]int{{0, 2}, {1, 3}}},
	penalty.SparseGroup{GroupLasso: penalty.Groups([][]int{{0, 2}, {1, 3}}), Mu: 0.5},
	penalty.Overlapping{GroupLasso: penalty.Groups([][]int{{0, 1}, {1, 2, 3}})},
	penalty.WeightedLasso{Weights: []float64{1, 0.5, 2, 1}},
	penalty.Scaled{Factor: 2, P: penalty.Lasso{}},
	penalty.Convex(penalty.Separable(func(u float64) float64 { return u + u*u })),
}

// cappedLasso is a penalty of one's own: sum_a min(u_a, Cap).
type cappedLasso struct{ Cap float64 }

func (p cappedLasso) Value(u []float64) (sum float64) {
	for _, v := range u {
		sum += min(v, p.Cap)
	}
	return sum
}

func (p cappedLasso) Prox(dst, u []float64, t float64) {
	for a, v := range u {
		short := min(p.Cap, max(0, v-t))
		dst[a] = short
		if v > p.Cap && t*p.Cap < (v-short)*(v-short)/2+t*short {
			dst[a] = v
		}
	}
}

var nonconvexPenalties = []penalty.Penalty{
	penalty.MCP{Knee: 0.1},
	penalty.MCP{Knee: 5},
	penalty.SCAD{Knee: 0.5, A: 3.7},
	penalty.LogSum{Eps: 0.1},
	penalty.Separable(math.Log1p),
	penalty.Scaled{Factor: 3, P: penalty.MCP{Knee: 1}},
	cappedLasso{0.2},
}

// TestTauMaxTable: with every kernel and every convex penalty all norms are 0 at
// tau_max, and where it is exact, and not 0 as of a constant, some input is in at 0.9 of it.
func TestTauMaxTable(t *testing.T) {
	const n, d = 14, 4
	for _, k := range shippedKernels {
		for _, pen := range convexPenalties {
			p := problem(t, k, pen, n, d, 11)
			p.Intercept = true
			top, err := solve.TauMax(t.Context(), p, 1e-10)
			if err != nil {
				t.Fatalf("%s, %s: %v", name(k), name(pen), err)
			}
			p.Tau = top.Tau * (1 + 1e-6)
			if sol := mustSolve(t, p, 1e-9); floats.Max(sol.Norms) != 0 {
				t.Errorf("%s, %s: norms %v at tau_max = %v", name(k), name(pen), sol.Norms, top)
			}
			p.Tau = 0.9 * top.Tau
			if sol := mustSolve(t, p, 1e-9); top.Exact && top.Tau > 0 && floats.Max(sol.Norms) == 0 {
				t.Errorf("%s, %s: all norms are 0 at 0.9 of tau_max = %v", name(k), name(pen), top)
			}
		}
	}
}

// TestTauMaxNonconvexTable: with every kernel and every penalty that is not convex
// all norms are 0 at tau_max, and as tau falls from there an input comes in before
// tau_max is halved. (Further down ADMM may end without an input again: what it finds
// is a local minimum.)
func TestTauMaxNonconvexTable(t *testing.T) {
	const n, d, tol = 14, 4, 1e-6
	for _, k := range shippedKernels {
		for _, pen := range nonconvexPenalties {
			p := problem(t, k, pen, n, d, 11)
			p.Intercept = true
			top, err := solve.TauMax(t.Context(), p, 1e-6)
			if err != nil {
				t.Fatalf("%s, %s: %v", name(k), name(pen), err)
			}
			empty := func(tau float64) bool {
				p.Tau = tau
				sol, err := solve.ADMM{Tol: tol, MaxIter: 3000}.Solve(t.Context(), p, nil)
				if sol == nil {
					t.Fatalf("%s, %s: %v", name(k), name(pen), err)
				}
				return !slices.Contains(sol.Active, true)
			}
			if top.Exact || !empty(top.Tau*(1+1e-6)) {
				t.Errorf("%s, %s: an input is in at tau_max = %+v", name(k), name(pen), top)
			}
			least := top.Tau
			for least > top.Tau/10 && empty(least/1.1) {
				least /= 1.1
			}
			if top.Tau > 2*1.1*least {
				t.Errorf("%s, %s: tau_max = %v, empty from %v on", name(k), name(pen), top.Tau, least)
			}
		}
	}
}

// TestTauMaxOfEveryTau: with the ridge v tau and so small a v that no input ever
// comes in, tau_max is 0, and what is fitted far below where a path may begin has none.
func TestTauMaxOfEveryTau(t *testing.T) {
	p := problem(t, kern.Gaussian{Width: kern.Sigma(0.3)}, penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, 20, 5, 3)
	p.TauRidge, p.Nu = true, 1e-3
	for _, p.Intercept = range []bool{false, true} {
		for _, tol := range []float64{1e-4, 1e-12} {
			top, err := solve.TauMax(t.Context(), p, tol)
			if err != nil || top.Tau != 0 || !(top.Begin > 0) || !top.Reached(tol) {
				t.Fatalf("tol %v: %+v, %v", tol, top, err)
			}
			for _, part := range []float64{1, 1e-4, 1e-8} {
				p.Tau = part * top.Begin
				if sol := mustSolve(t, p, 1e-8); floats.Max(sol.Norms) != 0 {
					t.Errorf("norms %v at tau = %v", sol.Norms, p.Tau)
				}
			}
		}
	}
	p.Nu = 1e3 // the other way: there is one
	if top, err := solve.TauMax(t.Context(), p, 1e-4); err != nil || !(top.Tau > 0) || top.Begin != top.Tau {
		t.Errorf("%+v, %v", top, err)
	}
}

// TestTauMaxOfNoTau: where the penalty does not rise at 0 with every norm, no tau is
// enough, whatever the ridge.
func TestTauMaxOfNoTau(t *testing.T) {
	for _, pen := range []penalty.Penalty{
		penalty.ElasticNet{},
		penalty.WeightedLasso{Weights: []float64{1, 0, 1, 1}},
		penalty.GroupLasso{Groups: [][]int{{0, 1}, {2, 3}}, Weights: []float64{0, 1}},
		penalty.Separable(huber),
		penalty.Convex(penalty.Separable(huber)),
	} {
		for _, tauRidge := range []bool{false, true} {
			for _, tol := range []float64{1e-4, 1e-12} {
				p := problem(t, kern.Gaussian{Width: kern.Sigma(2)}, pen, 15, 4, 3)
				p.TauRidge = tauRidge
				if top, err := solve.TauMax(t.Context(), p, tol); err != nil || !math.IsInf(top.Tau, 1) {
					t.Errorf("%s, tau ridge %v: %+v, %v", name(pen), tauRidge, top, err)
				}
			}
		}
	}
}

// huber is |u| but near 0, where it is flat.
func huber(u float64) float64 {
	if u < 0.01 {
		return u * u / 0.02
	}
	return u - 0.005
}

// TestTauMaxWithin: what few products give says that it is not to the tolerance, and
// the products are those that were allowed, but for what measures the result.
func TestTauMaxWithin(t *testing.T) {
	p := problem(t, kern.Polynomial{Degree: 3, Offset: 1}, penalty.Lasso{}, 40, 6, 8)
	whole, err := solve.TauMax(t.Context(), p, 1e-6)
	if err != nil || !whole.Reached(1e-6) {
		t.Fatalf("%+v, %v", whole, err)
	}
	for _, most := range []int{1, 3, whole.Products / 2} {
		some, err := solve.TauMaxWithin(t.Context(), p, 1e-6, most)
		if err != nil || some.Reached(1e-6) || some.Products > most+2 {
			t.Errorf("%d products: %+v, %v", most, some, err)
		}
	}
	enough, err := solve.TauMaxWithin(t.Context(), p, 1e-6, whole.Products)
	if err != nil || !reflect.DeepEqual(enough, whole) {
		t.Errorf("%+v, with a limit %+v, %v", whole, enough, err)
	}
}
