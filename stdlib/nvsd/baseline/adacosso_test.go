package baseline

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

type adacossoFile struct {
	points
	Settings struct {
		Mu, Lambda0 float64
		Outer       int `json:"outer_iterations"`
		Inner       int `json:"inner_iterations"`
	}
	Iterations []struct {
		Intercept     float64
		Alpha         []float64
		H             [][]float64
		Lam           []float64
		Q             [][]float64
		P14           []float64   `json:"p14_objective_first_last"`
		Spread        float64     `json:"min_over_max_singular_value_of_H_diag_lambda"`
		Objective     float64     `json:"objective_12"`
		Orthogonality float64     `json:"orthogonality_max_abs"`
		Trace         []float64   `json:"K_D_trace"`
		Row0          [][]float64 `json:"K_D_row0"`
	}
	Final struct {
		Upper     [][]float64 `json:"K_D_upper"`
		Row0      [][]float64 `json:"K_D_all_row0"`
		Trace     []float64   `json:"K_D_trace"`
		Frobenius []float64   `json:"K_D_frobenius"`
		Test0     [][]float64 `json:"K_D_test_row0"`
		Q         [][]float64 `json:"final_Q"`
		Lambda    []float64   `json:"final_lambda"`
	} `json:"final_kernels"`
	Sparse []struct {
		Kernels   string
		Tau       float64
		Top       float64 `json:"tau_max"`
		Objective float64
		Norms     []float64
		Theta     []float64 `json:"theta_if_lambda0_l0"`
		Intercept float64
		Selected  []int
		Test      []float64 `json:"test_pred"`
		Margin    float64   `json:"inactive_margin"`
	} `json:"sparse_models"`
}

// TestADACOSSOReferences holds the adaptation, step by step, and the sparse models after it
// to what another program has found.
func TestADACOSSOReferences(t *testing.T) {
	eachFile(t, "adacosso_*.json", func(t *testing.T, file *adacossoFile) {
		s := ADACOSSO{Mu: file.Settings.Mu, Lambda0: file.Settings.Lambda0, Outer: file.Settings.Outer, Inner: file.Settings.Inner, Scale: UnitGiven}
		at := map[string]problem{}
		for _, kernels := range []string{"adapted", "original"} {
			s.Original = kernels == "original"
			p, err := s.prepare(t.Context(), dense(file.X), file.Y, numbered(len(file.X[0])))
			if err != nil {
				t.Fatal(err)
			}
			at[kernels] = p
		}
		a := at["adapted"].(*adaproblem).adaptation
		if len(a.Steps) != len(file.Iterations) {
			t.Fatalf("%d steps, want %d", len(a.Steps), len(file.Iterations))
		}
		for i, want := range file.Iterations {
			t.Logf("iteration %d", i+1)
			tol := 1e-7
			if i == 0 {
				tol = 1e-9
			}
			got := a.Steps[i]
			within(t, "objective_12", math.Abs(got.Objective-want.Objective), 1e-9)
			within(t, "the intercept", math.Abs(got.Intercept-want.Intercept), tol)
			if want.Alpha != nil { // of some iterations, with what follows from it
				within(t, "alpha", far(t, got.Alpha, want.Alpha)/floats.Norm(want.Alpha, math.Inf(1)), tol)
				within(t, "H", apart(got.H, want.H), tol)
				within(t, "Q", apartButSigns(got.Q, want.Q), tol)
			}
			within(t, "lam", far(t, absolute(got.Lambda), absolute(want.Lam)), tol)
			within(t, "p14_objective_first_last", far(t, []float64{got.First, got.Last}, want.P14), tol)
			within(t, "the singular values", math.Abs(got.Spread-want.Spread), tol)
			within(t, "orthogonality", got.Orthogonality, 1e-13)
			within(t, "K_D_trace", far(t, got.Traces, want.Trace), tol)
			for j, row := range want.Row0 {
				within(t, "K_D_row0", far(t, got.Rows[j][:len(row)], row), tol)
			}
		}
		last, test := a.Steps[len(a.Steps)-1], a.At(dense(file.XTest))
		within(t, "final_Q", apartButSigns(last.Q, file.Final.Q), 1e-7)
		within(t, "final_lambda", far(t, absolute(last.Lambda), absolute(file.Final.Lambda)), 1e-7)
		for j, k := range a.Kernels {
			within(t, "K_D_all_row0", far(t, mat.Row(nil, 0, k), file.Final.Row0[j]), 1e-7)
			within(t, "K_D_trace", math.Abs(mat.Trace(k)-file.Final.Trace[j]), 1e-7)
			within(t, "K_D_frobenius", math.Abs(mat.Norm(k, 2)-file.Final.Frobenius[j]), 1e-7)
			within(t, "K_D_test_row0", far(t, test[j].RawRowView(0), file.Final.Test0[j]), 1e-7)
			if len(file.Final.Upper) > 0 {
				var upper []float64
				for i := range k.SymmetricDim() {
					upper = append(upper, mat.Row(nil, i, k)[i:]...)
				}
				within(t, "K_D_upper", far(t, upper, file.Final.Upper[j]), 1e-7)
			}
		}
		for _, want := range file.Sparse {
			t.Logf("%s kernels, tau %v", want.Kernels, want.Tau)
			p := at[want.Kernels]
			f, err := p.solve(t.Context(), want.Tau, nil)
			if err != nil {
				t.Fatal(err)
			}
			own := f.own.(*ADACOSSOFit)
			if !f.converged {
				t.Errorf("it has not converged: gap %v of %v", f.gap, f.objective)
			}
			within(t, "tau_max", math.Abs(p.top()/want.Top-1), 1e-7)
			within(t, "the objective", math.Abs(f.objective-want.Objective), 1e-9)
			within(t, "norms", far(t, f.scores, want.Norms), 1e-6)
			within(t, "theta", far(t, own.SplitTheta, want.Theta), 1e-6)
			within(t, "the intercept", math.Abs(f.intercept-want.Intercept), 1e-6)
			within(t, "test_pred", far(t, f.predict(dense(file.XTest)), want.Test), 1e-6)
			within(t, "inactive_margin", math.Abs(own.InactiveMargin-want.Margin), 1e-6)
			if !slices.Equal(own.Selected, want.Selected) {
				t.Errorf("selected %v, want %v", own.Selected, want.Selected)
			}
		}
	})
}

