package solve_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// onCentres returns the decomposed sums of rows with some of them as centres.
func onCentres(t *testing.T, op *solve.Operator, X *mat.Dense, y []float64, intercept bool) *solve.NystromFit {
	t.Helper()
	origin := 0.0
	if intercept {
		origin = y[0]
	}
	s, err := solve.NewNystrom(op, origin)
	if err != nil {
		t.Fatal(err)
	}
	s.ForGap()
	if err := s.Add(context.Background(), solve.RowsOf(X, y)); err != nil {
		t.Fatal(err)
	}
	fit, err := s.Solve(intercept)
	if err != nil {
		t.Fatal(err)
	}
	return fit
}

// TestNystromIsOptimal holds the coefficients to the equations of the minimum over combinations of the
// kernel at the centres, the sums to the residuals, and the trace to the fit of unit targets.
func TestNystromIsOptimal(t *testing.T) {
	const n, m, d = 30, 9, 2
	X, y := sample(n, d, 3)
	floats.AddConst(100, y)
	for _, k := range kernels {
		op := operator(t, k, mat.DenseCopyOf(X.Slice(0, m, 0, d)))
		for _, intercept := range []bool{false, true} {
			fit := onCentres(t, op, X, y, intercept)
			for _, nu := range []float64{1e-3, 0.1, 10} {
				alpha, b, err := fit.Fit(nu)
				if err != nil {
					t.Fatal(err)
				}
				v, _ := op.Predict(alpha, nil, X)
				own, _ := op.Predict(alpha, nil, X.Slice(0, m, 0, d))
				var squares, sum float64
				slope := make([]float64, m)
				for i := range n {
					r := y[i] - v[i] - b
					squares, sum = squares+r*r, sum+r
					for j := range m {
						slope[j] += k.Eval(X.RawRowView(j), X.RawRowView(i)) * r
					}
				}
				for j := range m {
					near(t, fmt.Sprintf("%s: slope at centre %d", name(k), j), slope[j], n*nu*own[j], 1e-5*(1+floats.Norm(own, 2)))
				}
				if intercept {
					near(t, name(k)+": sum of residuals", sum, 0, 1e-6)
				}
				got, trace, err := fit.Residual(nu)
				if err != nil {
					t.Fatal(err)
				}
				near(t, name(k)+": squares", got, squares, 1e-6*(1+squares))
				var diagonal float64
				for i := range n {
					unit := make([]float64, n)
					unit[i] = 1
					one := onCentres(t, op, X, unit, intercept)
					beta, c, _ := one.Fit(nu)
					at, _ := op.Predict(beta, nil, X.Slice(i, i+1, 0, d))
					diagonal += at[0] + c
				}
				near(t, name(k)+": trace", trace, diagonal, 1e-5)
			}
		}
	}
}

// TestNystromOnAllRows holds centres at every row to kernel ridge regression.
func TestNystromOnAllRows(t *testing.T) {
	const n, d = 25, 2
	X, y := sample(n, d, 5)
	for _, k := range kernels {
		op := operator(t, k, X)
		for _, intercept := range []bool{false, true} {
			fit := onCentres(t, op, X, y, intercept)
			ridge, err := solve.NewRidge(op, y, intercept)
			if err != nil {
				t.Fatal(err)
			}
			for _, nu := range []float64{1e-3, 1} {
				alpha, b, _ := fit.Fit(nu)
				beta, c, _ := ridge.Fit(nu)
				v, _ := op.Predict(alpha, nil, X)
				w, _ := op.Predict(beta, nil, X)
				for i := range v {
					near(t, name(k), v[i]+b, w[i]+c, 1e-5)
				}
			}
		}
	}
}

