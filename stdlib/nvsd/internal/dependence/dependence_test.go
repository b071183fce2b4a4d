package dependence

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

func TestCosines(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for name, draw := range map[string]func() float64{
		"normal":       rng.NormFloat64,
		"three values": func() float64 { return float64(rng.IntN(3)) },
		"two values":   func() float64 { return float64(rng.IntN(2)) },
	} {
		x := make([]float64, 60)
		for i := range x {
			x[i] = draw()
		}
		basis := cosines(x, 10)
		rows := basis.RawMatrix().Rows
		if want := map[string]int{"normal": 10, "three values": 2, "two values": 1}[name]; rows != want {
			t.Errorf("%s: %d rows, want %d", name, rows, want)
		}
		for k := range rows {
			if sum := floats.Sum(basis.RawRowView(k)); math.Abs(sum) > 1e-12 {
				t.Errorf("%s: the sum of row %d is %v", name, k, sum)
			}
			for l := range rows {
				want := 0.0
				if k == l {
					want = 1
				}
				if got := floats.Dot(basis.RawRowView(k), basis.RawRowView(l)); math.Abs(got-want) > 1e-12 {
					t.Errorf("%s: the product of rows %d and %d is %v, not %v", name, k, l, got, want)
				}
			}
		}
	}
	if basis := cosines(make([]float64, 20), 5); basis != nil {
		t.Error("a constant input has a basis")
	}
}

// TestPValue wants a level that is kept on noise, and a function found.
func TestPValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	const n, draws, level = 80, 2000, 0.05
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	basis, below := cosines(x, 12), 0
	y := make([]float64, n)
	for range draws {
		for i := range y {
			y[i] = rng.NormFloat64()
		}
		if PValue(basis, y) < level {
			below++
		}
	}
	// The three tests share rows, so that the level is not used up.
	if rate := float64(below) / draws; rate > level+3*math.Sqrt(level/draws) || rate < level/5 {
		t.Errorf("%.3f of noise is found at level %v", rate, level)
	}
	for i := range y {
		y[i] = math.Sin(4*x[i]) + rng.NormFloat64()
	}
	if p := PValue(basis, y); p > 1e-3 {
		t.Errorf("a sine in as much noise has the p-value %.3g", p)
	}
}
