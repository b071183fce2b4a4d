package penalty

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// Scaled is Factor * P for another penalty P: JMLR 2013 eq. 5 has twice the
// lasso.
type Scaled struct {
	Factor float64 // >= 0
	P      Penalty
}

func (p Scaled) String() string { return fmt.Sprintf("%g %v", p.Factor, p.P) }

// Convex reports whether P says that it is convex.
func (p Scaled) Convex() bool { return trait.IsConvex(p.P) }

// Resolve resolves P.
func (p Scaled) Resolve(names []string) (Penalty, error) {
	var err error
	p.P, err = Resolve(p.P, names)
	return p, err
}

// Check reports a factor that is negative or not finite, and the errors of P.
func (p Scaled) Check(d int) error {
	if !(p.Factor >= 0) || math.IsInf(p.Factor, 1) {
		return fmt.Errorf("scaled penalty: the factor is %v: it must be a finite number >= 0", p.Factor)
	}
	return check(p.P, d)
}

// Value returns Factor P(u).
func (p Scaled) Value(u []float64) float64 { return p.Factor * p.P.Value(u) }

// Prox computes the prox of P with the step Factor t.
func (p Scaled) Prox(dst, u []float64, t float64) { p.P.Prox(dst, u, p.Factor*t) }

// Blocks returns the parts of P times Factor, or no groups where P is no sum of
// block norms.
func (p Scaled) Blocks(d int) (groups [][]int, weights []float64, quad float64) {
	groups, weights, quad = trait.PartsOf(p.P, d)
	scaled := make([]float64, len(weights))
	for g, w := range weights {
		scaled[g] = p.Factor * w
	}
	return groups, scaled, p.Factor * quad
}
