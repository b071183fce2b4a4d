package components

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Features is a Family with few features for each component: K_j = U_j U_j'. It solves systems
// of the size of the number of features at work, not of the number of points.
type Features struct {
	n       int
	first   []int          // of the features of each component, and the number of all
	rows    blas64.General // a feature a row, all components one after the other
	grams   []float64      // of all features
	largest []float64
}

// NewFeatures returns the family of features U_j of n points each.
func NewFeatures(n int, blocks []*mat.Dense) *Features {
	f := &Features{n: n, first: []int{0}}
	for _, u := range blocks {
		_, p := u.Dims()
		f.first = append(f.first, f.first[len(f.first)-1]+p)
	}
	m := f.first[len(blocks)]
	f.rows = blas64.General{Rows: m, Cols: n, Stride: n, Data: make([]float64, m*n)}
	for j, u := range blocks {
		largest := 0.0
		for i := range n {
			size := 0.0
			for k := range f.first[j+1] - f.first[j] {
				v := u.At(i, k)
				f.rows.Data[(f.first[j]+k)*n+i] = v
				size += v * v
			}
			largest = max(largest, size)
		}
		f.largest = append(f.largest, largest)
	}
	f.grams = make([]float64, m*m)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, f.rows, f.rows, 0, blas64.General{Rows: m, Cols: m, Stride: m, Data: f.grams})
	return f
}

func (f *Features) N() int             { return f.n }
func (f *Features) Len() int           { return len(f.first) - 1 }
func (f *Features) Largest() []float64 { return f.largest }

// row returns the feature k at all points.
func (f *Features) row(k int) blas64.Vector { return vector(f.rows.Data[k*f.n : (k+1)*f.n]) }

// At solves (ridge I + V'V) w = V'y with V the features at work times sqrt(theta); then
// alpha = (y - V w)/ridge.
func (f *Features) At(theta []float64, ridge float64, y []float64) (System, error) {
	s := &featureSystem{family: f, ridge: ridge}
	for j, t := range theta {
		for k := f.first[j]; t > 0 && k < f.first[j+1]; k++ {
			s.work = append(s.work, k)
			s.weight = append(s.weight, math.Sqrt(t))
		}
	}
	m, all := len(s.work), f.rows.Rows
	raw := blas64.Symmetric{N: m, Stride: max(m, 1), Data: make([]float64, m*m), Uplo: blas.Upper}
	w := make([]float64, m)
	for a, k := range s.work {
		for b := a; b < m; b++ {
			raw.Data[a*m+b] = s.weight[a] * s.weight[b] * f.grams[k*all+s.work[b]]
		}
		raw.Data[a*m+a] += ridge
		w[a] = s.weight[a] * blas64.Dot(f.row(k), vector(y))
	}
	s.alpha = append([]float64(nil), y...)
	if m > 0 {
		factor, ok := lapack64.Potrf(raw)
		if !ok {
			return nil, ErrIndefinite
		}
		s.factor = factor
		lapack64.Potrs(factor, blas64.General{Rows: m, Cols: 1, Stride: 1, Data: w})
		for a, k := range s.work {
			blas64.Axpy(-s.weight[a]*w[a], f.row(k), vector(s.alpha))
		}
	}
	blas64.Scal(1/ridge, vector(s.alpha))
	s.value = blas64.Dot(vector(s.alpha), vector(y))
	return s, nil
}

type featureSystem struct {
	family *Features
	ridge  float64
	work   []int     // the features of the components that are in
	weight []float64 // sqrt(theta) of each
	factor blas64.Triangular
	alpha  []float64
	value  float64

	products []float64 // U'alpha, found when asked for
}

func (s *featureSystem) Value() float64   { return s.value }
func (s *featureSystem) Alpha() []float64 { return s.alpha }

// along returns U_j'alpha.
func (s *featureSystem) along(j int) []float64 {
	f := s.family
	if s.products == nil {
		s.products = make([]float64, f.rows.Rows)
		blas64.Gemv(blas.NoTrans, 1, f.rows, vector(s.alpha), 0, vector(s.products))
	}
	return s.products[f.first[j]:f.first[j+1]]
}

func (s *featureSystem) Squares() []float64 {
	squares := make([]float64, s.family.Len())
	for j := range squares {
		z := s.along(j)
		squares[j] = blas64.Dot(vector(z), vector(z))
	}
	return squares
}

func (s *featureSystem) Fit(j int) []float64 {
	fit := make([]float64, s.family.n)
	for k, z := range s.along(j) {
		blas64.Axpy(z, s.family.row(s.family.first[j]+k), vector(fit))
	}
	return fit
}

// Curvature writes (K + ridge I)^-1 as (I - V (ridge I + V'V)^-1 V')/ridge, all of it in the
// coordinates of the features.
func (s *featureSystem) Curvature(dst [][]float64, active []int) {
	f := s.family
	all := f.rows.Rows
	// q_j = U_j z_j, so that q_j'q_k and V'q_j need the products of features alone.
	q := make([][]float64, len(active)) // U'q_j
	for a, j := range active {
		q[a] = make([]float64, all)
		for k, z := range s.along(j) {
			blas64.Axpy(z, vector(f.grams[(f.first[j]+k)*all:(f.first[j]+k+1)*all]), vector(q[a]))
		}
	}
	for a, j := range active {
		for b := a; b < len(active); b++ {
			dst[a][b] = blas64.Dot(vector(s.along(j)), vector(q[b][f.first[j]:f.first[j+1]])) / s.ridge
		}
	}
	if len(s.work) > 0 {
		v := blas64.General{Rows: len(s.work), Cols: len(active), Stride: len(active), Data: make([]float64, len(s.work)*len(active))}
		for i, k := range s.work {
			for a := range active {
				v.Data[i*v.Stride+a] = s.weight[i] * q[a][k]
			}
		}
		blas64.Trsm(blas.Left, blas.Trans, 1, s.factor, v)
		less := make([][]float64, len(active))
		for a := range less {
			less[a] = make([]float64, len(active))
		}
		squaresOf(less, v)
		for a := range active {
			for b := a; b < len(active); b++ {
				dst[a][b] -= less[a][b] / s.ridge
			}
		}
	}
	for a := range active {
		for b := range a {
			dst[a][b] = dst[b][a]
		}
	}
}
