package nvsd_test

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"gonum.org/v1/gonum/mat"
)

// A model on missing cells is that on the frame in which they were filled in by hand, and it
// fills in new rows by what it learned, also after it was written and read.
func TestModelFillsIn(t *testing.T) {
	f := fixture.Gaps(t, 40, data.Impute(data.Median), data.Impute(data.MostFrequent))
	filled, fill, err := f.Filled()
	if err != nil {
		t.Fatal(err)
	}
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.3)))
	byHand := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, filled, nvsd.TauFrac(0.3)))
	want := fixture.Must[[]float64](t)(byHand.PredictFrame(filled))
	if got := fixture.Must[[]float64](t)(m.PredictFrame(f)); !slices.Equal(got, want) {
		t.Errorf("predicted %v, and by hand %v", got, want)
	}
	if score := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, f)); score.Rows[0].RMSE != m.TrainRMSE() {
		t.Errorf("its score on its own rows is\n%v\nand in training it was %v", score, m.TrainRMSE())
	}
	row := []float64{math.NaN(), 0.5, math.NaN(), math.NaN(), math.NaN()}
	hand := slices.Clone(row)
	for a, v := range row {
		if math.IsNaN(v) {
			hand[a] = fill[a]
		}
	}
	one := fixture.Must[[]float64](t)(m.Predict(mat.NewDense(1, 5, row)))
	two := fixture.Must[[]float64](t)(m.Predict(mat.NewDense(1, 5, hand)))
	if math.IsNaN(one[0]) || one[0] != two[0] {
		t.Errorf("a row with missing cells has %v, and %v filled in by hand", one, two)
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	read := fixture.Must[*nvsd.Model](t)(nvsd.ReadModel(&file))
	if three := fixture.Must[[]float64](t)(read.Predict(mat.NewDense(1, 5, row))); three[0] != one[0] {
		t.Errorf("the model that was read has %v, want %v", three, one)
	}
}

// What compares models on a validation part refuses one that it cannot use before it fits any of
// them: nothing is reported as under way.
func TestValidationIsCheckedBeforeFits(t *testing.T) {
	train, err := data.Friedman1(30, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	with, err := data.Friedman1(30, 5, 2)
	if err != nil {
		t.Fatal(err)
	}
	without := fixture.Must[*data.Frame](t)(with.Inputs("x1", "x2"))
	var text bytes.Buffer
	text.WriteString("x1,x2,x3,x4,x5,y\n")
	for range 9 {
		text.WriteString("0.1,0.2,0.3,0.4,0.5,6\n0.2,0.3,,0.5,0.6,7\n")
	}
	gaps := fixture.Must[*data.Frame](t)(data.Read(&text, "gaps.csv", data.Impute(data.Median)))
	for name, valid := range map[string]*data.Frame{"x3": without, "row 2": gaps} {
		by := nvsd.ByValidation(valid)
		alone := nvsd.Alg1{Kernel: kern.Gaussian{Width: kern.Sigma(1)}}
		two := nvsd.Alg1GR{Kernel: alone.Kernel}
		for door, open := range map[string]func(context.Context) error{
			"Search": func(ctx context.Context) error {
				_, err := fixture.Quick.Search(ctx, train, nvsd.Search{By: by})
				return err
			},
			"Alg1":   func(ctx context.Context) error { _, err := alone.Select(ctx, train, by); return err },
			"Alg1GR": func(ctx context.Context) error { _, err := two.Select(ctx, train, by); return err },
			"PermutedTarget": func(ctx context.Context) error {
				_, err := fixture.Quick.PermutedTarget(ctx, train, 2, by, nvsd.Ranked, nvsd.NullPlan{Repeats: 2})
				return err
			},
		} {
			reports := 0
			err := open(nvsd.WithReporter(t.Context(), func(nvsd.Progress) { reports++ }))
			if err == nil || !strings.Contains(err.Error(), name) || reports > 0 {
				t.Errorf("%s on a validation part that is not as in training at %s: %d reports, error %v", door, name, reports, err)
			}
		}
	}
}

// A cross-validated error is that of models which were fitted by hand to the rows that each
// fold trains on, and which filled in by these alone.
func TestFoldsFillInByHand(t *testing.T) {
	f := fixture.Gaps(t, 30, data.Impute(data.Mean), data.Impute(data.MissingLevel))
	folds := nvsd.LabelFolds(fixture.Labels(f.N(), 3))
	spec := fixture.Gaussian
	spec.RidgeNus = []float64{1e-2}
	all := fixture.Must[*choose.Judgement](t)(nvsd.ByCrossValidation(folds).Judge(fixture.Ctx, f, []int{1}, func(ctx context.Context, train *data.Frame) ([]score.Predictor, error) {
		m, err := spec.Fit(ctx, train, nvsd.TauFrac(0.3))
		return []score.Predictor{m}, err
	}))
	sum, n := 0.0, 0.0
	for _, fold := range fixture.Must[[]choose.Fold](t)(folds.Divide(f.N())) {
		train, held := fixture.Must[*data.Frame](t)(f.Rows(fold.Train...)), fixture.Must[*data.Frame](t)(f.Rows(fold.Held...))
		_, fill, err := train.Filled()
		if err != nil {
			t.Fatal(err)
		}
		m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, train, nvsd.TauFrac(0.3)))
		X := mat.DenseCopyOf(held.X())
		for i, y := range held.Y() {
			for a, v := range X.RawRowView(i) {
				if math.IsNaN(v) {
					X.Set(i, a, fill[a])
				}
			}
			v := fixture.Must[[]float64](t)(m.Predict(X.Slice(i, i+1, 0, f.D())))
			sum, n = sum+(v[0]-y)*(v[0]-y), n+1
		}
	}
	if want := math.Sqrt(sum / n); math.Abs(all.RMSE[0]-want) > 1e-10 {
		t.Errorf("cross-validated error %v, by hand %v", all.RMSE[0], want)
	}
}

func TestMissingIsRefused(t *testing.T) {
	f := fixture.Gaps(t, 20, data.AllowMissing())
	_, err := fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.3))
	if err == nil || !strings.Contains(err.Error(), `row 3 of the input "a" is missing (4 cells in all): fill it in by Impute(data.Mean, "a")`) {
		t.Errorf("a fit on missing cells: %v", err)
	}
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, fixture.Must[*data.Frame](t)(f.DropMissing()), nvsd.TauFrac(0.3)))
	if _, err := m.PredictFrame(f); err == nil || !strings.Contains(err.Error(), `row 3 of the input "a" is missing, and the model has not learned what stands for it`) {
		t.Errorf("a prediction on missing cells: %v", err)
	}
}
