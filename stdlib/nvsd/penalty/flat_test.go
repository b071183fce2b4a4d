package penalty_test

import (
	"math"
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// TestFlat: flat are those whose prox leaves some of a small norm at any step.
func TestFlat(t *testing.T) {
	huber := func(delta float64) func(float64) float64 {
		return func(u float64) float64 {
			if u < delta {
				return u * u / (2 * delta)
			}
			return u - delta/2
		}
	}
	all := []int{0, 1, 2}
	for _, c := range []struct {
		name string
		p    penalty.Penalty
		want []int
	}{
		{"lasso", penalty.Lasso{}, nil},
		{"log-sum", penalty.LogSum{Eps: 10}, nil},
		{"MCP", penalty.MCP{Knee: 0.01}, nil},
		{"SCAD", penalty.SCAD{Knee: 0.5, A: 3.7}, nil},
		{"root", penalty.Separable(math.Sqrt), nil},
		{"nearly a ridge", penalty.ElasticNet{Mu: 1e-3}, nil},
		{"groups", penalty.Groups([][]int{{0, 2}, {1}}), nil},
		{"largest norm", largest{}, nil},
		{"saturating", penalty.Separable(func(u float64) float64 { return 1 - math.Exp(-u/100) }), nil},
		{"ridge", penalty.ElasticNet{}, all},
		{"Huber", penalty.Separable(huber(0.1)), all},
		{"wide Huber, convex", penalty.Convex(penalty.Separable(huber(50))), all},
		{"smooth root", penalty.Separable(func(u float64) float64 { return math.Sqrt(u*u+0.01) - 0.1 }), all},
		{"power", penalty.Separable(func(u float64) float64 { return math.Pow(u, 1.5) }), all},
		{"nothing", penalty.Scaled{Factor: 0, P: penalty.Lasso{}}, all},
		{"a weight of 0", penalty.WeightedLasso{Weights: []float64{1, 0, 2}}, []int{1}},
	} {
		for _, unit := range []float64{0.01, 1, 100} {
			if got := penalty.Flat(c.p, []float64{unit, 2 * unit, 3 * unit}); !slices.Equal(got, c.want) {
				t.Errorf("%s, norms of %g: %d, want %d", c.name, unit, got, c.want)
			}
		}
	}
}

// largest is a penalty of the largest norm.
type largest struct{}

func (largest) Value(u []float64) float64        { return slices.Max(u) }
func (largest) Prox(dst, u []float64, t float64) { copy(dst, u) }
