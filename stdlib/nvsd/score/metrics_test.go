package score

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
)

func TestMeasure(t *testing.T) {
	e := measure([]float64{1, 2, 3, 4}, []float64{1, 2, 3, 8}, nil)
	// squares 0 0 0 16: mean 4, standard deviation 8, standard error 4; by the
	// delta method 4 / (2 sqrt 4).
	if e.RMSE != 2 || e.MAE != 1 || math.Abs(e.SE-1) > 1e-12 || math.Abs(e.R2-(1-16/29.0)) > 1e-12 {
		t.Errorf("got %+v", e)
	}
	if e := measure([]float64{1, 1}, []float64{2, 2}, nil); !math.IsNaN(e.R2) || e.RMSE != 1 || e.SE != 0 {
		t.Errorf("constant truth: %+v", e)
	}
	if e := measure([]float64{1}, []float64{1}, nil); e.RMSE != 0 || e.SE != 0 {
		t.Errorf("one exact prediction: %+v", e)
	}
}

// The difference of two errors on the same rows has the spread that resampling the rows gives it,
// and less than the errors have alone where the predictions err together.
func TestAboveIsPaired(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n = 400
	y, v, w := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range y {
		common := rng.NormFloat64()
		v[i], w[i] = common+0.3*rng.NormFloat64(), 0.9*common+0.1*rng.NormFloat64()
	}
	difference, se := pairedDifference(v, w, y, nil)
	if want := RMSE(v, y, nil) - RMSE(w, y, nil); difference != want {
		t.Errorf("the difference is %v, want %v", difference, want)
	}
	var draws []float64
	for range 2000 {
		var vs, ws [n]float64
		for i := range n {
			k := rng.IntN(n)
			vs[i], ws[i] = v[k], w[k]
		}
		draws = append(draws, RMSE(vs[:], y, nil)-RMSE(ws[:], y, nil))
	}
	if spread := stat.StdDev(draws, nil); math.Abs(se-spread) > 0.1*spread {
		t.Errorf("the standard error is %v, the bootstrap's %v", se, spread)
	}
	if alone := measure(v, y, nil).SE; se > alone/2 {
		t.Errorf("paired %v, alone %v", se, alone)
	}
	if d, se := pairedDifference(v, v, y, nil); d != 0 || se != 0 {
		t.Errorf("a model differs from itself by %v (%v)", d, se)
	}
	if d, se := pairedDifference(y, w, y, nil); d >= 0 || math.IsNaN(se) {
		t.Errorf("an exact model: %v (%v)", d, se)
	}
	if _, se := pairedDifference(v[:1], w[:1], y[:1], nil); !math.IsNaN(se) {
		t.Errorf("one row has the standard error %v", se)
	}
}
