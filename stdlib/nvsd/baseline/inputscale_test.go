package baseline

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

func TestToUnit(t *testing.T) {
	X := mat.NewDense(3, 2, []float64{-2, 5, 6, 5, 0, 5})
	s, err := toUnit(TrainRange, X, letters(2))
	if err != nil {
		t.Fatal(err)
	}
	got := s.apply(mat.NewDense(4, 2, []float64{-2, 5, 6, 5, 0, 7, 60, -7}))
	want := mat.NewDense(4, 2, []float64{0, 0, 1, 0, 0.25, 1, 1, 0}) // the last two are beyond what was seen
	if !mat.Equal(got, want) {
		t.Errorf("%v, want %v", mat.Formatted(got), mat.Formatted(want))
	}
	s, err = toUnit(UnitGiven, mat.NewDense(2, 1, []float64{0.2, 0.7}), letters(1))
	if err != nil {
		t.Fatal(err)
	}
	if z := s.apply(mat.NewDense(3, 1, []float64{0.3, -1, 2})); !mat.Equal(z, mat.NewDense(3, 1, []float64{0.3, 0, 1})) {
		t.Errorf("%v", mat.Formatted(z))
	}
}

func TestToSD(t *testing.T) {
	X := mat.NewDense(4, 2, []float64{1, 3, 2, 3, 5, 3, 9, 3})
	s, err := toSD(nvsd.TrainSD, X, letters(2))
	if err != nil {
		t.Fatal(err)
	}
	Z := s.apply(X)
	mean, sd := stat.MeanStdDev(mat.Col(nil, 0, Z), nil)
	if math.Abs(mean) > 1e-15 || math.Abs(sd-1) > 1e-15 || Z.At(2, 1) != 0 {
		t.Errorf("mean %v, standard deviation %v, constant input %v", mean, sd, Z.At(2, 1))
	}
	s, err = toSD(nvsd.NoScaling, X, letters(2))
	if err != nil || !mat.Equal(s.apply(X), X) {
		t.Errorf("without scaling: error %v, %v", err, mat.Formatted(s.apply(X)))
	}
}

func TestToPopulationSD(t *testing.T) {
	X := mat.NewDense(4, 3, []float64{1, 3, 1e200, 2, 3, -1e200, 5, 3, 0, 9, 3, 0})
	s, err := toPopulationSD(X, letters(3))
	if err != nil {
		t.Fatal(err)
	}
	Z := s.apply(X)
	for _, a := range []int{0, 2} {
		if z := mat.Col(nil, a, Z); math.Abs(stat.PopStdDev(z, nil)-1) > 1e-15 || slices.Min(z) != 0 {
			t.Errorf("input %d becomes %v", a, z)
		}
	}
	if Z.At(2, 1) != 0 {
		t.Errorf("the constant input becomes %v", Z.At(2, 1))
	}
	X.Set(0, 2, 1.5e308)
	X.Set(1, 2, -1.5e308)
	if _, err := toPopulationSD(X, letters(3)); err == nil || !strings.Contains(err.Error(), `input "c" goes from`) {
		t.Errorf("an input of a spread beyond float64: error %v", err)
	}
}
