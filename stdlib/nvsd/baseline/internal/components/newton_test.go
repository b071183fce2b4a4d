package components

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

var limit = Limit{Tol: 1e-10, Iterations: 200}

func mustSolve(t *testing.T, p *Problem, start []float64) *Solution {
	t.Helper()
	sol, err := Solve(t.Context(), p, start, limit)
	if err != nil {
		t.Fatal(err)
	}
	if !sol.Converged {
		t.Errorf("it has not converged: gap %v of %v after %d iterations", sol.Gap, sol.Objective, sol.Iterations)
	}
	return sol
}

// At the minimum the residual is n r alpha, and a component that is in has the largest
// slope there is.
func TestSolveIsOptimal(t *testing.T) {
	const n, m = 15, 6
	y := targets(n, 11)
	for name, f := range map[string]Family{"grams": NewGrams(n, products(blocks(n, m, 3, 12))), "features": NewFeatures(n, blocks(n, m, 3, 12))} {
		for _, weight := range []float64{0.3, 0.05, 0.003} {
			for form, p := range map[string]*Problem{"penalised": Penalised(f, y, weight), "bounded": Bounded(f, y, weight, 0.7)} {
				sol := mustSolve(t, p, nil)
				highest := slices.Max(sol.Ratio)
				if form == "penalised" {
					highest = 1
				} else if off := math.Abs(total(sol.Theta) - 0.7); off > 1e-9 {
					t.Errorf("%s: sum theta is %v off its bound", name, off)
				}
				for j, ratio := range sol.Ratio {
					if ratio > highest*(1+1e-5) || sol.Norms[j] > 0 && ratio < highest*(1-1e-5) {
						t.Errorf("%s, %s at %v: component %d of norm %v has the ratio %v of %v", name, form, weight, j, sol.Norms[j], ratio, highest)
					}
				}
			}
		}
	}
}

// Group lasso over a feature each is the lasso, whose minimum plain coordinate descent finds.
func TestSolveIsTheLasso(t *testing.T) {
	const n, m = 12, 5
	list, y := blocks(n, m, 1, 13), targets(n, 14)
	for _, tau := range []float64{0.2, 0.02} {
		b, rest := make([]float64, m), slices.Clone(y)
		for range 20000 {
			for j, u := range list {
				column := mat.Col(nil, 0, u)
				square := floats.Dot(column, column)
				along := floats.Dot(column, rest) + square*b[j]
				next := math.Copysign(max(0, math.Abs(along)-n*tau), along) / square
				floats.AddScaled(rest, b[j]-next, column)
				b[j] = next
			}
		}
		sol := mustSolve(t, Penalised(NewFeatures(n, list), y, tau), nil)
		for j, norm := range sol.Norms {
			if math.Abs(norm-math.Abs(b[j])) > 1e-7 {
				t.Errorf("tau %v: norm %d is %v, want %v", tau, j, norm, math.Abs(b[j]))
			}
		}
	}
}

// The two problems have the same functions where the derivatives of their penalties agree.
func TestProblemsMeet(t *testing.T) {
	const n, m, lambda, bound = 15, 5, 0.02, 1.5
	f, y := NewGrams(n, products(blocks(n, m, 3, 15))), targets(n, 16)
	bounded := mustSolve(t, Bounded(f, y, lambda, bound), nil)
	penalised := mustSolve(t, Penalised(f, y, lambda/bound*total(bounded.Norms)), nil)
	if off := floats.Distance(bounded.Norms, penalised.Norms, math.Inf(1)); off > 1e-6 {
		t.Errorf("the norms differ by %v", off)
	}
}

// Another start leads to the same minimum.
func TestSolveFromAStart(t *testing.T) {
	const n, m = 15, 5
	f, y := NewGrams(n, products(blocks(n, m, 3, 17))), targets(n, 18)
	for _, p := range []*Problem{Penalised(f, y, 0.02), Bounded(f, y, 0.02, 0.5)} {
		cold := mustSolve(t, p, nil)
		warm := mustSolve(t, p, []float64{3, 0, 2, 1e-9, 7})
		if off := floats.Distance(cold.Norms, warm.Norms, math.Inf(1)); off > 1e-6 {
			t.Errorf("the norms differ by %v", off)
		}
	}
}

// Components that are the same share their norm in some way; the minimum is that of one.
func TestSolveEqualComponents(t *testing.T) {
	const n = 10
	k, y := products(blocks(n, 2, 3, 19)), targets(n, 20)
	one := mustSolve(t, Penalised(NewGrams(n, k), y, 0.02), nil)
	two := mustSolve(t, Penalised(NewGrams(n, []*mat.SymDense{k[0], k[1], k[0], k[1]}), y, 0.02), nil)
	if math.Abs(one.Objective-two.Objective) > 1e-9 {
		t.Errorf("the objective is %v, and %v with each component twice", one.Objective, two.Objective)
	}
}

func TestTauMax(t *testing.T) {
	const n, m = 15, 5
	f, y := NewGrams(n, products(blocks(n, m, 3, 21))), targets(n, 22)
	top, err := TauMax(f, y)
	if err != nil {
		t.Fatal(err)
	}
	if above := mustSolve(t, Penalised(f, y, top*1.0001), nil); total(above.Norms) != 0 {
		t.Errorf("above tau_max the norms are %v", above.Norms)
	}
	if below := mustSolve(t, Penalised(f, y, top*0.9999), nil); total(below.Norms) == 0 {
		t.Error("below tau_max nothing is in")
	}
}

func TestSolveCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	const n = 10
	y := targets(n, 24)
	sol, err := Solve(ctx, Penalised(NewGrams(n, products(blocks(n, 3, 3, 23))), y, 1e-3), nil, limit)
	if err != nil || sol.Converged || sol.Iterations != 0 || !(sol.Dual <= sol.Objective) {
		t.Errorf("error %v, %+v", err, sol)
	}
}
