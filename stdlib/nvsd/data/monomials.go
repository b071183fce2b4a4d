package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Monomials describes the study of the JMLR paper (see [JMLRModel]) over the number of relevant
// features, section 6.2.2 and Figure 8: inputs that are uniform and independent on [-Half, Half],
// of which three matter,
//
//	y = lambda sum_{k<=Features} c_k m_k(x) + noise
//
// with noise of variance 1 and lambda such that Var f / Var noise is SNR. The m_k are drawn from
// the nine monomials of degree 1 and 2 of x_1, x_2 and x_3, such that all three inputs and a
// monomial of degree 2 are among them. The paper leaves the distribution of the coefficients
// open; they are uniform between Low and High, as in its other studies ([Interactions]). Monomials
// and coefficients belong to the problem, whose Seed draws them.
type Monomials struct {
	Features int // 2 to 9
	D        int // inputs; 0 for the paper's 10

	Low, High float64 // of the coefficients; both 0 for 0.5 and 1
	Half      float64 // 0 for the paper's 1
	SNR       float64 // Var f / Var noise; 0 for the paper's 3, NoNoise for none
	Seed      uint64  // of monomials and coefficients
}

// A monomial is x_a or x_a x_b.
type monomial struct{ a, b int }

// linear is the second index of a monomial of degree 1.
const linear = -1

// Problem returns the study, or an error about its description.
func (q Monomials) Problem() (*Problem, error) {
	said := q
	const name, relevant = "Monomials", 3
	all := []monomial{{0, linear}, {1, linear}, {2, linear}, {0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}
	if q.Features < 2 || q.Features > len(all) {
		return nil, fmt.Errorf("data: %s: Features is %d: three inputs have 2 to %d monomials of degree 1 and 2 that involve them all", name, q.Features, len(all))
	}
	d, err := dimensions(name, q.D, 10, relevant)
	if err != nil {
		return nil, err
	}
	if err := complete(name, parameter{name: "Half", value: &q.Half, paper: 1}, ratio(&q.SNR, 3)); err != nil {
		return nil, err
	}
	draw, err := coefficients(name, q.Low, q.High, q.Seed)
	if err != nil {
		return nil, err
	}
	chosen := choose(all, q.Features, rand.New(rand.NewPCG(q.Seed, stream+1)))
	c := make([]float64, len(chosen))
	variance := 0.0 // the monomials are uncorrelated
	for k, m := range chosen {
		c[k] = draw()
		variance += c[k] * c[k] * m.variance(q.Half)
	}
	p := &Problem{said: said, name: name, d: d, relevant: first(relevant)}
	lambda := p.scale(variance, q.SNR)
	return p.from(cube(q.Half), func(x []float64) float64 {
		sum := 0.0
		for k, m := range chosen {
			sum += c[k] * m.value(x)
		}
		return lambda * sum
	}), nil
}

// choose draws k of the monomials until three inputs and a monomial of degree 2 are among them.
func choose(all []monomial, k int, rng *rand.Rand) []monomial {
	for {
		chosen := make([]monomial, k)
		for i, j := range rng.Perm(len(all))[:k] {
			chosen[i] = all[j]
		}
		var used [3]bool
		quadratic := false
		for _, m := range chosen {
			used[m.a] = true
			if m.b != linear {
				used[m.b], quadratic = true, true
			}
		}
		if quadratic && !slices.Contains(used[:], false) {
			return chosen
		}
	}
}

func (m monomial) value(x []float64) float64 {
	if m.b == linear {
		return x[m.a]
	}
	return x[m.a] * x[m.b]
}

// variance returns the variance of the monomial of uniform inputs on [-h, h].
func (m monomial) variance(h float64) float64 {
	switch m.b {
	case linear:
		return h * h / 3
	case m.a:
		return math.Pow(h, 4) * 4 / 45
	}
	return math.Pow(h, 4) / 9
}
