package baseline

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline/internal/components"
)

var _ components.Family = (*hklTerms)(nil)

// hklTerms is a components.Family of one feature each, K_w = u_w u_w'. Its systems are as large
// as the points are many, however many terms there are.
type hklTerms struct {
	rows    blas64.General // a feature a row
	sizes   []float64      // at least the largest |u_w|, and the numbers that it is made of
	largest []float64      // the squares of these
}

func newHKLTerms(columns [][]float64, sizes []float64) *hklTerms {
	m, n := len(columns), len(columns[0])
	t := &hklTerms{rows: blas64.General{Rows: m, Cols: n, Stride: n, Data: make([]float64, 0, m*n)}, sizes: sizes, largest: make([]float64, m)}
	for w, c := range columns {
		t.rows.Data = append(t.rows.Data, c...)
		t.largest[w] = sizes[w] * sizes[w]
	}
	return t
}

func (t *hklTerms) N() int             { return t.rows.Cols }
func (t *hklTerms) Len() int           { return t.rows.Rows }
func (t *hklTerms) Largest() []float64 { return t.largest }

func (t *hklTerms) row(w int) blas64.Vector {
	return asVector(t.rows.Data[w*t.rows.Stride:][:t.rows.Cols])
}

func (t *hklTerms) At(theta []float64, ridge float64, y []float64) (components.System, error) {
	n := t.N()
	scaled := blas64.General{Rows: t.Len(), Cols: n, Stride: n, Data: append([]float64(nil), t.rows.Data...)}
	for w, v := range theta {
		blas64.Scal(math.Sqrt(v), asVector(scaled.Data[w*n:][:n]))
	}
	k := blas64.Symmetric{N: n, Stride: n, Data: make([]float64, n*n), Uplo: blas.Upper}
	blas64.Syrk(blas.Trans, 1, scaled, 0, k)
	for i := range n {
		k.Data[i*n+i] += ridge
	}
	factor, ok := lapack64.Potrf(k)
	if !ok {
		return nil, components.ErrIndefinite
	}
	s := &hklSystem{hklTerms: t, factor: factor, alpha: append([]float64(nil), y...), products: make([]float64, t.Len())}
	lapack64.Potrs(factor, blas64.General{Rows: n, Cols: 1, Stride: 1, Data: s.alpha})
	s.value = blas64.Dot(asVector(s.alpha), asVector(y))
	blas64.Gemv(blas.NoTrans, 1, t.rows, asVector(s.alpha), 0, asVector(s.products))
	return s, nil
}

type hklSystem struct {
	*hklTerms
	factor   blas64.Triangular
	alpha    []float64
	value    float64
	products []float64 // u_w'alpha
}

func (s *hklSystem) Value() float64   { return s.value }
func (s *hklSystem) Alpha() []float64 { return s.alpha }

func (s *hklSystem) Squares() []float64 {
	squares := make([]float64, len(s.products))
	for w, v := range s.products {
		squares[w] = v * v
	}
	return squares
}

func (s *hklSystem) Fit(w int) []float64 {
	fit := make([]float64, s.N())
	blas64.Axpy(s.products[w], s.row(w), asVector(fit))
	return fit
}

// Curvature solves with the half of the factor, R'R being the matrix: of the rows u'R^-1 it is
// the inner products.
func (s *hklSystem) Curvature(dst [][]float64, active []int) {
	n, m := s.N(), len(active)
	z := blas64.General{Rows: m, Cols: n, Stride: n, Data: make([]float64, m*n)}
	for a, w := range active {
		copy(z.Data[a*n:][:n], s.row(w).Data)
	}
	blas64.Trsm(blas.Right, blas.NoTrans, 1, s.factor, z)
	out := blas64.Symmetric{N: m, Stride: m, Data: make([]float64, m*m), Uplo: blas.Upper}
	blas64.Syrk(blas.NoTrans, 1, z, 0, out)
	for a, w := range active {
		for b := a; b < m; b++ {
			v := out.Data[a*m+b] * s.products[w] * s.products[active[b]]
			dst[a][b], dst[b][a] = v, v
		}
	}
}
