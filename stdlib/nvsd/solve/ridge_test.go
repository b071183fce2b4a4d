package solve_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestRidge holds the fit to the linear system that it solves.
func TestRidge(t *testing.T) {
	const n = 12
	for _, k := range kernels {
		for _, intercept := range []bool{false, true} {
			p := problem(t, k, penalties[0], n, 2, 1)
			X, _ := sample(n, 2, 1)
			ridge, err := solve.NewRidge(p.Op, p.Y, intercept)
			if err != nil {
				t.Fatal(err)
			}
			for _, nu := range []float64{1e-4, 0.1, 100} {
				alpha, b, err := ridge.Fit(nu)
				if err != nil {
					t.Fatal(err)
				}
				v, err := p.Op.Predict(alpha, nil, X)
				if err != nil {
					t.Fatal(err)
				}
				var sum float64
				for i := range v { // y = K alpha + b + n nu alpha
					near(t, name(k), v[i]+b+n*nu*alpha[i], p.Y[i], 1e-8)
					sum += alpha[i]
				}
				if intercept {
					near(t, "sum of alpha", sum, 0, 1e-8)
				} else if b != 0 {
					t.Errorf("intercept %v", b)
				}
			}
		}
	}
}

// The regression of other targets is the one that is made of them, with weights too, and the first one stays as it was.
func TestRidgeWithOtherTargets(t *testing.T) {
	const n, nu = 12, 0.1
	X, y := sample(n, 2, 1)
	_, other := sample(n, 2, 5)
	for _, intercept := range []bool{false, true} {
		for _, op := range []*solve.Operator{operator(t, kern.Gaussian{Width: kern.Sigma(1)}, X), weighed(t, X, n)} {
			first, err := solve.NewRidge(op, y, intercept)
			if err != nil {
				t.Fatal(err)
			}
			second, err := first.With(other)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range []struct {
				r *solve.Ridge
				y []float64
			}{{first, y}, {second, other}} {
				fresh, err := solve.NewRidge(op, c.y, intercept)
				if err != nil {
					t.Fatal(err)
				}
				a, b, err := c.r.Fit(nu)
				wantA, wantB, wantErr := fresh.Fit(nu)
				if err != nil || wantErr != nil || !slices.Equal(a, wantA) || b != wantB {
					t.Errorf("%v, %v, %v; of its own %v, %v, %v", a, b, err, wantA, wantB, wantErr)
				}
				rest, err := c.r.LeaveOneOut(nu)
				want, wantErr := fresh.LeaveOneOut(nu)
				if err != nil || wantErr != nil || !slices.Equal(rest, want) {
					t.Errorf("leaving out: %v, %v; of its own %v, %v", rest, err, want, wantErr)
				}
			}
			if _, err := first.With(y[1:]); err == nil {
				t.Error("a short target is accepted")
			}
		}
	}
}

// weighed is an operator whose rows have the weights 1, 2 and 3 in turn.
func weighed(t *testing.T, X *mat.Dense, n int) *solve.Operator {
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = float64(1 + i%3)
	}
	op, err := operator(t, kern.Gaussian{Width: kern.Sigma(1)}, X).Weighted(weights)
	if err != nil {
		t.Fatal(err)
	}
	return op
}

// TestLeaveOneOut holds the shortcut to n fits on n-1 points. nu n is kept, as
// the shortcut's matrix has it.
func TestLeaveOneOut(t *testing.T) {
	const n, d, nu = 10, 2, 0.05
	for _, k := range kernels[:4] {
		for _, intercept := range []bool{false, true} {
			p := problem(t, k, penalties[0], n, d, 2)
			X, _ := sample(n, d, 2)
			ridge, err := solve.NewRidge(p.Op, p.Y, intercept)
			if err != nil {
				t.Fatal(err)
			}
			got, err := ridge.LOO(nu)
			if err != nil {
				t.Fatal(err)
			}
			var want float64
			for out := range n {
				rest := mat.NewDense(n-1, d, nil)
				for i := range n - 1 {
					rest.SetRow(i, X.RawRowView((out+1+i)%n))
				}
				y := slices.Concat(p.Y[out+1:], p.Y[:out])
				op := operator(t, k, rest)
				part, err := solve.NewRidge(op, y, intercept)
				if err != nil {
					t.Fatal(err)
				}
				alpha, b, err := part.Fit(nu * n / (n - 1))
				if err != nil {
					t.Fatal(err)
				}
				v, err := op.Predict(alpha, nil, X.Slice(out, out+1, 0, d))
				if err != nil {
					t.Fatal(err)
				}
				want += (p.Y[out] - v[0] - b) * (p.Y[out] - v[0] - b) / n
			}
			near(t, name(k), got, want, 1e-8)
		}
	}
}

func TestRidgeErrors(t *testing.T) {
	if _, err := solve.NewRidge(nil, nil, false); err == nil {
		t.Error("no operator is accepted")
	}
	op := operator(t, kern.Linear{}, mat.NewDense(2, 1, []float64{1, 2}))
	if _, err := solve.NewRidge(op, []float64{1}, false); err == nil {
		t.Error("a short target is accepted")
	}
	ridge, err := solve.NewRidge(op, []float64{1, 2}, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, nu := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, _, err := ridge.Fit(nu); err == nil {
			t.Errorf("nu = %v is accepted", nu)
		}
		if _, err := ridge.LOO(nu); err == nil {
			t.Errorf("nu = %v is accepted", nu)
		}
	}
	// One point and an intercept: the fit follows it exactly.
	one, err := solve.NewRidge(operator(t, kern.Linear{}, mat.NewDense(1, 1, []float64{1})), []float64{5}, true)
	if err != nil {
		t.Fatal(err)
	}
	if loo, err := one.LOO(1); err != nil || !math.IsInf(loo, 1) {
		t.Errorf("leaving out the only point: %v, %v", loo, err)
	}
}

// notPositive is symmetric and no kernel.
type notPositive struct{ kern.Linear }

func (notPositive) AtDot(s float64) (k, k1, k2 float64) { return -s, -1, 0 }

func TestNotPositiveDefinite(t *testing.T) {
	op := operator(t, notPositive{}, mat.NewDense(2, 1, []float64{1, 2}))
	if _, err := solve.NewRidge(op, []float64{1, 2}, false); err == nil {
		t.Error("a kernel with a negative eigenvalue is accepted")
	}
}
