package solve

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// denseSize is the largest n d for which the interior point method is used.
const denseSize = 2500

// denseAfter is the number of products after which the interior point method costs no more than
// the products so far; 0 where it cannot be used. Where groups share inputs, the prox costs
// more than a product.
func (r *dualRun) denseAfter() int {
	groups, _, _ := trait.PartsOf(r.p.Penalty, r.d)
	entries := r.n * len(slices.Concat(groups...))
	switch {
	case groups == nil || entries > denseSize || r.n*r.d > r.config.MaxIter/2:
		return 0
	case r.groups == nil:
		return 300
	}
	return max(300, r.n*r.d*r.d)
}

// tryInterior takes a step from the solution of the interior point method, and
// goes on from there if it is better. Either way it is the last such attempt.
func (r *dualRun) tryInterior(ctx context.Context) error {
	r.dense = 0
	r.iter += r.n * r.d
	if !r.interior(ctx, interiorTarget*r.tol*math.Max(r.best.objective, r.floor)/(2*r.nu)) {
		return nil
	}
	r.field(r.WY, r.trial.alpha, r.Y)
	r.iter++
	if err := r.improve(r.trial); err != nil {
		return err
	}
	if r.trial.gap < r.best.gap {
		r.best.copy(r.trial)
	}
	r.goOnFromTrial()
	return nil
}

// interior sets Y to the solution of the interior point method. It reports whether there is one.
//
// Where the penalty has squares, with c = tau quad / (n nu), these are taken
// into the smooth part: with B = B' - c W the gradients are W = M' B' + g', M' =
// (I + c M)^-1 M and g' = (I + c M)^-1 g, and B' has the constraints of the norms
// alone. Where groups share inputs, B' is the sum of a part for each group.
func (r *dualRun) interior(ctx context.Context, target float64) bool {
	M, g := r.matrix(ctx), mat.NewVecDense(r.n*r.d, nil)
	if ctx.Err() != nil {
		return false
	}
	g.CopyVec(vec(r.g))
	groups, weights, quad := trait.PartsOf(r.p.Penalty, r.d)
	c := r.p.Tau * quad / r.nnu
	if c > 0 && !soften(M, g, c) {
		return false
	}
	radii := make([]float64, len(groups))
	for k, w := range weights {
		radii[k] = r.p.Tau * w / (2 * r.nu * math.Sqrt(float64(r.n)))
	}
	index := r.places(groups)
	at, system := lists.UpTo(r.n*r.d), system(newDenseSystem(M)) // where the entries of the system are in B
	if r.groups == nil {
		var err error
		at = slices.Concat(index...)
		system, err = newParts(M, at)
		if err != nil {
			return false
		}
		entries := lists.UpTo(len(at))
		for k, part := range index {
			index[k], entries = entries[:len(part)], entries[len(part):]
		}
	}
	own := make([]float64, len(at))
	gather(own, g.RawVector().Data, at)
	ip := newInterior(system, own, index, radii)
	ip.solve(ctx, target)
	y, w := r.Y.RawMatrix().Data, make([]float64, r.n*r.d)
	clear(y)
	for j, b := range ip.B {
		y[at[j]] += b
		w[at[j]] = ip.W[j]
	}
	floats.AddScaled(y, -c, w)
	return true
}

// places returns, for each group, the places of its entries in B.
func (r *dualRun) places(groups [][]int) [][]int {
	index := make([][]int, len(groups))
	for k, members := range groups {
		for i := range r.n {
			for _, a := range members {
				index[k] = append(index[k], i*r.d+a)
			}
		}
	}
	return index
}

// interiorTarget is the part of the tolerance that the interior point method
// aims at.
const interiorTarget = 0.01

// soften replaces M and g by (I + c M)^-1 M and (I + c M)^-1 g.
func soften(M *mat.SymDense, g *mat.VecDense, c float64) bool {
	size := M.SymmetricDim()
	A := mat.NewSymDense(size, nil)
	A.ScaleSym(c, M)
	for i := range size {
		A.SetSym(i, i, A.At(i, i)+1)
	}
	var chol mat.Cholesky
	if !chol.Factorize(A) {
		return false
	}
	var S mat.Dense
	if chol.SolveTo(&S, M) != nil || chol.SolveVecTo(g, mat.VecDenseCopyOf(g)) != nil {
		return false
	}
	for i := range size {
		for j := i; j < size; j++ {
			M.SetSym(i, j, (S.At(i, j)+S.At(j, i))/2)
		}
	}
	return true
}
