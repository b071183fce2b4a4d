package baseline

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

type lassoSolution struct {
	Features     string
	Alpha        float64
	L1Ratio      float64   `json:"l1_ratio"`
	AlphaMax     float64   `json:"alpha_max"`
	Standardised []float64 `json:"coef_standardised"`
	Intercept    float64
	Coef         []float64 `json:"coef_original_units"`
	Constant     float64   `json:"intercept_original_units"`
	Objective    float64
	Selected     []int
	LeastIn      float64   `json:"min_abs_selected"`
	Margin       float64   `json:"inactive_margin"`
	Eigen        float64   `json:"min_eig_active_gram_over_n"`
	Test         []float64 `json:"test_pred"`
}

func TestLassoReference(t *testing.T) {
	ref := readReference[lassoSolution](t, "lasso_a.json")
	var worstCoef, worstTest, worstGap float64
	for _, want := range ref.Solutions {
		var s system = ElasticNet{L1Ratio: want.L1Ratio}
		switch {
		case want.Features == "poly2":
			s = PolynomialFeatures{Degree: 2, L1Ratio: want.L1Ratio}
		case want.L1Ratio == 1:
			s = Lasso{}
		}
		p := prepared(t, s, ref.X, ref.Y)
		wantNear(t, "alpha_max", p.top(), want.AlphaMax, 1e-12)
		f := solved(t, p, want.Alpha)
		own := f.own.(*LinearFit)
		wantClose(t, "coef_standardised", own.Standardised, want.Standardised, 1e-10)
		wantClose(t, "coef_original_units", own.Coefficients, want.Coef, 1e-9)
		wantClose(t, "test_pred", f.predict(ref.XTest), want.Test, 1e-9)
		wantNear(t, "intercept", own.Mean, want.Intercept, 1e-12)
		wantNear(t, "intercept_original_units", own.Constant, want.Constant, 1e-9)
		wantNear(t, "objective", f.objective, want.Objective, 1e-12)
		wantNear(t, "min_abs_selected", own.LeastSelected, want.LeastIn, 1e-10)
		wantNear(t, "inactive_margin", own.InactiveMargin, want.Margin, 1e-8)
		wantNear(t, "min_eig_active_gram_over_n", own.LeastEigen(), want.Eigen, 1e-12)
		if got := which(own.In); !slices.Equal(got, want.Selected) {
			t.Errorf("selected features are %v, want %v", got, want.Selected)
		}
		worstCoef = max(worstCoef, off(own.Standardised, want.Standardised))
		worstTest = max(worstTest, off(f.predict(ref.XTest), want.Test))
		worstGap = max(worstGap, f.gap)
	}
	t.Logf("largest errors: coefficients %.1e, predictions %.1e; largest gap %.1e", worstCoef, worstTest, worstGap)
}

// enumerated returns the least objective of the elastic net over all patterns of signs, by
// the closed form of each.
func enumerated(f *linearFeatures, l1, l2 float64) (least float64, best []float64) {
	p := len(f.columns)
	least = math.Inf(1)
	signs := make([]float64, p)
	var visit func(j int)
	visit = func(j int) {
		if j < p {
			for _, signs[j] = range []float64{-1, 0, 1} {
				visit(j + 1)
			}
			return
		}
		list := support(signs)
		b := make([]float64, p)
		if len(list) > 0 {
			right := mat.NewVecDense(len(list), nil)
			for a, k := range list {
				right.SetVec(a, floats.Dot(f.columns[k].Data, f.y)/f.n()-l1*signs[k])
			}
			var x mat.VecDense
			if err := x.SolveVec(f.gram(list, l2), right); err != nil {
				return
			}
			for a, k := range list {
				b[k] = x.AtVec(a)
			}
		}
		r, _, _ := f.residual(b)
		value := floats.Dot(r, r) / (2 * f.n())
		for _, v := range b {
			value += l1*math.Abs(v) + l2/2*v*v
		}
		if value < least {
			least, best = value, b
		}
	}
	visit(0)
	return least, best
}

// drawMatrix draws n points of d inputs, of few digits so that ties and constants occur.
func drawMatrix(t *rapid.T, n, d int) (*mat.Dense, []float64) {
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for a := range d {
			X.Set(i, a, float64(rapid.IntRange(-9, 9).Draw(t, "x"))/3)
		}
		y[i] = float64(rapid.IntRange(-30, 30).Draw(t, "y")) / 7
	}
	return X, y
}

// The objective of a fit is the least of all patterns of signs, and its bounds hold.
func TestLassoIsTheLeast(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, d := rapid.IntRange(1, 9).Draw(rt, "n"), rapid.IntRange(1, 5).Draw(rt, "d")
		X, y := drawMatrix(rt, n, d)
		ratio := rapid.SampledFrom([]float64{1, 0.5, 0.01}).Draw(rt, "ratio")
		p, err := ElasticNet{L1Ratio: ratio}.prepare(t.Context(), X, y, numbered(d))
		if err != nil {
			rt.Fatal(err)
		}
		alpha := max(1e-3, p.top()) * rapid.SampledFrom([]float64{1.5, 0.7, 0.1, 1e-3}).Draw(rt, "alpha")
		f, err := p.solve(t.Context(), alpha, nil)
		if err != nil {
			rt.Fatal(err)
		}
		lasso := p.(*lassoProblem)
		least, _ := enumerated(lasso.linearFeatures, alpha*ratio, alpha*(1-ratio))
		scale := lasso.yy / (2 * lasso.n())
		if !f.converged || !(f.objective <= least+1e-9*scale) || !(f.dual <= least+1e-13*scale) {
			rt.Errorf("objective %v, from %v (converged: %v); the least is %v", f.objective, f.dual, f.converged, least)
		}
	})
}

