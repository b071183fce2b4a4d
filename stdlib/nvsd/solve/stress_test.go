package solve_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestStress holds what every solver says of random problems, most of which are too
// much for a float64 somewhere, against big floats: no converged solution is further
// from the best one known than its tolerance, no lower bound is above the objective of
// any solution, and no input is certainly what it is not. With NVSD_WIDE it is a
// thousand problems.
func TestStress(t *testing.T) {
	problems := 60
	if os.Getenv("NVSD_WIDE") != "" {
		problems = 1000
	}
	var converged, all int
	for seed := range problems {
		c, a := stress(t, uint64(seed))
		converged, all = converged+c, all+a
	}
	t.Logf("%d problems: %d of %d solutions converged", problems, converged, all)
	if converged < all/3 {
		t.Errorf("only %d of %d solutions converged", converged, all)
	}
}

// stressSolvers have limits with which a problem that is hopeless ends soon.
var stressSolvers = []contestant{
	{"dual", solve.Dual{Tol: 1e-8, MaxIter: 3000}, 1e-8},
	{"newton", solve.Newton{Tol: 1e-10, MaxIter: 200}, 1e-10},
	{"admm", solve.ADMM{Tol: 1e-8, MaxIter: 1000}, 1e-8},
	{"denovas", solve.DENOVAS{Tol: 1e-6, MaxIter: 100, MaxInner: 100}, 1e-6},
	{"aistats", solve.AISTATS{Tol: 1e-4, MaxIter: 100, MaxInner: 100}, 1e-4},
}

// stressProblem is a random one: from one row up, some of them the same but for
// rounding, at any scale, with any ridge.
func stressProblem(rng *rand.Rand) (k kern.Kernel, X *mat.Dense, p *solve.Problem) {
	magnitude := func(low, high float64) float64 { return math.Pow(10, low+(high-low)*rng.Float64()) }
	n, d := 1+rng.IntN(7), 1+rng.IntN(3)
	scale := 1.0
	if rng.IntN(2) == 0 {
		scale = magnitude(-8, 8)
	}
	X = mat.NewDense(n, d, nil)
	y := make([]float64, n)
	target := magnitude(-6, 6)
	for i := range n {
		for a := range d {
			X.Set(i, a, scale*rng.NormFloat64())
		}
		y[i] = target * (rng.NormFloat64() + X.At(i, 0)/scale)
		if i > 0 && rng.IntN(4) == 0 {
			near := scale * magnitude(-14, -2)
			for a := range d {
				X.Set(i, a, X.At(i-1, a)+near*rng.NormFloat64())
			}
		}
	}
	width := func() kern.Sigma { return kern.Sigma(scale * magnitude(-1, 1)) }
	all := []kern.Kernel{
		kern.Linear{}, kern.Polynomial{Degree: 2, Offset: 1}, kern.Polynomial{Degree: 3, Offset: scale * scale}, kern.Polynomial{Degree: 4, Offset: 0.5},
		kern.Gaussian{Width: width()}, kern.Gaussian{Width: width()}, kern.RationalQuadratic{Width: width(), Shape: magnitude(-1, 4)}, kern.Matern52{Width: width()},
		kern.Periodic{Period: scale * magnitude(-1, 1), Width: magnitude(-0.5, 0.5)},
		kern.Sum(kern.Linear{}, kern.Gaussian{Width: width()}), kern.Sum(kern.RationalQuadratic{Width: width(), Shape: 0.5}, kern.Gaussian{Width: width()}),
		kern.Product(kern.Polynomial{Degree: 2, Offset: 1}, kern.Gaussian{Width: width()}),
	}
	k = all[rng.IntN(len(all))]
	if rng.IntN(5) == 0 {
		widths := make([]float64, d)
		for a := range widths {
			widths[a] = magnitude(-3, 3)
		}
		k = kern.ARD{Base: k, Widths: widths}
	}
	halves := [][]int{{0}}
	weights := []float64{magnitude(-2, 2)}
	for a := 1; a < d; a++ {
		if rng.IntN(2) == 0 {
			halves = append(halves, []int{a})
		} else {
			halves[len(halves)-1] = append(halves[len(halves)-1], a)
		}
		weights = append(weights, float64(rng.IntN(3)))
	}
	penalties := []penalty.Penalty{penalty.Lasso{}, penalty.GroupLasso{Groups: halves}, penalty.ElasticNet{Mu: rng.Float64()}, penalty.ElasticNet{},
		penalty.WeightedLasso{Weights: weights}, penalty.Scaled{Factor: 2, P: penalty.Lasso{}}}
	p = &solve.Problem{Y: y, Penalty: penalties[rng.IntN(len(penalties))], Nu: magnitude(-12, 1), Intercept: rng.IntN(2) == 0}
	p.Tau = target * scale * magnitude(-8, 4)
	return k, X, p
}

