package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// denseSize is the largest n d for which the interior point method is used.
const denseSize = 2500

// denseAfter is the number of products after which the interior point method
// costs no more than what has been spent; 0 where it cannot be used.
func (r *dualRun) denseAfter() int {
	groups, _, _ := blocksOf(r.p.Penalty, r.d)
	if groups == nil || r.n*r.d > denseSize || r.n*r.d > r.config.MaxIter/2 {
		return 0
	}
	return max(300, r.n*r.d*r.d)
}

// tryInterior takes a step from the solution of the interior point method, and
// goes on from there if it is better. Either way it is the last such attempt.
//
// Where the penalty has squares, with c = tau quad / (n nu), these are taken
// into the smooth part: with B = B' - c W the gradients are W = M' B' + g', M' =
// (I + c M)^-1 M and g' = (I + c M)^-1 g, and B' has the constraints of the norms
// alone.
func (r *dualRun) tryInterior(ctx context.Context) error {
	r.dense = 0
	r.iter += r.n * r.d
	M, g := r.matrix(ctx), mat.NewVecDense(r.n*r.d, nil)
	g.CopyVec(vec(r.g))
	groups, weights, quad := blocksOf(r.p.Penalty, r.d)
	c := r.p.Tau * quad / r.nnu
	if c > 0 && !soften(M, g, c) {
		return nil
	}
	index, radii := make([][]int, len(groups)), make([]float64, len(groups))
	for k, members := range groups {
		for i := range r.n {
			for _, a := range members {
				index[k] = append(index[k], i*r.d+a)
			}
		}
		radii[k] = r.p.Tau * weights[k] / (2 * r.nu * math.Sqrt(float64(r.n)))
	}
	ip := newInterior(M, g.RawVector().Data, index, radii)
	ip.solve(ctx, interiorTarget*r.tol*math.Max(r.best.objective, r.floor)/(2*r.nu))
	y := r.Y.RawMatrix().Data
	for i, b := range ip.B {
		y[i] = b - c*ip.W[i]
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
