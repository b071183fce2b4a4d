package baseline

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// orthonormalBlocks is the group lasso of blocks of p orthonormal functions,
//
//	min over b   ||y - sum_j U_j b_j||^2/(2n) + lambda sum_j ||b_j||,   U_j'U_j = I.
//
// All that is iterated is in the coordinates of the functions: a step costs what it costs
// for few points.
type orthonormalBlocks struct {
	p    int
	y    []float64
	rows blas64.General // a function a row, all blocks one after the other
	gram []float64      // products of all functions
	uy   []float64      // U'y
}

func newOrthonormalBlocks(blocks []*mat.Dense, y []float64) *orthonormalBlocks {
	n, p := blocks[0].Dims()
	m := p * len(blocks)
	o := &orthonormalBlocks{p: p, y: y, gram: make([]float64, m*m), uy: make([]float64, m)}
	o.rows = blas64.General{Rows: m, Cols: n, Stride: n, Data: make([]float64, m*n)}
	for j, u := range blocks {
		for k := range p {
			mat.Col(o.row(j*p+k).Data, k, u)
		}
	}
	blas64.Syrk(blas.NoTrans, 1, o.rows, 0, blas64.Symmetric{N: m, Stride: m, Data: o.gram, Uplo: blas.Upper})
	for a := range m {
		for b := range a {
			o.gram[a*m+b] = o.gram[b*m+a]
		}
	}
	blas64.Gemv(blas.NoTrans, 1, o.rows, asVector(y), 0, asVector(o.uy))
	return o
}

func (o *orthonormalBlocks) row(k int) blas64.Vector {
	return asVector(o.rows.Data[k*o.rows.Cols : (k+1)*o.rows.Cols])
}

func (o *orthonormalBlocks) len() int { return o.rows.Rows / o.p }

// of returns the part of a vector over the functions that is block j's.
func (o *orthonormalBlocks) of(v []float64, j int) []float64 { return v[j*o.p : (j+1)*o.p] }

// top returns the least lambda at which all blocks are 0.
func (o *orthonormalBlocks) top() float64 {
	most := 0.0
	for j := range o.len() {
		most = max(most, floats.Norm(o.of(o.uy, j), 2))
	}
	return most / float64(len(o.y))
}

// minimise goes to the minimiser from b, which it overwrites, and returns how many rounds it
// took: descent over the blocks, which tells those that are 0, and Newton's method among the
// others.
func (o *orthonormalBlocks) minimise(ctx context.Context, b []float64, lambda float64) int {
	run := &blocksRun{orthonormalBlocks: o, b: b, g: make([]float64, len(b)), cut: float64(len(o.y)) * lambda}
	run.gradient()
	const most = 300
	rounds := 0
	for rounds < most && ctx.Err() == nil {
		rounds++
		run.sweep(false)
		for range 3 {
			run.sweep(true)
		}
		for range 6 {
			if run.violation(true) <= 1e-13 || !run.newton() {
				break
			}
		}
		if run.violation(false) <= 1e-12 {
			break
		}
	}
	return rounds
}

// blocksRun is where minimise is.
type blocksRun struct {
	*orthonormalBlocks
	b, g []float64 // g = U'(y - U b)
	cut  float64   // n lambda
}

// gradient computes g anew.
func (run *blocksRun) gradient() {
	m := len(run.b)
	copy(run.g, run.uy)
	blas64.Symv(-1, blas64.Symmetric{N: m, Stride: m, Data: run.gram, Uplo: blas.Upper}, asVector(run.b), 1, asVector(run.g))
}

// sweep minimises over each block in turn, or over each that is not 0.
func (run *blocksRun) sweep(working bool) {
	m := len(run.b)
	for j := range run.len() {
		b, g := run.of(run.b, j), run.of(run.g, j)
		if working && isZero(b) {
			continue
		}
		length := 0.0
		for k := range b {
			length += (b[k] + g[k]) * (b[k] + g[k])
		}
		part := 0.0
		if length = math.Sqrt(length); length > run.cut {
			part = 1 - run.cut/length
		}
		if part == 0 && isZero(b) {
			continue
		}
		moves := make([]float64, run.p)
		for k := range b {
			next := part * (b[k] + g[k])
			moves[k], b[k] = next-b[k], next
		}
		for k, move := range moves {
			first := (j*run.p + k) * m
			blas64.Axpy(-move, asVector(run.gram[first:first+m]), asVector(run.g))
		}
	}
}

func isZero(v []float64) bool {
	for _, x := range v {
		if x != 0 {
			return false
		}
	}
	return true
}

// violation returns by how much the conditions of optimality fail, relative to n lambda:
// g_j = n lambda b_j/||b_j||, and ||g_j|| <= n lambda where b_j = 0.
func (run *blocksRun) violation(working bool) float64 {
	worst := 0.0
	for j := range run.len() {
		b, g := run.of(run.b, j), run.of(run.g, j)
		length := floats.Norm(b, 2)
		switch {
		case length > 0:
			for k := range b {
				worst = max(worst, math.Abs(g[k]/run.cut-b[k]/length))
			}
		case !working:
			worst = max(worst, floats.Norm(g, 2)/run.cut-1)
		}
	}
	return worst
}