// parts returns rows in parts of some rows each.
func parts(X *mat.Dense, y []float64, each int) solve.Rows {
	n, d := X.Dims()
	return func(_ context.Context, do func(*mat.Dense, []float64) error) error {
		for from := 0; from < n; from += each {
			to := min(from+each, n)
			if err := do(mat.DenseCopyOf(X.Slice(from, to, 0, d)), y[from:to]); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestNystromParts holds rows in parts of any size, at any GOMAXPROCS, to the bits of all at once.
func TestNystromParts(t *testing.T) {
	const n, m, d, nu = 2500, 40, 3, 1e-3
	X, y := sample(n, d, 7)
	k := kern.Gaussian{Width: kern.Sigma(1)}
	op := operator(t, k, mat.DenseCopyOf(X.Slice(0, m, 0, d)))
	solved := func(rows solve.Rows) []float64 {
		s, err := solve.NewNystrom(op, y[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Add(context.Background(), rows); err != nil {
			t.Fatal(err)
		}
		fit, err := s.Solve(true)
		if err != nil {
			t.Fatal(err)
		}
		alpha, _, err := fit.Fit(nu)
		if err != nil {
			t.Fatal(err)
		}
		return alpha
	}
	want := solved(solve.RowsOf(X, y))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, each := range []int{1, 100, 1024, 2499} {
		if got := solved(parts(X, y, each)); !slices.Equal(got, want) {
			t.Errorf("parts of %d rows: coefficients %v, at once %v", each, got[:3], want[:3])
		}
	}
}

// TestNystromGap holds the root of the gap to the distance from the function without centres, in 200 problems
// of several functions, widths, noises and numbers of centres: over all rows it is a bound, and over
// a fifth of them it is one in at least 19 of 20.
func TestNystromGap(t *testing.T) {
	below, problems := 0, 200
	for p := range problems {
		rng := rand.New(rand.NewPCG(uint64(p), 11))
		n, d := 150+rng.IntN(150), 1+rng.IntN(4)
		m := 10 + rng.IntN(n/3)
		X, y := mat.NewDense(n, d, nil), make([]float64, n)
		noise := math.Pow(10, -2*rng.Float64())
		for i := range n {
			for a := range d {
				X.Set(i, a, rng.NormFloat64())
			}
			x := X.RawRowView(i)
			y[i] = 50 + math.Sin(float64(1+p%3)*x[0]) + x[d-1]*x[0] + noise*rng.NormFloat64()
		}
		var k kern.Kernel = kern.Gaussian{Width: kern.Sigma(0.5 + 2*rng.Float64())}
		if p%4 == 3 {
			k = kern.Matern52{Width: kern.Sigma(0.5 + 2*rng.Float64())}
		}
		nu := math.Pow(10, -1-4*rng.Float64())
		op := operator(t, k, mat.DenseCopyOf(X.Slice(0, m, 0, d)))
		fit := onCentres(t, op, X, y, true)
		bound, err := fit.Gap(context.Background(), k, nu, X, y, n, 1)
		if err != nil {
			t.Fatal(err)
		}
		estimate, err := fit.Gap(context.Background(), k, nu, X, y, n/5, uint64(p))
		if err != nil {
			t.Fatal(err)
		}
		alpha, b, _ := fit.Fit(nu)
		v, _ := op.Predict(alpha, nil, X)
		whole := operator(t, k, X)
		ridge, err := solve.NewRidge(whole, y, true)
		if err != nil {
			t.Fatal(err)
		}
		beta, c, _ := ridge.Fit(nu)
		w, _ := whole.Predict(beta, nil, X)
		var squares float64
		for i := range v {
			squares += (v[i] + b - w[i] - c) * (v[i] + b - w[i] - c) / float64(n)
		}
		if !(squares <= bound*(1+1e-6)+1e-10) {
			t.Errorf("n %d, d %d, m %d, nu %.2g, %v: the squared distance is %.3g, and the gap %.3g", n, d, m, nu, k, squares, bound)
		}
		if !(squares <= estimate+1e-10) {
			below++
		}
		if ratio := estimate / bound; bound > 1e-8 && !(ratio > 0.5 && ratio < 10) {
			t.Errorf("the gap is %.3g, and by a fifth of the rows %.3g", bound, estimate)
		}
	}
	if below > problems/20 {
		t.Errorf("the distance is above the estimate in %d of %d problems", below, problems)
	}
}

func TestNystromRefuses(t *testing.T) {
	X, y := sample(6, 2, 1)
	op := operator(t, kernels[0], X)
	if _, err := solve.NewNystrom(nil, 0); err == nil {
		t.Error("centres without an operator")
	}
	s, err := solve.NewNystrom(op, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Solve(true); err == nil {
		t.Error("sums of no rows")
	}
	if err := s.Add(context.Background(), solve.RowsOf(X, y[:5])); err == nil {
		t.Error("a row without a target")
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Add(ended, solve.RowsOf(X, y)); err != context.Canceled {
		t.Errorf("rows after the end of ctx: %v", err)
	}
	for _, nu := range []float64{0, -1, math.Inf(1), math.NaN()} {
		if _, _, err := onCentres(t, op, X, y, true).Fit(nu); err == nil {
			t.Errorf("nu = %v", nu)
		}
	}
}
