package baseline

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// An hsicView is a kernel on n values, less a constant: centring takes that off anyway, and
// small deviations from it keep their digits.
type hsicView interface {
	above(dst []float64, i int) // the entries (i, i+1), ..., (i, n-1)
	diagonal(i int) float64
}

// gaussianView is exp(-(u_i - u_j)^2/2) - 1.
type gaussianView []float64

func (u gaussianView) above(dst []float64, i int) {
	at := u[i]
	for j, v := range u[i+1:] {
		t := v - at
		dst[j] = math.Exp(-t*t/2) - 1
	}
}

func (gaussianView) diagonal(int) float64 { return 0 }

// classView is 1/m for two of the same class of m.
type classView struct {
	class []float64
	size  map[float64]int
}

func newClassView(y []float64) classView {
	v := classView{class: y, size: make(map[float64]int)}
	for _, c := range y {
		v.size[c]++
	}
	return v
}

func (v classView) above(dst []float64, i int) {
	for j, c := range v.class[i+1:] {
		dst[j] = 0
		if c == v.class[i] {
			dst[j] = v.diagonal(i)
		}
	}
}

func (v classView) diagonal(i int) float64 { return 1 / float64(v.size[v.class[i]]) }

// alignments holds the inner products of the centred kernel matrices.
type alignments struct {
	gram   [][]float64 // <Kbar_k, Kbar_l>
	target []float64   // <Kbar_k, Lbar>
	square float64     // <Lbar, Lbar>

	// Rounding hides of an inner product at most unit times these two multiplied.
	sizes      []float64
	targetSize float64
	unit       float64

	// apart is by how much the cosine of two matrices is below 0 at most. Those of positive
	// matrices are not, but for rounding.
	apart float64
}

// hsicChunk is the number of entries of each matrix that are held at a time: few enough to
// stay near the processor.
const hsicChunk = 1024

// align finds the inner products of the views, the last of which is the target's. No matrix
// is kept: with R the sums of the rows and s those of all entries,
//
//	<H K H, H L H> = <K, L> - (2/n) R_K'R_L + s_K s_L/n^2,
//
// and <K, L> is added up over parts of the entries above the diagonal.
func align(ctx context.Context, n int, views []hsicView) (*alignments, error) {
	m := len(views)
	products := blas64.Symmetric{N: m, Stride: m, Data: make([]float64, m*m), Uplo: blas.Upper}
	sums := blas64.General{Rows: m, Cols: n, Stride: n, Data: make([]float64, m*n)}
	diagonals := blas64.General{Rows: m, Cols: n, Stride: n, Data: make([]float64, m*n)}
	width := max(hsicChunk, n)
	chunk := blas64.General{Rows: m, Stride: width, Data: make([]float64, m*width)}
	for i := range n {
		rest := n - 1 - i
		if chunk.Cols+rest > width {
			blas64.Syrk(blas.NoTrans, 2, chunk, 1, products)
			chunk.Cols = 0
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		for k, view := range views {
			entries := chunk.Data[k*width+chunk.Cols:][:rest]
			view.above(entries, i)
			below := sums.Data[k*n+i+1:][:rest]
			own := view.diagonal(i)
			diagonals.Data[k*n+i] = own
			for j, e := range entries {
				below[j] += e
				own += e
			}
			sums.Data[k*n+i] += own
		}
		chunk.Cols += rest
	}
	if chunk.Cols > 0 {
		blas64.Syrk(blas.NoTrans, 2, chunk, 1, products)
	}
	blas64.Syrk(blas.NoTrans, 1, diagonals, 1, products)
	whole := make([]float64, m)
	sizes := make([]float64, m)
	for k := range m {
		row := sums.Data[k*n : (k+1)*n]
		for _, v := range row {
			whole[k] += v
		}
		sizes[k] = math.Sqrt(products.Data[k*m+k]) + math.Sqrt(2/float64(n))*blas64.Nrm2(asVector(row)) + math.Abs(whole[k])/float64(n)
	}
	blas64.Syrk(blas.NoTrans, -2/float64(n), sums, 1, products)
	blas64.Syr(1/float64(n*n), asVector(whole), products)
	// A product is the sum of parts, each of them of width terms, and two corrections.
	rounding := float64(width+n*n/(2*width)+2*n+16) * 0x1p-53
	return newAlignments(products, sizes, rounding), nil
}

func newAlignments(products blas64.Symmetric, sizes []float64, rounding float64) *alignments {
	m := products.N
	d := m - 1
	g := &alignments{gram: make([][]float64, d), target: make([]float64, d), sizes: sizes[:d], targetSize: sizes[d], unit: rounding}
	for k := range g.gram {
		g.gram[k] = make([]float64, d)
	}
	for k := range d {
		for l := k; l < d; l++ {
			g.gram[k][l] = products.Data[k*m+l]
			g.gram[l][k] = products.Data[k*m+l]
		}
		g.target[k] = products.Data[k*m+d]
		if g.gram[k][k] <= rounding*sizes[k]*sizes[k] {
			g.drop(k)
		}
	}
	g.square = max(0, products.Data[d*m+d])
	for k := range d {
		for l := range k {
			if g.sizes[k] > 0 && g.sizes[l] > 0 {
				g.apart = max(g.apart, (g.unit*g.sizes[k]*g.sizes[l]-g.gram[k][l])/g.shortest(k)/g.shortest(l))
			}
		}
	}
	return g
}

// shortest returns a lower bound of the norm of the matrix of an input that is not dropped.
func (g *alignments) shortest(k int) float64 {
	return math.Sqrt(max(0, g.gram[k][k]-g.unit*g.sizes[k]*g.sizes[k]))
}

// drop sets the matrix of an input to zero, as if the input were constant.
func (g *alignments) drop(k int) {
	clear(g.gram[k])
	for l := range g.gram {
		g.gram[l][k] = 0
	}
	g.target[k], g.sizes[k] = 0, 0
}

// normalise divides every matrix by its Frobenius norm. A zero one stays.
func (g *alignments) normalise() {
	inverse := func(square float64) float64 {
		if square <= 0 {
			return 0
		}
		return 1 / math.Sqrt(square)
	}
	of := inverse(g.square)
	by := make([]float64, len(g.target))
	for k := range by {
		by[k] = inverse(g.gram[k][k])
	}
	for k := range by {
		for l := range by {
			g.gram[k][l] *= by[k] * by[l]
		}
		g.target[k] *= by[k] * of
		g.sizes[k] *= by[k]
	}
	g.square *= of * of
	g.targetSize *= of
}

// scale is the unit of gaps: the objective with nothing in.
func (g *alignments) scale() float64 { return max(g.square/2, math.SmallestNonzeroFloat64) }

// along returns sum_l beta_l <Kbar_k, Kbar_l>.
func (g *alignments) along(k int, beta []float64) float64 {
	return blas64.Dot(asVector(g.gram[k]), asVector(beta))
}
