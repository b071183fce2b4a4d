package nvsd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

var ofLosses = nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01), Decades: 2}

// targetsOf draws n rows of d inputs, and targets that depend on the first two.
func targetsOf(t testing.TB, l loss.Loss, n, d int, seed uint64) *data.Frame {
	rng := rand.New(rand.NewPCG(seed, 12))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range y {
		x := X.RawRowView(i)
		for a := range x {
			x[a] = 4*rng.Float64() - 2 // without far rows, where logarithms of counts go anywhere
		}
		v := 1.5*math.Sin(2*x[0]) + x[1]
		switch l.(type) {
		case loss.Logistic:
			y[i] = -1
			if rng.Float64() < 1/(1+math.Exp(-3*v)) {
				y[i] = 1
			}
		case loss.Poisson:
			for p := math.Exp(-math.Exp(0.7 * v)); ; y[i]++ { // by uniform numbers, whose product falls below p
				p /= rng.Float64()
				if p > 1 {
					break
				}
			}
		default:
			y[i] = v + 0.2*rng.NormFloat64()
			if rng.IntN(15) == 0 {
				y[i] += 4
			}
		}
	}
	return fixture.Frame(t, X, y)
}

// TestPathsOfLosses: a path by any loss begins where inputs come in, and each of its fits is proved; the true inputs come first.
func TestPathsOfLosses(t *testing.T) {
	for _, l := range []loss.Loss{loss.Logistic{}, loss.Poisson{}, loss.Huber{Knee: 1}, loss.Quantile{Level: 0.5, Smooth: 0.2}} {
		f := targetsOf(t, l, 150, 6, 1)
		spec := ofLosses
		spec.Loss = l
		path := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 8))
		for i, gap := range path.Gaps() {
			if !(gap <= 1e-4) {
				t.Errorf("%v: the gap of fit %d is %v", l, i, gap)
			}
		}
		if counts := path.ActiveCounts(); counts[0] != 0 || counts[len(counts)-1] < 2 {
			t.Errorf("%v: so many inputs are in: %v", l, counts)
		}
		last := fixture.Must[*nvsd.Model](t)(path.Model(path.Len() - 1))
		if first := last.Ranking()[:2]; first[0]+first[1] != 1 {
			t.Errorf("%v: the first inputs are %v", l, last.Ranking())
		}
		if !strings.Contains(path.String(), "loss") || !strings.Contains(last.String(), "loss") {
			t.Errorf("%v is not told:\n%v\n%v", l, path, last)
		}
		losses := fixture.Must[[]float64](t)(last.Losses(f))
		if got := stat.Mean(losses, nil); math.Abs(got-last.TrainLoss()) > 1e-12 {
			t.Errorf("%v: the mean loss in training is %v, and %v of the rows", l, last.TrainLoss(), got)
		}
		link := fixture.Must[[]float64](t)(last.Link(f.X()))
		for i, v := range fixture.Must[[]float64](t)(last.Predict(f.X())) {
			if v != loss.Response(l, link[i]) {
				t.Fatalf("%v: predicted %v at the value %v", l, v, link[i])
			}
		}
	}
}

// TestConstantsOfLosses: without inputs the model is the best constant, whose prediction is the mean of classes and of counts.
func TestConstantsOfLosses(t *testing.T) {
	for _, l := range []loss.Loss{loss.Logistic{}, loss.Poisson{}} {
		f := targetsOf(t, l, 60, 2, 2)
		spec := ofLosses
		spec.Loss = l
		m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, f, nvsd.TauFrac(1)))
		v := fixture.Must[[]float64](t)(m.Predict(f.X()))
		if mean := stat.Mean(f.Y(), nil); math.Abs(stat.Mean(v, nil)-mean) > 1e-6 {
			t.Errorf("%v: predicted %v, the mean of the targets is %v", l, v[0], mean)
		}
	}
}

