package data

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// The problems of Friedman, Multivariate adaptive regression splines, 1991, section 4, with
// more inputs than matter.

// Friedman1 draws n observations of d >= 5 inputs that are uniform on [0, 1],
//
//	y = 10 sin(pi x_1 x_2) + 20 (x_3 - 1/2)^2 + 10 x_4 + 5 x_5 + noise
//
// of standard deviation 1.
func Friedman1(n, d int, seed uint64) (*Frame, error) {
	return friedman("Friedman1", 5, n, d, 1, seed, func(x []float64) float64 {
		return 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-0.5)*(x[2]-0.5) + 10*x[3] + 5*x[4]
	})
}

// Friedman2 draws n observations of d >= 4 inputs, x_1 uniform on [0, 100], x_2 on
// [40 pi, 560 pi], x_3 on [0, 1], x_4 on [1, 11] and the others on [0, 1],
//
//	y = sqrt(x_1^2 + (x_2 x_3 - 1/(x_2 x_4))^2) + noise
//
// of standard deviation 125.
func Friedman2(n, d int, seed uint64) (*Frame, error) {
	return friedman("Friedman2", 4, n, d, 125, seed, func(x []float64) float64 {
		return math.Hypot(x[0], impedance(x))
	})
}

// Friedman3 draws n observations of the inputs of Friedman2,
//
//	y = arctan((x_2 x_3 - 1/(x_2 x_4)) / x_1) + noise
//
// of standard deviation 0.1.
func Friedman3(n, d int, seed uint64) (*Frame, error) {
	return friedman("Friedman3", 4, n, d, 0.1, seed, func(x []float64) float64 {
		return math.Atan(impedance(x) / x[0])
	})
}

// impedance sets the inputs to their ranges, of a circuit: a resistance, a frequency, an
// inductance, a capacitance.
func impedance(x []float64) float64 {
	x[0] *= 100
	x[1] = math.Pi * (40 + 520*x[1])
	x[3] = 1 + 10*x[3]
	return x[1]*x[2] - 1/(x[1]*x[3])
}

// friedman draws inputs that are uniform on [0, 1], which f may scale.
func friedman(name string, least, n, d int, noise float64, seed uint64, f func(x []float64) float64) (*Frame, error) {
	if d < least {
		return nil, fmt.Errorf("data: %s: %d inputs are asked for: it has %d that matter", name, d, least)
	}
	return generate(name, n, d, noise, seed, func(x []float64, rng *rand.Rand) float64 {
		for a := range x {
			x[a] = rng.Float64()
		}
		return f(x)
	})
}
