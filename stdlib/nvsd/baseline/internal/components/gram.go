package components

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// ErrIndefinite is the error of a system whose matrix is not positive definite in float64: the
// ridge is too small beside the kernels, or a kernel is not positive semidefinite.
var ErrIndefinite = errors.New("components: the kernel matrices and the ridge are not positive definite in float64")

// Grams is a Family of kernel matrices.
type Grams struct {
	n       int
	kernels []*mat.SymDense
	largest []float64 // of the sizes of the entries of each
	centred bool
}

// NewGrams returns the family of kernel matrices of n points each. They are not copied.
func NewGrams(n int, kernels []*mat.SymDense) *Grams {
	g := &Grams{n: n, kernels: kernels, largest: make([]float64, len(kernels))}
	for j, k := range kernels {
		g.largest[j] = mat.Max(diagonal{k}) // of a positive matrix, no entry is larger
	}
	return g
}

// NewCentredGrams returns the family of the matrices HKH, H = I - 11'/n: the components up to
// a constant, which then is free and has no norm. Targets must have the mean 0. The kernel
// matrices are overwritten. means are those of the columns of every K_j.
func NewCentredGrams(n int, kernels []*mat.SymDense) (g *Grams, means [][]float64) {
	before := NewGrams(n, kernels).largest
	means = make([][]float64, len(kernels))
	for j, k := range kernels {
		means[j] = centre(k)
	}
	g = NewGrams(n, kernels)
	g.centred = true
	for j := range g.largest {
		// An entry of HKH is off by 21 roundings of entries of K at most, which may be far
		// larger than itself. Bounds take n+8 roundings of the largest entry.
		g.largest[j] += 24 * before[j] / float64(n+8)
	}
	return g, means
}

// centre makes HKH of K, and returns the means of the columns of K.
func centre(k *mat.SymDense) []float64 {
	raw := k.RawSymmetric()
	n := raw.N
	means := make([]float64, n)
	for i := range n {
		var sum compensatedSum
		for j := range i {
			sum.add(raw.Data[j*raw.Stride+i])
		}
		for j := i; j < n; j++ {
			sum.add(raw.Data[i*raw.Stride+j])
		}
		means[i] = sum.value() / float64(n)
	}
	var sum compensatedSum
	for _, m := range means {
		sum.add(m)
	}
	all := sum.value() / float64(n)
	for i := range n {
		row := raw.Data[i*raw.Stride : i*raw.Stride+n]
		for j := i; j < n; j++ {
			row[j] -= means[i] + means[j] - all
		}
	}
	return means
}

// A compensatedSum is a sum with its rounding error (Neumaier 1974): two roundings remain,
// however many terms there are.
type compensatedSum struct{ sum, lost float64 }

func (s *compensatedSum) add(x float64) {
	t := s.sum + x
	if math.Abs(s.sum) >= math.Abs(x) {
		s.lost += (s.sum - t) + x
	} else {
		s.lost += (x - t) + s.sum
	}
	s.sum = t
}

func (s *compensatedSum) value() float64 { return s.sum + s.lost }

// takeMean subtracts the mean of alpha over the centred matrices, and then the mean that
// rounding leaves. The mean is rounding divided by the ridge. It has no effect on products
// with the centred matrices, but predictions use matrices that are not centred.
func takeMean(alpha []float64) {
	for range 2 {
		var sum compensatedSum
		for _, a := range alpha {
			sum.add(a)
		}
		mean := sum.value() / float64(len(alpha))
		for i := range alpha {
			alpha[i] -= mean
		}
	}
}

type diagonal struct{ k *mat.SymDense }

func (d diagonal) Dims() (int, int)    { return d.k.SymmetricDim(), 1 }
func (d diagonal) At(i, _ int) float64 { return d.k.At(i, i) }
func (d diagonal) T() mat.Matrix       { return mat.Transpose{Matrix: d} }

func (g *Grams) N() int             { return g.n }
func (g *Grams) Len() int           { return len(g.kernels) }
func (g *Grams) Largest() []float64 { return g.largest }

// Times returns K_j v.
func (g *Grams) Times(j int, v []float64) []float64 {
	product := make([]float64, g.n)
	blas64.Symv(1, g.kernels[j].RawSymmetric(), vector(v), 0, vector(product))
	return product
}

// Sum returns sum_j theta_j K_j.
func (g *Grams) Sum(theta []float64) *mat.SymDense {
	sum := mat.NewSymDense(g.n, nil)
	raw := sum.RawSymmetric()
	for j, t := range theta {
		if t == 0 {
			continue
		}
		k := g.kernels[j].RawSymmetric()
		for i := range g.n {
			blas64.Axpy(t, vector(k.Data[i*k.Stride+i:i*k.Stride+g.n]), vector(raw.Data[i*raw.Stride+i:i*raw.Stride+g.n]))
		}
	}
	return sum
}

func (g *Grams) At(theta []float64, ridge float64, y []float64) (System, error) {
	s := &gramSystem{family: g, theta: theta}
	raw := g.Sum(theta).RawSymmetric()
	for i := range g.n {
		raw.Data[i*g.n+i] += ridge
	}
	factor, ok := lapack64.Potrf(raw)
	if !ok {
		return nil, ErrIndefinite
	}
	s.factor = factor
	s.alpha = append([]float64(nil), y...)
	lapack64.Potrs(factor, blas64.General{Rows: g.n, Cols: 1, Stride: 1, Data: s.alpha})
	if g.centred {
		takeMean(s.alpha)
	}
	s.value = blas64.Dot(vector(s.alpha), vector(y))
	return s, nil
}

type gramSystem struct {
	family *Grams
	theta  []float64
	factor blas64.Triangular
	alpha  []float64
	value  float64

	fits    [][]float64 // K_j alpha, found when asked for
	squares []float64
}

func (s *gramSystem) Value() float64   { return s.value }
func (s *gramSystem) Alpha() []float64 { return s.alpha }

func (s *gramSystem) Squares() []float64 {
	if s.squares == nil {
		s.fits = make([][]float64, s.family.Len())
		s.squares = make([]float64, s.family.Len())
		for j := range s.family.kernels {
			s.fits[j] = s.family.Times(j, s.alpha)
			s.squares[j] = blas64.Dot(vector(s.alpha), vector(s.fits[j]))
		}
	}
	return s.squares
}

func (s *gramSystem) Fit(j int) []float64 {
	s.Squares()
	return s.fits[j]
}

// Curvature solves with the half of the factor, U'U being the matrix: of Z = U'^-1 K alpha
// it is Z'Z.
func (s *gramSystem) Curvature(dst [][]float64, active []int) {
	z := blas64.General{Rows: s.family.n, Cols: len(active), Stride: len(active), Data: make([]float64, s.family.n*len(active))}
	for a, j := range active {
		for i, f := range s.Fit(j) {
			z.Data[i*z.Stride+a] = f
		}
	}
	blas64.Trsm(blas.Left, blas.Trans, 1, s.factor, z)
	squaresOf(dst, z)
}

// squaresOf gives dst = z'z.
func squaresOf(dst [][]float64, z blas64.General) {
	m := z.Cols
	out := blas64.Symmetric{N: m, Stride: m, Data: make([]float64, m*m), Uplo: blas.Upper}
	blas64.Syrk(blas.Trans, 1, z, 0, out)
	for a := range m {
		for b := a; b < m; b++ {
			dst[a][b] = out.Data[a*m+b]
			dst[b][a] = out.Data[a*m+b]
		}
	}
}
