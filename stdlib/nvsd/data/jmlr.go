package data

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// A JMLRModel is a function of Rosasco, Villa, Mosci, Santoro and Verri, Nonparametric
// sparsity and regularization, JMLR 2013, Table 1.
type JMLRModel string

const (
	// JMLRAdditive is sum_{a<=4} x_a^2. The paper has d = 40 and n = 100.
	JMLRAdditive JMLRModel = "additive"
	// JMLRPairs is sum_{a<b<=4} x_a x_b. The paper has d = 40.
	JMLRPairs JMLRModel = "2way"
	// JMLRTriple is (x_1 x_2 x_3)^2. The paper has d = 40.
	JMLRTriple JMLRModel = "3way"
	// JMLRRadial is (1/pi) r exp(-r), r = x_1^2 + x_2^2. The paper has d = 20.
	JMLRRadial JMLRModel = "radial"
)

// signalToNoise is the variance of f over that of the noise, in section 6.3.2.
const signalToNoise = 15

// JMLR draws n observations of a model. The d inputs are uniform on [-2, 2]. The target is the
// model's function of the first ones, with Gaussian noise of a fifteenth of its variance.
func JMLR(model JMLRModel, n, d int, seed uint64) (*Frame, error) {
	f, relevant, variance := model.function()
	switch {
	case f == nil:
		return nil, fmt.Errorf("data: JMLR: %q is no model: take data.JMLRAdditive, JMLRPairs, JMLRTriple or JMLRRadial", string(model))
	case d < relevant:
		return nil, fmt.Errorf("data: JMLR, %s: %d inputs are asked for: it has %d that matter", model, d, relevant)
	}
	return generate("JMLR "+string(model), n, d, math.Sqrt(variance/signalToNoise), seed, func(x []float64, rng *rand.Rand) float64 {
		for a := range x {
			x[a] = 4*rng.Float64() - 2
		}
		return f(x)
	})
}

// function returns the function of a model, how many inputs it has, and its variance.
func (m JMLRModel) function() (f func(x []float64) float64, inputs int, variance float64) {
	const (
		second = 4.0 / 3  // E x^2
		fourth = 16.0 / 5 // E x^4
	)
	switch m {
	case JMLRAdditive:
		return func(x []float64) float64 {
			sum := 0.0
			for _, v := range x[:4] {
				sum += v * v
			}
			return sum
		}, 4, 4 * (fourth - second*second)
	case JMLRPairs:
		return func(x []float64) float64 {
			sum := 0.0
			for a := range 4 {
				for b := a + 1; b < 4; b++ {
					sum += x[a] * x[b]
				}
			}
			return sum
		}, 4, 6 * second * second
	case JMLRTriple:
		return func(x []float64) float64 {
			p := x[0] * x[1] * x[2]
			return p * p
		}, 3, fourth*fourth*fourth - math.Pow(second, 6)
	case JMLRRadial:
		return func(x []float64) float64 {
			r := x[0]*x[0] + x[1]*x[1]
			return r * math.Exp(-r) / math.Pi
		}, 2, radialVariance()
	}
	return nil, 0, 0
}

// radialVariance returns E f^2 - (E f)^2. It follows from the moments m_k(c) =
// E x^2k exp(-c x^2), which integration by parts gives from the first one.
func radialVariance() float64 {
	moments := func(c float64) (m [3]float64) {
		edge := math.Exp(-4*c) / (2 * c)
		m[0] = math.Sqrt(math.Pi/c) / 4 * math.Erf(2*math.Sqrt(c))
		m[1] = m[0]/(2*c) - edge
		m[2] = 3*m[1]/(2*c) - edge*4
		return m
	}
	one, two := moments(1), moments(2)
	mean := 2 * one[1] * one[0]
	square := 2*two[2]*two[0] + 2*two[1]*two[1]
	return (square - mean*mean) / (math.Pi * math.Pi)
}
