package model_test

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"gonum.org/v1/gonum/stat"
)

// The root mean square of the residuals is the error that the criterion tells.
func TestLeaveOneOutIsTheCriterion(t *testing.T) {
	f := fixture.Waves(40, 3, 1)
	path := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, f, 6))
	m := fixture.Must[*nvsd.Model](t)(path.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	rest := fixture.Must[[]float64](t)(m.LeaveOneOut(fixture.Ctx))
	if got, want := rootMeanSquare(rest), m.Selection().RMSE; math.Abs(got-want) > 1e-9*want {
		t.Errorf("%v, and the criterion says %v", got, want)
	}
	if _, err := fixture.Must[*nvsd.Model](t)(path.Model(3)).LeaveOneOut(fixture.Ctx); err == nil {
		t.Error("a penalised fit: no error")
	}
}

// The mean leaves a row out by not counting it.
func TestLeaveOneOutOfTheMean(t *testing.T) {
	f := fixture.Waves(10, 2, 1)
	rest := fixture.Must[[]float64](t)(fixture.Must[*nvsd.Model](t)(nvsd.Mean(f)).LeaveOneOut(fixture.Ctx))
	y := f.Y()
	others := append([]float64{}, y[:4]...)
	others = append(others, y[5:]...)
	if want := y[4] - stat.Mean(others, nil); math.Abs(rest[4]-want) > 1e-12 {
		t.Errorf("%v, by hand %v", rest[4], want)
	}
}

func rootMeanSquare(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum / float64(len(v)))
}