// The elastic net of scikit-learn is a fit of nvsd with the linear kernel, whose tau and Mu
// nvsd.Tau says: by its alpha and l1_ratio, where nu is next to nothing, and exactly with nu.
func TestTauIsAlpha(t *testing.T) {
	const n, d = 40, 5
	X, y := additiveSample(n, d, 3)
	for a := range d { // means 0 and deviations 1 with the divisor n, as they are in baseline
		column := mat.Col(nil, a, X)
		mean, sd := stat.PopMeanStdDev(column, nil)
		for i, x := range column {
			X.Set(i, a, (x-mean)/sd)
		}
	}
	train, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	type weights struct{ tau, mu, nu float64 }
	agree := func(w weights, alpha, ratio, within float64) {
		t.Helper()
		spec := nvsd.Spec{Scale: nvsd.NoScaling, Kernel: kern.Linear{}, Penalty: penalty.ElasticNet{Mu: w.mu}, Nu: nvsd.Fixed(w.nu), Tol: 1e-12}
		m, err := spec.Fit(t.Context(), train, nvsd.Tau(w.tau))
		if err != nil {
			t.Fatal(err)
		}
		net, err := ElasticNet{L1Ratio: ratio}.Fit(t.Context(), train, nvsd.Tau(alpha))
		if err != nil {
			t.Fatal(err)
		}
		predicted, err := m.Predict(X)
		if err != nil {
			t.Fatal(err)
		}
		want, err := net.Predict(X)
		if err != nil {
			t.Fatal(err)
		}
		wantClose(t, "norms", m.NormsPerUnit(), net.Scores(), within)
		wantClose(t, "predictions", predicted, want, within)
		if !slices.Equal(m.Selected(), net.Selected()) {
			t.Errorf("alpha %v, l1_ratio %v: selected %v, by tau %v and Mu %v %v", alpha, ratio, net.Selected(), w.tau, w.mu, m.Selected())
		}
	}
	for _, alpha := range []float64{0.02, 0.1, 0.4} {
		for _, ratio := range []float64{0.2, 0.5, 1} {
			agree(weights{tau: alpha * (1 + ratio), mu: 2 * ratio / (1 + ratio), nu: 1e-7}, alpha, ratio, 1e-5)
			w := weights{tau: alpha, mu: ratio, nu: 0.05}
			exact := w.tau*(1-w.mu/2) + w.nu
			agree(w, exact, w.tau*w.mu/2/exact, 1e-6)
		}
	}
}

func TestElasticNetLimits(t *testing.T) {
	X, y := additiveSample(40, 6, 5)
	const alpha = 0.05
	lasso := solved(t, prepared(t, Lasso{}, X, y), alpha)
	net := solved(t, prepared(t, ElasticNet{L1Ratio: 1}, X, y), alpha)
	wantClose(t, "the lasso and L1 ratio 1", net.own.(*LinearFit).Standardised, lasso.own.(*LinearFit).Standardised, 0)
	ridge := solved(t, prepared(t, Ridge{}, X, y), alpha)
	net = solved(t, prepared(t, ElasticNet{L1Ratio: 1e-12}, X, y), alpha)
	wantClose(t, "ridge and L1 ratio 1e-12", net.own.(*LinearFit).Standardised, ridge.own.(*LinearFit).Standardised, 1e-10)
	ridge = solved(t, prepared(t, Ridge{Degree: 3}, X, y), alpha)
	net = solved(t, prepared(t, PolynomialFeatures{Degree: 3, L1Ratio: 1e-12}, X, y), alpha)
	wantClose(t, "ridge and L1 ratio 1e-12 on monomials", net.own.(*LinearFit).Standardised, ridge.own.(*LinearFit).Standardised, 1e-9)
	wantClose(t, "their scores", net.scores, ridge.scores, 1e-9)
	if !slices.Equal(net.selected, ridge.selected) || len(net.components) != len(ridge.components) {
		t.Errorf("ridge has %v and %d features in, L1 ratio 1e-12 %v and %d", ridge.selected, len(ridge.components), net.selected, len(net.components))
	}
	if _, err := (Ridge{Degree: -1}).prepare(t.Context(), X, y, numbered(6)); err == nil {
		t.Error("a degree below 1 is accepted")
	}
}

// The closed form of leave-one-out is that of the linear system with one row less, on the
// same standardised inputs.
func TestRidgeLeaveOneOut(t *testing.T) {
	const n, d, alpha = 9, 3, 0.2
	X, y := additiveSample(n, d, 9)
	p := prepared(t, Ridge{}, X, y).(*ridgeProblem)
	sum := 0.0
	for out := range n {
		// Unknown are d coefficients and a constant.
		left, right := mat.NewDense(d+1, d+1, nil), mat.NewVecDense(d+1, nil)
		row := make([]float64, d+1)
		at := func(i int) []float64 {
			row[d] = 1
			for a := range d {
				row[a] = p.columns[a].Data[i]
			}
			return row
		}
		for i := range n {
			if i == out {
				continue
			}
			for a, u := range at(i) {
				for b, v := range row {
					left.Set(a, b, left.At(a, b)+u*v)
				}
				right.SetVec(a, right.AtVec(a)+u*y[i])
			}
		}
		for a := range d {
			left.Set(a, a, left.At(a, a)+n*alpha)
		}
		var x mat.VecDense
		if err := x.SolveVec(left, right); err != nil {
			t.Fatal(err)
		}
		e := y[out] - floats.Dot(x.RawVector().Data, at(out))
		sum += e * e
	}
	wantNear(t, "leave-one-out error", solved(t, p, alpha).own.(*LinearFit).LeaveOneOut, math.Sqrt(sum/n), 1e-12)
}
