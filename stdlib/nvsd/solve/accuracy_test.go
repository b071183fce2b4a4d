package solve_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestHighAccuracy asks for small gaps where they are hard to get: close to
// tau_max, with singular matrices (the polynomials here have at most 34
// independent gradients at 80), and near interpolation.
func TestHighAccuracy(t *testing.T) {
	const n, d, tol = 20, 4, 1e-10
	for _, k := range []kern.Kernel{
		kern.Polynomial{Degree: 2, Offset: 1},
		kern.Polynomial{Degree: 3, Offset: 0.5},
		kern.Gaussian{Width: kern.Sigma(1.5)},
		kern.Linear{},
	} {
		for _, pen := range append(penalties, opaque{penalty.Lasso{}}) {
			t.Run(fmt.Sprint(k, pen), func(t *testing.T) {
				if _, known := pen.(opaque); known && k != kernels[3] {
					t.Skip("the interior point method needs to know the penalty")
				}
				for seed := range uint64(3) {
					p := problem(t, k, pen, n, d, 100+seed)
					p.Nu = 0.01
					top := mustTauMax(t, p)
					for _, part := range []float64{1.5, 1.001, 0.97, 0.8, 0.5, 0.1, 0.01} {
						p.Tau = part * top
						mustSolve(t, p, tol)
					}
				}
			})
		}
	}
}

// TestBoundsAreThoseOfTheCoefficients: whether a solver comes to its end or not,
// its bounds are what anybody gets who recomputes them from alpha and B by dense
// matrices, and it has converged if and only if their gap is within the tolerance.
// Among the problems are some that no float64 coefficients solve.
func TestBoundsAreThoseOfTheCoefficients(t *testing.T) {
	rows := []struct {
		k     kern.Kernel
		n, d  int
		nu    float64
		scale float64 // of the last input
	}{
		{kern.Linear{}, 20, 4, 0.1, 1},
		{kern.Polynomial{Degree: 2, Offset: 0.5}, 20, 8, 1, 1},
		{kern.Polynomial{Degree: 3, Offset: 1}, 30, 4, 0.01, 1},
		{kern.Polynomial{Degree: 4, Offset: 0.5}, 12, 3, 0.1, 5},
		{kern.Gaussian{Width: kern.Sigma(1.5)}, 20, 4, 0.01, 1},
		{kern.Gaussian{Width: kern.Sigma(4)}, 30, 4, 0.1, 1},
		{kern.Gaussian{Width: kern.Sigma(5)}, 20, 1, 0.05, 1},
		{kern.RationalQuadratic{Width: kern.Sigma(3), Shape: 1}, 12, 1, 0.1, 1},
	}
	const limit = 2000
	held := []struct {
		solve.Solver
		tol float64
	}{
		{solve.Dual{Tol: 1e-10, MaxIter: limit}, 1e-10},
		{solve.Newton{Tol: 1e-10}, 1e-10},
		{solve.ADMM{Tol: 1e-6, MaxIter: limit}, 1e-6},
		{solve.DENOVAS{Tol: 1e-6, MaxIter: 5}, 1e-6},
	}
	ended := map[bool]int{}
	for number, c := range rows {
		X, y := sample(c.n, c.d, uint64(300+number))
		for i := range c.n {
			X.Set(i, c.d-1, c.scale*X.At(i, c.d-1))
		}
		pens := []penalty.Penalty{penalty.Lasso{}}
		if c.d == 4 {
			pens = append(pens, penalties[2])
		}
		for _, pen := range pens {
			p := &solve.Problem{Op: operator(t, c.k, X), Y: y, Penalty: pen, Nu: c.nu}
			top := mustTauMax(t, p)
			for _, part := range []float64{1e6, 1.01, 0.97, 0.5, 0.01} {
				p.Tau = part * top
				for _, s := range held {
					what := fmt.Sprintf("%T: %s, %s, %d x %d, %v tau_max", s.Solver, name(c.k), name(pen), c.n, c.d, part)
					sol, err := s.Solve(t.Context(), p, nil)
					if sol == nil {
						t.Fatalf("%s: %v", what, err)
					}
					within := sol.RelGap <= s.tol
					if within != (err == nil) || within != (sol.Status == solve.Converged) {
						t.Errorf("%s: gap %v, but %s, %v", what, sol.RelGap, sol.Status, err)
					}
					ended[within]++
					zero := floats.Dot(y, y) / float64(c.n)
					if sol.Dual > sol.Objective || sol.Dual > zero || within && sol.Objective > zero*(1+2*s.tol) {
						t.Errorf("%s: bounds %v <= %v, and f = 0 has %v", what, sol.Dual, sol.Objective, zero)
					}
					r, noise := recompute(t, c.k, X, p, sol.Alpha, sol.B, sol.Intercept), rounding(c.k, X, p, sol)
					if off := math.Abs(sol.Objective - r.objective); !(off <= noise) {
						t.Errorf("%s: objective %.12g, recomputed %.12g (rounding %.2g)", what, sol.Objective, r.objective, noise)
					}
					if s.tol < 1e-9 && within && !(r.objective-r.dual <= s.tol*r.objective+noise) {
						t.Errorf("%s: gap %.3g, recomputed %.3g (rounding %.2g)", what, sol.RelGap*sol.Objective, r.objective-r.dual, noise)
					}
				}
			}
		}
	}
	t.Logf("within the tolerance or not: %v", ended)
	if ended[true] < 100 || ended[false] == 0 {
		t.Errorf("within the tolerance or not: %v", ended)
	}
}

