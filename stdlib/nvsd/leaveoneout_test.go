package nvsd_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// The root mean square of the residuals is the error that the criterion tells.
func TestLeaveOneOutIsTheCriterion(t *testing.T) {
	f := waves(40, 3, 1)
	path := must[*nvsd.Path](t)(gaussian.Path(ctx, f, 6))
	m := must[*nvsd.Model](t)(path.Select(ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	rest := must[[]float64](t)(m.LeaveOneOut(ctx))
	if got, want := rootMeanSquare(rest), m.Selection().RMSE; math.Abs(got-want) > 1e-9*want {
		t.Errorf("%v, and the criterion says %v", got, want)
	}
	if _, err := must[*nvsd.Model](t)(path.Model(3)).LeaveOneOut(ctx); err == nil {
		t.Error("a penalised fit: no error")
	}
}

// The mean leaves a row out by not counting it.
func TestLeaveOneOutOfTheMean(t *testing.T) {
	f := waves(10, 2, 1)
	rest := must[[]float64](t)(must[*nvsd.Model](t)(nvsd.Mean(f)).LeaveOneOut(ctx))
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
