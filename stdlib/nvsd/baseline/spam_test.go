package baseline

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

func TestSpAMReference(t *testing.T) {
	type solution struct {
		Lam       float64
		Objective float64
		Norms     []float64 `json:"func_norm"`
		Selected  []int
		Test      []float64 `json:"test_pred"`
		Train     []float64 `json:"train_pred_first5"`
		Margin    float64   `json:"inactive_margin"`
	}
	ref := readReference[solution](t, "spam_a.json")
	p := prepared(t, SpAM{}, ref.X, ref.Y)
	wantNear(t, "the largest lam", p.top(), ref.Solutions[0].Lam, 1e-14)
	var last *fitted
	var worstObjective, worstNorm, worstTest, worstGap float64
	for i, want := range ref.Solutions {
		f, err := p.solve(t.Context(), want.Lam, last)
		if err != nil {
			t.Fatal(err)
		}
		if !f.converged {
			t.Errorf("lam %v has not converged: gap %v", want.Lam, f.gap)
		}
		last = f
		own := f.own.(*SpAMFit)
		wantNear(t, "objective", f.objective, want.Objective, 1e-10)
		wantClose(t, "func_norm", own.Norms, want.Norms, 1e-6)
		wantClose(t, "test_pred", f.predict(ref.XTest), want.Test, 1e-6)
		wantClose(t, "train_pred", own.Fitted[:5], want.Train, 1e-6)
		wantNear(t, "inactive_margin", own.InactiveMargin, want.Margin, 1e-6)
		if got := which(f.selected); i > 0 && !slices.Equal(got, want.Selected) {
			t.Errorf("lam %v: selected are %v, want %v", want.Lam, got, want.Selected)
		}
		worstObjective = max(worstObjective, math.Abs(f.objective-want.Objective))
		worstNorm, worstTest = max(worstNorm, off(own.Norms, want.Norms)), max(worstTest, off(f.predict(ref.XTest), want.Test))
		worstGap = max(worstGap, f.gap)
	}
	t.Logf("largest errors: objective %.1e, norms %.1e, predictions %.1e; largest gap %.1e", worstObjective, worstNorm, worstTest, worstGap)
}

func TestSpAMAgreesWithDescent(t *testing.T) {
	X, y := additiveSample(30, 4, 1)
	p := prepared(t, SpAM{Functions: 4}, X, y).(*spamProblem)
	var blocks [][][]float64
	for j := range p.blocks.len() {
		blocks = append(blocks, p.blocks.features[j])
	}
	for _, part := range []float64{0.9, 0.2, 0.02} {
		lambda := part * p.top()
		f := solved(t, p, lambda)
		weights := constantVector(4, lambda)
		value, b := descended(blocks, p.y, weights, 40000)
		wantNear(t, "objective", f.objective, value, 1e-11)
		for a := range b {
			wantNear(t, "norm", f.scores[a], floats.Norm(b[a], 2), 1e-5)
		}
		if !(f.dual <= value+1e-15) {
			t.Errorf("the lower bound %v is above the objective %v", f.dual, value)
		}
	}
}

// What the fit says of its functions is what it predicts.
func TestSpAMPredictsItsFit(t *testing.T) {
	X, y := additiveSample(40, 5, 2)
	for i := range 40 {
		X.Set(i, 4, 1)
	}
	p := prepared(t, SpAM{}, X, y)
	f := solved(t, p, 0.1*p.top())
	own := f.own.(*SpAMFit)
	wantClose(t, "predictions at the training points", f.predict(X), own.Fitted, 1e-12)
	if own.Knots[4] != nil || own.Coefficients[4] != nil || f.selected[4] {
		t.Error("the constant input is in")
	}
	low, high := mat.DenseCopyOf(X), mat.DenseCopyOf(X)
	for a := range 4 {
		column := mat.Col(nil, a, X)
		low.Set(0, a, floats.Min(column)-3)
		high.Set(0, a, floats.Min(column))
	}
	wantNear(t, "value below the range", f.predict(low)[0], f.predict(high)[0], 0)
}

// With one function an input, a straight line, it is the lasso: ||f_j(X)|| is |b_j| times the
// root of n.
func TestSpAMOfStraightLines(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, d := rapid.IntRange(1, 12).Draw(rt, "n"), rapid.IntRange(1, 8).Draw(rt, "d")
		X, y := drawMatrix(rt, n, d)
		spam, err := SpAM{Functions: 1}.prepare(t.Context(), X, y, numbered(d))
		if err != nil {
			rt.Fatal(err)
		}
		lasso, err := Lasso{}.prepare(t.Context(), X, y, numbered(d))
		if err != nil {
			rt.Fatal(err)
		}
		alpha := max(1e-3, lasso.top()) * rapid.SampledFrom([]float64{1.2, 0.5, 0.03, 1e-3}).Draw(rt, "alpha")
		a, err := lasso.solve(t.Context(), alpha, nil)
		if err != nil {
			rt.Fatal(err)
		}
		b, err := spam.solve(t.Context(), alpha/math.Sqrt(float64(n)), nil)
		if err != nil {
			rt.Fatal(err)
		}
		if !a.converged || !b.converged || math.Abs(a.objective-b.objective) > 1e-8*(1+a.objective) {
			rt.Errorf("objectives %v (gap %v) and %v (gap %v)", a.objective, a.gap, b.objective, b.gap)
		}
	})
}

func BenchmarkSpAM(b *testing.B) {
	for _, size := range []struct {
		name string
		n, d int
	}{{"n=100,d=18", 100, 18}, {"n=200,d=40", 200, 40}} {
		b.Run(size.name, func(b *testing.B) {
			benchmarkPath(b, SpAM{}, size.n, size.d)
		})
	}
}
