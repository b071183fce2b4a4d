package baseline

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

type cossoFile struct {
	points
	Order      int
	Components []string `json:"component_names"`
	Solutions  []struct {
		Lam, M  float64
		OneStep struct {
			Theta     []float64
			Intercept float64
			Test      []float64 `json:"test_pred"`
			RSS       float64   `json:"train_rss_over_n"`
			Selected  []int
			First     float64   `json:"step1_intercept"`
			FirstTest []float64 `json:"step1_test_pred"`
		} `json:"one_step"`
		Package struct {
			Theta []float64
			Test  []float64 `json:"test_pred"`
		}
		PackageMinus struct {
			Theta float64
			Test  float64 `json:"test_pred"`
		} `json:"package_minus_one_step"`
		Optimum struct {
			Theta, Norms                          []float64
			RKHS                                  []float64 `json:"rkhs_norms"`
			Intercept, Objective, Gap, Multiplier float64
			Test                                  []float64 `json:"test_pred"`
			Selected                              []int
			Margin                                float64 `json:"inactive_margin"`
			Sweeps                                int     `json:"alternating_sweeps"`
			FirstSweep                            float64 `json:"alternating_objective_1_sweep"`
			Excess                                float64 `json:"alternating_relative_excess_at_stop"`
			PackageExcess                         float64 `json:"package_one_step_relative_excess"`
		} `json:"optimum_constraint_form"`
	}
	Penalised []struct {
		Tau       float64
		Top       float64 `json:"tau_max"`
		Objective float64
		Norms     []float64 `json:"rkhs_norms"`
		Intercept float64
		Selected  []int
		Test      []float64 `json:"test_pred"`
		Margin    float64   `json:"inactive_margin"`
	} `json:"penalised_solutions"`
	Run *cossoRun `json:"package_full_run"`
}

