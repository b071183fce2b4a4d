package data

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// The variances of the functions on both domains, and what the best linear model leaves. Those on
// [-3, 3] of f1 follow from its polynomial.
func TestAISTATSMoments(t *testing.T) {
	for _, c := range []struct {
		function int
		half     float64
		variance float64
		linear   float64 // variance that the best linear model leaves
	}{
		{1, 3, 4860, 0}, {2, 3, 17151, 0}, {3, 3, 0.033, 0},
		{1, 1, 0, 0.071}, {2, 1, 0, 0.244}, {3, 1, 0, 0.102},
	} {
		p, err := AISTATS{Function: c.function, Half: c.half, D: 2}.Problem()
		if err != nil {
			t.Fatal(err)
		}
		var y, u, v []float64
		const cells = 300
		at := func(i int) float64 { return c.half * (2*(float64(i)+0.5)/cells - 1) }
		for i := range cells {
			for j := range cells {
				y, u, v = append(y, p.F(at(i), at(j))), append(u, at(i)), append(v, at(j))
			}
		}
		variance := stat.Variance(y, nil)
		if c.variance != 0 && math.Abs(variance-c.variance) > 0.015*c.variance {
			t.Errorf("f%d on [-%v, %v]: variance %v, want %v", c.function, c.half, c.half, variance, c.variance)
		}
		left := variance // the inputs are uncorrelated
		for _, x := range [][]float64{u, v} {
			r := stat.Correlation(x, y, nil)
			left -= variance * r * r
		}
		if c.linear != 0 && math.Abs(left-c.linear) > 0.015*c.linear {
			t.Errorf("f%d on [-%v, %v]: a linear model leaves %v, want %v", c.function, c.half, c.half, left, c.linear)
		}
	}
}

// The noise has the stated fraction of the mean size of f1, which is 3 E |x^4 - x^2| since 3 + x_2
// is not negative on the domain.
func TestAISTATSNoise(t *testing.T) {
	p, err := AISTATS{Function: 1, Fraction: 0.04}.Problem()
	if err != nil {
		t.Fatal(err)
	}
	integral := func(x float64) float64 { return math.Pow(x, 5)/5 - math.Pow(x, 3)/3 }
	size := 3 * (integral(3) - 2*integral(1)) / 3
	if got := p.Noise() * p.Noise(); math.Abs(got-0.04*size) > 1e-4*got {
		t.Errorf("variance of the noise %v, want %v", got, 0.04*size)
	}
}
