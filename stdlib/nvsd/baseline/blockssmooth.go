package baseline

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// A smoothRun is the solver for features that are near to dependent, or more than the points:
// there descent crawls, and Newton's method among the blocks that are not 0 goes from one
// block to the next. It has sqrt(||c_j||^2 + width^2) in place of the norms, and follows the
// minimiser as the width goes to 0. The conditions of optimality are solved in the
// coordinates and in the slopes of the norms together (Chan, Golub and Mulet 1999), so that
// steps are long also where blocks are near to 0. Steps are by orthogonal factors, which do
// not square what is near to dependent.
type smoothRun struct {
	*blocksRun
	width  float64
	slopes []float64  // of the penalty: those of block j are of no more than the cut
	list   workingSet // the blocks that take part
	takes  []bool     // the same
}

func newSmoothRun(run *blocksRun) *smoothRun {
	run.low = make([]float64, len(run.q))
	return &smoothRun{blocksRun: run, width: math.Inf(1), slopes: make([]float64, len(run.c)), takes: make([]bool, run.len())}
}

// follow takes the width to 0, and returns the number of its steps.
func (run *smoothRun) follow(ctx context.Context) int {
	const most, patience = 150, 30
	run.gradient()
	run.keep(run.q, run.g)
	steps := 0
	for steps < most && run.stale < patience && ctx.Err() == nil && run.gap > 1e-13*run.least() {
		steps++
		run.stale++
		run.join()
		run.width = min(run.width, 0.1*run.gap/(run.cut*float64(len(run.list.blocks))))
		moved := run.step()
		run.keep(run.q, run.g)
		if run.stale > 1 || !moved {
			run.polish()
		}
		if !moved && run.stale > 3 {
			break
		}
	}
	run.tidy()
	return steps
}

// least is n times the objective, roughly.
func (run *smoothRun) least() float64 {
	return run.objective() + floats.Dot(run.design.rest, run.design.rest)/2
}

// join adds the blocks that are not 0, or may become so, to those that take part.
func (run *smoothRun) join() {
	run.list = workingSet{}
	for j := range run.len() {
		g := run.of(run.g, j)
		size := floats.Norm(g, 2)
		if !run.takes[j] && (!isZero(run.of(run.c, j)) || size > run.cut/2) {
			run.takes[j] = true
			slopes := run.of(run.slopes, j)
			copy(slopes, g)
			floats.Scale(min(1, 0.9*run.cut/size), slopes)
		}
		if run.takes[j] {
			run.list.add(run.blockLasso, j)
		}
	}
}

// step takes a step of Newton's method, and reports whether it did.
func (run *smoothRun) step() bool {
	step, ok := run.direction()
	if !ok || floats.HasNaN(step) {
		return false
	}
	before := slices.Clone(run.c)
	value, part, taken := run.smoothed(), 1.0, false
	for ; part >= 1e-6 && !taken; part /= 2 {
		for a, k := range run.list.coordinates {
			run.c[k] = before[k] + part*step[a]
		}
		run.residual()
		taken = run.smoothed() < value
	}
	if !taken {
		copy(run.c, before)
	} else {
		run.turnSlopes(before, step)
	}
	run.gradient()
	return taken
}

// smoothed is the objective with the norms smoothed.
func (run *smoothRun) smoothed() float64 {
	sum := floats.Dot(run.q, run.q) / 2
	for _, j := range run.list.blocks {
		sum += run.cut * run.length(run.of(run.c, j))
	}
	return sum
}

func (run *smoothRun) length(c []float64) float64 { return math.Hypot(floats.Norm(c, 2), run.width) }

// turnSlopes changes the slopes as the step from coordinates does, and keeps them within the
// cut.
func (run *smoothRun) turnSlopes(before, step []float64) {
	for _, j := range run.list.blocks {
		c, slopes := run.of(before, j), run.of(run.slopes, j)
		length := run.length(c)
		along := length + floats.Dot(c, step[:len(c)])/length
		for k := range c {
			slopes[k] = (run.cut*(c[k]+step[k])-slopes[k]*along)/length + slopes[k]
		}
		if size := floats.Norm(slopes, 2); size > run.cut {
			floats.Scale(run.cut/size, slopes)
		}
		step = step[len(c):]
	}
}

// direction returns the step by an orthogonal factor of W and of a root of the curvature of the
// norms, one below the other.
func (run *smoothRun) direction() ([]float64, bool) {
	f := run.factor(run.list, run.curvature)
	slope := run.thresholds()
	if !f.solve(blas.Trans, slope) {
		return nil, false
	}
	step := f.turned(run.q)
	floats.Sub(step, slope)
	return step, f.solve(blas.NoTrans, step)
}

// thresholds returns the slopes of the smoothed norms.
func (run *smoothRun) thresholds() []float64 {
	var t []float64
	for _, j := range run.list.blocks {
		c := run.of(run.c, j)
		length := run.length(c)
		for _, v := range c {
			t = append(t, run.cut*(v/length))
		}
	}
	return t
}

// flattest is the least curvature of a norm, relative to that across.
const flattest = 1e-16