// fitCOSSO fits at (lam, M), or at tau where M is 0, on the data of a file.
func (file *cossoFile) fit(t *testing.T, s COSSO, lam, bound float64) *fitted {
	t.Helper()
	s.Order, s.Scale = file.Order, UnitGiven
	p, err := s.on(t.Context(), dense(file.X), file.Y, numbered(len(file.X[0])))
	if err != nil {
		t.Fatal(err)
	}
	var f *fitted
	if bound > 0 {
		f, err = p.at(t.Context(), lam, bound, nil)
	} else {
		f, err = p.solve(t.Context(), lam, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestCOSSOReferences holds both convex forms to optima that another program found.
func TestCOSSOReferences(t *testing.T) {
	eachFile(t, "cosso_*.json", func(t *testing.T, file *cossoFile) {
		for _, s := range file.Solutions {
			t.Logf("lam %v, M %v", s.Lam, s.M)
			want := s.Optimum
			f := file.fit(t, COSSO{Form: ConstraintForm}, s.Lam, s.M)
			own := cossoFit(f)
			if !f.converged || !(f.gap <= 1e-8*f.objective) {
				t.Errorf("it has not converged: gap %v of %v", f.gap, f.objective)
			}
			within(t, "the objective", math.Abs(f.objective-want.Objective), 1e-9)
			within(t, "theta", far(t, own.Theta, want.Theta), 1e-6)
			within(t, "rkhs_norms", far(t, normsOf(own), want.RKHS), 1e-6)
			within(t, "the intercept", math.Abs(f.intercept-want.Intercept), 1e-6)
			within(t, "test_pred", far(t, f.predict(dense(file.XTest)), want.Test), 1e-6)
			within(t, "the multiplier", math.Abs(own.Multiplier/want.Multiplier-1), 1e-6)
			within(t, "inactive_margin", math.Abs(own.InactiveMargin-want.Margin), 1e-6)
			if !slices.Equal(own.Selected, want.Selected) {
				t.Errorf("selected %v, want %v", own.Selected, want.Selected)
			}
		}
		for _, want := range file.Penalised {
			t.Logf("tau %v", want.Tau)
			f := file.fit(t, COSSO{}, want.Tau, 0)
			own := cossoFit(f)
			if !f.converged {
				t.Errorf("it has not converged: gap %v of %v", f.gap, f.objective)
			}
			within(t, "the objective", math.Abs(f.objective-want.Objective), 1e-9)
			within(t, "rkhs_norms", far(t, normsOf(own), want.Norms), 1e-6)
			within(t, "the intercept", math.Abs(f.intercept-want.Intercept), 1e-6)
			within(t, "test_pred", far(t, f.predict(dense(file.XTest)), want.Test), 1e-6)
			within(t, "inactive_margin", math.Abs(own.InactiveMargin-want.Margin), 1e-6)
			if !slices.Equal(own.Selected, want.Selected) {
				t.Errorf("selected %v, want %v", own.Selected, want.Selected)
			}
			p, err := COSSO{Order: file.Order, Scale: UnitGiven}.prepare(t.Context(), dense(file.X), file.Y, numbered(len(file.X[0])))
			if err != nil {
				t.Fatal(err)
			}
			within(t, "tau_max", math.Abs(p.top()/want.Top-1), 1e-12)
		}
		for j, c := range cossoFit(file.fit(t, COSSO{}, 1, 0)).Components {
			if c.Name != file.Components[j] {
				t.Errorf("component %d is %s, want %s", j, c.Name, file.Components[j])
			}
		}
	})
}

func normsOf(own *COSSOFit) []float64 {
	var norms []float64
	for _, c := range own.Components {
		norms = append(norms, c.Norm)
	}
	return norms
}

// With one component COSSO is a smoothing spline, kernel ridge regression with a constant:
// with a bound at the ridge lambda0/M, penalised at tau over the norm.
func TestCOSSOOfOneComponentIsSmoothingSpline(t *testing.T) {
	X, y := noisy(25, 1, 1)
	train, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	at := mat.NewDense(3, 1, []float64{0.1, 0.5, 0.93})
	spline := func(ridge float64) []float64 {
		kernel := kern.FromEval(func(x, z []float64) float64 {
			return bernoulli1(x[0])*bernoulli1(z[0]) + bernoulli2(x[0])*bernoulli2(z[0]) - bernoulli4(math.Abs(x[0]-z[0]))
		})
		spec := nvsd.Spec{Kernel: kernel, Scale: nvsd.NoScaling, RidgeNus: []float64{ridge}}
		m, err := spec.Ridge(t.Context(), train, nvsd.ByLeaveOneOut())
		if err != nil {
			t.Fatal(err)
		}
		v, err := m.Predict(at)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	f := fitAt(t, COSSO{Scale: UnitGiven, Form: ConstraintForm, Lambda: 1e-3}, X, y, 2e-3/0.7)
	within(t, "a prediction with a bound", far(t, f.predict(at), spline(2e-3/0.7)), 1e-9)
	f = fitAt(t, COSSO{Scale: UnitGiven}, X, y, 0.01)
	within(t, "a penalised prediction", far(t, f.predict(at), spline(0.01/f.scores[0])), 1e-8)
}

// The forms have the same functions where their weights correspond: 2 tau sum ||f_j|| and
// (lambda0/M)(sum ||f_j||)^2 have the same derivative at tau = (lambda0/M) sum ||f_j||, and
// lambda0 sum ||f_j||^2/theta_j + lambda sum theta_j is least at 2 sqrt(lambda0 lambda) sum ||f_j||.
func TestCOSSOFormsMeet(t *testing.T) {
	for _, order := range []int{1, 2} {
		X, y := noisy(30, 4, 2)
		const lam, bound = 1e-3, 1.3
		bounded := fitAt(t, COSSO{Order: order, Form: ConstraintForm, Lambda: lam}, X, y, 2*lam/bound)
		own := cossoFit(bounded)
		within(t, "sum theta", math.Abs(floats.Sum(own.Theta)-bound), 1e-9)

		sum := floats.Sum(normsOf(own))
		penalised := fitAt(t, COSSO{Order: order}, X, y, 2*lam/bound*sum)
		within(t, "the function", far(t, cossoFit(penalised).Train, own.Train), 1e-6)

		// The multiplier of sum theta <= M is Lin and Zhang's lambda.
		tau := math.Sqrt(2 * lam * own.Multiplier)
		within(t, "tau", math.Abs(tau/(2*lam/bound*sum)-1), 1e-6)
		for j, theta := range own.Theta {
			if want := math.Sqrt(2*lam/own.Multiplier) * cossoFit(penalised).Components[j].Norm; math.Abs(theta-want) > 1e-6 {
				t.Errorf("order %d, component %d: theta %v, want %v", order, j, theta, want)
			}
		}
	}
}

// The gradient of the objective in every function vanishes, or is within its bound.
func TestCOSSOOptimal(t *testing.T) {
	X, y := noisy(30, 5, 3)
	for _, weight := range []float64{0.2, 0.02, 0.002} {
		f := fitAt(t, COSSO{Order: 2}, X, y, weight)
		own := cossoFit(f)
		n := float64(len(y))
		for i, v := range own.Train {
			if off := (y[i] - v) - n*weight*own.Alpha[i]; math.Abs(off) > 1e-8 {
				t.Errorf("tau %v: the residual of point %d is %v off n tau alpha", weight, i, off)
			}
		}
		if sum := floats.Sum(own.Alpha); math.Abs(sum) > 1e-8*floats.Norm(own.Alpha, 1) {
			t.Errorf("tau %v: the sum of alpha is %v", weight, sum)
		}
		for j, c := range own.Components {
			if r := own.Ratio[j]; c.Norm > 0 && math.Abs(r-1) > 1e-6 || r > 1+1e-6 {
				t.Errorf("tau %v: component %s of norm %v has the ratio %v", weight, c.Name, c.Norm, r)
			}
		}
	}
}

func TestCOSSOTop(t *testing.T) {
	X, y := noisy(20, 3, 4)
	p, err := COSSO{}.prepare(t.Context(), X, y, letters(3))
	if err != nil {
		t.Fatal(err)
	}
	for part, in := range map[float64]bool{1.001: false, 0.999: true} {
		f, err := p.solve(t.Context(), part*p.top(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(f.selected, true) != in {
			t.Errorf("at %v of the top, selected is %v", part, f.selected)
		}
	}
}

// A fit knows its scale: that of the target multiplies what is in its units.
func TestCOSSOScales(t *testing.T) {
	X, y := noisy(20, 3, 5)
	f := fitAt(t, COSSO{}, X, y, 0.01)
	for _, by := range []float64{1e-100, 3, 1e100} {
		scaled := slices.Clone(y)
		floats.Scale(by, scaled)
		g := fitAt(t, COSSO{}, X, scaled, 0.01*by)
		got := slices.Clone(g.scores)
		floats.Scale(1/by, got)
		within(t, "the norms", far(t, got, f.scores), 1e-6)
		if !g.converged {
			t.Errorf("times %v it has not converged: gap %v of %v", by, g.gap, g.objective)
		}
	}
	// A target far from zero loses no more than its own digits.
	for i := range y {
		y[i] += 1e6
	}
	g := fitAt(t, COSSO{}, X, y, 0.01)
	within(t, "the norms of a shifted target", far(t, g.scores, f.scores), 1e-5)
}

// A path goes from no input to many, and a fit of it is that of its weight alone.
func TestCOSSOPath(t *testing.T) {
	X, y := noisy(40, 5, 7)
	train, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	path, err := COSSO{}.Path(t.Context(), train, 12)
	if err != nil {
		t.Fatal(err)
	}
	if first, last := path.Model(0), path.Model(11); len(first.SelectedNames()) != 0 || len(last.SelectedNames()) < 2 {
		t.Errorf("selected at first are %v, at last %v", first.SelectedNames(), last.SelectedNames())
	}
	warm := path.Model(6)
	cold, err := COSSO{}.Fit(t.Context(), train, nvsd.Tau(warm.Weight()))
	if err != nil {
		t.Fatal(err)
	}
	within(t, "the norms", far(t, warm.Scores(), cold.Scores()), 1e-6)
	chosen, err := path.Select(t.Context(), nvsd.ByCrossValidation(nvsd.KFold(4, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if !chosen.Selected()[0] || !chosen.Selected()[2] {
		t.Errorf("four folds select %v", chosen.SelectedNames())
	}
}

// The numbers are the same to the bit on any number of processors.
func TestCOSSOSameBits(t *testing.T) {
	X, y := noisy(150, 6, 8)
	one := func(processors int) *COSSOFit {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		return cossoFit(fitAt(t, COSSO{Order: 2}, X, y, 0.005))
	}
	a, b := one(1), one(4)
	if !slices.Equal(a.Theta, b.Theta) || !slices.Equal(a.Alpha, b.Alpha) || !slices.Equal(a.Train, b.Train) {
		t.Error("one processor and four lead to different bits")
	}
}

// A fit whose context ends is the best so far, and says so.
func TestCOSSOCancelled(t *testing.T) {
	X, y := noisy(30, 5, 6)
	p, err := COSSO{}.prepare(t.Context(), X, y, letters(5))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f, err := p.solve(ctx, 0.01, nil)
	if err != nil || f.converged || !(f.dual <= f.objective) {
		t.Errorf("error %v, %+v", err, f)
	}
}
