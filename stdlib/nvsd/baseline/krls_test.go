package baseline

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

func TestKRLSReference(t *testing.T) {
	type solution struct {
		Kernel    string
		Params    struct{ Sigma, Scale, Offset, Degree float64 }
		Lambda    float64
		Intercept string
		Value     float64 `json:"intercept_value"`
		Coef      []float64
		Train     []float64 `json:"train_pred"`
		Test      []float64 `json:"test_pred"`
		Objective float64
		Condition float64 `json:"cond_K_plus_nlambdaI"`
	}
	ref := readReference[solution](t, "krls_a.json")
	intercepts := map[string]KRLSIntercept{"free": FreeIntercept, "mean": MeanIntercept, "none": ZeroIntercept}
	size := max(1, floats.Norm(ref.Y, math.Inf(1)))
	var worstTest, worstCoef float64
	for _, want := range ref.Solutions {
		var k kern.Kernel = kern.Gaussian{Width: kern.Sigma(want.Params.Sigma)}
		if want.Kernel == "polynomial" {
			p := want.Params
			k = kern.Scaled(math.Pow(p.Scale, p.Degree), kern.Polynomial{Degree: int(p.Degree), Offset: p.Offset / p.Scale})
		}
		p := prepared(t, KRLS{Kernel: k, Intercept: intercepts[want.Intercept], Scale: nvsd.NoScaling}, ref.X, ref.Y)
		f := solved(t, p, want.Lambda)
		own := f.own.(*KRLSFit)
		wantClose(t, "test_pred", f.predict(ref.XTest), want.Test, 1e-10*size)
		wantClose(t, "train_pred", own.Fitted[:10], want.Train, 1e-10*size)
		wantNear(t, "intercept_value", f.intercept, want.Value, 1e-10*size)
		wantNear(t, "objective", f.objective, want.Objective, 1e-10*want.Objective)
		tol := 1e-10
		if want.Condition > 1e5 {
			tol = 1e-16 * want.Condition * 100
		}
		wantClose(t, "coef", own.Coefficients, want.Coef, tol*floats.Norm(want.Coef, math.Inf(1)))
		worstTest = max(worstTest, off(f.predict(ref.XTest), want.Test)/size)
		worstCoef = max(worstCoef, off(own.Coefficients, want.Coef)/floats.Norm(want.Coef, math.Inf(1))/tol)
		if len(which(f.selected)) != 3 {
			t.Errorf("selected are %v, want all", f.selected)
		}
	}
	t.Logf("largest errors: predictions %.1e of the target, coefficients %.2g of their tolerance", worstTest, worstCoef)
}

// The leave-one-out error in closed form is that of n fits to the other points, at the weight
// that keeps n lambda: also at weights near rounding, and of targets far from 0.
func TestKRLSLeaveOneOut(t *testing.T) {
	const n = 12
	X, y := additiveSample(n, 2, 1)
	for _, offset := range []float64{0, 1e4} {
		floats.AddConst(offset, y)
		for _, intercept := range []KRLSIntercept{FreeIntercept, MeanIntercept, ZeroIntercept} {
			s := KRLS{Kernel: kern.Gaussian{Width: kern.Sigma(0.5)}, Intercept: intercept, Scale: nvsd.NoScaling}
			for _, lambda := range []float64{1e-2, 1e-6, 1e-10, 1e-12} {
				got := solved(t, prepared(t, s, X, y), lambda).own.(*KRLSFit).LeaveOneOut
				sum := 0.0
				for out := range n {
					rest, target := mat.NewDense(n-1, 2, nil), make([]float64, n-1)
					for i := range n - 1 {
						from := (out + 1 + i) % n
						rest.SetRow(i, X.RawRowView(from))
						target[i] = y[from]
					}
					f := solved(t, prepared(t, s, rest, target), lambda*n/(n-1))
					e := y[out] - f.predict(X.Slice(out, out+1, 0, 2).(*mat.Dense))[0]
					sum += e * e
				}
				want := math.Sqrt(sum / n)
				wantNear(t, fmt.Sprintf("%v, weight %v, targets from %v", intercept, lambda, offset), got, want, 1e-8*want)
			}
		}
	}
}

// With the linear kernel on standardised inputs it is linear ridge regression, whose
// objective is half as large.
func TestKRLSIsLinearRidge(t *testing.T) {
	X, y := additiveSample(30, 4, 2)
	const lambda = 0.07
	n := 30.0
	k := solved(t, prepared(t, KRLS{Kernel: kern.Linear{}}, X, y), lambda)
	// The deviations of nvsd.TrainSD have the divisor n-1, those of Ridge n.
	l := solved(t, prepared(t, Ridge{}, X, y), lambda*n/(n-1))
	wantClose(t, "predictions", k.predict(X), l.predict(X), 1e-10)
	wantNear(t, "leave-one-out error", k.own.(*KRLSFit).LeaveOneOut, l.own.(*LinearFit).LeaveOneOut, 1e-10)
	wantNear(t, "objective", k.objective/2, l.objective, 1e-12)
}

