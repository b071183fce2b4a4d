package baseline

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline/internal/components"
)

// An adaptedKernel is the kernel of the norm ||h||^2 + mu ||h - q q'h||^2, h at the training
// points, for a kernel matrix K, mu > 0 and a direction q that turns. With C = I + mu K and
// K0 = C^-1 K, the kernel of the norm without a direction,
//
//	K_D = K0 + mu (K0 q)(K0 q)' / (q'C^-1 q),
//
// which is paper 003, eq. (9), by the formula of Sherman and Morrison: a new direction costs
// n^2 instead of n^3, and nothing in it cancels.
type adaptedKernel struct {
	mu     float64
	kernel *mat.SymDense // K
	base   *mat.SymDense // K0
	factor mat.Cholesky  // of C

	q     []float64 // nil before there is one: K_D is K
	alike []float64 // K0 q
	inner []float64 // C^-1 q
	share float64   // q'C^-1 q
}

// newAdaptedKernels returns the adapted kernels of the components of a sum, without a
// direction.
func newAdaptedKernels(kernels []*mat.SymDense, mu float64, sum *kernelSum) ([]*adaptedKernel, error) {
	list := make([]*adaptedKernel, len(kernels))
	for j, k := range kernels {
		var err error
		list[j], err = newAdaptedKernel(k, mu)
		if err != nil {
			return nil, fmt.Errorf("input %q: %w", sum.terms[j].Name, err)
		}
	}
	return list, nil
}

func newAdaptedKernel(k *mat.SymDense, mu float64) (*adaptedKernel, error) {
	n := k.SymmetricDim()
	c := mat.NewSymDense(n, nil)
	c.ScaleSym(mu, k)
	for i := range n {
		c.SetSym(i, i, c.At(i, i)+1)
	}
	const most = 1e12 // times I, of which C would leave four digits
	if !(mat.Max(c) < most) {
		return nil, fmt.Errorf("mu = %v is too large beside the kernel for float64: take a smaller one", mu)
	}
	a := &adaptedKernel{mu: mu, kernel: k, base: mat.NewSymDense(n, nil)}
	var base mat.Dense
	if !a.factor.Factorize(c) {
		return nil, errors.New("its kernel matrix is not positive semidefinite in float64")
	}
	if err := a.factor.SolveTo(&base, k); err != nil && !components.IsCondition(err) {
		return nil, err
	}
	for i := range n {
		for j := i; j < n; j++ {
			a.base.SetSym(i, j, (base.At(i, j)+base.At(j, i))/2)
		}
	}
	return a, nil
}

// turn sets the direction, |q| = 1.
func (a *adaptedKernel) turn(q []float64) {
	n := len(q)
	a.q, a.alike = q, make([]float64, n)
	mat.NewVecDense(n, a.alike).MulVec(a.base, mat.NewVecDense(n, q))
	a.inner = a.inverse(q)
	a.share = floats.Dot(q, a.inner)
}

// inverse returns C^-1 v. That C is badly conditioned is no error: mu is large.
func (a *adaptedKernel) inverse(v []float64) []float64 {
	var x mat.VecDense
	a.factor.SolveVecTo(&x, mat.NewVecDense(len(v), append([]float64(nil), v...)))
	return x.RawVector().Data
}

// matrix gives dst = K_D.
func (a *adaptedKernel) matrix(dst *mat.SymDense) {
	dst.SymRankOne(a.base, a.mu/a.share, mat.NewVecDense(len(a.alike), a.alike))
}

// coefs returns the coefficients over K of the function with the coefficients alpha over
// K_D: (I + mu M K)^-1 alpha.
func (a *adaptedKernel) coefs(alpha []float64) []float64 {
	if a.q == nil {
		return append([]float64(nil), alpha...)
	}
	coefs := a.inverse(alpha)
	floats.AddScaled(coefs, a.mu*floats.Dot(a.alike, alpha)/a.share, a.inner)
	return coefs
}

// offLine returns ||h - q q'h||^2 for values h at the training points; 0 before there is a direction.
func (a *adaptedKernel) offLine(h []float64) float64 {
	if a.q == nil {
		return 0
	}
	rest := slices.Clone(h)
	floats.AddScaled(rest, -floats.Dot(a.q, h), a.q)
	return floats.Dot(rest, rest)
}

// norm returns an upper bound of the norm of the function with these coefficients over K,
// rounding included: the root of c'Kc + mu ||h - q q'h||^2, h = Kc.
func (a *adaptedKernel) norm(c []float64) float64 {
	n := float64(len(c))
	rounding := (n + 8) * roundoff
	size := 0.0 // of the entries of K
	for i := range c {
		size = max(size, a.kernel.At(i, i))
	}
	size *= floats.Norm(c, 1)
	h := make([]float64, len(c))
	mat.NewVecDense(len(h), h).MulVec(a.kernel, mat.NewVecDense(len(c), c))
	square := max(0, floats.Dot(c, h)) + 2*rounding*size*floats.Norm(c, 1)
	if a.q != nil {
		length := floats.Norm(h, 2)
		floats.AddScaled(h, -floats.Dot(a.q, h), a.q)
		hidden := 2*rounding*math.Sqrt(n)*size + 4*rounding*length
		off := floats.Norm(h, 2) + hidden
		square += a.mu*off*off + 4*rounding*a.mu*length*length // q is of length 1 up to rounding
	}
	return math.Sqrt(square) * (1 + 2*rounding)
}

// adapt replaces the values of the kernel between a point and the training points by the
// values of the adapted kernel: (I + mu K M)^-1 k.
func (a *adaptedKernel) adapt(k []float64) {
	share := a.mu / a.share
	inner := floats.Dot(a.inner, k)
	copy(k, a.inverse(k))
	floats.AddScaled(k, share*inner, a.alike)
}