// TestTooFarApart: with inputs so far apart that rounding leaves nothing, neither an
// objective above that of f = 0 nor a bound above it counts as converged.
func TestTooFarApart(t *testing.T) {
	for _, huge := range []float64{1e9, 1e20, 1e80} {
		X := mat.NewDense(3, 2, []float64{huge, 2, 3, 4, 5, 7})
		y := []float64{1, 2, 0.5}
		p := &solve.Problem{Op: operator(t, kern.Linear{}, X), Y: y, Penalty: penalty.Lasso{}, Tau: 0.1, Nu: 0.1}
		const zero, minimum = 1.75, 0.759 // of f = 0, and to which it tends
		for _, s := range []solve.Solver{solve.Dual{}, solve.Newton{}, solve.ADMM{}, solve.DENOVAS{}} {
			sol, err := s.Solve(t.Context(), p, nil)
			if sol == nil {
				if err == nil {
					t.Errorf("%T at %v: nothing, and no error", s, huge)
				}
				continue
			}
			if sol.Dual > zero || sol.Dual > sol.Objective || (err == nil) != (sol.Status == solve.Converged) {
				t.Errorf("%T at %v: bounds %v <= %v, %s, %v", s, huge, sol.Dual, sol.Objective, sol.Status, err)
			}
			if err == nil && !(math.Abs(sol.Objective-minimum) < 1e-3) {
				t.Errorf("%T at %v: converged to %v, with a gap of %v", s, huge, sol.Objective, sol.RelGap)
			}
		}
	}
}

// rounding is what evaluating f, its gradients and its norm in another order may
// change of the objective: some units in the last place of their largest terms.
func rounding(k kern.Kernel, X *mat.Dense, p *solve.Problem, s *solve.Solution) float64 {
	const units = 16 * 0x1p-52
	n, d := X.Dims()
	mixed := make([]float64, d*d)
	var size, value, gradient float64 // of f, of a k(x, .), of a d_a k(x, .), in H
	for i := range n {
		x := X.RawRowView(i)
		norm := math.Sqrt(k.Eval(x, x))
		size, value = size+math.Abs(s.Alpha[i])*norm, max(value, norm)
		k.Mixed(mixed, x, x)
		for a := range d {
			norm := math.Sqrt(mixed[a*d+a])
			size, gradient = size+math.Abs(s.B.At(i, a))*norm, max(gradient, norm)
		}
	}
	every := make([]float64, d)
	for a := range every {
		every[a] = 1
	}
	rest := math.Sqrt(s.Objective) + units*size*value // ||y - f||_n
	return units * (s.Objective + p.Ridge()*size*size + 2*rest*size*value + p.Tau*p.Penalty.Value(every)*size*gradient)
}
