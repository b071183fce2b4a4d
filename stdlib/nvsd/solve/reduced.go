package solve

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// ridgeKey is the part of a problem that the operator M depends on.
type ridgeKey struct {
	nu        float64
	intercept bool
	spectral  bool // its inverse is that of the spectrum
}

// reduced is the problem with alpha eliminated by stationarity. The gradients
// are then affine in B,
//
//	W = M B + g,  M = L - D (K + n nu I)^-1 D',  g = D (K + n nu I)^-1 y,
//
// and none of this depends on tau. With an intercept K, D' and y are centred.
type reduced struct {
	ctx context.Context // with its end, products end and mean nothing
	ridgeInverse
	n, d  int
	y     []float64 // centred with an intercept
	root  []float64 // the roots of the weights of values, in whose coordinates all is; nil without
	steep []float64 // and of gradients
	v     []float64 // work
}

// A ridgeInverse maps r to the alpha of (K + n nu I) alpha = r, both without their part along the constants that are free.
type ridgeInverse struct {
	op     *Operator
	key    ridgeKey
	nnu    float64
	factor *symmetric.Factor // of K + n nu I; nil where the spectrum serves
	spec   *spectrum         // nil where the factor serves
	blocks *blockInverse     // of several functions, in the place of both; nil for one
}

// newReduced returns the reduced problem, whose products have no end but their own.
func newReduced(p *Problem) (*reduced, error) {
	r := posed(context.Background(), p)
	return r, r.invert(p.TauRidge)
}

// posed is the reduced problem without the inverse that its products need.
func posed(ctx context.Context, p *Problem) *reduced {
	n, d := p.Op.Dims()
	r := &reduced{ctx: ctx, n: n, d: d, y: append([]float64(nil), p.Y...), v: make([]float64, n),
		ridgeInverse: ridgeInverse{op: p.Op.evenRows(), key: ridgeKey{nu: p.Ridge(), intercept: p.Intercept}, nnu: float64(n) * p.Ridge()}}
	if w := p.Op.weighting; w != nil {
		r.root, r.steep = w.root, w.steep
		floats.Mul(r.y, r.root)
	}
	r.center(r.y)
	return r
}

// invert uses a factor for a ridge that is the same at every tau, and the spectrum
// where every tau has a ridge of its own, or there is no ridge.
func (r *ridgeInverse) invert(tauRidge bool) (err error) {
	if r.op.several != nil {
		return r.invertBlocks(tauRidge)
	}
	if !tauRidge && r.key.nu > 0 {
		r.factor = r.op.regularised.of(r.op.train.kernel(), r.op.constant, r.key)
	}
	if r.factor == nil {
		r.key.spectral = true
		r.spec, err = r.op.spectrum(r.key.intercept)
	}
	return err
}

// center takes the part along the constant from v where there is an intercept.
func (r *ridgeInverse) center(v []float64) {
	switch {
	case r.op.several != nil:
		r.op.several.center(v, r.key.intercept)
	case r.key.intercept:
		r.op.constant.center(v)
	}
}

// solve sets alpha for the right-hand side v, which it overwrites.
func (r *ridgeInverse) solve(alpha, v []float64) {
	r.center(v)
	switch {
	case r.blocks != nil:
		r.blocks.solve(alpha, v)
	case r.factor != nil:
		copy(alpha, v)
		r.factor.Solve(alpha)
	default:
		r.spec.solve(alpha, v, r.nnu)
	}
	r.center(alpha)
}

// checkWarm reports a warm start with coefficients for another problem.
func (r *reduced) checkWarm(warm *Solution) error {
	if rows, cols := warm.B.Dims(); rows != r.n || cols != r.d || len(warm.Alpha) != r.n {
		return fmt.Errorf("solve: the warm start is for %d x %d coefficients, the problem has %d x %d", rows, cols, r.n, r.d)
	}
	return nil
}

// field sets W = M B + g and alpha = (K + n nu I)^-1 (y - D'B).
func (r *reduced) field(W *mat.Dense, alpha []float64, B *mat.Dense) {
	if r.ctx.Err() != nil {
		return
	}
	r.op.train.fromB(r.ctx, r.v, W, B)
	floats.SubTo(r.v, r.y, r.v)
	r.eliminate(W, alpha, B)
}

// curve sets W = M B.
func (r *reduced) curve(W *mat.Dense, alpha []float64, B *mat.Dense) {
	if r.ctx.Err() != nil {
		return
	}
	r.op.train.fromB(r.ctx, r.v, W, B)
	floats.Scale(-1, r.v)
	r.eliminate(W, alpha, B)
}

// eliminate sets alpha = (K + n nu I)^-1 v and completes W with its part.
func (r *reduced) eliminate(W *mat.Dense, alpha []float64, B *mat.Dense) {
	r.solve(alpha, r.v)
	r.op.train.finish(r.ctx, W, alpha, B)
	r.op.withoutSum(W)
}

// matrix forms M (nd x nd) by one product for each column.
func (r *reduced) matrix(ctx context.Context) *mat.SymDense {
	size := r.n * r.d
	M := mat.NewSymDense(size, nil)
	unit, column, alpha := mat.NewDense(r.n, r.d, nil), mat.NewDense(r.n, r.d, nil), make([]float64, r.n)
	for j := 0; j < size && ctx.Err() == nil; j++ {
		unit.RawMatrix().Data[j] = 1
		r.curve(column, alpha, unit)
		unit.RawMatrix().Data[j] = 0
		for i, v := range column.RawMatrix().Data[:j+1] {
			M.SetSym(i, j, v)
		}
	}
	return M
}

const (
	powerSteps  = 24
	powerMargin = 1.02 // the power method approaches from below
)

// largest estimates the largest eigenvalue of M by the power method, once for each
// operator and nu. The estimate may be a little too small: solvers that rely on it check
// it (see dualRun.tooLong).
func (r *reduced) largest(ctx context.Context) float64 {
	r.op.mu.Lock()
	known, ok := r.op.curvature[r.key]
	r.op.mu.Unlock()
	if ok {
		return known
	}
	rng := rand.New(rand.NewPCG(1, 1))
	B, W := mat.NewDense(r.n, r.d, nil), mat.NewDense(r.n, r.d, nil)
	for i := range r.n {
		for a := range r.d {
			B.Set(i, a, rng.NormFloat64())
		}
	}
	alpha := make([]float64, r.n)
	var top float64
	for range powerSteps {
		norm := mat.Norm(B, 2)
		if norm == 0 {
			break
		}
		B.Scale(1/norm, B)
		r.curve(W, alpha, B)
		if ctx.Err() != nil {
			return max(top, 1) // the run will end before it matters
		}
		top = max(top, mat.Norm(W, 2))
		B, W = W, B
	}
	top *= powerMargin
	r.op.mu.Lock()
	defer r.op.mu.Unlock()
	r.op.curvature[r.key] = top
	return top
}
