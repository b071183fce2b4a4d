package solve

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// An inverse is (I + c M)^-1 for every c >= 0. Operators keep those that were
// made for them.
type inverse interface {
	// apply replaces x (length n d) by (I + c M)^-1 x.
	apply(ctx context.Context, m *reduced, x []float64, c float64)
}

type inverseKey struct {
	ridgeKey
	how Inner
}

// inverseOf returns the operator's inverse, made now if this is the first time.
func (r *reduced) inverseOf(ctx context.Context, how Inner) (inverse, error) {
	key := inverseKey{r.key, how}
	if known, ok := r.op.inverses.Load(key); ok {
		return known.(inverse), nil
	}
	if how == ConjugateGradients {
		made := newDeflated(ctx, r)
		if ctx.Err() == nil {
			r.op.inverses.Store(key, made)
		}
		return made, nil
	}
	made, err := newEigenInverse(ctx, r)
	if err == nil && ctx.Err() == nil {
		r.op.inverses.Store(key, made)
	}
	return made, err
}

// eigenInverse is M = V' diag(m) V.
type eigenInverse struct {
	V *symmetric.Matrix // the eigenvectors are its rows
	m []float64
}

func newEigenInverse(ctx context.Context, r *reduced) (*eigenInverse, error) {
	size := r.n * r.d
	if err := fits("the eigenvectors of ADMM", 32*float64(size)*float64(size), r.n, r.d, "let ADMM solve S1 by ConjugateGradients"); err != nil {
		return nil, err
	}
	e := &eigenInverse{V: symmetric.Of(r.matrix(ctx))}
	if ctx.Err() != nil {
		return e, nil // the run ends before it is used
	}
	var err error
	e.m, err = e.V.Eigen()
	if err != nil {
		return nil, errNoSpectrum(err)
	}
	for i, v := range e.m {
		e.m[i] = max(v, 0)
	}
	return e, nil
}

// errNoSpectrum is the error of an operator M whose eigenvalues cannot be found.
func errNoSpectrum(cause error) error {
	return fmt.Errorf("solve: ADMM: the eigendecomposition of the dual operator: %w: solve S1 by ConjugateGradients", cause)
}

func (e *eigenInverse) apply(_ context.Context, _ *reduced, x []float64, c float64) {
	z := make([]float64, len(x))
	e.V.MulVec(z, x)
	for i, m := range e.m {
		z[i] /= 1 + c*m
	}
	e.V.MulVecTrans(x, z)
}

// deflated solves by conjugate gradients, preconditioned by the largest
// eigenvalues m of M and their vectors V: with mu the least of them, what is left
// to do has eigenvalues between 1 and 1 + c mu.
type deflated struct {
	V *mat.Dense // n d x rank, orthonormal columns
	m []float64  // rising
}

const (
	deflatedRank  = 60
	innerSolved   = 1e-3 // by how much an S1 reduces its residual
	innerProducts = 1000
)

// newDeflated finds the eigenvalues in the range of M on random vectors (Halko,
// Martinsson and Tropp 2011, sec. 5.3).
func newDeflated(ctx context.Context, r *reduced) *deflated {
	size := r.n * r.d
	rank := min(deflatedRank, size/4)
	if rank == 0 {
		return &deflated{}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	in, alpha := mat.NewDense(r.n, r.d, nil), make([]float64, r.n)
	var basis [][]float64
	for range rank {
		for i := range in.RawMatrix().Data {
			in.RawMatrix().Data[i] = rng.NormFloat64()
		}
		out := make([]float64, size)
		r.curve(mat.NewDense(r.n, r.d, out), alpha, in)
		before := floats.Norm(out, 2)
		for range 2 { // twice is enough to be orthogonal
			for _, q := range basis {
				floats.AddScaled(out, -floats.Dot(q, out), q)
			}
		}
		norm := floats.Norm(out, 2)
		if norm <= 1e-10*before || ctx.Err() != nil {
			break // the range is spanned
		}
		floats.Scale(1/norm, out)
		basis = append(basis, out)
	}
	if len(basis) == 0 {
		return &deflated{}
	}
	T := mat.NewSymDense(len(basis), nil)
	Q := mat.NewDense(size, len(basis), nil)
	for j, q := range basis {
		if ctx.Err() != nil {
			return &deflated{} // the run ends before it is used
		}
		Q.SetCol(j, q)
		r.curve(in, alpha, mat.NewDense(r.n, r.d, q))
		for i, p := range basis[:j+1] {
			T.SetSym(i, j, floats.Dot(p, in.RawMatrix().Data))
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(T, true) {
		return &deflated{}
	}
	var U mat.Dense
	eig.VectorsTo(&U)
	e := &deflated{V: mat.NewDense(size, len(basis), nil), m: eig.Values(nil)}
	e.V.Mul(Q, &U)
	for i, v := range e.m {
		e.m[i] = math.Max(v, 0)
	}
	return e
}

func (e *deflated) apply(ctx context.Context, r *reduced, x []float64, c float64) {
	b := append([]float64(nil), x...)
	alpha := make([]float64, r.n)
	conjugate(ctx, x, b, func(dst, src []float64) {
		r.curve(mat.NewDense(r.n, r.d, dst), alpha, mat.NewDense(r.n, r.d, src))
		for i, v := range src {
			dst[i] = v + c*dst[i]
		}
	}, func(dst, src []float64) { e.precondition(dst, src, c) }, innerSolved, innerProducts)
}

// precondition sets dst = src - V (I - diag((1 + c mu)/(1 + c m))) V' src.
func (e *deflated) precondition(dst, src []float64, c float64) {
	copy(dst, src)
	if e.V == nil {
		return
	}
	var z mat.VecDense
	z.MulVec(e.V.T(), mat.NewVecDense(len(src), src))
	for i, m := range e.m {
		z.SetVec(i, z.AtVec(i)*((1+c*e.m[0])/(1+c*m)-1))
	}
	to := mat.NewVecDense(len(dst), dst)
	var add mat.VecDense
	add.MulVec(e.V, &z)
	to.AddVec(to, &add)
}
