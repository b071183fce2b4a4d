package choose

import (
	"math"
	"testing"
)

// Folds of one size: the mean of their squared errors, and the standard error of
// that by its definition. Repetitions of the same folds change neither.
func TestPool(t *testing.T) {
	errs := []float64{1, 2, 4}
	var once, thrice []FoldError
	for repeat := range 3 {
		for _, e := range errs {
			fold := FoldError{RMSE: []float64{e + 1, e, e + 2}, Held: 7, Repeat: repeat}
			thrice = append(thrice, fold)
			if repeat == 0 {
				once = append(once, fold)
			}
		}
	}
	const mean = (1 + 4 + 16) / 3.
	variance := ((1-mean)*(1-mean) + (4-mean)*(4-mean) + (16-mean)*(16-mean)) / 2
	want := math.Sqrt(variance/3) / (2 * math.Sqrt(mean))
	for _, folds := range [][]FoldError{once, thrice} {
		nu, rmse, se := pool(folds)
		if nu != 1 || math.Abs(rmse-math.Sqrt(mean)) > 1e-15 || math.Abs(se-want) > 1e-15 {
			t.Errorf("nu %d, error %v, standard error %v: want 1, %v, %v", nu, rmse, se, math.Sqrt(mean), want)
		}
	}
}

// The error is that of all held-out rows together, and a constant, which has one
// error for every nu, is pooled with the others.
func TestPoolCountsRows(t *testing.T) {
	nu, rmse, se := pool([]FoldError{{RMSE: []float64{3}, Held: 1}, {RMSE: []float64{2, 1}, Held: 3}})
	if nu != 1 || math.Abs(rmse-math.Sqrt((9+3)/4.)) > 1e-15 {
		t.Errorf("nu %d, error %v, want 1, %v", nu, rmse, math.Sqrt(3))
	}
	if _, _, se1 := pool([]FoldError{{RMSE: []float64{3}, Held: 9}}); !math.IsNaN(se1) || math.IsNaN(se) {
		t.Errorf("standard error of one fold %v, of two %v", se1, se)
	}
}