// No other coefficients have an objective below the bound, at weights of any size.
func TestKRLSBounds(t *testing.T) {
	const n = 25
	X, y := additiveSample(n, 2, 5)
	rng := rand.New(rand.NewPCG(5, 5))
	for _, intercept := range []KRLSIntercept{FreeIntercept, MeanIntercept, ZeroIntercept} {
		p := prepared(t, KRLS{Kernel: kern.Gaussian{Width: kern.Sigma(0.3)}, Intercept: intercept}, X, y).(*krlsProblem)
		for _, lambda := range []float64{1e-9, 1e-4, 1, 1e4, 1e300} {
			f := solved(t, p, lambda)
			if !(f.gap >= 0) || !(f.dual <= f.objective) {
				t.Errorf("objective %v, bound %v, gap %v", f.objective, f.dual, f.gap)
			}
			c := f.own.(*KRLSFit).Coefficients
			for range 20 {
				size := math.Pow(10, -8*rng.Float64())
				other, b := make([]float64, n), 0.0
				for i := range other {
					other[i] = c[i] * (1 + size*rng.NormFloat64())
				}
				if p.free {
					b = f.intercept - p.mean + size*rng.NormFloat64()
				}
				values, value := p.values(p.gram, other), 0.0
				for i, v := range values {
					e := p.y[i] - b - v
					value += e*e/n + lambda*other[i]*v
				}
				if value < f.dual {
					t.Errorf("%v, weight %v: an objective of %v, below the bound %v", intercept, lambda, value, f.dual)
				}
			}
		}
	}
	p := prepared(t, KRLS{Kernel: kern.Polynomial{Degree: 3, Offset: 1}, Intercept: ZeroIntercept}, X, y)
	if _, err := p.solve(t.Context(), 1e-300, nil); err == nil || !strings.Contains(err.Error(), "take a larger one") {
		t.Errorf("a weight of 1e-300: error %v", err)
	}
}

// A fit is better than none, or refused in words: of inputs far from 0 the polynomials are so
// large that nothing of the weight, or of the points, is left.
func TestKRLSIsBetterThanNothing(t *testing.T) {
	for _, away := range []float64{0, 1, 1e2, 1e4, 1e6, 1e8} {
		X, y := additiveSample(40, 4, 6)
		X.Apply(func(_, _ int, v float64) float64 { return v + away }, X)
		for _, intercept := range []KRLSIntercept{FreeIntercept, MeanIntercept, ZeroIntercept} {
			p := prepared(t, KRLS{Kernel: kern.Polynomial{Degree: 3, Offset: 1}, Intercept: intercept, Scale: nvsd.NoScaling}, X, y).(*krlsProblem)
			for _, lambda := range []float64{1e300, 1e6, 100, 1e-2, 1e-6} {
				f, err := p.solve(t.Context(), lambda, nil)
				if err != nil {
					if away < 100 || !strings.Contains(err.Error(), "scale the inputs, or take a larger one") {
						t.Errorf("%v away, %v, weight %v: error %v", away, intercept, lambda, err)
					}
					continue
				}
				if null := p.yy / 40; !(f.objective <= null*(1+1e-9)) || !(rootMeanSquare(residualOf(f, X, y)) <= math.Sqrt(null)*(1+1e-9)) {
					t.Errorf("%v away, %v, weight %v: the objective is %v, that of nothing %v", away, intercept, lambda, f.objective, null)
				}
			}
		}
	}
}

// residualOf is y less what a fit predicts.
func residualOf(f *fitted, X *mat.Dense, y []float64) []float64 {
	r := slices.Clone(y)
	floats.Sub(r, f.predict(X))
	return r
}

func TestKRLSConstantInputs(t *testing.T) {
	X, y := additiveSample(20, 3, 3)
	for i := range 20 {
		X.Set(i, 1, 4)
	}
	f := solved(t, prepared(t, KRLS{}, X, y), 0.1)
	if got := which(f.selected); len(got) != 2 || got[1] != 2 {
		t.Errorf("selected are %v, want 0 and 2", got)
	}
	moved := mat.DenseCopyOf(X)
	moved.Set(0, 1, -100)
	wantClose(t, "predictions with another value of the constant input", f.predict(moved), f.predict(X), 0)
}

func TestKRLSRefuses(t *testing.T) {
	X, y := additiveSample(10, 2, 4)
	for want, s := range map[string]KRLS{
		`Intercept is "some"`:          {Intercept: "some"},
		`Scale is "range"`:             {Scale: "range"},
		"width":                        {Kernel: kern.Gaussian{Width: kern.Sigma(-1)}},
		"degree":                       {Kernel: kern.Polynomial{}},
		"must be a finite number >= 0": {Kernel: kern.Scaled(-1, kern.Gaussian{Width: kern.Sigma(1)})},
	} {
		if _, err := s.prepare(t.Context(), X, y, numbered(2)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want one with %q", s, err, want)
		}
	}
}

// BenchmarkKRLS is five folds of 50 weights, each fitted and measured on what is held out.
func BenchmarkKRLS(b *testing.B) {
	for _, size := range []struct {
		name string
		n, d int
	}{{"n=100,d=18", 100, 18}, {"n=200,d=40", 200, 40}} {
		b.Run(size.name, func(b *testing.B) {
			X, y := additiveSample(size.n, size.d, 1)
			part := size.n / 5
			for b.Loop() {
				for fold := range 5 {
					train, held := mat.NewDense(size.n-part, size.d, nil), X.Slice(fold*part, (fold+1)*part, 0, size.d).(*mat.Dense)
					target := make([]float64, 0, size.n-part)
					for i := range size.n {
						if i/part != fold {
							train.SetRow(len(target), X.RawRowView(i))
							target = append(target, y[i])
						}
					}
					p, err := KRLS{Kernel: kern.Gaussian{Width: kern.MedianDistance}}.prepare(b.Context(), train, target, nil)
					if err != nil {
						b.Fatal(err)
					}
					for i := range 50 {
						f, err := p.solve(b.Context(), math.Pow(10, 1-float64(i)/7), nil)
						if err != nil {
							b.Fatal(err)
						}
						f.predict(held)
					}
				}
			}
		})
	}
}
