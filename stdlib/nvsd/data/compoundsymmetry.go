package data

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/integrate/quad"
)

// CompoundSymmetry describes the simulations of Signoretto, Pelckmans, De Lathauwer and Suykens,
// Improved non-parametric sparse recovery with data matched penalties, section VI.A: four blocks
// of Size inputs, of which the first one of each matters. In block l
//
//	x_j = (w_j + t u_l) / (1 + t),  w_j and u_l independent and uniform on [0, 1],
//
// so that inputs of a block have the correlation t^2 / (1 + t^2), and by (17) there
//
//	y = 6 g_1(x_1) + 6 g_2(x_{1+Size}) + 3 g_3(x_{1+2 Size}) + 3 g_4(x_{1+3 Size}) + noise
//	g_1(z) = z,  g_2(z) = (2 z - 1)^2,  g_3(z) = s / (2 - s),
//	g_4(z) = 0.1 s + 0.2 c + 0.3 s^2 + 0.4 c^3 + 0.5 s^3,  s = sin(2 pi z), c = cos(2 pi z).
//
// The paper's Table II has (n, Size, SNR) of (40, 5, 6), (100, 10, 3), (100, 20, 10) and
// (200, 25, 6), each with T of 1.5, 3 and 4.5. It does not say whether Var f is the population's
// or the sample's; here it is the population's.
type CompoundSymmetry struct {
	Size int     // inputs of a block; 0 for 10
	T    float64 // 0 for 1.5
	SNR  float64 // Var f / Var noise; 0 for 3, NoNoise for none
}

// Problem returns the simulation, or an error about its description.
func (q CompoundSymmetry) Problem() (*Problem, error) {
	said := q
	const name, count = "CompoundSymmetry", 4
	if q.Size == 0 {
		q.Size = 10
	}
	if q.Size < 1 {
		return nil, fmt.Errorf("data: %s: Size is %d: a block has at least one input", name, q.Size)
	}
	err := complete(name, parameter{name: "T", value: &q.T, paper: 1.5}, ratio(&q.SNR, 3))
	if err != nil {
		return nil, err
	}
	p := &Problem{said: said, name: name, d: count * q.Size, groups: blocks(count, q.Size)}
	variance := 0.0
	g := components()
	for l, g := range g {
		p.relevant = append(p.relevant, l*q.Size)
		variance += q.variance(g)
	}
	p.noise = math.Sqrt(variance / q.SNR)
	return p.from(func(x []float64, rng *rand.Rand) {
		for l := range count {
			u := rng.Float64()
			for j := range q.Size {
				x[l*q.Size+j] = (rng.Float64() + q.T*u) / (1 + q.T)
			}
		}
	}, func(x []float64) float64 {
		sum := 0.0
		for l, g := range g {
			sum += g(x[l*q.Size])
		}
		return sum
	}), nil
}

// components returns the functions of the four relevant inputs, with their factors.
func components() [4]func(z float64) float64 {
	return [...]func(z float64) float64{
		func(z float64) float64 { return 6 * z },
		func(z float64) float64 { return 6 * (2*z - 1) * (2*z - 1) },
		func(z float64) float64 {
			s := math.Sin(2 * math.Pi * z)
			return 3 * s / (2 - s)
		},
		func(z float64) float64 {
			s, c := math.Sincos(2 * math.Pi * z)
			return 3 * (0.1*s + 0.2*c + 0.3*s*s + 0.4*c*c*c + 0.5*s*s*s)
		},
	}
}

// variance returns the variance of a component.
func (q CompoundSymmetry) variance(g func(z float64) float64) float64 {
	const nodes = 60 // for an error near rounding: the components are analytic
	mean := func(of func(v float64) float64) float64 {
		return quad.Fixed(func(w float64) float64 {
			return quad.Fixed(func(u float64) float64 { return of(g((w + q.T*u) / (1 + q.T))) }, 0, 1, nodes, nil, 0)
		}, 0, 1, nodes, nil, 0)
	}
	m := mean(func(v float64) float64 { return v })
	return mean(func(v float64) float64 { return (v - m) * (v - m) })
}
