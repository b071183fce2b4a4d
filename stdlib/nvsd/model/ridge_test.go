package model_test

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
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
		one := fixture.Must[*data.Frame](t)(f.Rows(i))
		v := fixture.Must[[]float64](t)(fit(fixture.Must[*data.Frame](t)(f.Rows(others...))).PredictFrame(one))
		sum += (v[0] - one.Y()[0]) * (v[0] - one.Y()[0])
	}
	return math.Sqrt(sum / float64(f.N()))
}

// With no kernel to speak of (a nu without end) ridge regression is the mean,
// and its leave-one-out error that of means that leave one out.
func TestRidgeTendsToTheMean(t *testing.T) {
	f := fixture.Waves(30, 2, 1)
	spec := fixture.Gaussian
	spec.RidgeNus = []float64{1e9}
	m := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, f, nvsd.ByLeaveOneOut()))
	mean := fixture.Must[*nvsd.Model](t)(nvsd.Mean(f))
	if !fixture.Near(fixture.Must[[]float64](t)(m.Predict(f.X())), fixture.Must[[]float64](t)(mean.Predict(f.X())), 1e-6) {
		t.Error("ridge regression with an endless nu is not the mean")
	}
	if math.Abs(mean.TrainRMSE()-stat.PopStdDev(f.Y(), nil)) > 1e-12 || mean.KernelString() != "" {
		t.Errorf("training error of the mean %v", mean.TrainRMSE())
	}
}

func TestRidgeChoosesNu(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(150, 6, 5), fixture.NvsdSplit...)
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Ridge(fixture.Ctx, s.Train, nvsd.ByValidation(s.Valid)))
	best := math.Inf(1)
	for _, nu := range choose.DefaultRidgeNus(1) {
		spec := fixture.Gaussian
		spec.RidgeNus = []float64{nu}
		one := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, s.Train, nvsd.ByValidation(s.Valid)))
		score := fixture.Must[nvsd.Score](t)(one.Score(fixture.Ctx, s.Valid))
		if math.Abs(score.Rows[0].RMSE-one.ValidRMSE()) > 1e-6 {
			t.Errorf("nu %v: validation error %v, scored %v", nu, one.ValidRMSE(), score.Rows[0].RMSE)
		}
		best = min(best, one.ValidRMSE())
	}
	if math.Abs(m.ValidRMSE()-best) > 1e-9 {
		t.Errorf("error %v at the chosen nu, %v at the best", m.ValidRMSE(), best)
	}
	for _, nus := range [][]float64{{0}, {-1}, {math.NaN()}} {
		spec := fixture.Gaussian
		spec.RidgeNus = nus
		if _, err := spec.Ridge(fixture.Ctx, s.Train, nvsd.ByLeaveOneOut()); err == nil {
			t.Errorf("nus %v: no error", nus)
		}
	}
}

// Selecting no input has the leave-one-out error of means.
func TestMeanLeavesOneOut(t *testing.T) {
	f := fixture.Waves(12, 2, 1)
	want := leftOut(t, f, func(train *data.Frame) *nvsd.Model { return fixture.Must[*nvsd.Model](t)(nvsd.Mean(train)) })
	spec := fixture.Gaussian
	spec.RidgeNus = []float64{1e12} // so that no input helps
	p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 2))
	m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.ExactZeros))
	if got := m.Selection().RMSE; math.Abs(got-want) > 1e-9 {
		t.Errorf("error %v, by hand %v", got, want)
	}
}
