package penalty

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// Suspect looks for a sign that the Prox of p is not that of its Value, or that
// a p declared to be convex is not: at the norms u (all >= 0) and the step t, it
// compares what Prox returns with a few other points. It returns nil where it
// finds none, and else an error that shows the better point. It calls Value some
// 8 d times and Prox once: cheap enough to be done once in every fit, with norms
// and a step that occurred in it.
func Suspect(p Penalty, u []float64, t float64) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the penalty %v panics at norms %.4g and step %.4g: %v", p, u, t, cause)
		}
	}()
	r := make([]float64, len(u))
	p.Prox(r, slices.Clone(u), t)
	objective := func(at []float64) float64 {
		sum := t * p.Value(slices.Clone(at))
		for a, v := range at {
			sum += (v - u[a]) * (v - u[a]) / 2
		}
		return sum
	}
	best := objective(r)
	var size float64 // of what is rounded
	for _, v := range u {
		size += v * v
	}
	// The values are rounded, squares of the smallest norms to next to nothing, and
	// a prox found by iteration is less than exact.
	const smallest = 0x1p-1022
	slack := 1e-9*(math.Abs(best)+size) + smallest
	try := func(at []float64) error {
		there := objective(at)
		if !(there >= best-slack) {
			return fmt.Errorf("the Prox of the penalty %v is not that of its Value: at norms %.4g and step %.4g it returns %.4g, where 1/2 ||r-u||^2 + t P(r) is %.6g, and %.4g has %.6g",
				p, u, t, r, best, at, there)
		}
		var apart float64
		for a, v := range at {
			apart += (v - r[a]) * (v - r[a]) / 2
		}
		if trait.IsConvex(p) && there < best+apart-slack {
			return fmt.Errorf("the Prox of the penalty %v is not that of its Value, or it is not convex as it says: at norms %.4g and step %.4g it returns %.4g, and 1/2 ||r-u||^2 + t P(r) is %.3g more at %.4g, which for a convex penalty would be %.3g at least",
				p, u, t, r, there-best, at, apart)
		}
		return nil
	}
	at := slices.Clone(u)
	if err := try(at); err != nil {
		return err
	}
	for _, part := range []float64{0, 0.5, 0.9, 1.1} {
		for a, v := range r {
			at[a] = part * v
		}
		if err := try(at); err != nil {
			return err
		}
	}
	copy(at, r)
	for a, v := range r {
		for _, other := range []float64{0, v / 2, 0.9 * v, 0.98 * v, 1.02 * v, 1.1 * v, (v + u[a]) / 2, u[a]} {
			at[a] = other
			if err := try(at); err != nil {
				return err
			}
		}
		at[a] = v
	}
	return nil
}