// TestSelectByLoss: the inputs are those on which the target depends, by every criterion and refit, and what is
// chosen predicts new rows better than the constant by its loss, and about as well as was told.
func TestSelectByLoss(t *testing.T) {
	for _, l := range []loss.Loss{loss.Logistic{}, loss.Poisson{}, loss.Huber{Knee: 1}} {
		f, test := targetsOf(t, l, 120, 5, 3), targetsOf(t, l, 400, 5, 4)
		spec := ofLosses
		spec.Loss = l
		path := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 6))
		for name, by := range map[string]nvsd.Criterion{
			"leaving one out": nvsd.ByLeaveOneOut(), "validation": nvsd.ByValidation(targetsOf(t, l, 100, 5, 5)), "folds": nvsd.ByCrossValidation(nvsd.KFold(4, 1)),
		} {
			refits := []nvsd.Refit{nvsd.BestWidth, nvsd.ARD}
			if name != "leaving one out" { // which take long
				refits = []nvsd.Refit{nvsd.KeepKernel}
				if _, classes := l.(loss.Logistic); !classes && name == "folds" {
					continue
				}
			}
			for _, refit := range refits {
				what := fmt.Sprintf("%v, %s, %v", l, name, refit)
				m, err := path.Select(fixture.Ctx, by, nvsd.Ranked, refit)
				if _, robust := l.(loss.Huber); robust && refit == nvsd.ARD {
					if err == nil || !strings.Contains(err.Error(), "take nvsd.BestWidth") {
						t.Errorf("%s: %v", what, err)
					}
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				in := m.Selected()
				if !in[0] || !in[1] {
					t.Errorf("%s: selected %v", what, m.SelectedNames())
				}
				scored := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, test))
				own, constant := scored.Rows[0].Loss.Mean, scored.Rows[2].Loss.Mean
				if !(own < 0.9*constant) || math.Abs(scored.Rows[2].Above-(constant-own)) > 1e-12 {
					t.Errorf("%s: the loss on new rows is %v, of the constant %v\n%v", what, own, constant, scored)
				}
				if told := m.Selection().RMSE; own > 2.5*told || told > 2.5*own {
					t.Errorf("%s: the loss on new rows is %v, and was told to be %v", what, own, told)
				}
				if !strings.Contains(m.String(), "loss") {
					t.Errorf("%s:\n%v", what, m)
				}
			}
		}
	}
}

// TestProbabilitiesAreCalibrated: of rows whose probability is about p, about p are of the class, where the model has not seen them.
func TestProbabilitiesAreCalibrated(t *testing.T) {
	spec := ofLosses
	spec.Loss, spec.Refit = loss.Logistic{}, nvsd.ARD
	f, test := targetsOf(t, spec.Loss, 300, 4, 6), targetsOf(t, spec.Loss, 3000, 4, 7)
	m := fixture.Must[*nvsd.Model](t)(fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 8)).Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	p := fixture.Must[[]float64](t)(m.Probabilities(test.X()))
	c := fixture.Must[*score.Calibration](t)(m.Calibration(test))
	outside := 0
	for _, b := range c.Bins {
		if b.Said < b.Low || b.Said > b.High {
			outside++
		}
		if math.Abs(b.Said-b.Observed) > 0.1 {
			t.Errorf("%v of class +1 where %v are said to be\n%v", b.Observed, b.Said, c)
		}
	}
	if outside > 5 {
		t.Errorf("%d of %d bins do not have what was said\n%v", outside, len(c.Bins), c)
	}
	losses := fixture.Must[[]float64](t)(m.Losses(test))
	if math.Abs(c.LogLoss-stat.Mean(losses, nil)) > 1e-9 {
		t.Errorf("log-loss %v, of the rows %v", c.LogLoss, stat.Mean(losses, nil))
	}
	var right, brier float64
	for i, y := range test.Y() {
		brier += (p[i] - (1+y)/2) * (p[i] - (1+y)/2) / float64(test.N())
		if (p[i] >= 0.5) == (y > 0) {
			right++
		}
	}
	if got := c.Confusion[0][0] + c.Confusion[1][1]; got != right || math.Abs(c.Brier-brier) > 1e-12 || c.Confusion[0][0]+c.Confusion[0][1]+c.Confusion[1][0]+c.Confusion[1][1] != 3000 {
		t.Errorf("%v right, want %v; Brier score %v, want %v\n%v", got, right, c.Brier, brier, c)
	}
	if classes := fixture.Must[[]float64](t)(m.Classify(test.X())); (classes[0] > 0) != (p[0] >= 0.5) {
		t.Error("classes and probabilities differ")
	}
}

