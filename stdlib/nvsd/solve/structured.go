package solve

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// structured serves kernels kappa(<x, z>) and kappa(||x-z||^2/2) without ever
// forming D or L. With P = Z B', K1 and K2 the matrices of kappa's first and
// second derivatives,
// q_i = <x_i, B_i> and T = B + diag(alpha) X:
//
//	dot product  D'B = rowsum(K1 o P)        W = K1 T + (K2 o P) X
//	isotropic    D'B = -rowsum(K1 o (P-1q')) W = diag(K1 alpha) Z - K1 T
//	                                             - diag(rowsum C) Z + C X,
//	                                         C = K2 o (P - 1q')
//
// See structuredAt for how the products are formed.
type structured struct {
	X      *mat.Dense // n x d; centred when radial, which loses fewer digits
	shift  []float64  // what was subtracted from the rows of X
	radial bool
	kappa  func(s float64) (k, k1, k2 float64)

	panels panel.Matrix   // X
	across func() *across // nil unless the kernel has a loop over many half squares
	work   sync.Pool      // of *structuredWork
}

func newDotProduct(k trait.DotProduct, X *mat.Dense) *structured {
	_, d := X.Dims()
	s := &structured{X: X, shift: make([]float64, d), kappa: k.AtDot}
	s.panels.Set(s.X)
	return s
}

func newIsotropic(k trait.Isotropic, X *mat.Dense) *structured {
	n, d := X.Dims()
	s := &structured{shift: make([]float64, d), radial: true, kappa: k.AtHalfSquare}
	for i := range n {
		floats.AddScaled(s.shift, 1/float64(n), X.RawRowView(i))
	}
	s.X = s.centred(X)
	s.panels.Set(s.X)
	if many := kern.ManyHalfSquares(k); many != nil {
		s.across = sync.OnceValue(func() *across { return newAcross(many, s.X) })
	}
	return s
}

// independent is true for an isotropic kernel at distinct points, where the derivatives of
// a positive definite function are linearly independent, and for a linear one, whose
// derivatives are constant.
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

// ratio returns a/b, and 0 for a = 0 whatever b is.
func ratio(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return a / b
}

// isMultiple reports whether a = factor b to a few roundings.
func isMultiple(a, factor, b float64) bool {
	const relative, absolute = 0x1p-50, 0x1p-1022
	return math.Abs(a-factor*b) <= relative*math.Abs(a)+absolute
}

// train stores a derivative of kappa only where it is no multiple of kappa at every pair of
// training points, to rounding. A Gaussian has both as multiples. A linear function has the
// second, which is 0.
func (s *structured) train() (evaluation, training) {
	x := s.X.RawRowView(0)
	k, k1, k2 := s.kappa(s.argument(x, x))
	first, second := ratio(k1, k), ratio(k2, k)
	for {
		e := s.evaluate(s.X, first, second)
		multiple1, multiple2 := e.fillSymmetric()
		if multiple1 && multiple2 {
			return e, e
		}
		if !multiple1 {
			first = math.NaN()
		}
		if !multiple2 {
			second = math.NaN()
		}
	}
}

func (s *structured) at(Z *mat.Dense) evaluation {
	e := s.evaluate(s.centred(Z), math.NaN(), math.NaN())
	n, _ := s.X.Dims()
	inParallel(e.rows, s.pairWork(n), func(lo, hi int) {
		for j := lo; j < hi; j++ {
			k, d1, d2 := e.K.RawRowView(j), e.D1.RawRowView(j), e.D2.RawRowView(j)
			for i := range n {
				k[i], d1[i], d2[i] = s.kappa(s.argument(e.point(j), s.X.RawRowView(i)))
			}
		}
	})
	return e
}

// pairWork is the cost of n evaluations of kappa, in multiplications.
func (s *structured) pairWork(n int) int { return n * (len(s.shift) + 8) }

// evaluate returns the evaluation at the rows of Z, which is centred, with empty matrices.
// first and second are the factors by which the derivatives of kappa are multiples of kappa;
// a derivative whose factor is NaN has a matrix of its own.
func (s *structured) evaluate(Z *mat.Dense, first, second float64) *structuredAt {
	n, _ := s.X.Dims()
	m, _ := Z.Dims()
	e := &structuredAt{structured: s, Z: padded(Z), K: zeros(m, n), rows: m}
	table := func(factor float64) scaledTable {
		if math.IsNaN(factor) {
			return scaledTable{zeros(m, n), 1}
		}
		return scaledTable{e.K, factor}
	}
	e.D1, e.D2 = table(first), table(second)
	return e
}
