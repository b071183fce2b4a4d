package penalty

import (
	"fmt"
	"math"
)

// GroupLasso is P(u) = sum_g p_g sqrt(sum_{a in g} u_a^2) (UAI 2018 eq. 4) for
// groups that are a partition of the inputs 0, ..., d-1.
type GroupLasso struct {
	Groups  [][]int
	Weights []float64 // p_g >= 0; nil means the groups' sizes
}

func (p GroupLasso) String() string { return fmt.Sprintf("GroupLasso(%d groups)", len(p.Groups)) }

// Convex reports that the penalty is convex.
func (GroupLasso) Convex() bool { return true }

// Check reports groups that are no partition of d inputs, and weights that do
// not fit them.
func (p GroupLasso) Check(d int) error {
	if len(p.Groups) == 0 {
		return fmt.Errorf("group lasso: no groups: give a partition of the %d inputs", d)
	}
	if p.Weights != nil && len(p.Weights) != len(p.Groups) {
		return fmt.Errorf("group lasso: %d weights for %d groups", len(p.Weights), len(p.Groups))
	}
	owner := make([]int, d)
	for g, members := range p.Groups {
		if len(members) == 0 {
			return fmt.Errorf("group lasso: group %d is empty", g)
		}
		for _, a := range members {
			switch {
			case a < 0 || a >= d:
				return fmt.Errorf("group lasso: group %d names input %d, the inputs are 0 to %d", g, a, d-1)
			case owner[a] == g+1:
				return fmt.Errorf("group lasso: group %d names input %d twice", g, a)
			case owner[a] > 0:
				return fmt.Errorf("group lasso: input %d is in groups %d and %d: groups may not overlap", a, owner[a]-1, g)
			}
			owner[a] = g + 1
		}
		if w := p.weight(g); !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("group lasso: the weight of group %d is %v: it must be a finite number >= 0", g, w)
		}
	}
	for a, g := range owner {
		if g == 0 {
			return fmt.Errorf("group lasso: input %d is in no group", a)
		}
	}
	return nil
}

func (p GroupLasso) weight(g int) float64 {
	if p.Weights == nil {
		return float64(len(p.Groups[g]))
	}
	return p.Weights[g]
}

// Value returns P(u).
func (p GroupLasso) Value(u []float64) float64 {
	var sum float64
	for g, members := range p.Groups {
		sum += p.weight(g) * norm(u, members)
	}
	return sum
}

// Prox shortens the part of u in every group by t p_g, or to 0.
func (p GroupLasso) Prox(dst, u []float64, t float64) {
	for g, members := range p.Groups {
		length, cut := norm(u, members), t*p.weight(g)
		for _, a := range members {
			if length <= cut {
				dst[a] = 0
			} else {
				dst[a] = u[a] * (1 - cut/length)
			}
		}
	}
}

// Blocks returns the groups with their weights.
func (p GroupLasso) Blocks(int) (groups [][]int, weights []float64, quad float64) {
	for g := range p.Groups {
		weights = append(weights, p.weight(g))
	}
	return p.Groups, weights, 0
}

func norm(u []float64, members []int) float64 {
	var sum float64
	for _, a := range members {
		sum += u[a] * u[a]
	}
	return math.Sqrt(sum)
}
