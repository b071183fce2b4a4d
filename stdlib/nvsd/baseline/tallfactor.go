package baseline

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// A tallFactor is the orthogonal factor Q and the triangle T of a matrix.
type tallFactor struct {
	a    blas64.General
	tau  []float64
	work []float64
}

// factor factors W over the blocks that are not 0, above a square block for each, which set
// sets.
func (run *blocksRun) factor(w workingSet, set func(block blas64.General, j int)) *tallFactor {
	rows, size := run.design.rows, len(w.coordinates)
	a := blas64.General{Rows: rows.Cols + size, Cols: size, Stride: size, Data: make([]float64, (rows.Cols+size)*size)}
	for k, at := range w.coordinates {
		for i, v := range rows.Data[at*rows.Stride : at*rows.Stride+rows.Cols] {
			a.Data[i*size+k] = v
		}
	}
	at := 0
	for _, j := range w.blocks {
		width := run.first[j+1] - run.first[j]
		set(blas64.General{Rows: width, Cols: width, Stride: size, Data: a.Data[(rows.Cols+at)*size+at:]}, j)
		at += width
	}
	f := &tallFactor{a: a, tau: make([]float64, size), work: make([]float64, 64*size)}
	lapack64.Geqrf(f.a, f.tau, f.work, len(f.work))
	return f
}

// solve solves T x = v or T'x = v in place.
func (f *tallFactor) solve(t blas.Transpose, v []float64) bool {
	triangle := blas64.Triangular{N: f.a.Cols, Stride: f.a.Stride, Data: f.a.Data, Uplo: blas.Upper, Diag: blas.NonUnit}
	return lapack64.Trtrs(t, triangle, blas64.General{Rows: len(v), Cols: 1, Stride: 1, Data: v})
}

// turned returns Q'v, v being 0 beyond its end.
func (f *tallFactor) turned(v []float64) []float64 {
	return f.multiply(blas.Trans, v)[:f.a.Cols]
}

// back returns Q v.
func (f *tallFactor) back(v []float64) []float64 { return f.multiply(blas.NoTrans, v) }

func (f *tallFactor) multiply(t blas.Transpose, v []float64) []float64 {
	x := make([]float64, f.a.Rows)
	copy(x, v)
	lapack64.Ormqr(blas.Left, t, f.a, f.tau, blas64.General{Rows: len(x), Cols: 1, Stride: 1, Data: x}, f.work, len(f.work))
	return x
}
