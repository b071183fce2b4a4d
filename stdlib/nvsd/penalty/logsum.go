package penalty

import (
	"fmt"
	"math"
)

// LogSum is P(u) = sum_a log(1 + u_a/Eps) (Candes, Wakin and Boyd 2008). As Eps
// falls, it tends to a multiple of the number of norms that are not 0. It is not
// convex.
type LogSum struct {
	Eps float64 // > 0, in the units of the norms
}

func (p LogSum) String() string { return fmt.Sprintf("LogSum(eps %g)", p.Eps) }

// Check reports an Eps that is not a positive number.
func (p LogSum) Check(int) error { return checkPositive("log-sum", "eps", p.Eps) }

// Value returns P(u).
func (p LogSum) Value(u []float64) float64 {
	var sum float64
	for _, v := range u {
		sum += math.Log1p(v / p.Eps)
	}
	return sum
}

// Prox sets dst_a to the larger root r of (r - u_a)(r + Eps) + t = 0, or to 0 where
// there is no root or 0 is no worse.
func (p LogSum) Prox(dst, u []float64, t float64) {
	for a, v := range u {
		dst[a] = 0
		square := (v+p.Eps)*(v+p.Eps) - 4*t
		if square < 0 {
			continue
		}
		root := math.Sqrt(square)
		r := (v - p.Eps + root) / 2
		if v < p.Eps { // the same without cancellation
			r = 2 * (v*p.Eps - t) / (p.Eps - v + root)
		}
		// Up to t = Eps^2 the objective is convex, with one stationary point.
		if r > 0 && (t <= p.Eps*p.Eps || r*(v-r/2) > t*math.Log1p(r/p.Eps)) {
			dst[a] = min(r, v)
		}
	}
}
