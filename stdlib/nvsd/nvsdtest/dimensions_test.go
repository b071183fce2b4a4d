package nvsdtest_test

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/nvsdtest"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// lastly is an elastic net but for the last norm, for which it has a function and
// its prox.
type lastly struct {
	rho  func(u float64) float64
	prox func(u, t float64) float64
}

func (lastly) Convex() bool { return true }

func (p lastly) Value(u []float64) float64 {
	last := len(u) - 1
	return penalty.ElasticNet{Mu: 0.5}.Value(u[:last]) + p.rho(u[last])
}

func (p lastly) Prox(dst, u []float64, t float64) {
	last := len(u) - 1
	penalty.ElasticNet{Mu: 0.5}.Prox(dst[:last], u[:last], t)
	dst[last] = p.prox(u[last], t)
}

// together is an elastic net, and what a function of the first and the last norm
// adds.
type together struct {
	penalty.ElasticNet
	of func(u, v float64) float64
}

func (p together) Value(u []float64) float64 {
	return p.ElasticNet.Value(u) + p.of(u[0], u[len(u)-1])
}

// misblocked is a lasso whose last block has another weight.
type misblocked struct{ penalty.Lasso }

func (p misblocked) Blocks(d int) (groups [][]int, weights []float64, quad float64) {
	groups, weights, quad = p.Lasso.Blocks(d)
	weights[d-1] *= 1.001
	return groups, weights, quad
}

// TestWrongPenaltiesInManyInputs: what is wrong with one or two norms is found among
// 18 as it is among 5, at several seeds.
func TestWrongPenaltiesInManyInputs(t *testing.T) {
	bend := func(u float64) float64 { return min(u, 1) }
	for name, c := range map[string]struct {
		p    penalty.Penalty
		want string
	}{
		"a weight below 0": {lastly{func(u float64) float64 { return -0.1 * u }, func(u, t float64) float64 { return u + 0.1*t }}, "Value does not fall"},
		"a hill": {lastly{func(u float64) float64 { return (u-0.1)*(u-0.1) - 0.01 }, func(u, t float64) float64 { return (u + 0.2*t) / (1 + 2*t) }},
			"Value does not fall"},
		"a bend": {lastly{bend, func(u, t float64) float64 {
			dst := make([]float64, 1)
			penalty.Separable(bend).Prox(dst, []float64{u}, t)
			return dst[0]
		}}, "Value is convex"},
		"a product of two":      {together{penalty.ElasticNet{Mu: 0.9}, func(u, v float64) float64 { return u * v }}, "Value is convex"},
		"the distance of two":   {together{penalty.ElasticNet{Mu: 0.5}, func(u, v float64) float64 { return 2 * math.Abs(u-v) }}, "Value does not fall"},
		"a prox of a long step": {lastly{func(u float64) float64 { return u }, func(u, t float64) float64 { return max(0, u-1.01*t) }}, "Prox is no worse than"},
		"a hard threshold": {lastly{func(u float64) float64 { return u }, func(u, t float64) float64 {
			if u < t {
				return 0
			}
			return u
		}}, "Prox is firmly nonexpansive"},
		"a block of another weight": {misblocked{}, "Blocks add up"},
	} {
		for _, d := range []int{5, 18} {
			for seed := range uint64(5) {
				fails(t, name, nvsdtest.Penalty(c.p, d, nvsdtest.Seed(seed)), c.want, "")
			}
		}
	}
}

// TestWrongKernelsInManyInputs: so is what is wrong with a derivative by one input,
// also of kernels that are narrow for points so far apart.
func TestWrongKernelsInManyInputs(t *testing.T) {
	for _, width := range []float64{0.3, 1, 5} {
		right := kern.Gaussian{Width: kern.Sigma(width)}
		for name, c := range map[string]struct {
			k    kern.Kernel
			want string
		}{
			"an entry of the gradient": {broken{Kernel: right, grad: func(dst, x, z []float64) {
				right.Grad(dst, x, z)
				dst[len(dst)-1] *= 1.001
			}}, "Grad is the gradient"},
			"an entry off the diagonal": {broken{Kernel: right, mixed: func(dst, x, z []float64) {
				right.Mixed(dst, x, z)
				dst[1] *= 1.01
			}}, "Mixed is transposed"},
			"an entry of the diagonal": {broken{Kernel: right, mixed: func(dst, x, z []float64) {
				right.Mixed(dst, x, z)
				dst[len(dst)-1] *= 1.01
			}}, "Mixed is the derivative"},
		} {
			for _, d := range []int{5, 18} {
				for seed := range uint64(3) {
					fails(t, name, nvsdtest.Kernel(c.k, d, nvsdtest.Seed(seed)), c.want, "")
				}
			}
		}
	}
}
