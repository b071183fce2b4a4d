package baseline

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// A blocksRun is the state of the solver of a blockLasso.

type blocksRun struct {
	*blockLasso
	design *blocksDesign
	c      []float64 // coordinates
	q, g   []float64 // the residual, target - W c, and W'q
	cut    float64   // n lambda, of y/unit
	low    []float64 // what q is computed with beside its own digits; nil where they are enough

	best     []float64 // the coordinates of least gap
	feasible []float64 // a residual-like vector that their gap is from
	gap      float64   // n times that of the problem
	stale    int       // rounds since it halved

	squares []float64 // the diagonal of W'W
	h, next []float64 // of one block
}

func newBlocksRun(o *blockLasso, design *blocksDesign, start []float64, lambda float64) *blocksRun {
	run := &blocksRun{blockLasso: o, design: design, c: slices.Clone(start), cut: float64(len(o.y)) * (lambda / o.unit), gap: math.Inf(1)}
	run.q, run.g = make([]float64, len(design.target)), make([]float64, len(start))
	run.squares, run.h, run.next = make([]float64, len(start)), make([]float64, len(start)), make([]float64, len(start))
	for a := range start {
		run.squares[a] = o.gram.Data[a*len(start)+a]
	}
	run.best, run.feasible = make([]float64, len(start)), make([]float64, len(run.q))
	run.residual()
	if least := floats.Dot(design.target, design.target) / 2; !(run.objective() <= least) {
		clear(run.c)
	}
	return run
}

// residual computes q anew.
func (run *blocksRun) residual() {
	copy(run.q, run.design.target)
	clear(run.low)
	rows := run.design.rows
	for a, v := range run.c {
		row := rows.Data[a*rows.Stride : a*rows.Stride+rows.Cols]
		switch {
		case v == 0:
		case run.low != nil:
			addTwice(run.q, run.low, -v, row)
		default:
			blas64.Axpy(-v, asVector(row), asVector(run.q))
		}
	}
	if run.low != nil {
		floats.Add(run.q, run.low)
	}
}

// gradient computes q and g anew.
func (run *blocksRun) gradient() {
	run.residual()
	blas64.Gemv(blas.NoTrans, 1, run.design.rows, asVector(run.q), 0, asVector(run.g))
}

// objective is n times the objective of the problem, less its part that no coordinate
// changes.
func (run *blocksRun) objective() float64 {
	sum := floats.Dot(run.q, run.q) / 2
	for j := range run.len() {
		sum += run.cut * floats.Norm(run.of(run.c, j), 2)
	}
	return sum
}

// descend alternates descent over the blocks, which finds those that are 0, with Newton's
// method among the others. It returns the number of rounds.
func (run *blocksRun) descend(ctx context.Context) int {
	const most, patience = 300, 10
	rounds := 0
	run.gradient()
	for run.keep(run.q, run.g); rounds < most && run.stale < patience && ctx.Err() == nil; run.keep(run.q, run.g) {
		if run.violation(false) <= 1e-12 {
			break
		}
		rounds++
		run.stale++
		run.sweep(false)
		for range 3 {
			run.sweep(true)
		}
		run.gradient()
		for range 6 {
			if run.violation(true) <= 1e-13 || !run.newton() {
				break
			}
		}
	}
	return rounds
}

// keep bounds the gap of the coordinates from q, g being W'q, and keeps them where that is the
// least gap yet. It takes the best of the multiples s q with ||W_j's q|| <= cut, which with
// the rest of y are feasible for the dual. The gap is
//
//	||residual - s q||^2/2 + sum_j (cut ||c_j|| - s c_j'W_j'q).
func (run *blocksRun) keep(q, g []float64) {
	highest := 0.0
	for j := range run.len() {
		highest = max(highest, floats.Norm(run.of(g, j), 2))
	}
	s := 0.0
	if qq := floats.Dot(q, q); qq > 0 {
		s = max(0, floats.Dot(q, run.design.target)/qq)
	}
	if s*highest > run.cut {
		s = run.cut / highest
	}
	gap := 0.0
	for i, v := range run.q {
		gap += (v - s*q[i]) * (v - s*q[i]) / 2
	}
	for j := range run.len() {
		c := run.of(run.c, j)
		gap += max(0, run.cut*floats.Norm(c, 2)-s*floats.Dot(c, run.of(g, j)))
	}
	if !(gap < run.gap) {
		return
	}
	if gap < run.gap/2 {
		run.stale = 0
	}
	run.gap, run.best = gap, append(run.best[:0], run.c...)
	run.feasible = append(run.feasible[:0], q...)
	floats.Scale(s, run.feasible)
}

// sweep minimises over each block in turn, or over each that is not 0. It does not update q.
func (run *blocksRun) sweep(working bool) {
	m := len(run.c)
	for j := range run.len() {
		c, g := run.of(run.c, j), run.of(run.g, j)
		if isZero(c) && (working || floats.Norm(g, 2) <= run.cut) {
			continue
		}
		first := run.first[j]
		squares, h, next := run.of(run.squares, j), run.h[:len(c)], run.next[:len(c)]
		for k := range c {
			h[k] = g[k] + squares[k]*c[k]
		}
		length := blockLength(h, squares, run.cut)
		for k := range next {
			next[k] = h[k] * (length / (squares[k]*length + run.cut))
		}
		for k, v := range next {
			if move := v - c[k]; move != 0 {
				c[k] = v
				at := (first + k) * m
				blas64.Axpy(-move, asVector(run.gram.Data[at:at+m]), asVector(run.g))
			}
		}
	}
}

// blockLength returns the length of the minimiser of sum_k squares_k c_k^2/2 - h'c + cut ||c||:
// 0, or the t > 0 at which sum_k h_k^2/(squares_k t + cut)^2 is 1. One less the root of that
// sum upside down is convex in t, so that Newton's method goes to t from below.
func blockLength(h, squares []float64, cut float64) float64 {
	t := (floats.Norm(h, 2) - cut) / floats.Max(squares)
	if !(t > 0) {
		return 0
	}
	for range 60 {
		sum, slope := 0.0, 0.0
		for k, v := range h {
			part := v / (squares[k]*t + cut)
			sum += part * part
			slope += part * part * (squares[k] / (squares[k]*t + cut))
		}
		step := (math.Sqrt(sum) - 1) * sum / slope
		if !(step > 4*roundoff*t) {
			break
		}
		t += step
	}
	return t
}

// violation returns the largest violation of the conditions of optimality, relative to the
// cut: g_j = cut c_j/||c_j||, and ||g_j|| <= cut where c_j = 0.
func (run *blocksRun) violation(working bool) float64 {
	worst := 0.0
	for j := range run.len() {
		c, g := run.of(run.c, j), run.of(run.g, j)
		length := floats.Norm(c, 2)
		switch {
		case length > 0:
			for k := range c {
				worst = max(worst, math.Abs(g[k]/run.cut-c[k]/length))
			}
		case !working:
			worst = max(worst, floats.Norm(g, 2)/run.cut-1)
		}
	}
	return worst
}
