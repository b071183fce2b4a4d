package data

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// UAI describes the experiments E1, E2 and E3 of Gregorova, Kalousis and Marchand-Maillet,
// Structured nonlinear variable selection, UAI 2018, section 5.1. There are 18 inputs, of which
// x1, x2, x3, x7, x8 and x9 matter.
//
//	E1  independent standard normal inputs in six groups of three, and
//	    y = sum_{i<=j<=k in 1..3} x_i x_j x_k + sum_{q<=r<=s in 7..9} x_q x_r x_s + noise
//	E2  standard normal inputs in correlated pairs, and
//	    y = (x_1 + x_2 + x_3)^3 + (x_7 + x_8 + x_9)^3 + noise
//	E3  three noisy measurements of each of six standard normal z, and
//	    y = 10 (z_1^2 + z_3^2) exp(-2 (z_1^2 + z_3^2)) + noise
//
// The paper writes its noises as N(0, 0.01) and N(0, 0.1) and does not say whether these are
// variances. They are read as standard deviations, which reproduces its tables best. It
// correlates the irrelevant inputs of E2 in pairs that it does not name: here x4 with x10, x5
// with x11, x6 with x12, x13 with x16, x14 with x17 and x15 with x18, besides the pairs x1 with
// x7, x2 with x8 and x3 with x9 that it does name.
type UAI struct {
	Experiment int // 1, 2 or 3

	Noise            float64 // standard deviation of the target's noise; 0 for the paper's 0.01
	Correlation      float64 // of the pairs of E2, below 1; 0 for the paper's 0.95
	MeasurementNoise float64 // standard deviation of the measurements of E3; 0 for the paper's 0.1
}

// Problem returns the experiment, or an error about its description.
//
// Its function F is the expected target given the inputs. In E3 the target depends on z and
// not on its measurements, so that F averages over what z may be; even an exact F leaves an
// error that is larger than Noise.
func (u UAI) Problem() (*Problem, error) {
	said := u
	name := fmt.Sprintf("E%d", u.Experiment)
	err := complete("UAI",
		parameter{name: "Noise", value: &u.Noise, paper: 0.01, noise: true},
		parameter{name: "Correlation", value: &u.Correlation, paper: 0.95, least: -1},
		parameter{name: "MeasurementNoise", value: &u.MeasurementNoise, paper: 0.1, noise: true})
	if err != nil {
		return nil, err
	}
	if u.Correlation >= 1 {
		return nil, fmt.Errorf("data: UAI: Correlation is %v: it must be below 1", u.Correlation)
	}
	p := &Problem{said: said, name: name, d: 18, relevant: []int{0, 1, 2, 6, 7, 8}, noise: u.Noise}
	switch u.Experiment {
	case 1:
		p.groups = blocks(6, 3)
		return p.from(normals, func(x []float64) float64 { return cubic(x[0:3]) + cubic(x[6:9]) }), nil
	case 2:
		return p.from(u.pairs, func(x []float64) float64 {
			return math.Pow(x[0]+x[1]+x[2], 3) + math.Pow(x[6]+x[7]+x[8], 3)
		}), nil
	case 3:
		p.groups = blocks(6, 3)
		p.draw, p.f = u.measure, u.expected
		return p, nil
	}
	return nil, fmt.Errorf("data: UAI: there is no experiment %d: Experiment is 1, 2 or 3", u.Experiment)
}

// normals draws independent standard normal inputs.
func normals(x []float64, rng *rand.Rand) {
	for a := range x {
		x[a] = rng.NormFloat64()
	}
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

// pairs draws the inputs of E2.
func (u UAI) pairs(x []float64, rng *rand.Rand) {
	rho := u.Correlation
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
}

// Hidden returns the true z of experiment E3, n x 6, of which the inputs of Draw(n, seed) are noisy measurements. The first
// three inputs of row i measure z_1 of row i, the next three z_2, and so on. Other experiments have none, which is an error.
func (u UAI) Hidden(n int, seed uint64) (*mat.Dense, error) {
	p, err := u.Problem()
	switch {
	case err != nil:
		return nil, err
	case u.Experiment != 3:
		return nil, fmt.Errorf("data: UAI: the inputs of %s are not measured with noise: E3 alone has hidden ones", p.name)
	}
	var drawn []float64
	p.draw = func(x []float64, rng *rand.Rand) float64 {
		var z [6]float64
		y := u.measureAt(&z, x, rng)
		drawn = append(drawn, z[:]...)
		return y
	}
	_, err = p.Draw(n, seed)
	if err != nil {
		return nil, err
	}
	return mat.NewDense(n, 6, drawn), nil
}

// measure draws the measured inputs of E3, and returns the target at the true ones.
func (u UAI) measure(x []float64, rng *rand.Rand) float64 {
	return u.measureAt(new([6]float64), x, rng)
}

// measureAt is measure, and sets z to the true inputs.
func (u UAI) measureAt(z *[6]float64, x []float64, rng *rand.Rand) float64 {
	for i := range z {
		z[i] = rng.NormFloat64()
		for j := range 3 {
			x[3*i+j] = z[i] + u.MeasurementNoise*rng.NormFloat64()
		}
	}
	s := z[0]*z[0] + z[2]*z[2]
	return 10 * s * math.Exp(-2*s)
}

// expected returns the expected target of E3. Given three measurements of deviation s and mean
// x, z is normal of mean x / (1 + s^2/3) and variance v = (s^2/3) / (1 + s^2/3). The expectations
// of exp(-2 z^2) and z^2 exp(-2 z^2) are those of 1 and z^2 under a normal distribution with
// the mean and the variance divided by 1 + 4 v, times the former.
func (u UAI) expected(x []float64) float64 {
	spread := u.MeasurementNoise * u.MeasurementNoise / 3
	v := spread / (1 + spread)
	moments := func(x []float64) (one, square float64) {
		m := (x[0] + x[1] + x[2]) / 3 / (1 + spread)
		narrow := 1 + 4*v
		one = math.Exp(-2*m*m/narrow) / math.Sqrt(narrow)
		return one, one * (v/narrow + m*m/(narrow*narrow))
	}
	one1, square1 := moments(x[0:3])
	one3, square3 := moments(x[6:9])
	return 10 * (square1*one3 + one1*square3)
}

// E1 draws n observations of experiment E1 of [UAI]: independent standard normal inputs,
//
//	y = sum_{i<=j<=k in 1..3} x_i x_j x_k + sum_{q<=r<=s in 7..9} x_q x_r x_s + noise.
func E1(n int, seed uint64) (*Frame, error) { return experiment(1, n, seed) }

// E2 draws n observations of experiment E2 of [UAI]: standard normal inputs in pairs of
// correlation 0.95,
//
//	y = (x_1 + x_2 + x_3)^3 + (x_7 + x_8 + x_9)^3 + noise.
func E2(n int, seed uint64) (*Frame, error) { return experiment(2, n, seed) }

// E3 draws n observations of experiment E3 of [UAI]: three noisy measurements of each of
// six standard normal z, and
//
//	y = 10 (z_1^2 + z_3^2) exp(-2 (z_1^2 + z_3^2)) + noise.
func E3(n int, seed uint64) (*Frame, error) { return experiment(3, n, seed) }

func experiment(k, n int, seed uint64) (*Frame, error) {
	p, err := UAI{Experiment: k}.Problem()
	return drawn(p, err, n, seed)
}
