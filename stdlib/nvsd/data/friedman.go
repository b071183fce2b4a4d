package data

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Friedman describes the problems of Friedman, Multivariate adaptive regression splines, Annals
// of Statistics 19, 1991, sections 4.3 and 4.4, with more inputs than matter. The inputs are
// uniform and independent.
//
//	1  y = 10 sin(pi x_1 x_2) + 20 (x_3 - 1/2)^2 + 10 x_4 + 5 x_5 + noise, inputs on [0, 1]
//	2  y = sqrt(x_1^2 + (x_2 x_3 - 1/(x_2 x_4))^2) + noise
//	3  y = arctan((x_2 x_3 - 1/(x_2 x_4)) / x_1) + noise
//
// In the problems 2 and 3 x_1 is on [0, 100], x_2 on [40 pi, 560 pi], x_3 on [0, 1], x_4 on
// [1, 11], and the others on [0, 1].
type Friedman struct {
	Equation int     // 1, 2 or 3
	D        int     // inputs; 0 for 10 in the first problem and 4 in the others
	Noise    float64 // standard deviation; 0 for 1, 125 and 0.1
}

// Problem returns the problem, or an error about its description.
func (q Friedman) Problem() (*Problem, error) {
	said := q
	if q.Equation < 1 || q.Equation > 3 {
		return nil, fmt.Errorf("data: Friedman: there is no problem %d: Equation is 1, 2 or 3", q.Equation)
	}
	of := []struct {
		d, relevant int
		noise       float64
		f           func(x []float64) float64
	}{
		{10, 5, 1, func(x []float64) float64 {
			return 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-0.5)*(x[2]-0.5) + 10*x[3] + 5*x[4]
		}},
		{4, 4, 125, func(x []float64) float64 { return math.Hypot(x[0], impedance(x)) }},
		{4, 4, 0.1, func(x []float64) float64 { return math.Atan(impedance(x) / x[0]) }},
	}[q.Equation-1]
	name := fmt.Sprintf("Friedman%d", q.Equation)
	d, err := dimensions(name, q.D, of.d, of.relevant)
	if err != nil {
		return nil, err
	}
	if err := complete(name, parameter{name: "Noise", value: &q.Noise, paper: of.noise, noise: true}); err != nil {
		return nil, err
	}
	p := &Problem{said: said, name: name, d: d, relevant: first(of.relevant), noise: q.Noise}
	return p.from(func(x []float64, rng *rand.Rand) {
		for a := range x {
			x[a] = rng.Float64()
		}
		if q.Equation > 1 {
			x[0] *= 100
			x[1] = math.Pi * (40 + 520*x[1])
			x[3] = 1 + 10*x[3]
		}
	}, of.f), nil
}

// impedance returns the reactance of a circuit with a resistance x_1, at a frequency x_2, with
// an inductance x_3 and a capacitance x_4.
func impedance(x []float64) float64 { return x[1]*x[2] - 1/(x[1]*x[3]) }

// Friedman1 draws n observations of the first problem of [Friedman] with d >= 5 inputs that are
// uniform on [0, 1],
//
//	y = 10 sin(pi x_1 x_2) + 20 (x_3 - 1/2)^2 + 10 x_4 + 5 x_5 + noise
//
// of standard deviation 1.
func Friedman1(n, d int, seed uint64) (*Frame, error) { return friedman(1, n, d, seed) }

// Friedman2 draws n observations of the second problem of [Friedman] with d >= 4 inputs, x_1
// uniform on [0, 100], x_2 on [40 pi, 560 pi], x_3 on [0, 1], x_4 on [1, 11] and the others on
// [0, 1],
//
//	y = sqrt(x_1^2 + (x_2 x_3 - 1/(x_2 x_4))^2) + noise
//
// of standard deviation 125.
func Friedman2(n, d int, seed uint64) (*Frame, error) { return friedman(2, n, d, seed) }

// Friedman3 draws n observations of the third problem of [Friedman], with the inputs of
// Friedman2,
//
//	y = arctan((x_2 x_3 - 1/(x_2 x_4)) / x_1) + noise
//
// of standard deviation 0.1.
func Friedman3(n, d int, seed uint64) (*Frame, error) { return friedman(3, n, d, seed) }

func friedman(k, n, d int, seed uint64) (*Frame, error) {
	if d == 0 {
		d = -1 // as an argument, 0 leaves nothing open
	}
	p, err := Friedman{Equation: k, D: d}.Problem()
	return drawn(p, err, n, seed)
}
