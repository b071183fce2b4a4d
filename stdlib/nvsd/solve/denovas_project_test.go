package solve

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// watched is a run of DENOVAS on a small problem, whose projections check sees.
func watched(t *testing.T, rule DENOVAS, check func(*projection)) {
	t.Helper()
	const n, d = 16, 3
	rng := rand.New(rand.NewPCG(1, 0))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for a := range d {
			X.Set(i, a, rng.NormFloat64())
		}
		y[i] = X.At(i, 0)*X.At(i, 1) + X.At(i, 0)
	}
	op, err := NewOperator(kern.Polynomial{Degree: 2, Offset: 1}, X)
	if err != nil {
		t.Fatal(err)
	}
	p := &Problem{Op: op, Y: y, Penalty: penalty.Lasso{}, Tau: 0.3, Nu: 0.05}
	rule.MaxInner = 10000
	s, err := newSplitting(t.Context(), p, splittingOptions{tol: 1e-8, maxIter: splittingLimits.maxIter, mode: cmp.Or(rule.Momentum, Restarted), backtrack: rule.Backtrack}, nil)
	if err != nil {
		t.Fatal(err)
	}
	inner := newProjection(s, rule)
	s.choose = s.dualNormRule
	s.project = func(ctx context.Context) error {
		err := inner.run(ctx)
		check(inner)
		return err
	}
	if _, err := carryOut(t.Context(), p, 1e-8, nil, func() (run, error) { return s, nil }); err != nil {
		t.Fatal(err)
	}
}

// TestSchedules: every projection ends within what Theorem 4, or footnote 5, asks
// of it, and v is in the balls of eq. 15.
func TestSchedules(t *testing.T) {
	for _, rule := range []DENOVAS{{Decay: 1.6}, {Decay: 2}, {Decay: 3, Backtrack: true}, {Decay: 2, Relative: 1e-4}, {Decay: 2, PlainInner: true, Momentum: Plain}} {
		seen := 0
		watched(t, rule, func(r *projection) {
			seen++
			scale := floats.Dot(r.y, r.y) / (float64(r.n) * r.sigma)
			want := scale * math.Pow(float64(r.t+1), -2*rule.Decay)
			if rule.Relative > 0 {
				want = rule.Relative * rule.Relative * r.taken.inner(r.taken)
			}
			if !r.within || r.excess > max(want, 1e-15*scale) {
				t.Errorf("%+v: projection %d ends at %v, wanted %v", rule, seen, r.excess, want)
			}
			norms := make([]float64, r.d)
			columnNorms(norms, r.taken.B)
			for a, norm := range norms {
				if radius := r.p.Tau / (2 * r.sigma * float64(r.n)); norm > radius*(1+1e-12) {
					t.Errorf("%+v: block %d has norm %v, the radius is %v", rule, a, norm, radius)
				}
			}
		})
		if seen < 10 {
			t.Errorf("%+v: only %d projections", rule, seen)
		}
	}
}

// TestElements: values and gradients that were carried along are those of the
// coefficients.
func TestElements(t *testing.T) {
	watched(t, DENOVAS{Decay: 2}, func(r *projection) {
		for _, e := range []*element{r.at, r.slope, r.arg, r.taken} {
			anew := newElement(r.n, r.d)
			anew.set(e)
			anew.refresh(r.op)
			if apart := floats.Distance(anew.values, e.values, math.Inf(1)); apart > 1e-10*(1+floats.Norm(e.values, math.Inf(1))) {
				t.Errorf("values are %v off", apart)
			}
			if !mat.EqualApprox(anew.W, e.W, 1e-9) {
				t.Error("gradients are off")
			}
		}
	})
}

// TestAPrioriSteps: sigma and eta are the norms that Theorem 4 asks for, and
// backtracking does not go far beyond.
func TestAPrioriSteps(t *testing.T) {
	var sigma, eta, largest float64
	watched(t, DENOVAS{Decay: 2}, func(r *projection) {
		spec, err := r.op.spectrum(r.p.Intercept)
		if err != nil {
			t.Fatal(err)
		}
		sigma, eta, largest = r.sigma, r.eta, spec.lambda[r.n-1]/float64(r.n)+r.nu
	})
	if math.Abs(sigma/largest-1) > 1e-12 {
		t.Errorf("sigma is %v, ||K||/n + nu %v", sigma, largest)
	}
	watched(t, DENOVAS{Decay: 2, Backtrack: true}, func(r *projection) {
		if r.sigma > 2*sigma || r.eta > 1.1*eta {
			t.Errorf("backtracking takes sigma %v, eta %v where %v, %v will do", r.sigma, r.eta, sigma, eta)
		}
	})
}