// curvature sets a block to a root of cut/length (I - (uw' + wu')/2), u being the slopes over
// the cut and w the coordinates over the length.
func (run *smoothRun) curvature(block blas64.General, j int) {
	c, slopes := run.of(run.c, j), run.of(run.slopes, j)
	length := run.length(c)
	root := math.Sqrt(run.cut / length)
	for k := range c {
		block.Data[k*block.Stride+k] = root
	}
	u, w := floats.Norm(slopes, 2), floats.Norm(c, 2)
	if u == 0 || w == 0 {
		return
	}
	inner := 0.0
	for k := range c {
		inner += (slopes[k] / u) * (c[k] / w)
	}
	size := u / run.cut * (w / length)
	// The eigenvectors are the sum and the difference of the unit vectors of u and w.
	for _, sign := range []float64{1, -1} {
		v := make([]float64, len(c))
		for k := range c {
			v[k] = slopes[k]/u + sign*c[k]/w
		}
		long := floats.Norm(v, 2)
		if long < 1e-8 {
			continue
		}
		floats.Scale(1/long, v)
		part := root * (math.Sqrt(max(1-size*(inner+sign)/2, flattest)) - 1)
		for k := range c {
			for l := range c {
				block.Data[k*block.Stride+l] += part * v[k] * v[l]
			}
		}
	}
}

// ridge sets a block to a diagonal that is negligible beside W, but makes the triangle
// regular.
func (run *smoothRun) ridge(block blas64.General, j int) {
	for k, square := range run.of(run.squares, j) {
		block.Data[k*block.Stride+k] = 1e-10 * math.Sqrt(square)
	}
}

// polish bounds the coordinates from a q that is moved, as little as possible, to where W'q
// equals the slopes of the norms. The residual itself holds the rounding of large
// coordinates, which may be more than the cut.
func (run *smoothRun) polish() {
	if len(run.list.blocks) == 0 {
		return
	}
	f := run.factor(run.list, run.ridge)
	want := run.thresholds()
	q, g := slices.Clone(run.q), slices.Clone(run.g)
	for range 2 { // once more, for what the blocks below W left
		move := slices.Clone(want)
		for a, k := range run.list.coordinates {
			move[a] -= g[k]
		}
		if !f.solve(blas.Trans, move) {
			return
		}
		floats.Add(q, f.back(move)[:len(q)])
		if floats.HasNaN(q) {
			return
		}
		blas64.Gemv(blas.NoTrans, 1, run.design.rows, asVector(q), 0, asVector(g))
	}
	run.keep(q, g)
}

// tidy sets blocks to 0 whose products with the feasible vector are within the cut: only the
// width keeps them from 0.
func (run *smoothRun) tidy() {
	gap := run.gap
	best, feasible := slices.Clone(run.best), slices.Clone(run.feasible)
	copy(run.c, best)
	blas64.Gemv(blas.NoTrans, 1, run.design.rows, asVector(feasible), 0, asVector(run.g))
	for j := range run.len() {
		if floats.Norm(run.of(run.g, j), 2) <= 0.99*run.cut {
			clear(run.of(run.c, j))
		}
	}
	run.gradient()
	run.gap = math.Inf(1)
	run.keep(run.q, run.g)
	run.list, run.width = run.working(), 0
	if len(run.list.blocks) > 0 {
		copy(run.slopes, run.c)
		for _, j := range run.list.blocks {
			floats.Scale(run.cut/floats.Norm(run.of(run.c, j), 2), run.of(run.slopes, j))
		}
		run.polish()
		for range 3 {
			if !run.step() {
				break
			}
			run.keep(run.q, run.g)
			run.polish()
		}
	}
	if !(run.gap <= max(2*gap, 1e-11*run.least())) {
		run.gap, run.best, run.feasible = gap, best, feasible
	}
}

// witnesses returns the feasible vector at the points, and the same moved to where its
// products with the columns of W there are what they are in the coordinates of the space. The
// move has digits that rounding takes from the first; it goes astray where columns depend on
// each other but for rounding.
func (run *smoothRun) witnesses() []*witness {
	v := run.design.atPoints(run.feasible)
	floats.Add(v, run.design.rest)
	floats.Scale(run.unit, v)
	plain := &witness{v, make([]float64, len(v))}
	w := &witness{slices.Clone(v), make([]float64, len(v))}
	want := make([]float64, len(run.c))
	blas64.Gemv(blas.NoTrans, run.unit, run.design.rows, asVector(run.feasible), 0, asVector(want))
	run.list = workingSet{}
	for j := range run.len() {
		if floats.Norm(run.of(want, j), 2) > run.unit*run.cut/2 {
			run.list.add(run.blockLasso, j)
		}
	}
	if len(run.list.blocks) == 0 {
		return []*witness{plain}
	}
	f := run.factor(run.list, run.ridge)
	for range 3 {
		move := make([]float64, len(run.list.coordinates))
		for a, k := range run.list.coordinates {
			row := run.points.rows.Data[k*run.points.rows.Stride:][:len(v)]
			move[a] = want[k] - dot2(row, w.v) - floats.Dot(row, w.low)
		}
		if !f.solve(blas.Trans, move) {
			break
		}
		next := run.design.atPoints(f.back(move)[:len(run.q)])
		if floats.HasNaN(next) {
			break
		}
		floats.Add(w.low, next)
		for i, low := range w.low {
			w.v[i], w.low[i] = twoSum(w.v[i], low)
		}
	}
	return []*witness{plain, w}
}
