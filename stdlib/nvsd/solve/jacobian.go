package solve

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A jacobian is the derivative J of the block-rescaling prox at Z, symmetric
// with eigenvalues in [0, 1]. In block a, with the direction z_a = Z_a/||Z_a||,
// it multiplies what is orthogonal to z_a by r_a/q_a, and it maps the d
// components along the z_a by the derivative of the prox in R^d. So the spectral
// decomposition of a d x d matrix is one of J.
type jacobian struct {
	dir     *mat.Dense // n x d, columns z_a; 0 where Z_a is
	tangent []float64  // d eigenvalues, each of multiplicity n-1
	radial  []float64  // d eigenvalues of the derivative in R^d
	V       *mat.Dense // its eigenvectors
}

// newJacobian returns the derivative at Z of the prox with step t.
func newJacobian(pen *guarded, Z *mat.Dense, t float64) (*jacobian, error) {
	n, d := Z.Dims()
	q, r := make([]float64, d), make([]float64, d)
	columnNorms(q, Z)
	if err := pen.norms(r, q, t); err != nil {
		return nil, err
	}
	j := &jacobian{dir: mat.NewDense(n, d, nil), tangent: make([]float64, d), V: mat.NewDense(d, d, nil)}
	for a := range d {
		if q[a] > 0 {
			j.tangent[a] = min(r[a]/q[a], 1)
		}
	}
	root := math.Sqrt(float64(n))
	for i := range n {
		to := j.dir.RawRowView(i)
		for a, z := range Z.RawRowView(i) {
			if q[a] > 0 {
				to[a] = z / (q[a] * root)
			}
		}
	}
	derivative, err := proxDerivative(pen, q, t)
	if err != nil {
		return nil, err
	}
	var eig mat.EigenSym
	if !eig.Factorize(derivative, true) {
		return nil, errors.New("solve: the eigendecomposition of the prox's derivative did not converge")
	}
	j.radial = eig.Values(nil)
	eig.VectorsTo(j.V)
	for k, v := range j.radial {
		j.radial[k] = min(max(v, 0), 1)
	}
	return j, nil
}

// proxDerivative returns the d x d derivative of the prox at the norms q, by central
// differences: exact but for rounding where the penalty is piecewise quadratic.
func proxDerivative(pen *guarded, q []float64, t float64) (*mat.SymDense, error) {
	const step, floor = 1e-6, 1e-3 // relative to q_b, and to the largest q
	d := len(q)
	plus, minus := make([]float64, d), make([]float64, d)
	J := mat.NewDense(d, d, nil)
	largest := floats.Max(q)
	if largest == 0 {
		return mat.NewSymDense(d, nil), nil
	}
	for b, at := range q {
		h := step * max(at, floor*largest)
		q[b] = at + h
		if err := pen.norms(plus, q, t); err != nil {
			return nil, err
		}
		q[b] = max(0, at-h)
		if err := pen.norms(minus, q, t); err != nil {
			return nil, err
		}
		width := at + h - q[b]
		q[b] = at
		for a := range d {
			J.Set(a, b, (plus[a]-minus[a])/width)
		}
	}
	S := mat.NewSymDense(d, nil)
	for a := range d {
		for b := a; b < d; b++ {
			S.SetSym(a, b, (J.At(a, b)+J.At(b, a))/2)
		}
	}
	return S, nil
}

// A spectral is a function of a jacobian: its values on the eigenspaces.
type spectral struct{ tangent, radial []float64 }

// of returns f(J).
func (j *jacobian) of(f func(eigenvalue float64) float64) spectral {
	w := spectral{make([]float64, len(j.tangent)), make([]float64, len(j.radial))}
	for a, v := range j.tangent {
		w.tangent[a] = f(v)
	}
	for k, v := range j.radial {
		w.radial[k] = f(v)
	}
	return w
}

// apply sets dst = f src, for vectors of length n d; dst and src may be the same.
func (j *jacobian) apply(dst, src []float64, f spectral) {
	n, d := j.dir.Dims()
	along := mat.NewVecDense(d, nil) // <z_a, src_a>
	c := along.RawVector().Data
	for i := range n {
		for a, z := range j.dir.RawRowView(i) {
			c[a] += z * src[i*d+a]
		}
	}
	var e mat.VecDense
	e.MulVec(j.V.T(), along)
	for k, v := range f.radial {
		e.SetVec(k, e.AtVec(k)*v)
	}
	var to mat.VecDense
	to.MulVec(j.V, &e)
	for a := range c {
		c[a] = to.AtVec(a) - f.tangent[a]*c[a]
	}
	for i := range n {
		for a, z := range j.dir.RawRowView(i) {
			dst[i*d+a] = f.tangent[a]*src[i*d+a] + z*c[a]
		}
	}
}

// addProduct adds factor z_a z_b' to the part of block (a, b) of A that is in the upper
// triangle of A.
func (j *jacobian) addProduct(A *mat.SymDense, factor float64, a, b int) {
	n, d := j.dir.Dims()
	for i := range n {
		za := factor * j.dir.At(i, a)
		for k := i; k < n; k++ {
			if row, col := i*d+a, k*d+b; row <= col {
				A.SetSym(row, col, A.At(row, col)+za*j.dir.At(k, b))
			}
		}
	}
}

// addTo adds factor J to A.
func (j *jacobian) addTo(A *mat.SymDense, factor float64) {
	n, d := j.dir.Dims()
	var radial, scaled mat.Dense // the derivative in R^d less the tangents, V diag V'
	scaled.Apply(func(_, k int, v float64) float64 { return v * j.radial[k] }, j.V)
	radial.Mul(&scaled, j.V.T())
	for a := range d {
		radial.Set(a, a, radial.At(a, a)-j.tangent[a])
	}
	for a := range d {
		for b := range d {
			if f := factor * radial.At(a, b); f != 0 {
				j.addProduct(A, f, a, b)
			}
		}
		for i := range n {
			A.SetSym(i*d+a, i*d+a, A.At(i*d+a, i*d+a)+factor*j.tangent[a])
		}
	}
}
