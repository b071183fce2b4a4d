package data

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Interactions describes the studies of the JMLR paper (see [JMLRModel]) over n, d and the number
// of relevant inputs, sections 6.2.1 and 6.2.2: inputs that are uniform and independent on
// [-Half, Half],
//
//	y = lambda sum_{a<b<=Relevant} c_ab x_a x_b + noise
//
// with noise of variance 1, and lambda such that Var f / Var noise is SNR. The coefficients are
// uniform between Low and High. They belong to the problem: its seed draws them, and all Frames
// of the problem share them. The paper does not say whether its repetitions do; give each
// repetition its own Seed to draw them anew.
//
//	Interactions{D: 10, Relevant: 2}                        a curve of Figures 5 and 6: D 10 to 40, Relevant 2 to 6
//	Interactions{Relevant: 4, Low: 1, High: 1}              Figure 4, over nu
//	Interactions{Relevant: 2, Low: 1, High: 1, SNR: 3}      Figure 7, over the degree of the kernel
type Interactions struct {
	D        int // inputs; 0 for 20
	Relevant int // at least 2; 0 for 4

	Low, High float64 // of the coefficients; both 0 for the paper's 0.5 and 1
	Half      float64 // 0 for the paper's 1
	SNR       float64 // Var f / Var noise; 0 for the paper's 15, NoNoise for none
	Seed      uint64  // of the coefficients
}

// Problem returns the study, or an error about its description.
func (q Interactions) Problem() (*Problem, error) {
	said := q
	const name = "Interactions"
	if q.Relevant == 0 {
		q.Relevant = 4
	}
	if q.Relevant < 2 {
		return nil, fmt.Errorf("data: %s: Relevant is %d: an interaction has two inputs", name, q.Relevant)
	}
	d, err := dimensions(name, q.D, 20, q.Relevant)
	if err != nil {
		return nil, err
	}
	if err := complete(name, parameter{name: "Half", value: &q.Half, paper: 1}, ratio(&q.SNR, 15)); err != nil {
		return nil, err
	}
	draw, err := coefficients(name, q.Low, q.High, q.Seed)
	if err != nil {
		return nil, err
	}
	var c []float64
	variance := 0.0 // the products of two inputs are uncorrelated, each of variance (Half^2 / 3)^2
	for range q.Relevant * (q.Relevant - 1) / 2 {
		v := draw()
		c = append(c, v)
		variance += v * v * math.Pow(q.Half, 4) / 9
	}
	p := &Problem{said: said, name: name, d: d, relevant: first(q.Relevant)}
	lambda := p.scale(variance, q.SNR)
	return p.from(cube(q.Half), func(x []float64) float64 {
		sum, k := 0.0, 0
		for a := range q.Relevant {
			for b := a + 1; b < q.Relevant; b++ {
				sum += c[k] * x[a] * x[b]
				k++
			}
		}
		return lambda * sum
	}), nil
}

// scale sets the noise to a variance of 1, and returns the factor that gives a function of the
// given variance the ratio snr of the variances. Without noise the factor is 1.
func (p *Problem) scale(variance, snr float64) float64 {
	if math.IsInf(snr, 1) {
		return 1
	}
	p.noise = 1
	return math.Sqrt(snr / variance)
}

// coefficients returns a function that draws coefficients between low and high.
func coefficients(generator string, low, high float64, seed uint64) (func() float64, error) {
	if low == 0 && high == 0 {
		low, high = 0.5, 1
	}
	if !(low <= high) || !finite(low) || !finite(high) || low <= 0 && high >= 0 {
		return nil, fmt.Errorf("data: %s: the coefficients are from Low = %v to High = %v: give numbers of which no coefficient between them is 0", generator, low, high)
	}
	rng := rand.New(rand.NewPCG(seed, stream))
	return func() float64 { return low + (high-low)*rng.Float64() }, nil
}
