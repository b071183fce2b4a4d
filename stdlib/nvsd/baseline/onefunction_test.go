package baseline

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// awkward are points in [0, 1] of a kind, whose target is a function of them and noise.
func awkward(kind string, n, d int, seed uint64) (*mat.Dense, []float64) {
	X, y := noisy(n, d, seed)
	rng := rand.New(rand.NewPCG(seed, 11))
	for i := range n {
		row := X.RawRowView(i)
		switch kind {
		case "grid":
			row[0] = float64(i) / float64(max(n-1, 1))
			y[i] = rng.Float64()
		case "ties":
			for a := range row {
				row[a] = math.Round(3*row[a]) / 3
			}
		case "copies":
			row[d-1] = row[0]
		case "nearly copies":
			row[d-1] = min(1, row[0]*(1-1e-9))
		case "equal points":
			if i > 0 && i%2 == 0 {
				X.SetRow(i, X.RawRowView(i-1))
			}
		case "no noise":
			y[i] = row[0]
		}
	}
	return X, y
}

var awkwardKinds = []string{"plain", "grid", "ties", "copies", "nearly copies", "equal points", "no noise"}

// normed is the part of a fit that its objective is made of.
func normed(own any) *AdditiveFit {
	switch f := own.(type) {
	case *COSSOFit:
		return &f.AdditiveFit
	case *ADACOSSOFit:
		return &f.AdditiveFit
	}
	return own.(*AdditiveFit)
}

// objectiveOf is that of what a fit predicts at the training points and of its norms.
func objectiveOf(f *fitted, X *mat.Dense, y []float64) float64 {
	square, norms := 0.0, 0.0
	for i, v := range f.predict(X) {
		square += (y[i] - v) * (y[i] - v) / float64(len(y))
	}
	own := normed(f.own)
	for _, c := range own.Components {
		norms += c.Norm
	}
	if c, ok := f.own.(*COSSOFit); ok && !math.IsNaN(c.Bound) {
		return square + 2*c.Lambda/c.Bound*norms*norms
	}
	return square + 2*f.weight*norms
}

// aFunction checks that what a fit tells is of one function: its objective, its gap, its
// values at the training points and what it predicts. null is the objective of no function.
func aFunction(t interface{ Errorf(string, ...any) }, f *fitted, X *mat.Dense, y []float64, null float64) {
	own := normed(f.own)
	if d := off(f.predict(X), own.Train); d != 0 {
		t.Errorf("the values at the training points are %.3g away from what is predicted there", d)
	}
	if got := objectiveOf(f, X, y); !(math.Abs(got-f.objective) <= f.gap+1e-9*null) {
		t.Errorf("the objective of what is predicted is %v, the one returned %v with the gap %v", got, f.objective, f.gap)
	}
	if !(f.dual <= f.objective+1e-14*null) || !(f.gap >= f.objective-f.dual-1e-14*null) {
		t.Errorf("objective %v, dual %v, gap %v", f.objective, f.dual, f.gap)
	}
}

// variance is the objective of no function beside the best constant.
func variance(y []float64) float64 {
	sd := rootMeanSquare(withoutMean(y))
	return sd * sd
}

// The certificate is that of the function that predicts, at every weight.
func TestCertifiedIsWhatPredicts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 3).Draw(t, "inputs")
		n := rapid.IntRange(d, 12).Draw(t, "points")
		X, y := awkward(rapid.SampledFrom(awkwardKinds).Draw(t, "kind"), n, d, rapid.Uint64().Draw(t, "seed"))
		floats.Scale(rapid.SampledFrom([]float64{1, 1e-9, 1e9}).Draw(t, "unit"), y)
		sigma := MKL{Kernel: kern.Gaussian{Width: kern.Sigma(rapid.SampledFrom([]float64{0.2, 1, 5}).Draw(t, "sigma"))}}
		without := sigma
		without.Intercept = nvsd.NoIntercept
		s := rapid.SampledFrom([]system{COSSO{}, COSSO{Order: 2}, ADACOSSO{Lambda0: 1e-3}, sigma, without}).Draw(t, "system")
		p := prepared(t, s, X, y)
		part := math.Pow(10, rapid.Float64Range(-10, 1).Draw(t, "log part of the top"))
		if !(p.top() > 0) {
			return
		}
		f, err := p.solve(t.Context(), part*p.top(), nil)
		if err != nil {
			refused(t, err)
			return
		}
		null := variance(y)
		if s == system(without) {
			null = floats.Dot(y, y) / float64(n)
		}
		aFunction(t, f, X, y, null)
		if !(f.objective <= null*(1+1e-9)) {
			t.Errorf("the objective is %v, that of no function %v", f.objective, null)
		}
	})
}

