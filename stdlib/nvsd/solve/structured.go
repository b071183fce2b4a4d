package solve

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// structured serves kernels kappa(<x, z>) and kappa(||x-z||^2/2) without ever
// forming D or L. With P = Z B', K1 and K2 the matrices of kappa' and kappa”,
// q_i = <x_i, B_i> and T = B + diag(alpha) X:
//
//	dot product  D'B = rowsum(K1 o P)        W = K1 T + (K2 o P) X
//	isotropic    D'B = -rowsum(K1 o (P-1q')) W = diag(K1 alpha) Z - K1 T
//	                                             - diag(rowsum C) Z + C X,
//	                                         C = K2 o (P - 1q')
//
// Matrices with n in one dimension and d in the other enter the products with n
// as the dimension that is contiguous, the longer one as a rule.
type structured struct {
	X      *mat.Dense // n x d; centred when radial, which loses fewer digits
	XT     *mat.Dense // its transpose
	shift  []float64  // what was subtracted from the rows of X
	radial bool
	kappa  func(s float64) (k, k1, k2 float64)
}

func newDotProduct(k DotProduct, X *mat.Dense) (*structured, error) {
	_, d := X.Dims()
	s := &structured{X: X, XT: mat.DenseCopyOf(X.T()), shift: make([]float64, d), kappa: k.AtDot}
	return s, s.fits()
}

func newIsotropic(k Isotropic, X *mat.Dense) (*structured, error) {
	n, d := X.Dims()
	s := &structured{shift: make([]float64, d), radial: true, kappa: k.AtHalfSquare}
	for i := range n {
		floats.AddScaled(s.shift, 1/float64(n), X.RawRowView(i))
	}
	s.X = s.centred(X)
	s.XT = mat.DenseCopyOf(s.X.T())
	return s, s.fits()
}

func (s *structured) fits() error {
	n, d := s.X.Dims()
	const matrices = 5 // K, K1, K2, the eigenvectors of K and work for them
	return fits(8*matrices*float64(n)*float64(n), n, d, "use fewer samples")
}

// independent: the derivatives of a positive definite function at distinct
// points are linearly independent, and those of a linear function are constant.
func (s *structured) independent() bool {
	if s.radial {
		return !repeats(s.X)
	}
	n, _ := s.X.Dims()
	for i := range n {
		for j := range n {
			if _, _, k2 := s.kappa(s.argument(s.X.RawRowView(i), s.X.RawRowView(j))); k2 != 0 {
				return false
			}
		}
	}
	return true
}

// repeats reports whether a row occurs twice.
func repeats(X *mat.Dense) bool {
	n, _ := X.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = X.RawRowView(i)
	}
	slices.SortFunc(rows, slices.Compare)
	for i := 1; i < n; i++ {
		if slices.Equal(rows[i-1], rows[i]) {
			return true
		}
	}
	return false
}

func (s *structured) centred(Z *mat.Dense) *mat.Dense {
	if !s.radial {
		return Z
	}
	C := mat.DenseCopyOf(Z)
	m, _ := C.Dims()
	for i := range m {
		floats.Sub(C.RawRowView(i), s.shift)
	}
	return C
}

func (s *structured) at(Z *mat.Dense) evaluation {
	n, _ := s.X.Dims()
	m, _ := Z.Dims()
	e := &structuredAt{structured: s, Z: s.centred(Z),
		K: mat.NewDense(m, n, nil), K1: mat.NewDense(m, n, nil), K2: mat.NewDense(m, n, nil)}
	inParallel(m, n*(len(s.shift)+8), func(lo, hi int) {
		for j := lo; j < hi; j++ {
			z, k, k1, k2 := e.Z.RawRowView(j), e.K.RawRowView(j), e.K1.RawRowView(j), e.K2.RawRowView(j)
			for i := range n {
				k[i], k1[i], k2[i] = s.kappa(s.argument(z, s.X.RawRowView(i)))
			}
		}
	})
	return e
}

func (s *structured) argument(z, x []float64) float64 {
	var sum float64
	if s.radial {
		for a, za := range z {
			sum += (za - x[a]) * (za - x[a])
		}
		return sum / 2
	}
	for a, za := range z {
		sum += za * x[a]
	}
	return sum
}

type structuredAt struct {
	*structured
	Z         *mat.Dense // m x d, shifted like X
	K, K1, K2 *mat.Dense // m x n
}

func (e *structuredAt) kernel() *mat.Dense { return e.K }

func (e *structuredAt) fromB(v []float64, W, B *mat.Dense) {
	n, d := e.X.Dims()
	q := make([]float64, n)
	if e.radial {
		for i := range q {
			q[i] = floats.Dot(e.X.RawRowView(i), B.RawRowView(i))
		}
	}
	BT := mat.DenseCopyOf(B.T())
	inParallel(len(v), 4*n*d, func(lo, hi int) {
		P := mat.NewDense(hi-lo, n, nil)
		gemm(blas.NoTrans, 1, e.Z.Slice(lo, hi, 0, d).(*mat.Dense), BT, 0, P)
		for j := lo; j < hi; j++ {
			p, k1, k2 := P.RawRowView(j-lo), e.K1.RawRowView(j), e.K2.RawRowView(j)
			var value, curvature float64
			for i, pi := range p {
				pi -= q[i]
				value += k1[i] * pi
				pi *= k2[i]
				curvature += pi
				p[i] = pi
			}
			if e.radial {
				v[j] = -value
				q2 := W.RawRowView(j)
				for a, z := range e.Z.RawRowView(j) {
					q2[a] = -curvature * z
				}
			} else {
				v[j] = value
				clear(W.RawRowView(j))
			}
		}
		gemm(blas.Trans, 1, P, e.XT, 1, W.Slice(lo, hi, 0, d).(*mat.Dense))
	})
}

func (e *structuredAt) finish(W *mat.Dense, alpha []float64, B *mat.Dense) {
	n, d := e.X.Dims()
	m, _ := e.Z.Dims()
	TT := mat.DenseCopyOf(B.T()) // T'
	for a := range d {
		t := TT.RawRowView(a)
		for i, x := range e.XT.RawRowView(a) {
			t[i] += alpha[i] * x
		}
	}
	sign := 1.0
	if e.radial {
		sign = -1
	}
	inParallel(m, 2*n*d, func(lo, hi int) {
		if e.radial {
			for j := lo; j < hi; j++ {
				floats.AddScaled(W.RawRowView(j), floats.Dot(e.K1.RawRowView(j), alpha), e.Z.RawRowView(j))
			}
		}
		gemm(blas.Trans, sign, e.K1.Slice(lo, hi, 0, n).(*mat.Dense), TT, 1, W.Slice(lo, hi, 0, d).(*mat.Dense))
	})
}

func (e *structuredAt) lengths() []float64 {
	n, d := e.X.Dims()
	squares := make([]float64, d)
	for j := range n {
		z, k1, k2 := e.Z.RawRowView(j), e.K1.RawRowView(j), e.K2.RawRowView(j)
		for i := range n {
			for a, x := range e.X.RawRowView(i) {
				v := k1[i] + k2[i]*z[a]*x
				if e.radial {
					v = k1[i] + k2[i]*(z[a]-x)*(z[a]-x)
				}
				squares[a] += v * v
			}
		}
	}
	for a, v := range squares {
		squares[a] = math.Sqrt(v)
	}
	return squares
}

func gemm(tB blas.Transpose, alpha float64, A, B *mat.Dense, beta float64, C *mat.Dense) {
	blas64.Gemm(blas.NoTrans, tB, alpha, A.RawMatrix(), B.RawMatrix(), beta, C.RawMatrix())
}