// The lines that eq. (14) settles at are the end of its iteration: one more from there changes
// them by rounding, and there are few before.
func TestADACOSSOLinesSettle(t *testing.T) {
	X, y := additiveSample(60, 12, 5)
	p, err := ADACOSSO{Lambda0: 1e-3, Outer: 3}.prepare(t.Context(), X, y, numbered(12))
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range p.(*adaproblem).adaptation.Steps {
		again := &AdaptationStep{H: step.H}
		inner, err := again.lines(1000)
		if err != nil {
			t.Fatal(err)
		}
		if inner > 30 {
			t.Errorf("step %d: %d iterations", i, inner)
		}
		within(t, "the lambdas", far(t, absolute(again.Lambda), absolute(step.Lambda))/floats.Norm(step.Lambda, math.Inf(1)), 1e-12)
		// The polar factor of H diag(lambda), by the root of its square.
		n, d := step.H.Dims()
		weighted := mat.NewDense(n, d, nil)
		weighted.Apply(func(_, j int, v float64) float64 { return v * step.Lambda[j] }, step.H)
		var polar mat.Dense
		var svd mat.SVD
		svd.Factorize(weighted, mat.SVDThin)
		var u, v mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		polar.Mul(&u, v.T())
		polar.Sub(&polar, step.Q)
		within(t, "Q", floats.Norm(polar.RawMatrix().Data, math.Inf(1)), 1e-9)
	}
}

func apart(got *mat.Dense, want [][]float64) float64 {
	var difference mat.Dense
	difference.Sub(got, dense(want))
	return floats.Norm(difference.RawMatrix().Data, math.Inf(1))
}

