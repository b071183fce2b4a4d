package symmetric

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
)

// A Tridiagonal is a symmetric matrix A = 2^exponent Q T Q' with T tridiagonal and Q a product
// of reflections. It solves equations with A + shift I at any shift, in a time that is that of
// two products with a vector. It takes a third of the time of all eigenvectors, which can be
// had from it too.
type Tridiagonal struct {
	t        *tridiagonal
	exponent int
	n        int
}

// Tridiagonal returns the form of the symmetric matrix, of which it reads the entries on and
// above the diagonal. The matrix is spoilt.
func (m *Matrix) Tridiagonal() (*Tridiagonal, error) {
	top := m.largest()
	if math.IsNaN(top) || math.IsInf(top, 0) {
		return nil, errors.New("the matrix holds a value that is not finite")
	}
	_, exponent := math.Frexp(top)
	m.scale(-exponent)
	return &Tridiagonal{t: m.tridiagonalise(), exponent: exponent, n: m.n}, nil
}

// Turn replaces x by Q'x.
func (a *Tridiagonal) Turn(x []float64) {
	for _, b := range a.t.blocks {
		for c := range min(blockSize, a.n-b.from) {
			b.reflect(c, x)
		}
	}
}

// TurnBack replaces x by Q x.
func (a *Tridiagonal) TurnBack(x []float64) {
	for k := len(a.t.blocks) - 1; k >= 0; k-- {
		b := a.t.blocks[k]
		for c := min(blockSize, a.n-b.from) - 1; c >= 0; c-- {
			b.reflect(c, x)
		}
	}
}

// reflect replaces x by (I - tau vv') x, with v the c-th of the reflections.
func (b *reflections) reflect(c int, x []float64) {
	if b.tau[c] == 0 {
		return
	}
	x = x[b.from+c+1:]
	v := b.row(c)[c+1:][:len(x)]
	floats.AddScaled(x, -b.tau[c]*floats.Dot(v, x), v)
}

// Solve replaces x by (2^exponent T + shift I)^-1 x: it solves an equation of A between Turn
// and TurnBack. It reports whether A + shift I is positive definite; x is spoilt where it is
// not.
func (a *Tridiagonal) Solve(x []float64, shift float64) bool {
	// L D L' with pivots p; x becomes L^-1 x, and then (D L')^-1 of that.
	pivots := make([]float64, a.n)
	for i := range a.n {
		pivots[i] = math.Ldexp(a.t.d[i], a.exponent) + shift
		if i > 0 {
			beside := math.Ldexp(a.t.e[i-1], a.exponent)
			factor := beside / pivots[i-1]
			pivots[i] -= factor * beside
			x[i] -= factor * x[i-1]
		}
		if !(pivots[i] > 0) || math.IsInf(pivots[i], 1) {
			return false
		}
	}
	for i := a.n - 1; i >= 0; i-- {
		if i < a.n-1 {
			x[i] -= math.Ldexp(a.t.e[i], a.exponent) * x[i+1]
		}
		x[i] /= pivots[i]
	}
	return true
}

// Eigen returns the eigenvectors, as rows, and the eigenvalues, rising: those of [Matrix.Eigen].
func (a *Tridiagonal) Eigen() (*Matrix, []float64, error) {
	own := &tridiagonal{d: append([]float64(nil), a.t.d...), e: append([]float64(nil), a.t.e...), blocks: append([]*reflections(nil), a.t.blocks...)}
	V := New(a.n)
	values, err := V.eigen(own, a.exponent)
	return V, values, err
}
