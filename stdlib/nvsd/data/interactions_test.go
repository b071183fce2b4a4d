package data

import (
	"math"
	"slices"
	"testing"
)

// The study over the degree of the kernel has y = lambda x1 x2 with Var f = 3.
func TestInteractionsOfTwo(t *testing.T) {
	p, err := Interactions{Relevant: 2, Low: 1, High: 1, SNR: 3}.Problem()
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, p.D())
	x[0], x[1] = 0.5, -0.25
	if got, want := p.F(x...), -0.125*math.Sqrt(27); p.D() != 20 || p.Noise() != 1 || math.Abs(got-want) > 1e-15 {
		t.Errorf("%v: F = %v, want %v", p, got, want)
	}
}

// The coefficients belong to the problem, are in their range, and differ between seeds.
func TestInteractionsCoefficients(t *testing.T) {
	coefficients := func(seed uint64) (c []float64) {
		p, err := Interactions{D: 6, Relevant: 6, SNR: NoNoise, Seed: seed}.Problem()
		if err != nil {
			t.Fatal(err)
		}
		for a := range 6 {
			for b := a + 1; b < 6; b++ {
				x := make([]float64, 6)
				x[a], x[b] = 1, 1
				c = append(c, p.F(x...))
			}
		}
		return c
	}
	c := coefficients(1)
	if slices.Min(c) < 0.5 || slices.Max(c) > 1 || slices.Min(c) > 0.6 || slices.Max(c) < 0.9 {
		t.Errorf("coefficients %v are not drawn from [.5, 1]", c)
	}
	if !slices.Equal(c, coefficients(1)) || slices.Equal(c, coefficients(2)) {
		t.Error("the seed does not settle the coefficients")
	}
}