// refused passes over an error that says that the weight is beyond float64.
func refused(t *rapid.T, err error) {
	if !strings.Contains(err.Error(), "take a larger one") {
		t.Fatal(err)
	}
}

// The same holds of the form with a bound, however large that is.
func TestCertifiedIsWhatPredictsWithABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 3).Draw(t, "inputs")
		X, y := awkward(rapid.SampledFrom(awkwardKinds).Draw(t, "kind"), rapid.IntRange(1, 12).Draw(t, "points"), d, rapid.Uint64().Draw(t, "seed"))
		form := rapid.SampledFrom([]COSSOForm{ConstraintForm, OneStep, Alternation}).Draw(t, "form")
		p := on[*cossoProblem](t, COSSO{Form: form, Lambda: 1, Sweeps: 5}, X, y)
		lam := math.Pow(10, rapid.Float64Range(-8, 1).Draw(t, "log lam"))
		f, err := p.at(t.Context(), lam, math.Pow(10, rapid.Float64Range(-3, 8).Draw(t, "log bound")), nil)
		if err != nil {
			refused(t, err)
			return
		}
		aFunction(t, f, X, y, variance(y))
	})
}

// A fit at a small weight converges where the points tell a function, and new points beside
// the training points have values beside theirs.
func TestSmallWeights(t *testing.T) {
	X, y := mat.NewDense(9, 1, nil), []float64{0, 1, 0, 2, 1, 3, 1, 2, 0.5}
	for i := range 9 {
		X.Set(i, 0, float64(i)/8)
	}
	beside := mat.NewDense(9, 1, nil)
	for i := range 9 {
		beside.Set(i, 0, min(1, float64(i)/8+1e-9))
	}
	check := func(name string, f *fitted, err error) {
		t.Helper()
		if err != nil {
			t.Error(name, err)
			return
		}
		t.Logf("%s: converged %v, objective %.3g, gap %.3g", name, f.converged, f.objective, f.gap)
		aFunction(t, f, X, y, variance(y))
		// What is fitted is as smooth as its norm: its slope is at most 1e3 here.
		if d := off(f.predict(beside), f.predict(X)); !(d <= 1e-6+2*math.Sqrt(f.gap)) {
			t.Errorf("%s: at points 1e-9 beside the training points the values are %.3g away", name, d)
		}
	}
	p := on[*cossoProblem](t, COSSO{Form: ConstraintForm, Lambda: 1}, X, y)
	for _, bound := range []float64{1, 1e2, 1e4, 1e6, 1e8} {
		f, err := p.at(t.Context(), 0x1p-22, bound, nil)
		check(fmt.Sprint("COSSO, bound ", bound), f, err)
		if err == nil && !f.converged {
			t.Errorf("COSSO at the bound %v: not converged, gap %v of %v", bound, f.gap, f.objective)
		}
	}
	mkl := prepared(t, MKL{Kernel: kern.Gaussian{Width: kern.Sigma(1)}}, X, y)
	for _, tau := range []float64{1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7} {
		f, err := mkl.solve(t.Context(), tau, nil)
		check(fmt.Sprint("MKL, tau ", tau), f, err)
		if err == nil && tau >= 1e-5 && !f.converged {
			t.Errorf("MKL at tau %v: not converged, gap %v of %v", tau, f.gap, f.objective)
		}
	}
}
