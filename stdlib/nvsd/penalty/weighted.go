package penalty

import (
	"fmt"
	"math"
)

// WeightedLasso is P(u) = sum_a Weights_a u_a. With the weights 1/u_a^gamma, u the norms
// of a first fit, it is the adaptive lasso (Zou 2006). An input of weight 0 is not
// penalised. An input whose first norm is 0 has no finite weight: leave it out of the
// data.
type WeightedLasso struct {
	Weights []float64 // length d, >= 0
}

func (p WeightedLasso) String() string { return fmt.Sprintf("WeightedLasso(%.4g)", p.Weights) }

// Convex returns true: the penalty is convex.
func (WeightedLasso) Convex() bool { return true }

// Check reports weights that are not d finite numbers >= 0.
func (p WeightedLasso) Check(d int) error {
	if len(p.Weights) != d {
		return fmt.Errorf("weighted lasso: %d weights for %d inputs", len(p.Weights), d)
	}
	for a, w := range p.Weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("weighted lasso: the weight of input %d is %v: it must be a finite number >= 0", a, w)
		}
	}
	return nil
}

// Value returns P(u).
func (p WeightedLasso) Value(u []float64) float64 {
	var sum float64
	for a, v := range u {
		sum += p.Weights[a] * v
	}
	return sum
}

// Prox sets dst_a = max(0, u_a - t Weights_a).
func (p WeightedLasso) Prox(dst, u []float64, t float64) {
	for a, v := range u {
		dst[a] = max(0, v-t*p.Weights[a])
	}
}

// Blocks returns every input as a group with its weight.
func (p WeightedLasso) Blocks(d int) (groups [][]int, weights []float64, quad float64) {
	groups, _ = singletons(d)
	return groups, p.Weights, 0
}
