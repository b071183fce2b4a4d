package solve_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

func coefficientsOf(s *solve.Solution) solve.Coefficients {
	return solve.Coefficients{Alpha: slices.Clone(s.Alpha), B: mat.DenseCopyOf(s.B), Bound: s.Bound}
}

func certify(t *testing.T, p *solve.Problem, at solve.Coefficients) *solve.Solution {
	t.Helper()
	s, err := solve.Certify(context.Background(), p, at)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCertifyFindsAgain: the coefficients of a solution prove what the solver has proven,
// for every penalty and solver.
func TestCertifyFindsAgain(t *testing.T) {
	const n, d = 20, 4
	for _, pen := range penalties {
		for _, solver := range []solve.Solver{solve.Dual{Tol: 1e-3}, solve.ADMM{Tol: 1e-4}} {
			p := problem(t, kernels[1], pen, n, d, 3)
			p.Intercept = true
			p.Tau = 0.3 * mustTauMax(t, p)
			sol, err := solver.Solve(context.Background(), p, nil)
			if err != nil {
				t.Fatalf("%v by %T: %v", pen, solver, err)
			}
			again := certify(t, p, coefficientsOf(sol))
			if !(math.Abs(again.RelGap-sol.RelGap) <= 1e-9*sol.RelGap) && sol.Certified() {
				t.Errorf("%v by %T: the gap is %v, found again as %v", pen, solver, sol.RelGap, again.RelGap)
			}
			near(t, "objective", again.Objective, sol.Objective, 1e-12)
			allNear(t, "norms", again.RawNorms, sol.RawNorms, 1e-9)
			allNear(t, "values", again.Fitted, sol.Fitted, 1e-9)
			if dual, ok := solver.(solve.Dual); ok {
				if !slices.Equal(again.Certain, sol.Certain) || !slices.Equal(again.Active, sol.Active) {
					t.Errorf("%v by %T: certain %v and in %v, found again as %v and %v", pen, dual, sol.Certain, sol.Active, again.Certain, again.Active)
				}
			}
		}
	}
}

// TestCertifyIsABound: whatever the coefficients, the bound is below the minimum.
func TestCertifyIsABound(t *testing.T) {
	const n, d = 15, 4
	for _, pen := range penalties {
		p := problem(t, kernels[1], pen, n, d, 4)
		p.Tau = 0.2
		best := mustSolve(t, p, 1e-10)
		for _, far := range []float64{1e-6, 1e-2, 0.3} {
			at := coefficientsOf(best)
			for i := range at.Alpha {
				at.Alpha[i] *= 1 + far*math.Sin(float64(i))
			}
			at.B.Apply(func(i, a int, v float64) float64 { return v * (1 + far*math.Cos(float64(i+a))) }, at.B)
			s, err := solve.Certify(context.Background(), p, at)
			if err != nil {
				continue // far too far
			}
			if s.Dual > best.Objective*(1+1e-12) || s.Objective < best.Dual*(1-1e-12) {
				t.Errorf("%v: objective and bound %v, %v, and the minimum is in [%v, %v]", pen, s.Objective, s.Dual, best.Dual, best.Objective)
			}
			for a, u := range best.RawNorms {
				if u > s.Upper[a]+1e-6 || u < s.Lower[a]-1e-6 {
					t.Errorf("%v: norm %d is %v at the minimum, outside of [%v, %v]", pen, a, u, s.Lower[a], s.Upper[a])
				}
			}
		}
	}
}

// TestCertifyRidge: with tau = 0 the gap of kernel ridge regression is that of its equations.
func TestCertifyRidge(t *testing.T) {
	p := problem(t, kernels[1], penalty.Lasso{}, 20, 3, 5)
	p.Tau, p.Nu, p.Intercept = 0, 1e-3, true
	ridge, err := solve.NewRidge(p.Op, p.Y, true)
	if err != nil {
		t.Fatal(err)
	}
	alpha, b, err := ridge.Fit(p.Nu)
	if err != nil {
		t.Fatal(err)
	}
	s := certify(t, p, solve.Coefficients{Alpha: alpha, Bound: solve.Bound{Tol: 1e-9}})
	near(t, "intercept", s.Intercept, b, 1e-9)
	if !(s.RelGap < 1e-9) {
		t.Errorf("relative gap %v of an exact ridge regression", s.RelGap)
	}
	alpha = slices.Clone(alpha)
	alpha[0] *= 1.01
	if s := certify(t, p, solve.Coefficients{Alpha: alpha, Bound: solve.Bound{Tol: 1e-9}}); !(s.RelGap > 1e-9) {
		t.Errorf("relative gap %v after a coefficient was moved by 1 %%", s.RelGap)
	}
}

// TestCertifyStationary: without a certificate the residual is small at what ADMM has found,
// and large elsewhere.
func TestCertifyStationary(t *testing.T) {
	for _, pen := range []penalty.Penalty{penalty.MCP{Knee: 1}, penalty.SCAD{Knee: 1, A: 3.7}, penalty.LogSum{Eps: 0.5}} {
		p := problem(t, kernels[1], pen, 25, 4, 6)
		p.Tau, p.Intercept = 0.1, true
		sol, err := solve.ADMM{Tol: 1e-6}.Solve(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := certify(t, p, coefficientsOf(sol))
		if s.Certified() || !(s.Residual < 1e-3) {
			t.Errorf("%v: certified %v, residual %v", pen, s.Certified(), s.Residual)
		}
		at := coefficientsOf(sol)
		at.B.Scale(1.1, at.B)
		if far := certify(t, p, at); !(far.Residual > 10*s.Residual) {
			t.Errorf("%v: residual %v, and %v with blocks that are 10 %% larger", pen, s.Residual, far.Residual)
		}
	}
}

func TestCertifyRefuses(t *testing.T) {
	p := problem(t, kernels[1], penalty.Lasso{}, 6, 2, 7)
	p.Tau = 0.1
	good := coefficientsOf(mustSolve(t, p, 1e-6))
	for what, at := range map[string]solve.Coefficients{
		"length 2 for 6":     {Alpha: []float64{1, 2}},
		"B is 1 x 1":         {Alpha: good.Alpha, B: mat.NewDense(1, 1, nil)},
		"not finite":         {Alpha: []float64{1, 2, 3, math.NaN(), 5, 6}},
		"more than twice":    {Alpha: []float64{1e6, -1e6, 1e6, 0, 0, 0}},
		"the prox is 1 x 1":  {Alpha: good.Alpha, B: good.B, Bound: solve.Bound{Prox: mat.NewDense(1, 1, nil)}},
		"that is not finite": {Alpha: good.Alpha, B: mat.NewDense(6, 2, slices.Repeat([]float64{math.Inf(1)}, 12))},
	} {
		if _, err := solve.Certify(context.Background(), p, at); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("error %v, not one with %q", err, what)
		}
	}
}
