package data

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// The synthetic experiments of UAI 2018, section 5.1: 18 inputs of which
// x1, x2, x3, x7, x8 and x9 matter. The paper's noise N(0, 0.01) and
// N(0, 0.1) is read as having these standard deviations, which reproduces its
// tables best.
const (
	generatedInputs = 18
	outputNoise     = 0.01
	inputNoise      = 0.1
)

// E1 draws n observations of experiment E1: independent standard normal inputs,
//
//	y = sum_{i<=j<=k in 1..3} x_i x_j x_k + sum_{q<=r<=s in 7..9} x_q x_r x_s + noise.
func E1(n int, seed uint64) (*Frame, error) {
	return generate("E1", n, generatedInputs, outputNoise, seed, func(x []float64, rng *rand.Rand) float64 {
		for a := range x {
			x[a] = rng.NormFloat64()
		}
		return cubic(x[0:3]) + cubic(x[6:9])
	})
}

// cubic returns the sum of all monomials of degree 3 in z.
func cubic(z []float64) float64 {
	sum := 0.0
	for i := range z {
		for j := i; j < len(z); j++ {
			for k := j; k < len(z); k++ {
				sum += z[i] * z[j] * z[k]
			}
		}
	}
	return sum
}

// E2 draws n observations of experiment E2: standard normal inputs in pairs of
// correlation 0.95,
//
//	y = (x_1 + x_2 + x_3)^3 + (x_7 + x_8 + x_9)^3 + noise.
//
// The pairs are (1,7), (2,8), (3,9). The paper leaves the pairs of the irrelevant inputs open;
// here they are (4,10), (5,11), (6,12), (13,16), (14,17), (15,18).
func E2(n int, seed uint64) (*Frame, error) {
	const rho = 0.95
	return generate("E2", n, generatedInputs, outputNoise, seed, func(x []float64, rng *rand.Rand) float64 {
		pair := func(a, b int) {
			x[a] = rng.NormFloat64()
			x[b] = rho*x[a] + math.Sqrt(1-rho*rho)*rng.NormFloat64()
		}
		for a := range 6 {
			pair(a, a+6)
		}
		for a := 12; a < 15; a++ {
			pair(a, a+3)
		}
		return math.Pow(x[0]+x[1]+x[2], 3) + math.Pow(x[6]+x[7]+x[8], 3)
	})
}

// E3 draws n observations of experiment E3: three noisy measurements of each of
// six standard normal z, and
//
//	y = 10 (z_1^2 + z_3^2) exp(-2 (z_1^2 + z_3^2)) + noise.
func E3(n int, seed uint64) (*Frame, error) {
	return generate("E3", n, generatedInputs, outputNoise, seed, func(x []float64, rng *rand.Rand) float64 {
		var z [6]float64
		for i := range z {
			z[i] = rng.NormFloat64()
			for j := range 3 {
				x[3*i+j] = z[i] + inputNoise*rng.NormFloat64()
			}
		}
		s := z[0]*z[0] + z[2]*z[2]
		return 10 * s * math.Exp(-2*s)
	})
}

// generate fills a Frame of d inputs row by row. draw sets the inputs of one row and returns
// its target without noise.
func generate(name string, n, d int, noise float64, seed uint64, draw func(x []float64, rng *rand.Rand) float64) (*Frame, error) {
	if n < 1 {
		return nil, fmt.Errorf("data: %s: %d observations are asked for: at least one is needed", name, n)
	}
	rng := rand.New(rand.NewPCG(seed, stream))
	x, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range y {
		y[i] = draw(x.RawRowView(i), rng) + noise*rng.NormFloat64()
	}
	f, err := New(x, y)
	if err != nil {
		return nil, err
	}
	f.source = name
	return f, nil
}
