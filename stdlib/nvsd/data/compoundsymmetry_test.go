package data

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Inputs of a block have the correlation t^2/(1 + t^2), inputs of two blocks none.
func TestCompoundSymmetryCorrelations(t *testing.T) {
	for _, spread := range []float64{1.5, 3, 4.5} {
		p, err := CompoundSymmetry{Size: 3, T: spread}.Problem()
		if err != nil {
			t.Fatal(err)
		}
		f, err := p.Draw(20000, 1)
		if err != nil {
			t.Fatal(err)
		}
		for a := range p.D() {
			x := mat.Col(nil, a, f.X())
			if m := stat.Mean(x, nil); math.Abs(m-0.5) > 0.01 {
				t.Errorf("mean of x%d is %v", a+1, m)
			}
			for b := range a {
				want := 0.0
				if a/3 == b/3 {
					want = spread * spread / (1 + spread*spread)
				}
				if got := stat.Correlation(x, mat.Col(nil, b, f.X()), nil); math.Abs(got-want) > 0.03 {
					t.Errorf("t = %v: correlation of x%d and x%d is %.3f, want %.3f", spread, a+1, b+1, got, want)
				}
			}
		}
	}
}

// The variance of g1 is that of a sum of two uniform variables.
func TestCompoundSymmetryVariance(t *testing.T) {
	q := CompoundSymmetry{T: 2}
	if got, want := q.variance(func(z float64) float64 { return z }), (1+4.0)/(12*9); math.Abs(got-want) > 1e-14 {
		t.Errorf("variance %v, want %v", got, want)
	}
}

func TestComponents(t *testing.T) {
	for l, want := range []float64{6 * 0.25, 6 * 0.25, 3 * 1, 3 * (0.1 + 0.3 + 0.5)} {
		if got := components()[l](0.25); math.Abs(got-want) > 1e-14 {
			t.Errorf("g%d(1/4) is %v with its factor, want %v", l+1, got, want)
		}
	}
}