// apartButSigns is apart where each column may have the other sign.
func apartButSigns(got *mat.Dense, want [][]float64) float64 {
	n, d := got.Dims()
	most := 0.0
	for j := range d {
		plus, minus := 0.0, 0.0
		for i := range n {
			plus = max(plus, math.Abs(got.At(i, j)-want[i][j]))
			minus = max(minus, math.Abs(got.At(i, j)+want[i][j]))
		}
		most = max(most, min(plus, minus))
	}
	return most
}

func absolute(v []float64) []float64 {
	list := make([]float64, len(v))
	for i, x := range v {
		list[i] = math.Abs(x)
	}
	return list
}

// The objective of the adaptation never rises, and the adapted kernels are those of norms
// that are no less than the original ones.
func TestAdaptationFalls(t *testing.T) {
	X, y := noisy(25, 4, 41)
	p, err := ADACOSSO{Mu: 3, Lambda0: 1e-3}.prepare(t.Context(), X, y, letters(4))
	if err != nil {
		t.Fatal(err)
	}
	a := p.(*adaproblem).adaptation
	if len(a.Steps) != 10 {
		t.Errorf("%d steps, want 10", len(a.Steps))
	}
	for i, s := range a.Steps[1:] {
		if before := a.Steps[i].Objective; s.Objective > before*(1+1e-9) {
			t.Errorf("step %d raises the objective from %v to %v", i+2, before, s.Objective)
		}
	}
	for j, k := range a.Kernels {
		less := mat.NewSymDense(k.SymmetricDim(), nil)
		less.ScaleSym(-1, k)
		less.AddSym(less, a.components[j].kernel)
		var eigen mat.EigenSym
		if !eigen.Factorize(less, false) || floats.Min(eigen.Values(nil)) < -1e-12 {
			t.Errorf("the adapted kernel %d is not below the original one", j)
		}
	}
}

// Predictions at the training points are the fitted values, whatever the kernels.
func TestADACOSSOPredicts(t *testing.T) {
	X, y := noisy(25, 4, 42)
	for _, original := range []bool{false, true} {
		p, err := ADACOSSO{Original: original}.prepare(t.Context(), X, y, letters(4))
		if err != nil {
			t.Fatal(err)
		}
		f, err := p.solve(t.Context(), 0.05*p.top(), nil)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "a fitted value", far(t, f.predict(X), f.own.(*ADACOSSOFit).Train), 1e-10)
	}
}

// On the original kernels it is COSSO.
func TestADACOSSOOnOriginalKernelsIsCOSSO(t *testing.T) {
	X, y := noisy(25, 4, 43)
	p, err := ADACOSSO{Original: true}.prepare(t.Context(), X, y, letters(4))
	if err != nil {
		t.Fatal(err)
	}
	tau := 0.1 * p.top()
	f, err := p.solve(t.Context(), tau, nil)
	if err != nil {
		t.Fatal(err)
	}
	within(t, "a norm", far(t, f.scores, fitAt(t, COSSO{}, X, y, tau).scores), 1e-9)
}

func TestADACOSSODegenerate(t *testing.T) {
	for name, c := range map[string]struct {
		X *mat.Dense
		y []float64
	}{
		"one point":       {mat.NewDense(1, 1, []float64{1}), []float64{3}},
		"constant target": {mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 8}), []float64{0.1, 0.1, 0.1, 0.1}},
		"constant input":  {mat.NewDense(4, 2, []float64{1, 2, 1, 4, 1, 6, 1, 8}), []float64{1, 2, 0, 1}},
		"equal inputs":    {mat.NewDense(4, 2, []float64{1, 1, 2, 2, 4, 4, 7, 7}), []float64{1, 2, 0, 1}},
		"large target":    {mat.NewDense(4, 2, []float64{1, 2, 3, 1, 2, 4, 7, 9}), []float64{1e100, 2e100, 0, 1e100}},
	} {
		_, d := c.X.Dims()
		p, err := ADACOSSO{}.prepare(t.Context(), c.X, c.y, letters(d))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f, err := p.solve(t.Context(), max(0.1*p.top(), 1e-3), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !f.converged {
			t.Errorf("%s: it has not converged: gap %v of %v", name, f.gap, f.objective)
		}
		for _, v := range f.predict(c.X) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s: it predicts %v", name, v)
			}
		}
	}
}

