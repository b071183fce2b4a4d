package data

import (
	"fmt"
	"math"
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

// JMLRTable describes the simulations of section 6.3.2 of that paper: d inputs that are uniform
// and independent on [-Half, Half],
//
//	y = f(x) + noise,
//
// with a Model f of the first inputs. The paper has a signal-to-noise ratio of 15:1 and does not
// define it; here it is Var f / Var noise.
type JMLRTable struct {
	Model JMLRModel
	D     int     // inputs; 0 for the paper's 40, and 20 of the radial model
	Half  float64 // 0 for the paper's 2
	SNR   float64 // Var f / Var noise; 0 for the paper's 15, NoNoise for none
}

// Problem returns the simulation, or an error about its description.
func (t JMLRTable) Problem() (*Problem, error) {
	said := t
	f, relevant, variance := t.Model.function()
	if f == nil {
		return nil, fmt.Errorf("data: JMLR: %q is no model: take data.JMLRAdditive, JMLRPairs, JMLRTriple or JMLRRadial", string(t.Model))
	}
	paper := 40
	if t.Model == JMLRRadial {
		paper = 20
	}
	name := "JMLR, " + string(t.Model)
	d, err := dimensions(name, t.D, paper, relevant)
	if err != nil {
		return nil, err
	}
	if err := complete(name, parameter{name: "Half", value: &t.Half, paper: 2}, ratio(&t.SNR, 15)); err != nil {
		return nil, err
	}
	p := &Problem{said: said, name: "JMLR " + string(t.Model), d: d, relevant: first(relevant), noise: math.Sqrt(variance(t.Half) / t.SNR)}
	return p.from(cube(t.Half), f), nil
}

// ratio is the parameter of a signal-to-noise ratio.
func ratio(snr *float64, paper float64) parameter {
	return parameter{name: "SNR", value: snr, paper: paper, noise: true, none: math.Inf(1)}
}

// JMLR draws n observations of a model of [JMLRTable]. The d inputs are uniform on [-2, 2]. The
// target is the model's function of the first ones, with Gaussian noise of a fifteenth of its
// variance.
func JMLR(model JMLRModel, n, d int, seed uint64) (*Frame, error) {
	if d == 0 {
		d = -1 // as an argument, 0 leaves nothing open
	}
	p, err := JMLRTable{Model: model, D: d}.Problem()
	return drawn(p, err, n, seed)
}

// function returns the function of a model, the number of its inputs, and its variance
// where they are uniform on [-h, h].
func (m JMLRModel) function() (f func(x []float64) float64, inputs int, variance func(h float64) float64) {
	second := func(h float64) float64 { return h * h / 3 }          // E x^2
	fourth := func(h float64) float64 { return math.Pow(h, 4) / 5 } // E x^4
	switch m {
	case JMLRAdditive:
		return func(x []float64) float64 {
			sum := 0.0
			for _, v := range x[:4] {
				sum += v * v
			}
			return sum
		}, 4, func(h float64) float64 { return 4 * (fourth(h) - second(h)*second(h)) }
	case JMLRPairs:
		return func(x []float64) float64 {
			sum := 0.0
			for a := range 4 {
				for b := a + 1; b < 4; b++ {
					sum += x[a] * x[b]
				}
			}
			return sum
		}, 4, func(h float64) float64 { return 6 * second(h) * second(h) }
	case JMLRTriple:
		return func(x []float64) float64 {
			p := x[0] * x[1] * x[2]
			return p * p
		}, 3, func(h float64) float64 { return math.Pow(fourth(h), 3) - math.Pow(second(h), 6) }
	case JMLRRadial:
		return func(x []float64) float64 {
			r := x[0]*x[0] + x[1]*x[1]
			return r * math.Exp(-r) / math.Pi
		}, 2, radialVariance
	}
	return nil, 0, nil
}

// radialVariance returns E f^2 - (E f)^2 on [-h, h]^2. It follows from the moments m_k(c) =
// E x^2k exp(-c x^2), which integration by parts gives from the first one.
func radialVariance(h float64) float64 {
	moments := func(c float64) (m [3]float64) {
		edge := math.Exp(-c*h*h) / (2 * c)
		m[0] = math.Sqrt(math.Pi/c) / (2 * h) * math.Erf(math.Sqrt(c)*h)
		m[1] = m[0]/(2*c) - edge
		m[2] = 3*m[1]/(2*c) - edge*h*h
		return m
	}
	one, two := moments(1), moments(2)
	mean := 2 * one[1] * one[0]
	square := 2*two[2]*two[0] + 2*two[1]*two[1]
	return (square - mean*mean) / (math.Pi * math.Pi)
}
