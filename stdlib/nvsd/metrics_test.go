package nvsd

import (
	"math"
	"testing"
)

func TestMeasure(t *testing.T) {
	e := measure([]float64{1, 2, 3, 4}, []float64{1, 2, 3, 8})
	// squares 0 0 0 16: mean 4, standard deviation 8, standard error 4; by the
	// delta method 4 / (2 sqrt 4).
	if e.RMSE != 2 || e.MAE != 1 || math.Abs(e.SE-1) > 1e-12 || math.Abs(e.R2-(1-16/29.0)) > 1e-12 {
		t.Errorf("got %+v", e)
	}
	if e := measure([]float64{1, 1}, []float64{2, 2}); !math.IsNaN(e.R2) || e.RMSE != 1 || e.SE != 0 {
		t.Errorf("constant truth: %+v", e)
	}
	if e := measure([]float64{1}, []float64{1}); e.RMSE != 0 || e.SE != 0 {
		t.Errorf("one exact prediction: %+v", e)
	}
}
