package solve

import (
	"cmp"
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// whitened are coordinates z of the functions in which all of the problem but the
// penalty is a sum of squares, and gradients do not mix: with theta = T z the
// orthonormal coordinates (see [factors]),
//
//	E(f) = ||z||^2/2 - <b, z> + ||y||^2/n,  Df = G z,  G'G = diag(s).
//
// They depend on the points, the ridge and the intercept only; operators keep them.
type whitened struct {
	*factors
	T *mat.Dense // r x r
	G *mat.Dense // nd x r, rows ordered like those of [vec]
	N *mat.Dense // n x r, V T: the values
	s []float64  // r
}

// newWhitened makes T = A^(-1/2) U, A = 2 (V'V/n + nu I) the second derivative of
// E in theta, U the eigenvectors of A^(-1/2) C'C A^(-1/2). With the singular value
// decomposition V = Q S Z', A^(-1/2) is (I - Z diag(c) Z')/sqrt(2 nu), c = 1 -
// sqrt(n nu/(S^2 + n nu)). It is nil where ctx ends.
func newWhitened(ctx context.Context, m *reduced) (*whitened, error) {
	size := m.n * (m.d + 1)
	if err := fits("the coordinates of ADMM", MatrixBytes(size), m.n, m.d, "let ADMM solve S1 by ConjugateGradients"); err != nil {
		return nil, err
	}
	f := m.op.factors(ctx, m.key.intercept)
	if f == nil {
		return nil, nil
	}
	r, p := f.dims()
	var svd mat.SVD
	if !svd.Factorize(f.V.T(), mat.SVDThin) {
		return nil, errNoSpectrum(errors.New("its singular values were not found"))
	}
	var Z, ZC mat.Dense
	svd.UTo(&Z)
	ZC.CloneFrom(&Z)
	for k, s := range svd.Values(nil) {
		part := s * s / (s*s + m.nnu)
		c := part / (1 + math.Sqrt(m.nnu/(s*s+m.nnu)))
		for i := range r {
			ZC.Set(i, k, c*Z.At(i, k))
		}
	}
	var root, G mat.Dense
	root.Mul(&ZC, Z.T())
	root.Scale(-1, &root)
	for k := range r {
		root.Set(k, k, 1+root.At(k, k))
	}
	root.Scale(1/math.Sqrt(2*m.nnu/float64(m.n)), &root)
	G.Mul(f.C, root.Slice(0, p, 0, r))
	GG := mat.NewSymDense(r, nil)
	GG.SymOuterK(1, G.T())
	if ctx.Err() != nil {
		return nil, nil
	}
	U := symmetric.Of(GG)
	values, err := U.Eigen()
	if err != nil {
		return nil, errNoSpectrum(err)
	}
	w := &whitened{factors: f, T: new(mat.Dense), G: new(mat.Dense), N: new(mat.Dense), s: values}
	w.T.Mul(&root, U.Dense().T())
	w.G.Mul(&G, U.Dense().T())
	w.N.Mul(f.V, w.T)
	for k, s := range w.s {
		w.s[k] = max(s, 0)
	}
	return w, nil
}

// whitenedKey is the key under which an operator keeps whitened coordinates.
type whitenedKey struct{ ridgeKey }

func (r *reduced) whitened(ctx context.Context) (*whitened, error) {
	key := whitenedKey{r.key}
	if known, ok := r.op.inverses.Load(key); ok {
		return known.(*whitened), nil
	}
	w, err := newWhitened(ctx, r)
	if w != nil {
		r.op.inverses.Store(key, w)
	}
	return w, err
}

// apply replaces x by (I + c M)^-1 x, with M = 2 nu GG'.
func (w *whitened) apply(_ context.Context, m *reduced, x []float64, c float64) {
	kappa := 2 * c * m.nnu / float64(m.n)
	var bent, take mat.VecDense
	bent.MulVec(w.G.T(), asVec(x))
	for k, s := range w.s {
		bent.SetVec(k, bent.AtVec(k)*kappa/(1+kappa*s))
	}
	take.MulVec(w.G, &bent)
	floats.Sub(x, take.RawVector().Data)
}

// coordinateStep solves S1 in whitened coordinates, where it is a division:
// (1 + kappa s) z = b + kappa G'Psi. Nothing passes through coefficients, which
// are huge where the Gram matrix is all but singular.
type coordinateStep struct {
	exact    *exactStep
	whitened *whitened
	b, z     []float64
	bend     []float64 // work, length r
}

func newCoordinateStep(ctx context.Context, exact *exactStep) (*coordinateStep, error) {
	w, err := exact.reduced.whitened(ctx)
	if w == nil {
		return nil, cmp.Or(err, ctx.Err())
	}
	exact.inverse = w
	c := &coordinateStep{exact: exact, whitened: w}
	c.b, c.z, c.bend = make([]float64, len(w.s)), make([]float64, len(w.s)), make([]float64, len(w.s))
	asVec(c.b).MulVec(w.N.T(), mat.NewVecDense(c.exact.n, c.exact.target))
	floats.Scale(2/float64(c.exact.n), c.b)
	return c, nil
}

// asVec returns z as a vector, without a copy.
func asVec(z []float64) *mat.VecDense { return mat.NewVecDense(len(z), z) }

func (c *coordinateStep) kappa() float64 { return c.exact.kappa() }

func (c *coordinateStep) begin(f *iterate, alpha []float64, B *mat.Dense) {
	if B != nil {
		f.B.Copy(B)
	}
	c.of(c.z, f.B)
	c.show(f)
}

// of sets z to the minimiser of E(f) + <u, Df> with u = -2 nu B.
func (c *coordinateStep) of(z []float64, B *mat.Dense) {
	asVec(z).MulVec(c.whitened.G.T(), vec(B))
	floats.Scale(2*c.exact.ridge, z)
	floats.Add(z, c.b)
}

// show sets all of f but B.
func (c *coordinateStep) show(f *iterate) {
	vec(f.W).MulVec(c.whitened.G, asVec(c.z))
	mat.NewVecDense(c.exact.n, f.rest).MulVec(c.whitened.N, asVec(c.z))
	floats.SubTo(f.rest, c.exact.target, f.rest)
	floats.ScaleTo(f.alpha, 1/c.exact.nnu, f.rest)
}

func (c *coordinateStep) solve(_ context.Context, f *iterate, Psi *mat.Dense, kappa float64) {
	c.exact.step.Sub(Psi, f.W)
	asVec(c.bend).MulVec(c.whitened.G.T(), vec(c.exact.step))
	for k, s := range c.whitened.s {
		c.z[k] += (c.b[k] - c.z[k] + kappa*c.bend[k]) / (1 + kappa*s)
	}
	c.show(f)
	f.B.Sub(Psi, f.W)
	f.B.Scale(kappa/(2*c.exact.ridge), f.B)
}

// function returns the theta that belongs to the multiplier -2 nu B, and sets W, rest
// and alpha.
func (c *coordinateStep) function(x *point, rest []float64) (theta []float64) {
	c.of(c.bend, x.B)
	theta = make([]float64, len(c.bend))
	asVec(theta).MulVec(c.whitened.T, asVec(c.bend))
	vec(x.W).MulVec(c.whitened.G, asVec(c.bend))
	mat.NewVecDense(c.exact.n, rest).MulVec(c.whitened.N, asVec(c.bend))
	floats.SubTo(rest, c.exact.target, rest)
	floats.ScaleTo(x.alpha, 1/c.exact.nnu, rest)
	return theta
}