func TestADACOSSOBadInput(t *testing.T) {
	X, y := noisy(5, 2, 44)
	for _, c := range []struct {
		say string
		s   ADACOSSO
		X   *mat.Dense
	}{
		{"mu is -1", ADACOSSO{Mu: -1}, X},
		{"lambda0 is NaN", ADACOSSO{Lambda0: math.NaN()}, X},
		{"outer and -2 inner iterations", ADACOSSO{Inner: -2}, X},
		{"mu = 1e+300 is too large", ADACOSSO{Mu: 1e300}, X},
		{"is to be in [0, 1] as given", ADACOSSO{Scale: UnitGiven}, mat.NewDense(5, 2, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})},
		{"5 observations and 6 inputs", ADACOSSO{}, mat.NewDense(5, 6, nil)},
	} {
		_, d := c.X.Dims()
		_, err := c.s.prepare(t.Context(), c.X, y, letters(d))
		if err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%+v: error %v, want one that says %q", c.s, err, c.say)
		}
	}
}

// A counted is ADACOSSO that counts how often it is prepared, and with it adapts.
type counted struct {
	ADACOSSO
	times *int
}

func (s counted) prepare(ctx context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	*s.times++
	return s.ADACOSSO.prepare(ctx, X, y, names)
}

// TestADACOSSOAdaptsOnceForAllWeights: a path has one adaptation, and its cross-validation one for each fold.
func TestADACOSSOAdaptsOnceForAllWeights(t *testing.T) {
	times := 0
	p, err := path(t.Context(), counted{ADACOSSO{Lambda0: 1e-3, Outer: 2}, &times}, additiveFrame(t, 40), 7)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Select(t.Context(), nvsd.ByCrossValidation(nvsd.KFold(5, 1))); err != nil {
		t.Fatal(err)
	}
	if times != 6 {
		t.Errorf("the norms were adapted %d times, want once for all rows and once for each of 5 folds", times)
	}
	for i := range p.Len() {
		if p.Model(i).Detail().(*ADACOSSOFit).Adaptation != p.Model(0).Detail().(*ADACOSSOFit).Adaptation {
			t.Errorf("the fit %d has an adaptation of its own", i)
		}
	}
}

// TestADACOSSOInCOSSOsForms: in a form with a bound ADACOSSO on the original kernels is COSSO, and so it is on adapted ones of a mu near 0.
func TestADACOSSOInCOSSOsForms(t *testing.T) {
	train := additiveFrame(t, 40)
	for _, form := range []COSSOForm{OneStep, Alternation, ConstraintForm} {
		for _, s := range []ADACOSSO{{Original: true}, {Mu: 1e-12}} {
			s.Form, s.Lambda0, s.Outer = form, 2e-4, 2
			got, err := s.Fit(t.Context(), train, nvsd.Tau(0.01))
			if err != nil {
				t.Fatal(err)
			}
			want, err := COSSO{Form: form, Lambda: 1e-4}.Fit(t.Context(), train, nvsd.Tau(0.01))
			if err != nil {
				t.Fatal(err)
			}
			within(t, s.String(), far(t, got.Scores(), want.Scores()), 1e-6)
			if !slices.Equal(got.Selected(), want.Selected()) {
				t.Errorf("%v: selected %v, want %v", s, got.SelectedNames(), want.SelectedNames())
			}
		}
	}
	far, err := ADACOSSO{Form: OneStep, Mu: 10, Lambda0: 2e-4}.Fit(t.Context(), train, nvsd.Tau(0.01))
	if err != nil {
		t.Fatal(err)
	}
	near, err := COSSO{Form: OneStep, Lambda: 1e-4}.Fit(t.Context(), train, nvsd.Tau(0.01))
	if err != nil {
		t.Fatal(err)
	}
	if !(floats.Distance(far.Scores(), near.Scores(), 2) > 1e-3) {
		t.Errorf("adapted norms change nothing: %v", far.Scores())
	}
	if _, err := (ADACOSSO{Form: "none"}).Fit(t.Context(), train, nvsd.Tau(0.01)); err == nil {
		t.Error("a form that there is not is fitted")
	}
}
