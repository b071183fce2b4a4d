package nvsd_test

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"gonum.org/v1/gonum/stat"
)

// leftOut returns the root mean squared error of models fitted without the
// observation they predict.
func leftOut(t *testing.T, f *data.Frame, fit func(train *data.Frame) *nvsd.Model) float64 {
	sum := 0.0
	for i := range f.N() {
		var others []int
		for j := range f.N() {
			if j != i {
				others = append(others, j)
			}
		}
		one := must[*data.Frame](t)(f.Rows(i))
		v := must[[]float64](t)(fit(must[*data.Frame](t)(f.Rows(others...))).PredictFrame(one))
		sum += (v[0] - one.Y()[0]) * (v[0] - one.Y()[0])
	}
	return math.Sqrt(sum / float64(f.N()))
}

// With no kernel to speak of (a nu without end) ridge regression is the mean,
// and its leave-one-out error that of means that leave one out.
func TestRidgeTendsToTheMean(t *testing.T) {
	f := waves(30, 2, 1)
	spec := gaussian
	spec.RidgeNus = []float64{1e9}
	m := must[*nvsd.Model](t)(spec.Ridge(ctx, f, nvsd.ByLeaveOneOut()))
	mean := must[*nvsd.Model](t)(nvsd.Mean(f))
	if !near(must[[]float64](t)(m.Predict(f.X())), must[[]float64](t)(mean.Predict(f.X())), 1e-6) {
		t.Error("ridge regression with an endless nu is not the mean")
	}
	if math.Abs(mean.TrainRMSE()-stat.PopStdDev(f.Y(), nil)) > 1e-12 || mean.KernelString() != "" {
		t.Errorf("training error of the mean %v", mean.TrainRMSE())
	}
}

func TestRidgeChoosesNu(t *testing.T) {
	s := split(t, waves(150, 6, 5), nvsdSplit...)
	m := must[*nvsd.Model](t)(gaussian.Ridge(ctx, s.Train, nvsd.ByValidation(s.Valid)))
	best := math.Inf(1)
	for _, nu := range choose.DefaultRidgeNus(1) {
		spec := gaussian
		spec.RidgeNus = []float64{nu}
		one := must[*nvsd.Model](t)(spec.Ridge(ctx, s.Train, nvsd.ByValidation(s.Valid)))
		score := must[nvsd.Score](t)(one.Score(ctx, s.Valid))
		if math.Abs(score.Rows[0].RMSE-one.ValidRMSE()) > 1e-6 {
			t.Errorf("nu %v: validation error %v, scored %v", nu, one.ValidRMSE(), score.Rows[0].RMSE)
		}
		best = min(best, one.ValidRMSE())
	}
	if math.Abs(m.ValidRMSE()-best) > 1e-9 {
		t.Errorf("error %v at the chosen nu, %v at the best", m.ValidRMSE(), best)
	}
	for _, nus := range [][]float64{{0}, {-1}, {math.NaN()}} {
		spec := gaussian
		spec.RidgeNus = nus
		if _, err := spec.Ridge(ctx, s.Train, nvsd.ByLeaveOneOut()); err == nil {
			t.Errorf("nus %v: no error", nus)
		}
	}
}

// Selecting no input has the leave-one-out error of means.
func TestMeanLeavesOneOut(t *testing.T) {
	f := waves(12, 2, 1)
	want := leftOut(t, f, func(train *data.Frame) *nvsd.Model { return must[*nvsd.Model](t)(nvsd.Mean(train)) })
	spec := gaussian
	spec.RidgeNus = []float64{1e12} // so that no input helps
	p := must[*nvsd.Path](t)(spec.Path(ctx, f, 2))
	m := must[*nvsd.Model](t)(p.Select(ctx, nvsd.ByLeaveOneOut(), nvsd.ExactZeros))
	if got := m.Selection().RMSE; math.Abs(got-want) > 1e-9 {
		t.Errorf("error %v, by hand %v", got, want)
	}
}
