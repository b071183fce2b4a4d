// Package penalty provides functions of the derivative norms
//
//	u_a = ||d_a f||_n = sqrt(mean_i (d_a f(x_i))^2) >= 0,  a = 1, ..., d,
//
// each with its value and its prox. A penalty knows nothing of the fitted
// function but these d numbers, so that a new one is two small methods.
package penalty

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A Penalty is a function P of the d derivative norms u_a >= 0, nondecreasing in
// each. One goroutine at a time calls it.
//
// Solvers and their certificates trust Prox: a result that is wrong stops a fit
// only where it is not finite, is negative, or panics. [SuspectAround] looks for a
// Prox that does not belong to Value, and for other mistakes, as package nvsd does
// on every path.
//
// A penalty may have further methods, which package trait lists and finds. Convex()
// bool reports whether it is convex; without it, it counts as not convex. Check(d
// int) error reports what is wrong with it for d inputs. Blocks(d int) (groups
// [][]int, weights []float64, quad float64) returns its parts where it is
//
//	P(u) = sum_g weights[g] sqrt(sum_{a in groups[g]} u_a^2) + quad sum_a u_a^2,
//
// with every input in one group or more, and nil groups where it is not. Solvers end sooner
// on small problems then, and give a ratio for every group if no two share an input.
type Penalty interface {
	// Value returns P(u).
	Value(u []float64) float64
	// Prox sets dst to the minimiser over r >= 0 of 1/2 ||r-u||^2 + t P(r), for
	// u >= 0 and t >= 0. dst and u have length d and do not overlap.
	Prox(dst, u []float64, t float64)
}

// Resolve returns p with names of inputs replaced by their numbers; names holds those
// of the d inputs, in order. A penalty without names is returned as it is.
func Resolve(p Penalty, names []string) (Penalty, error) {
	if p == nil {
		return nil, fmt.Errorf("penalty: there is no penalty (nil)")
	}
	var r Resolver
	if trait.Find(p, &r) {
		return r.Resolve(names)
	}
	return p, nil
}

// A Resolver is a penalty that names inputs. Its Resolve returns the penalty with
// their numbers instead. A trait.Wrapper around a Resolver needs a Resolve of its own:
// without one, [Resolve] returns what is in it and drops the wrapper.
type Resolver interface {
	Resolve(names []string) (Penalty, error)
}
