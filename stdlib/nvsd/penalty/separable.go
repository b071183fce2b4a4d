package penalty

import (
	"fmt"
	"math"
)

// Separable returns P(u) = sum_a rho(u_a) for a function rho of one norm that is
// finite and nondecreasing, with rho(0) = 0. Its prox is computed from values of rho
// alone, to about 10 digits where rho is smooth. It counts as nonconvex unless wrapped
// by [Convex].
func Separable(rho func(u float64) float64) Penalty { return separable{rho} }

type separable struct {
	rho func(u float64) float64
}

func (separable) String() string { return "Separable" }

// Check tries rho on a range of norms, and reports where it is not 0 at 0, not
// finite, or decreasing.
func (p separable) Check(int) (err error) {
	if p.rho == nil {
		return fmt.Errorf("separable penalty: there is no function (nil)")
	}
	var u float64
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("separable penalty: the function panics at %g: %v", u, cause)
		}
	}()
	last, at := p.rho(0), 0.0
	if !(math.Abs(last) <= 1e-12) {
		return fmt.Errorf("separable penalty: the function is %g at 0, it must be 0 there: subtract that", last)
	}
	for u = 1e-6; u < 1e4; u *= 1.25 {
		value := p.rho(u)
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return fmt.Errorf("separable penalty: the function is %g at %g, it must be finite", value, u)
		}
		if value < last-1e-12*math.Abs(last) {
			return fmt.Errorf("separable penalty: the function falls from %g at %g to %g at %g, it must not decrease", last, at, value, u)
		}
		last, at = value, u
	}
	return nil
}

// Value returns P(u).
func (p separable) Value(u []float64) float64 {
	var sum float64
	for _, v := range u {
		sum += p.rho(v)
	}
	return sum
}

// Prox sets dst_a to the best point found in [0, u_a], or to NaN where rho is
// not finite.
func (p separable) Prox(dst, u []float64, t float64) {
	for a, v := range u {
		dst[a] = scalarProx(p.rho, v, t)
	}
}

// Blocks returns no groups: the penalty is no sum of block norms.
func (separable) Blocks(int) (groups [][]int, weights []float64, quad float64) { return nil, nil, 0 }