// stress returns how many of how many solvers came to their tolerance.
func stress(t *testing.T, seed uint64) (converged, all int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 77))
	k, X, p := stressProblem(rng)
	n, d := X.Dims()
	what := fmt.Sprintf("seed %d: %v, %v, %d x %d, nu %.2g, tau %.2g, intercept %v", seed, k, p.Penalty, n, d, p.Nu, p.Tau, p.Intercept)
	var err error
	p.Op, err = solve.NewOperator(k, X)
	if err != nil {
		return 0, 0 // refused, and so nothing claimed
	}
	shown := *p
	if rng.IntN(4) == 0 {
		p.Penalty = opaque{p.Penalty}
		what += ", hidden"
	}
	type result struct {
		contestant
		*solve.Solution
		truth
	}
	var results []result
	best := truth{objective: math.Inf(1), dual: math.Inf(-1)}
	for _, s := range stressSolvers {
		if s.Check(p) != nil {
			continue
		}
		sol, err := s.Solve(t.Context(), p, nil)
		if _, ended := errors.AsType[*solve.Unfinished](err); err != nil && !ended {
			continue // refused
		}
		for _, v := range append(append([]float64{}, sol.Alpha...), sol.B.RawMatrix().Data...) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s: %s returns a coefficient %v", what, s.name, v)
				return converged, all
			}
		}
		r := result{s, sol, truthOf(k, X, &shown, sol.Alpha, sol.B)}
		results = append(results, r)
		if r.objective < best.objective {
			best.objective, best.norms = r.objective, r.norms
		}
		best.dual = max(best.dual, r.dual)
	}
	var squares float64
	for _, v := range p.Y {
		squares += v * v
	}
	floor := 1e-12 * squares / float64(n)
	for _, r := range results {
		all++
		if r.Status == solve.Converged {
			converged++
			if over := r.truth.objective - best.objective; over > r.tol*math.Max(r.truth.objective, floor)*(1+1e-9) {
				t.Errorf("%s: %s converged with a gap of %.3g, and is %.3g above another", what, r.name, r.RelGap, over/r.truth.objective)
			}
			if r.RelGap > r.tol {
				t.Errorf("%s: %s converged with a gap of %v", what, r.name, r.RelGap)
			}
		}
		if r.Dual > best.objective+1e-15*math.Abs(best.objective) {
			t.Errorf("%s: the lower bound of %s is %.17g, a solution has %.17g", what, r.name, r.Dual, best.objective)
		}
		if math.Abs(r.Solution.Objective-r.truth.objective) > (r.Rounding+1e-14)*math.Max(r.truth.objective, floor) && r.Rounding < 1 {
			t.Errorf("%s: the objective of %s is %.17g, not %.17g; rounding %.3g", what, r.name, r.truth.objective, r.Solution.Objective, r.Rounding)
		}
		for a, c := range r.Certain {
			for _, other := range results {
				lower, upper := other.Lower[a], other.Upper[a]
				if r.Lower[a] > upper*(1+1e-12) || r.Upper[a] < lower*(1-1e-12) {
					t.Errorf("%s: %s has norm %d in [%v, %v], %s in [%v, %v]", what, r.name, a, r.Lower[a], r.Upper[a], other.name, lower, upper)
				}
				if c != solve.Undecided && other.Certain[a] != solve.Undecided && other.Certain[a] != c {
					t.Errorf("%s: input %d is certainly %v by %s and %v by %s", what, a, c, r.name, other.Certain[a], other.name)
				}
			}
			if r.Active[a] != (r.Norms[a] > 0) || c == solve.CertainlyIn != r.Active[a] && c != solve.Undecided {
				t.Errorf("%s: %s: input %d is certainly %v, active %v, of norm %v", what, r.name, a, c, r.Active[a], r.Norms[a])
			}
		}
	}
	return converged, all
}