// TestWeightsOfLosses: a row of weight m is the row m times, by any loss.
func TestWeightsOfLosses(t *testing.T) {
	for _, l := range []loss.Loss{loss.Logistic{}, loss.Poisson{}, loss.Huber{Knee: 1}} {
		f := targetsOf(t, l, 60, 3, 8)
		rng := rand.New(rand.NewPCG(1, 1))
		weights := make([]float64, f.N())
		var rows []int
		for i := range weights {
			times := 1 + rng.IntN(3)
			weights[i] = float64(times)
			rows = append(rows, slices.Repeat([]int{i}, times)...)
		}
		repeated := fixture.Must[*data.Frame](t)(f.Rows(rows...))
		k := -1
		weighed := fixture.Must[*data.Frame](t)(fixture.Must[*data.Frame](t)(f.With("w", func(data.Row) float64 { k++; return weights[k] })).WithWeight("w"))
		spec := ofLosses
		spec.Loss, spec.Tol = l, 1e-7
		a, b := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, weighed, 4)), fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, repeated, 4))
		for i := range a.Taus() {
			u, v := a.NormsPath()[i], b.NormsPath()[i]
			if floats.Distance(u, v, 2) > 1e-2*(1e-6+floats.Norm(v, 2)) {
				t.Errorf("%v: the norms of fit %d are %v with weights, and %v of repeated rows", l, i, u, v)
			}
		}
		m, r := fixture.Must[*nvsd.Model](t)(a.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked)), fixture.Must[*nvsd.Model](t)(b.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
		if s, own := m.Selection(), r.Selection(); math.Abs(s.RMSE-own.RMSE) > 1e-3*own.RMSE || math.Abs(s.Mean-own.Mean) > 1e-6*own.Mean || !slices.Equal(m.Selected(), r.Selected()) {
			t.Errorf("%v: %v, error %v, of the constant %v with weights; %v, %v and %v of repeated rows", l, m.SelectedNames(), s.RMSE, s.Mean, r.SelectedNames(), own.RMSE, own.Mean)
		}
	}
}

// TestHuberOfALargeKneeIsTheSquare: the limit of the loss is the limit of everything that follows from it.
func TestHuberOfALargeKneeIsTheSquare(t *testing.T) {
	f := fixture.Waves(50, 3, 9)
	spec := ofLosses
	spec.Tol = 1e-9
	square := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 4))
	spec.Loss = loss.Huber{Knee: 1e3}
	huber := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 4))
	a, b := fixture.Must[*nvsd.Model](t)(square.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked)), fixture.Must[*nvsd.Model](t)(huber.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	if v, w := fixture.Must[[]float64](t)(a.Predict(f.X())), fixture.Must[[]float64](t)(b.Predict(f.X())); !fixture.Near(v, w, 1e-5) {
		t.Errorf("predicted %v by squares, and %v", v[:3], w[:3])
	}
	if s, h := a.Selection(), b.Selection(); math.Abs(s.RMSE*s.RMSE-h.RMSE) > 1e-6*h.RMSE || math.Abs(s.Mean*s.Mean-h.Mean) > 1e-6*h.Mean {
		t.Errorf("errors %v and %v by squares, and %v and %v", s.RMSE, s.Mean, h.RMSE, h.Mean)
	}
}

// TestLossesRefuse: what a loss is not for is said with the row and what to do.
func TestLossesRefuse(t *testing.T) {
	f := fixture.Waves(20, 2, 5)
	counts := fixture.Must[*data.Frame](t)(f.With("y", func(r data.Row) float64 { return math.Round(r.Float("x1")) }))
	one := fixture.Must[*data.Frame](t)(f.With("y", func(data.Row) float64 { return 1 }))
	classes := targetsOf(t, loss.Logistic{}, 20, 2, 1)
	for say, c := range map[string]struct {
		l      loss.Loss
		f      *data.Frame
		change func(*nvsd.Spec)
	}{
		`row 1 of the target "y" is`:          {loss.Logistic{}, f, nil},
		"read two classes with data.Classes":  {loss.Logistic{}, f, nil},
		`takes counts of at least 0`:          {loss.Poisson{}, counts, nil},
		`needs rows of two classes`:           {loss.Logistic{}, one, nil},
		"the knee of Huber is 0":              {loss.Huber{}, f, nil},
		"minimises squares, and the loss is":  {loss.Logistic{}, classes, func(s *nvsd.Spec) { s.Solver = solve.ADMM{} }},
		"the loss logistic needs one that is": {loss.Logistic{}, classes, func(s *nvsd.Spec) { s.Penalty = penalty.SCAD{A: 3.7} }},
		"random features are for squares":     {loss.Logistic{}, classes, func(s *nvsd.Spec) { s.Features = nvsd.RandomFeatures(20, 1) }},
	} {
		spec := ofLosses
		spec.Loss = c.l
		if c.change != nil {
			c.change(&spec)
		}
		if _, err := spec.Path(fixture.Ctx, c.f, 3); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%v, want %q", err, say)
		}
	}
	spec := ofLosses
	spec.Loss = loss.Logistic{}
	if _, err := spec.RidgeOnCentres(fixture.Ctx, classes, 5, 1); err == nil || !strings.Contains(err.Error(), "is fitted to squares") {
		t.Errorf("centres: %v", err)
	}
	m := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, classes, nvsd.ByLeaveOneOut()))
	if _, err := m.PredictInterval(fixture.Ctx, classes, 0.9); err == nil || !strings.Contains(err.Error(), "prediction intervals are of squares") {
		t.Errorf("intervals: %v", err)
	}
	if rest := fixture.Must[[]float64](t)(m.LeaveOneOut(fixture.Ctx)); floats.Norm(rest, math.Inf(1)) > 2 {
		t.Errorf("residuals leaving one out %v", rest)
	}
}

