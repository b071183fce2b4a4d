package baseline

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

type mklFile struct {
	points
	Settings  struct{ Sigma float64 }
	Solutions []struct {
		Intercept bool
		Tau       float64
		Top       float64   `json:"tau_max"`
		Objective float64   `json:"objective"`
		Norms     []float64 `json:"rkhs_norms"`
		Selected  []int
		Constant  float64 `json:"intercept_value"`
		Alpha     []float64
		Train     []float64 `json:"train_pred"`
		Fits      []float64 `json:"component_fits_at_train_point0"`
		Test      []float64 `json:"test_pred"`
		Ratio     []float64 `json:"dual_feasibility_ratio"`
	}
}

// TestMKLReferences holds MKL to optima that another program found by another method.
func TestMKLReferences(t *testing.T) {
	eachFile(t, "mkl_additive_*.json", func(t *testing.T, file *mklFile) {
		for _, want := range file.Solutions {
			s := MKL{Kernel: kern.Gaussian{Width: kern.Sigma(file.Settings.Sigma)}, Scale: nvsd.NoScaling, Intercept: nvsd.NoIntercept}
			if want.Intercept {
				s.Intercept = nvsd.Unpenalised
			}
			t.Logf("tau %v, intercept %v", want.Tau, want.Intercept)
			p, err := s.prepare(t.Context(), dense(file.X), file.Y, numbered(len(file.X[0])))
			if err != nil {
				t.Fatal(err)
			}
			within(t, "tau_max", math.Abs(p.top()/want.Top-1), 1e-12)
			f, err := p.solve(t.Context(), want.Tau, nil)
			if err != nil {
				t.Fatal(err)
			}
			own := f.own.(*AdditiveFit)
			if !f.converged || !(f.gap <= 1e-8*f.objective) {
				t.Errorf("it has not converged: gap %v", f.gap)
			}
			within(t, "the objective", math.Abs(f.objective-want.Objective), 1e-9)
			within(t, "train_pred", far(t, own.Train, want.Train), 1e-7)
			within(t, "alpha", far(t, own.Alpha, want.Alpha), 1e-7)
			within(t, "test_pred", far(t, f.predict(dense(file.XTest)), want.Test), 1e-7)
			within(t, "rkhs_norms", far(t, f.scores, want.Norms), 1e-7)
			within(t, "dual_feasibility_ratio", far(t, own.Ratio, want.Ratio), 1e-8)
			within(t, "intercept_value", math.Abs(f.intercept-want.Constant), 1e-7)
			if !slices.Equal(own.Selected, want.Selected) {
				t.Errorf("selected %v, want %v", own.Selected, want.Selected)
			}
			for j, part := range own.Parts(dense(file.X[:1])) {
				at := 0.0
				if part != nil {
					at = part[0]
				}
				if math.Abs(at-want.Fits[j]) > 1e-7 {
					t.Errorf("component %d is %v at the first point, want %v", j, at, want.Fits[j])
				}
			}
		}
	})
}

// MKL of one kernel is kernel ridge regression with the ridge tau/||f||, which makes
// 2 tau ||f|| of the derivative of the squared norm.
func TestMKLOfOneKernelIsRidge(t *testing.T) {
	train, err := data.New(mat.NewDense(7, 1, []float64{0, .1, .35, .5, .62, .8, 1}), []float64{1, 2, 0.5, -1, 0, 3, 2})
	if err != nil {
		t.Fatal(err)
	}
	k := kern.Gaussian{Width: kern.Sigma(0.4)}
	for _, intercept := range []nvsd.Intercept{nvsd.Unpenalised, nvsd.NoIntercept} {
		m, err := MKL{Kernel: k, Scale: nvsd.NoScaling, Intercept: intercept}.Fit(t.Context(), train, nvsd.Tau(0.05))
		if err != nil {
			t.Fatal(err)
		}
		spec := nvsd.Spec{Kernel: k, Scale: nvsd.NoScaling, Intercept: intercept, Refit: nvsd.KeepKernel, RidgeNus: []float64{0.05 / m.Scores()[0]}}
		ridge, err := spec.Ridge(t.Context(), train, nvsd.ByLeaveOneOut())
		if err != nil {
			t.Fatal(err)
		}
		new := mat.NewDense(3, 1, []float64{.2, .55, .9})
		got, _ := m.Predict(new)
		want, _ := ridge.Predict(new)
		within(t, "a prediction", far(t, got, want), 1e-8)
	}
}

