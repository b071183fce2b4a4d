package penalty

import (
	"fmt"
	"slices"
)

// Overlapping is P(u) = sum_g p_g sqrt(sum_{a in g} u_a^2) for groups that may
// share inputs (Jenatton, Audibert and Bach 2011): the inputs that are out are a
// union of groups. Weights default to the groups' sizes, as in a GroupLasso.
type Overlapping struct {
	GroupLasso
}

func (p Overlapping) String() string { return fmt.Sprintf("Overlapping(%d groups)", p.count()) }

// Resolve returns the penalty with the members of its groups as numbers, given
// the names of the d inputs.
func (p Overlapping) Resolve(names []string) (Penalty, error) {
	var err error
	p.GroupLasso, err = p.GroupLasso.resolve(names)
	return p, err
}

// Check reports groups that leave out one of d inputs, and weights that do not
// fit them.
func (p Overlapping) Check(d int) error {
	if _, err := p.owners(d); err != nil {
		return fmt.Errorf("overlapping groups: %w", err)
	}
	return nil
}

// Prox finds r = u - sum_g v_g with dual blocks v_g, which are 0 outside g, of
// length at most t p_g, and equal to t p_g r_g/||r_g|| where r_g is not 0.
//
// The result is exact for a u that differs from the given one by rounding (in exact
// ties by at most 1e-7 of the largest norm), which the dual blocks prove. The prox is
// nonexpansive, so that this bounds the error of r too. A tolerance on the objective
// would not do: a certificate of optimality takes u - r for a subgradient at r, and an
// error of the prox would make it claim too much. Prox panics where it finds no such
// blocks. A call costs some tens of Cholesky factorisations of order d.
//
// Where groups only share inputs with those that hold them, as a tree does, the prox is that of
// one group after the other, the inner ones first (Jenatton, Mairal, Obozinski and Bach 2011,
// "Proximal methods for hierarchical sparse coding").
func (p Overlapping) Prox(dst, u []float64, t float64) {
	if order, ok := nested(p.Groups, len(u)); ok {
		copy(dst, u)
		for _, g := range order {
			shorten(dst, dst, p.Groups[g], t*p.weight(g))
		}
		return
	}
	scale := slices.Max(u)
	if scale == 0 {
		clear(dst)
		return
	}
	o := newOverlap(p.GroupLasso, u, t, scale)
	if !o.solve() {
		panic("overlapping groups: the prox did not converge")
	}
	for a, v := range u {
		dst[a] = min(v, scale*o.r[a])
	}
}
