package evidence

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A point is what the evidence is a function of.
type point struct {
	logW     []float64 // log w_a; -Inf for an input that is left out
	logNoise float64   // log lambda
}

func (p point) clone() point {
	p.logW = append([]float64(nil), p.logW...)
	return p
}

// errNotDefinite is that of a covariance which is singular to float64.
var errNotDefinite = errors.New("evidence: the covariance of the targets is not positive definite in float64")

// A cost is -log evidence of a problem as a function of a point, with the memory that
// it is computed in.
type cost struct {
	Problem
	n, d    int
	squares *mat.Dense    // x_ia^2
	Z       *mat.Dense    // x_ia w_a
	C       *mat.SymDense // K + lambda kappa(0) I
	inverse *mat.SymDense
	factor  mat.Cholesky
	M       *mat.Dense // kappa', then the weights M of the slopes; above the diagonal
	MX      *mat.Dense
	a       []float64 // P y
	u       []float64 // C^-1 1
	r       []float64
	lambda  float64 // times kappa(0)
	q       float64 // y'P y

	value float64   // -log evidence
	slope []float64 // its derivatives by w_a^2
	noise float64   // and by log lambda
}

func newCost(p Problem) *cost {
	n, d := p.X.Dims()
	c := &cost{
		Problem: p, n: n, d: d,
		squares: mat.NewDense(n, d, nil), Z: mat.NewDense(n, d, nil), MX: mat.NewDense(n, d, nil),
		C: mat.NewSymDense(n, nil), inverse: mat.NewSymDense(n, nil), M: mat.NewDense(n, n, nil),
		a: make([]float64, n), u: make([]float64, n), r: make([]float64, n), slope: make([]float64, d),
	}
	c.squares.MulElem(p.X, p.X)
	return c
}

// free is m, the number of directions of y that the evidence is of.
func (c *cost) free() float64 {
	if c.Intercept {
		return float64(c.n - 1)
	}
	return float64(c.n)
}

// evaluate finds the value at a point,
//
//	(m/2) (1 + log(2 pi y'Py / m)) + (1/2) log det C [+ (1/2) log(1'C^-1 1 / n)],
//
// with C = K + lambda kappa(0) I and, where there is an intercept, P = C^-1 - C^-1 1 1'C^-1 /
// (1'C^-1 1) and m = n - 1; else P = C^-1, m = n and no last term.
func (c *cost) evaluate(at point) error {
	c.covariance(at)
	if !c.factor.Factorize(c.C) {
		return errNotDefinite
	}
	if err := c.solve(c.a, c.Y); err != nil {
		return err
	}
	m := c.free()
	c.value = c.factor.LogDet() / 2
	if c.Intercept {
		for i := range c.r {
			c.r[i] = 1
		}
		if err := c.solve(c.u, c.r); err != nil {
			return err
		}
		total := floats.Sum(c.u)
		if !(total > 0) {
			return errNotDefinite
		}
		floats.AddScaled(c.a, -floats.Sum(c.a)/total, c.u)
		c.value += math.Log(total/float64(c.n)) / 2
	}
	c.q = floats.Dot(c.Y, c.a)
	if !(c.q > 0) || math.IsInf(c.value, 0) || math.IsNaN(c.value) {
		return errNotDefinite
	}
	c.value += m / 2 * (1 + math.Log(2*math.Pi*c.q/m))
	return nil
}

// solve sets x = C^-1 b; a bad condition shows in what is found with it.
func (c *cost) solve(x, b []float64) error {
	return conditioned(c.factor.SolveVecTo(mat.NewVecDense(c.n, x), mat.NewVecDense(c.n, b)))
}

// conditioned is err where it is more than the warning of a bad condition.
func conditioned(err error) error {
	if _, warned := errors.AsType[mat.Condition](err); warned {
		return nil
	}
	return err
}

