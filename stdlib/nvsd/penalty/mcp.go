package penalty

import (
	"fmt"
	"math"
)

// MCP is P(u) = sum_a rho(u_a), the minimax concave penalty (Zhang 2010):
//
//	rho(u) = u - u^2/(2 Knee) for u <= Knee, Knee/2 beyond,
//
// whose slope falls from 1 at 0 to 0 at Knee, so that a large norm is not
// shrunk. Zhang's parameters lambda and gamma are tau = lambda and Knee = gamma
// lambda. It is not convex.
type MCP struct {
	Knee float64 // > 0, in the units of the norms
}

func (p MCP) String() string { return fmt.Sprintf("MCP(knee %g)", p.Knee) }

// Check reports a Knee that is not a positive number.
func (p MCP) Check(int) error { return checkPositive("MCP", "knee", p.Knee) }

// Value returns P(u).
func (p MCP) Value(u []float64) float64 {
	var sum float64
	for _, v := range u {
		v = min(v, p.Knee)
		sum += v - v*v/(2*p.Knee)
	}
	return sum
}

// Prox sets dst_a = min(u_a, max(0, u_a - t) / (1 - t/Knee)) for t < Knee. For larger
// t the objective is concave on [0, Knee]: dst_a is 0 where u_a^2 <= t Knee, and u_a
// elsewhere.
func (p MCP) Prox(dst, u []float64, t float64) {
	for a, v := range u {
		switch {
		case t < p.Knee:
			dst[a] = min(v, max(0, v-t)/((p.Knee-t)/p.Knee)) // 1 - t/Knee would cancel
		case v > math.Sqrt(t)*math.Sqrt(p.Knee):
			dst[a] = v
		default:
			dst[a] = 0
		}
	}
}

func checkPositive(penalty, name string, v float64) error {
	if !(v > 0) || math.IsInf(v, 1) {
		return fmt.Errorf("%s: the %s is %v: it must be a finite number > 0", penalty, name, v)
	}
	return nil
}