// newton takes a step of Newton's method over the blocks that are not 0, and reports whether
// it did: not where the objective would rise.
func (run *blocksRun) newton() bool {
	var work []int // functions
	for j := range run.len() {
		if !isZero(run.of(run.b, j)) {
			for k := range run.p {
				work = append(work, j*run.p+k)
			}
		}
	}
	size, m := len(work), len(run.b)
	if size == 0 {
		return false
	}
	h := blas64.Symmetric{N: size, Stride: size, Data: make([]float64, size*size), Uplo: blas.Upper}
	step := make([]float64, size)
	for a, k := range work {
		row := h.Data[a*size : (a+1)*size]
		for c := a; c < size; c++ {
			row[c] = run.gram[k*m+work[c]]
		}
		b := run.of(run.b, k/run.p)
		length := floats.Norm(b, 2)
		step[a] = run.g[k] - run.cut*run.b[k]/length
		// The curvature of ||b|| is (I - bb'/||b||^2)/||b||.
		row[a] += run.cut/length + proximity
		for l := k % run.p; l < run.p; l++ {
			row[a+l-k%run.p] -= run.cut / length * (run.b[k] / length) * (b[l] / length)
		}
	}
	factor, ok := lapack64.Potrf(h)
	if !ok {
		return false
	}
	lapack64.Potrs(factor, blas64.General{Rows: size, Cols: 1, Stride: 1, Data: step})
	before, least := append([]float64(nil), run.b...), run.objective()
	take := func(part float64, vanishing int) bool {
		for a, k := range work {
			run.b[k] = before[k] + part*step[a]
		}
		if vanishing >= 0 {
			clear(run.of(run.b, vanishing))
		}
		run.gradient()
		return run.objective() <= least+1e-13*math.Abs(least)
	}
	// Where functions depend on each other steps are long, and lead to where a block is 0.
	if part, j := run.vanishing(work, step); part < 1 && take(part, j) {
		return true
	}
	for part := 1.0; part >= 1.0/64; part /= 2 {
		if take(part, -1) {
			return true
		}
	}
	copy(run.b, before)
	run.gradient()
	return false
}

// vanishing returns the part of a step at which the first block turns away from what it is,
// and that block.
func (run *blocksRun) vanishing(work []int, step []float64) (part float64, block int) {
	part, block = math.Inf(1), -1
	for a := 0; a < len(work); a += run.p {
		j := work[a] / run.p
		b := run.of(run.b, j)
		if along := floats.Dot(b, step[a:a+run.p]); along < 0 {
			if at := floats.Dot(b, b) / -along; at < part {
				part, block = at, j
			}
		}
	}
	return part, block
}

// objective is n times that of the problem, less y'y/2.
func (run *blocksRun) objective() float64 {
	sum := 0.0
	for k, b := range run.b {
		sum -= b * (run.uy[k] + run.g[k]) / 2
	}
	for j := range run.len() {
		sum += run.cut * floats.Norm(run.of(run.b, j), 2)
	}
	return sum
}

// A blocksFit is how good coefficients are.
type blocksFit struct {
	bounds
	fitted []float64 // U b
	margin float64   // 1 less the largest ||U_j'r||/(n lambda) of blocks that are 0; 1 where none is
}

// judge bounds coefficients, from the points.
func (o *orthonormalBlocks) judge(b []float64, lambda float64) *blocksFit {
	n, m := len(o.y), len(b)
	at := &blocksFit{fitted: make([]float64, n), margin: 1}
	hidden, terms := make([]float64, n), 0
	for i, v := range o.y {
		hidden[i] = math.Abs(v)
	}
	for k, v := range b {
		if v == 0 {
			continue
		}
		terms++
		blas64.Axpy(v, o.row(k), asVector(at.fitted))
		for i, u := range o.row(k).Data {
			hidden[i] += math.Abs(v * u)
		}
	}
	p := leastSquares{y: o.y, r: make([]float64, n), l1: lambda, norms: make([]float64, o.len()), sizes: make([]float64, o.len())}
	floats.SubTo(p.r, o.y, at.fitted)
	products, penalty := make([]float64, m), 0.0
	blas64.Gemv(blas.NoTrans, 1, o.rows, asVector(p.r), 0, asVector(products))
	for j := range p.norms {
		p.norms[j] = floats.Norm(o.of(products, j), 2)
		p.sizes[j] = math.Sqrt(float64(o.p)) * (1 + 1e-12)
		penalty += lambda * floats.Norm(o.of(b, j), 2)
		if isZero(o.of(b, j)) {
			at.margin = min(at.margin, 1-p.norms[j]/(float64(n)*lambda))
		}
	}
	at.objective = floats.Dot(p.r, p.r)/float64(2*n) + penalty
	at.dual = p.lower()
	at.gap = p.upper(hidden, terms, penalty) - at.dual
	return at
}
