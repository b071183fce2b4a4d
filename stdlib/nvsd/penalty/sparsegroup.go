package penalty

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// SparseGroup is P(u) = Mu sum_a u_a + (1-Mu) sum_g p_g sqrt(sum_{a in g} u_a^2),
// with Mu in [0, 1], the sparse group lasso (Simon et al. 2013). It takes whole groups
// out, and single inputs of the groups that are in.
type SparseGroup struct {
	GroupLasso
	Mu float64
}

func (p SparseGroup) String() string {
	return fmt.Sprintf("SparseGroup(mu %g, %d groups)", p.Mu, p.count())
}

// Resolve returns the penalty with the members of its groups as numbers, given
// the names of the d inputs.
func (p SparseGroup) Resolve(names []string) (Penalty, error) {
	var err error
	p.GroupLasso, err = p.GroupLasso.resolve(names)
	return p, err
}

// Check reports a Mu outside [0, 1], and the errors of a group lasso.
func (p SparseGroup) Check(d int) error {
	if err := (ElasticNet{p.Mu}).Check(d); err != nil {
		return fmt.Errorf("sparse group: mu is %v, it must be in [0, 1]", p.Mu)
	}
	return p.GroupLasso.Check(d)
}

// Value returns P(u).
func (p SparseGroup) Value(u []float64) float64 {
	return p.Mu*Lasso{}.Value(u) + (1-p.Mu)*p.GroupLasso.Value(u)
}

// Prox applies the prox of the lasso part, then that of the groups.
func (p SparseGroup) Prox(dst, u []float64, t float64) {
	Lasso{}.Prox(dst, u, t*p.Mu)
	p.GroupLasso.Prox(dst, dst, t*(1-p.Mu)) // it may work in place
}

// Blocks returns the groups, and every input as a group of its own.
func (p SparseGroup) Blocks(d int) (groups [][]int, weights []float64, quad float64) {
	groups, weights, _ = p.GroupLasso.Blocks(d)
	floats.Scale(1-p.Mu, weights)
	alone, one, _ := Lasso{}.Blocks(d)
	floats.Scale(p.Mu, one)
	return slices.Concat(groups, alone), append(weights, one...), 0
}