// covariance sets C and, above the diagonal of M, kappa'.
func (c *cost) covariance(at point) {
	for i := range c.n {
		x, z := c.X.RawRowView(i), c.Z.RawRowView(i)
		c.r[i] = 0
		for a, logW := range at.logW {
			z[a] = x[a] * math.Exp(logW)
			c.r[i] += z[a] * z[a] / 2
		}
	}
	C := c.C.RawSymmetric()
	blas64.Syrk(blas.NoTrans, -1, c.Z.RawMatrix(), 0, C)
	top, first, _ := c.Kernel.AtHalfSquare(0)
	c.lambda = math.Exp(at.logNoise) * top
	for i := range c.n {
		row, firsts := C.Data[i*C.Stride:][:c.n], c.M.RawRowView(i)
		row[i], firsts[i] = top+c.lambda, first
		for j := i + 1; j < c.n; j++ {
			row[j], firsts[j], _ = c.Kernel.AtHalfSquare(math.Max(row[j]+c.r[i]+c.r[j], 0))
		}
	}
}

// slopes finds the derivatives at the point that was evaluated last: with W = P - m a a'/q,
// a = P y, q = y'P y, M_ij = W_ij kappa'_ij and r = M 1,
//
//	by w_b^2        (1/2) (sum_i x_ib^2 r_i - (X'MX)_bb),
//	by log lambda   (lambda kappa(0) / 2) tr W.
func (c *cost) slopes() error {
	if err := conditioned(c.factor.InverseTo(c.inverse)); err != nil {
		return err
	}
	W := c.inverse.RawSymmetric()
	if c.Intercept {
		blas64.Syr(-1/floats.Sum(c.u), vector(c.u), W)
	}
	blas64.Syr(-c.free()/c.q, vector(c.a), W)
	var trace float64
	clear(c.r)
	for i := range c.n {
		w, m := W.Data[i*W.Stride:][:c.n], c.M.RawRowView(i)
		trace += w[i]
		m[i] *= w[i]
		c.r[i] += m[i]
		for j := i + 1; j < c.n; j++ {
			m[j] *= w[j]
			c.r[i] += m[j]
			c.r[j] += m[j]
		}
	}
	c.noise = c.lambda / 2 * trace
	M := c.M.RawMatrix()
	blas64.Symm(blas.Left, 1, blas64.Symmetric{Uplo: blas.Upper, N: c.n, Stride: M.Stride, Data: M.Data}, c.X.RawMatrix(), 0, c.MX.RawMatrix())
	clear(c.slope)
	for i, r := range c.r {
		x, mx, square := c.X.RawRowView(i), c.MX.RawRowView(i), c.squares.RawRowView(i)
		for b := range c.slope {
			c.slope[b] += (square[b]*r - x[b]*mx[b]) / 2
		}
	}
	return nil
}

func vector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Inc: 1, Data: v} }

// residuals returns the leave-one-out residuals a_i / P_ii at a point.
func (c *cost) residuals(at point) ([]float64, error) {
	if err := c.evaluate(at); err != nil {
		return nil, err
	}
	if err := conditioned(c.factor.InverseTo(c.inverse)); err != nil {
		return nil, err
	}
	r := make([]float64, c.n)
	total := floats.Sum(c.u)
	for i := range r {
		free := c.inverse.At(i, i)
		if c.Intercept {
			free -= c.u[i] * c.u[i] / total
		}
		r[i] = c.a[i] / free
	}
	return r, nil
}

// norms returns the empirical norms of the derivatives of the mean of the process by the
// columns of X, at a point.
func (c *cost) norms(at point) ([]float64, error) {
	if err := c.evaluate(at); err != nil {
		return nil, err
	}
	G := mat.NewDense(c.n, c.n, nil) // kappa'_ik a_k
	for i := range c.n {
		for k := i; k < c.n; k++ {
			first := c.M.At(i, k)
			G.Set(i, k, first*c.a[k])
			G.Set(k, i, first*c.a[i])
		}
	}
	c.MX.Mul(G, c.X)
	u := make([]float64, c.d)
	for i := range c.n {
		r := floats.Sum(G.RawRowView(i))
		for b, x := range c.X.RawRowView(i) {
			slope := math.Exp(2*at.logW[b]) * (x*r - c.MX.At(i, b))
			u[b] += slope * slope / float64(c.n)
		}
	}
	for b := range u {
		u[b] = math.Sqrt(u[b])
	}
	return u, nil
}
