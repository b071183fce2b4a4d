package search_test

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
)

// The baselines of a search are what kernel ridge regression with the better of
// the kernels, and the mean, have as errors by the same criterion.
func TestSearchBaselines(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(60, 3, 5), data.Train(30), data.Valid(30), data.Seed(1))
	folds := nvsd.LabelFolds(fixture.Labels(s.Train.N(), 3))
	spec := fixture.Quick
	y := s.Train.Y()
	constant := func(train []float64, y float64) float64 { // squared error of their mean
		mean := 0.0
		for _, v := range train {
			mean += v / float64(len(train))
		}
		return (y - mean) * (y - mean)
	}
	for name, c := range map[string]struct {
		by   nvsd.Criterion
		mean func(i int) float64 // squared error at row i
		n    int
	}{
		"validation": {nvsd.ByValidation(s.Valid), func(i int) float64 { return constant(y, s.Valid.Y()[i]) }, s.Valid.N()},
		"leave one out": {nvsd.ByLeaveOneOut(), func(i int) float64 {
			return constant(append(append([]float64{}, y[:i]...), y[i+1:]...), y[i])
		}, len(y)},
		"folds": {nvsd.ByCrossValidation(folds), func(i int) float64 {
			var train []float64
			for j, label := range fixture.Labels(len(y), 3) {
				if label != fixture.Labels(len(y), 3)[i] {
					train = append(train, y[j])
				}
			}
			return constant(train, y[i])
		}, len(y)},
	} {
		kernels := fixture.Widths(0.1, 2)
		found := fixture.Must[*nvsd.SearchResult](t)(spec.Search(fixture.Ctx, s.Train, nvsd.Search{Taus: 2, By: c.by, Kernels: kernels}))
		if len(found.Baselines) != 2 {
			t.Fatalf("%s: baselines %v", name, found.Baselines)
		}
		mean := 0.0
		for i := range c.n {
			mean += c.mean(i) / float64(c.n)
		}
		if got := found.Baselines[1].RMSE; math.Abs(got-math.Sqrt(mean)) > 1e-12 {
			t.Errorf("%s: the mean has error %v, by hand %v", name, got, math.Sqrt(mean))
		}
		best := math.Inf(1)
		for _, kernel := range kernels {
			one := spec
			one.Kernel = kernel
			alone := fixture.Must[*nvsd.SearchResult](t)(one.Search(fixture.Ctx, s.Train, nvsd.Search{Taus: 2, By: c.by}))
			best = math.Min(best, alone.Baselines[0].RMSE)
		}
		if got := found.Baselines[0]; got.RMSE != best || got.Inputs != 3 {
			t.Errorf("%s: ridge is %+v, the better of the kernels alone has error %v", name, got, best)
		}
	}
	ridge := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, s.Train, nvsd.ByValidation(s.Valid)))
	found := fixture.Must[*nvsd.SearchResult](t)(spec.Search(fixture.Ctx, s.Train, nvsd.Search{Taus: 2, By: nvsd.ByValidation(s.Valid)}))
	if got := found.Baselines[0].RMSE; got != ridge.ValidRMSE() {
		t.Errorf("ridge has error %v, by Spec.Ridge %v", got, ridge.ValidRMSE())
	}
}
