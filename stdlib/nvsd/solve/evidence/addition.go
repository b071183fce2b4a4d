package evidence

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// An Addition is a second covariance beside the one of a process: with K and B the matrices of two
// kernels the targets have the covariance
//
//	c (K + Share B + Noise I).
type Addition struct {
	Share, Noise float64
	Gain         float64 // of log evidence over c (K + noise I) at the noise that K had without B
}

// The search for an Addition: where the logarithm of the share begins, its bounds, the first step of both
// logarithms and the last.
const (
	firstShare            = -4.0
	leastShare, mostShare = -12.0, 6.0
	firstStep, lastStep   = 2.0, 0.1
)

// Add returns the share and the noise of most evidence for the target Y and the intercept of the problem.
// K has the noise given. Where K is nil, the share is 1 and the gain is over a constant. From the first
// point it goes to the best of the four neighbours, and halves the step where none is better. A
// covariance that cannot be factored is not taken. Where none can, or not that without B, the gain is -Inf. It
// is an error if there are fewer than three observations, and if ctx ends.
func (p Problem) Add(ctx context.Context, K, B *mat.Dense, noise float64) (*Addition, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	p.Others, p.least = nil, []float64{noiseOfTies(p.Y)}
	c := newCost(p)
	at := func(share, noise float64) float64 {
		c.addition(K, B, share, noise)
		if c.likelihood() != nil {
			return math.Inf(1)
		}
		return c.value
	}
	var none float64
	shareStep := firstStep
	x := [2]float64{firstShare, math.Log(noise)}
	if K == nil {
		s := &search{problem: p, n: len(p.Y)}
		none, x[0], shareStep = s.constant(), 0, 0
	} else {
		none = at(0, noise)
	}
	best := at(math.Exp(x[0]), math.Exp(x[1]))
	for step := 1.0; step*firstStep >= lastStep; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		to := x
		for _, move := range [][2]float64{{shareStep, 0}, {-shareStep, 0}, {0, firstStep}, {0, -firstStep}} {
			there := [2]float64{
				min(max(x[0]+step*move[0], leastShare), mostShare),
				min(max(x[1]+step*move[1], leastNoise), mostNoise),
			}
			if there == x {
				continue
			}
			if value := at(math.Exp(there[0]), math.Exp(there[1])); value < best {
				best, to = value, there
			}
		}
		if to == x {
			step /= 2
		}
		x = to
	}
	if math.IsInf(best, 1) || math.IsInf(none, 1) {
		return &Addition{Gain: math.Inf(-1)}, nil
	}
	return &Addition{Share: rounded(math.Exp(x[0])), Noise: rounded(math.Exp(x[1])), Gain: none - best}, nil
}

// addition sets C to K + share B + noise I.
func (c *cost) addition(K, B *mat.Dense, share, noise float64) {
	c.lambda = noise
	for i := range c.n {
		row := c.C.Row(i)
		for j, b := range B.RawRowView(i)[i:] {
			row[i+j] = share * b
		}
		if K != nil {
			for j, k := range K.RawRowView(i)[i:] {
				row[i+j] += k
			}
		}
		row[i] += noise
	}
}
