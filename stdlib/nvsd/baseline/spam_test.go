package baseline

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
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

// tiedSample is rows of inputs of 2, 4 and 6 values, of which one is that of most rows.
func tiedSample(n int) (*mat.Dense, []float64) {
	X, y := additiveSample(n, 3, 9)
	for i := range n {
		for a, values := range []float64{2, 4, 6} {
			X.Set(i, a, math.Floor(values*max(0, 2*X.At(i, a)-1)))
		}
		y[i] += X.At(i, 0) - X.At(i, 1)*X.At(i, 1)
	}
	return X, y
}

// The fit of an input of few values is that of the means over the rows that are alike, drawn
// towards the mean.
func TestSpAMOfOneTiedInput(t *testing.T) {
	X, y := tiedSample(60)
	X = mat.DenseCopyOf(X.Slice(0, 60, 1, 2))
	means, rows := make(map[float64]float64), make(map[float64]float64)
	for i, v := range y {
		means[X.At(i, 0)] += v - meanOf(y)
		rows[X.At(i, 0)]++
	}
	length := 0.0
	for x := range means {
		means[x] /= rows[x]
		length += rows[x] * means[x] * means[x]
	}
	p := prepared(t, SpAM{}, X, y)
	wantNear(t, "the least weight that takes the input out", p.top(), math.Sqrt(length)/60, 1e-12)
	f := solved(t, p, 0.3*p.top())
	for i, v := range f.predict(X) {
		wantNear(t, "value", v, meanOf(y)+0.7*means[X.At(i, 0)], 1e-9)
	}
}

// A row that is there four times has four times the weight of one, in whatever order the rows
// come; and of rows that are alike the fit is that of their mean target.
func TestSpAMOfTiedRows(t *testing.T) {
	X, y := tiedSample(40)
	p := prepared(t, SpAM{}, X, y)
	lambda := 0.1 * p.top()
	want := solved(t, p, lambda).predict(X)

	Z, z := mat.NewDense(160, 3, nil), make([]float64, 160)
	shuffled := rand.New(rand.NewPCG(3, 0)).Perm(160)
	for i, at := range shuffled {
		Z.SetRow(at, X.RawRowView(i%40))
		z[at] = y[i%40] + []float64{1, -1, 0.5, -0.5}[i/40]
	}
	// ||f(X)|| is twice as large.
	got := solved(t, prepared(t, SpAM{}, Z, z), lambda/2).predict(X)
	wantClose(t, "values of rows that are there four times", got, want, 1e-5)

	back := solved(t, prepared(t, Backfitting{Smoother: SplineProjection{}}, Z, z), lambda*math.Sqrt(40)).predict(X)
	wantClose(t, "values by backfitting", back, want, 1e-5)
}

// The papers' tables with many ties have a fit whose error is below that of the mean, by the
// other smoothers too.
func TestSpAMOfPapersData(t *testing.T) {
	dir := os.Getenv("NVSD_DATA")
	if dir == "" {
		t.Skip("NVSD_DATA is not set: it names the folder with the papers' data sets")
	}
	for name, most := range map[string]float64{"boston": 6, "concrete": 13} {
		all, err := data.CSV(filepath.Join(dir, name+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		s, err := all.Split(data.Train(150), data.Valid(150), data.Test(150), data.Seed(2))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []Method{SpAM{}, Backfitting{}, Backfitting{Smoother: SplineProjection{}}} {
			path, err := m.Path(t.Context(), s.Train, 15)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			best, err := path.Select(t.Context(), nvsd.ByValidation(s.Valid))
			if err != nil {
				t.Fatal(err)
			}
			score, err := best.Score(s.Test)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s, %v: RMSE %.3g, of the mean %.3g", name, m, score.Rows[0].RMSE, score.Rows[1].RMSE)
			if score.Rows[0].RMSE > most {
				t.Errorf("%s, %v: RMSE %v, at most %v was expected", name, m, score.Rows[0].RMSE, most)
			}
		}
	}
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
