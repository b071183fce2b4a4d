package data

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Whatever the seed, the function has degree 2 and involves three inputs. Its second differences
// at 0 count its monomials.
func TestMonomialsInvolveThreeInputs(t *testing.T) {
	for features := 2; features <= 9; features++ {
		for seed := range uint64(20) {
			p, err := Monomials{Features: features, D: 3, SNR: NoNoise, Seed: seed}.Problem()
			if err != nil {
				t.Fatal(err)
			}
			at := func(a, b int, u, v float64) float64 {
				x := make([]float64, 3)
				x[a] += u
				x[b] += v
				return p.F(x...)
			}
			count, quadratic := 0, false
			var used [3]bool
			found := func(c float64, degree int, inputs ...int) {
				if math.Abs(c) < 1e-12 {
					return
				}
				if c < 0.5-1e-12 || c > 1+1e-12 {
					t.Errorf("coefficient %v", c)
				}
				count++
				quadratic = quadratic || degree == 2
				for _, a := range inputs {
					used[a] = true
				}
			}
			for a := range 3 {
				plus, minus := at(a, a, 1, 0), at(a, a, -1, 0)
				found((plus-minus)/2, 1, a)
				found((plus+minus)/2, 2, a)
				for b := a + 1; b < 3; b++ {
					found(at(a, b, 1, 1)-at(a, b, 1, 0)-at(a, b, 0, 1), 2, a, b)
				}
			}
			if count != features || !quadratic || used != [3]bool{true, true, true} {
				t.Errorf("%d features, seed %d: %d monomials, degree 2: %t, inputs %v", features, seed, count, quadratic, used)
			}
		}
	}
}

func TestMonomialVariances(t *testing.T) {
	const h, n = 1.5, 200000
	rng := rand.New(rand.NewPCG(1, 1))
	for _, m := range []monomial{{0, linear}, {1, 1}, {0, 2}} {
		var sum, squares float64
		for range n {
			x := []float64{h * (2*rng.Float64() - 1), h * (2*rng.Float64() - 1), h * (2*rng.Float64() - 1)}
			v := m.value(x)
			sum += v
			squares += v * v
		}
		if got, want := squares/n-sum*sum/n/n, m.variance(h); math.Abs(got-want) > 0.02*want {
			t.Errorf("%v: variance %v, by the formula %v", m, got, want)
		}
	}
}
