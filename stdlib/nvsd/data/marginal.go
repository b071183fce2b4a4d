package data

import (
	"math"
	"math/rand/v2"
)

// Marginal describes the toy problem of the JMLR paper (see [JMLRModel]) on adaptation to the
// marginal distribution, section 6.2.1 and Figure 3: x_1 is uniform on [-1, 1], x_2 is normal and
// hardly varies, and
//
//	y = x_1^2 + noise.
//
// The paper writes x_2 ~ N(0, 0.05), and noise of variance 0.1 as N(0, 0.1), so that 0.05 is read
// as a variance.
type Marginal struct {
	Spread float64 // standard deviation of x_2; 0 for the square root of the paper's 0.05
	Noise  float64 // standard deviation; 0 for the square root of the paper's 0.1
}

// Problem returns the toy problem, or an error about its description.
func (m Marginal) Problem() (*Problem, error) {
	said := m
	err := complete("Marginal",
		parameter{name: "Spread", value: &m.Spread, paper: math.Sqrt(0.05)},
		parameter{name: "Noise", value: &m.Noise, paper: math.Sqrt(0.1), noise: true})
	if err != nil {
		return nil, err
	}
	p := &Problem{said: said, name: "Marginal", d: 2, relevant: first(1), noise: m.Noise}
	return p.from(func(x []float64, rng *rand.Rand) {
		x[0] = 2*rng.Float64() - 1
		x[1] = m.Spread * rng.NormFloat64()
	}, func(x []float64) float64 { return x[0] * x[0] }), nil
}
