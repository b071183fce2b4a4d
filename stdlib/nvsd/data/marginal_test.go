package data

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// The second input hardly varies, and does not matter.
func TestMarginal(t *testing.T) {
	p, err := Marginal{}.Problem()
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Draw(20000, 1)
	if err != nil {
		t.Fatal(err)
	}
	for a, want := range []float64{1.0 / 3, 0.05} {
		if got := stat.Variance(mat.Col(nil, a, f.X()), nil); math.Abs(got-want) > 0.03*want {
			t.Errorf("variance of x%d is %v, want %v", a+1, got, want)
		}
	}
	if got := p.Noise() * p.Noise(); math.Abs(got-0.1) > 1e-15 {
		t.Errorf("variance of the noise %v, the paper has 0.1", got)
	}
	if p.F(0.5, 3) != 0.25 {
		t.Errorf("f(0.5, 3) = %v", p.F(0.5, 3))
	}
}