// TestLossesInFilesAndProofs: a Spec and a model with a loss are the same from their JSON, and proofs of all kinds of models hold when they
// are computed again. A proof with another coefficient does not.
func TestLossesInFilesAndProofs(t *testing.T) {
	for _, l := range []loss.Loss{loss.Logistic{}, loss.Poisson{}, loss.Huber{Knee: 0.8}, loss.Quantile{Level: 0.7, Smooth: 0.3}} {
		f := targetsOf(t, l, 50, 3, 11)
		spec := ofLosses
		spec.Loss = l
		var again nvsd.Spec
		raw := fixture.Must[[]byte](t)(json.Marshal(spec))
		if err := json.Unmarshal(raw, &again); err != nil || again.Loss != l {
			t.Errorf("%s: %v, %v", raw, again.Loss, err)
		}
		path := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 4))
		for name, m := range map[string]*nvsd.Model{
			"penalised": fixture.Must[*nvsd.Model](t)(path.Model(2)),
			"flat":      fixture.Must[*nvsd.Model](t)(path.Model(0)),
			"selected":  fixture.Must[*nvsd.Model](t)(path.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked)),
			"ridge":     fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, f, nvsd.ByLeaveOneOut())),
		} {
			raw := fixture.Must[json.RawMessage](t)(m.Proof())
			checked := fixture.Must[*proof.Checked](t)(proof.Check(fixture.Ctx, raw, ""))
			if checked.Verdict != proof.Proved {
				t.Errorf("%v, %s: %v, %v", l, name, checked.Verdict, checked.Reasons)
			}
			var file bytes.Buffer
			if err := m.Write(&file); err != nil {
				t.Fatal(err)
			}
			read := fixture.Must[*nvsd.Model](t)(nvsd.ReadModel(&file))
			if v, w := fixture.Must[[]float64](t)(m.Predict(f.X())), fixture.Must[[]float64](t)(read.Predict(f.X())); !slices.Equal(v, w) || read.Loss() != l || read.TrainLoss() != m.TrainLoss() {
				t.Errorf("%v, %s: from a file the loss is %v, its mean in training %v and not %v", l, name, read.Loss(), read.TrainLoss(), m.TrainLoss())
			}
		}
	}
}

// shy is a loss of a cell.
type shy struct{ loss.Square }

// TestLossesOfCells: a loss that no file can name is refused there, and fitted all the same.
func TestLossesOfCells(t *testing.T) {
	spec := ofLosses
	spec.Tol = 1e-10
	square := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Waves(30, 2, 3), nvsd.Tau(0.1)))
	spec.Loss = shy{}
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Waves(30, 2, 3), nvsd.Tau(0.1)))
	if v, w := m.TrainLoss(), square.TrainRMSE(); math.Abs(v-w*w) > 1e-3*v {
		t.Errorf("the square of a cell has the mean %v, and the square %v", v, w*w)
	}
	if _, err := m.Proof(); err == nil || !strings.Contains(err.Error(), "the code of a cell") {
		t.Errorf("a proof: %v", err)
	}
	if err := m.Write(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "the code of a cell") {
		t.Errorf("a file: %v", err)
	}
	if _, err := json.Marshal(spec); err == nil || !strings.Contains(err.Error(), "the code of a cell") {
		t.Errorf("a Spec: %v", err)
	}
}