func TestMKLBadInput(t *testing.T) {
	X, y := mat.NewDense(3, 2, []float64{0, 1, 2, 3, 1, 0}), []float64{1, 2, 3}
	names := []string{"height", "weight"}
	for _, c := range []struct {
		say string
		s   MKL
		X   *mat.Dense
		y   []float64
	}{
		{"the width is -1", MKL{Kernel: kern.Gaussian{Width: kern.Sigma(-1)}}, X, y},
		{"has no width", MKL{Kernel: kern.Gaussian{}}, X, y},
		{"Scale is", MKL{Scale: "range"}, X, y},
		{"is not an intercept", MKL{Intercept: "some"}, X, y},
		{"scale it", MKL{}, X, []float64{1e200, -1e200, 0}},
		{"scale it", MKL{}, X, []float64{1e-200, -1e-200, 0}},
		{`panics on input "height" alone`, MKL{Kernel: panicking{}}, X, y},
		{"at rows 1 and 1", MKL{Kernel: kern.DotProduct(func(s kern.Jet) kern.Jet { return s.Log() }), Scale: nvsd.NoScaling}, X, y},
	} {
		_, err := c.s.prepare(t.Context(), c.X, c.y, names)
		if err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%+v: error %v, want one that says %q", c.s, err, c.say)
		}
	}
}

// panicking is a kernel that knows no point.
type panicking struct{ kern.Gaussian }

func (panicking) Eval(_, _ []float64) float64               { panic("no such point") }
func (p panicking) Resolve(mat.Matrix) (kern.Kernel, error) { return p, nil }

// Data that determine nothing are fitted all the same.
func TestMKLDegenerate(t *testing.T) {
	for name, c := range map[string]struct {
		X *mat.Dense
		y []float64
	}{
		"one point":               {mat.NewDense(1, 2, []float64{1, 2}), []float64{3}},
		"constant target":         {mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 8}), []float64{0.1, 0.1, 0.1, 0.1}},
		"constant input":          {mat.NewDense(4, 2, []float64{1, 2, 1, 4, 1, 6, 1, 8}), []float64{1, 2, 0, 1}},
		"equal points":            {mat.NewDense(4, 1, []float64{1, 1, 2, 2}), []float64{1, 2, 0, 1}},
		"more inputs than points": {mat.NewDense(2, 3, []float64{1, 2, 3, 3, 1, 2}), []float64{1, 2}},
		"far inputs":              {mat.NewDense(4, 1, []float64{1e300, -1e300, 0, 1.5e308}), []float64{1, 2, 0, 4}},
		"near inputs":             {mat.NewDense(4, 1, []float64{1e-300, -1e-300, 0, 2e-300}), []float64{1, 2, 0, 1}},
		"large target":            {mat.NewDense(4, 1, []float64{1, 2, 3, 4}), []float64{1e100, 2e100, 0, 1e100}},
		"small target":            {mat.NewDense(4, 1, []float64{1, 2, 3, 4}), []float64{1e-100, 2e-100, 0, 1e-100}},
	} {
		t.Run(name, func(t *testing.T) {
			_, d := c.X.Dims()
			p, err := MKL{Kernel: kern.Gaussian{Width: kern.Sigma(1)}}.prepare(t.Context(), c.X, c.y, []string{"a", "b", "c"}[:d])
			if err != nil {
				t.Fatal(err)
			}
			tau := 0.1 * p.top()
			if tau == 0 {
				tau = 1
			}
			f, err := p.solve(t.Context(), tau, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !f.converged || p.top() > 0 && !slices.Contains(f.selected, true) {
				t.Errorf("converged %v with gap %v of %v, selected %v", f.converged, f.gap, f.objective, f.selected)
			}
			for _, v := range f.predict(c.X) {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("it predicts %v", v)
				}
			}
		})
	}
}
