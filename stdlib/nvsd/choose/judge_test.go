package choose_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// shrunk predicts a part of the mean of what it was trained on.
type shrunk float64

func (s shrunk) Predict(X mat.Matrix) ([]float64, error) {
	n, _ := X.Dims()
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(s)
	}
	return v, nil
}

// means are candidates: nothing, half of the mean, and the mean.
func means(_ context.Context, part *data.Frame) ([]score.Predictor, error) {
	m := stat.Mean(part.Y(), nil)
	return []score.Predictor{shrunk(0), shrunk(m / 2), shrunk(m)}, nil
}

func judged(t *testing.T) *data.Frame {
	t.Helper()
	X := mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 6})
	f, err := data.New(X, []float64{9, 11, 10, 12, 8, 10}, "x", "y")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestJudgeByFolds(t *testing.T) {
	f := judged(t)
	j, err := nvsd.ByCrossValidation(nvsd.LabelFolds([]int{0, 0, 1, 1, 2, 2})).Judge(t.Context(), f, []int{0, 1, 1}, means)
	if err != nil {
		t.Fatal(err)
	}
	y, sum := f.Y(), 0.0
	for held := 0; held < 6; held += 2 {
		mean := (stat.Mean(y, nil)*6 - y[held] - y[held+1]) / 4
		for _, v := range y[held : held+2] {
			sum += (v - mean) * (v - mean)
		}
	}
	if want := math.Sqrt(sum / 6); math.Abs(j.RMSE[2]-want) > 1e-12 {
		t.Errorf("error of the mean: %v, want %v", j.RMSE[2], want)
	}
	if j.Least != 2 || j.Chosen != 2 {
		t.Errorf("chosen %d, least %d, want the mean", j.Chosen, j.Least)
	}
}

func TestJudgeByValidationFitsOnce(t *testing.T) {
	f := judged(t)
	fits := 0
	j, err := nvsd.ByValidation(f).Judge(t.Context(), f, []int{0, 1, 1}, func(ctx context.Context, part *data.Frame) ([]score.Predictor, error) {
		fits++
		if part != f {
			t.Error("another part than the training part is fitted")
		}
		return means(ctx, part)
	})
	if err != nil || fits != 1 || j.Chosen != 2 || !math.IsNaN(j.SE[2]) {
		t.Errorf("%d fits, %+v, %v", fits, j, err)
	}
}

func TestJudgeLeavesOneOut(t *testing.T) {
	f := judged(t)
	j, err := nvsd.ByLeaveOneOut().Judge(t.Context(), f, []int{0, 1, 1}, means)
	if err != nil {
		t.Fatal(err)
	}
	// Leaving one out, the mean's residual is n/(n-1) times that of the fit.
	y := f.Y()
	if want := stat.PopStdDev(y, nil) * 6 / 5; math.Abs(j.RMSE[2]-want) > 1e-12 {
		t.Errorf("error of the mean: %v, want %v", j.RMSE[2], want)
	}
}

func TestJudgeRefuses(t *testing.T) {
	f := judged(t)
	if _, err := (nvsd.Criterion{}).Judge(t.Context(), f, []int{0}, means); err == nil || !strings.Contains(err.Error(), "nothing to choose by") {
		t.Errorf("no criterion: %v", err)
	}
	if _, err := nvsd.ByValidation(f).Judge(t.Context(), f, []int{0}, means); err == nil || !strings.Contains(err.Error(), "3 candidates") {
		t.Errorf("other candidates on a part: %v", err)
	}
}
