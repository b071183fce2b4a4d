package symmetric

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

// blockSize is the number of reflections that are applied as one, a multiple of 8.
const blockSize = 32

// reflections are a product of I - tau vv', the first on the left. They leave the
// first numbers of a vector as they are.
type reflections struct {
	from, cols int       // v has cols entries, of which the first is entry from of a vector
	v          []float64 // row by row
	tau        [blockSize]float64
}

func newReflections(from, cols int) *reflections {
	return &reflections{from: from, cols: cols, v: make([]float64, blockSize*cols)}
}

func (b *reflections) row(c int) []float64 { return b.v[c*b.cols:][:b.cols] }

// triangle returns T, upper triangular, such that the product is I - V T V'
// (Schreiber and Van Loan 1989).
func (b *reflections) triangle() *mat.Dense {
	T := mat.NewDense(blockSize, blockSize, nil)
	var dots [blockSize]float64
	for c := range min(blockSize, b.cols) {
		v := b.row(c)
		for k := range c {
			dots[k] = floats.Dot(b.row(k)[c:], v[c:])
		}
		for r := range c {
			T.Set(r, c, -b.tau[c]*floats.Dot(T.RawRowView(r)[r:c], dots[r:c]))
		}
		T.Set(c, c, b.tau[c])
	}
	return T
}

// applier is the workspace of products with reflections.
type applier struct {
	V, Vt, T panel.Matrix
}

// applyRows is the number of rows that one task works on.
const applyRows = 32

// apply replaces the rows z' of Z by (B z)', B the product of the reflections.
func (a *applier) apply(b *reflections, Z *Matrix) {
	v := mat.NewDense(blockSize, b.cols, b.v)
	a.V.SetTransposed(v)
	a.Vt.Set(v)
	T := b.triangle()
	T.Scale(-1, T)
	a.T.SetTransposed(T)
	split(pieces(Z.ld, applyRows), func(task int) {
		low := task * applyRows
		rows := min(applyRows, Z.ld-low)
		z := Z.data[low*Z.ld+b.from:]
		var zv, zvt [applyRows * blockSize]float64
		mulAdd(zv[:], blockSize, z, Z.ld, rows, &a.V, 0, b.cols, 0, blockSize)
		mulAdd(zvt[:], blockSize, zv[:], blockSize, rows, &a.T, 0, blockSize, 0, blockSize)
		mulAdd(z, Z.ld, zvt[:], blockSize, rows, &a.Vt, 0, blockSize, 0, b.cols)
	})
}
