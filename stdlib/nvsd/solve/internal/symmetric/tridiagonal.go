package symmetric

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/internal/panel"
)

// tridiagonal is T = Q' A Q, by its diagonal d and the entries e beside it, and Q
// as the product of blocks of reflections, the first on the left.
type tridiagonal struct {
	d, e   []float64
	blocks []*reflections
}

// negligible is a square below which a length is 0 beside entries around 1, and
// above which it is computed without underflow.
const negligible = 1e-280

// tridiagonalise spoils the matrix, whose largest entry is around 1. It reduces a
// block of columns at a time: a column of the reduced matrix A - V W' - W V' is
// formed when its turn comes, and the matrix behind the block when it is done.
func (m *Matrix) tridiagonalise() *tridiagonal {
	t := &tridiagonal{d: make([]float64, m.n), e: make([]float64, m.n)}
	var work vectorWork
	var update rankUpdate
	W := make([]float64, blockSize*m.ld)
	for from := 0; from < m.n; from += blockSize {
		b := newReflections(from, m.ld-from)
		w := W[:blockSize*b.cols]
		clear(w)
		for j := from; j < min(from+blockSize, m.n); j++ {
			m.reduceColumn(t, b, w, j, &work)
		}
		if from+blockSize < m.n {
			update.apply(m, b, w)
		}
		t.blocks = append(t.blocks, b)
	}
	return t
}

// reduceColumn finds the reflection that makes column j tridiagonal, and its row
// of W.
func (m *Matrix) reduceColumn(t *tridiagonal, b *reflections, W []float64, j int, work *vectorWork) {
	c := j - b.from
	v, w := b.row(c), W[c*b.cols:][:b.cols]
	start := c &^ 3
	copy(v[start:], m.data[j*m.ld+b.from+start:][:b.cols-start])
	for g := 0; g < c; g += panel.Rows {
		var byV, byW [panel.Rows]float64
		for r := range min(panel.Rows, c-g) {
			byV[r], byW[r] = -b.v[(g+r)*b.cols+c], -W[(g+r)*b.cols+c]
		}
		panel.AddRows(v[start:], &byV, W[g*b.cols+start:], b.cols)
		panel.AddRows(v[start:], &byW, b.v[g*b.cols+start:], b.cols)
	}
	t.d[j] = v[c]
	clear(v[start : c+1])
	if j == m.n-1 {
		return
	}
	t.e[j], b.tau[c] = reflect(v[c+1:])
	if b.tau[c] == 0 {
		return
	}
	m.mulVecUpper(w, v, b.from, j+1, work)
	start = (c + 1) &^ 3
	for g := 0; g < c; g += panel.Rows {
		var byV, byW panel.RowSums
		panel.DotRows(&byV, v[start:], b.v[g*b.cols+start:], b.cols)
		panel.DotRows(&byW, v[start:], W[g*b.cols+start:], b.cols)
		var takeV, takeW [panel.Rows]float64
		for r := range min(panel.Rows, c-g) {
			takeW[r], takeV[r] = -byV.Total(r), -byW.Total(r)
		}
		panel.AddRows(w[start:], &takeW, W[g*b.cols+start:], b.cols)
		panel.AddRows(w[start:], &takeV, b.v[g*b.cols+start:], b.cols)
	}
	clear(w[:c+1])
	floats.Scale(b.tau[c], w)
	floats.AddScaled(w, -b.tau[c]/2*floats.Dot(w, v), v)
}

// reflect replaces x by v with v_0 = 1, such that (I - tau vv') x = (beta, 0, ..., 0)'
// and I - tau vv' is orthogonal. It sets v = 0 and tau = 0 where nothing is to do.
func reflect(x []float64) (beta, tau float64) {
	alpha := x[0]
	rest := floats.Dot(x[1:], x[1:])
	switch {
	case alpha*alpha+rest < negligible:
		clear(x)
		return 0, 0
	case rest == 0:
		clear(x)
		return alpha, 0
	}
	beta = -math.Copysign(math.Sqrt(alpha*alpha+rest), alpha)
	floats.Scale(1/(alpha-beta), x)
	x[0] = 1
	return beta, (beta - alpha) / beta
}

// rankUpdate is the workspace of updates A - V W' - W V'.
type rankUpdate struct {
	left  []float64    // [-V, -W], row by row
	right panel.Matrix // [W'; V']
}

const updateRows = 32 // that one task updates

// apply updates the rows and columns behind the block, on and above the diagonal;
// what is below takes part, and is not read.
func (u *rankUpdate) apply(m *Matrix, b *reflections, W []float64) {
	const inner = 2 * blockSize
	if u.left == nil {
		u.left = make([]float64, inner*m.ld)
	}
	u.right.Reshape(inner, b.cols)
	for c := range blockSize {
		v, w := b.row(c), W[c*b.cols:][:b.cols]
		u.right.SetRow(c, w)
		u.right.SetRow(blockSize+c, v)
		for i := blockSize; i < b.cols; i++ {
			u.left[i*inner+c], u.left[i*inner+blockSize+c] = -v[i], -w[i]
		}
	}
	split(pieces(b.cols-blockSize, updateRows), func(task int) {
		low := blockSize + task*updateRows
		high := min(low+updateRows, b.cols)
		mulAdd(m.data[(b.from+low)*m.ld+b.from+low:], m.ld, u.left[low*inner:], inner, high-low, &u.right, 0, inner, low, b.cols)
	})
}
