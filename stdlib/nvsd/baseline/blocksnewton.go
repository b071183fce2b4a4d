package baseline

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// A workingSet holds the blocks that are not 0, and their coordinates one after the other.
type workingSet struct {
	blocks, coordinates []int
}

func (run *blocksRun) working() (w workingSet) {
	for j := range run.len() {
		if !isZero(run.of(run.c, j)) {
			w.add(run.blockLasso, j)
		}
	}
	return w
}

func (w *workingSet) add(o *blockLasso, j int) {
	w.blocks = append(w.blocks, j)
	for a := o.first[j]; a < o.first[j+1]; a++ {
		w.coordinates = append(w.coordinates, a)
	}
}

// newton takes a step of Newton's method over the blocks that are not 0, unless the objective
// would rise, and reports whether it did.
func (run *blocksRun) newton() bool {
	w := run.working()
	if len(w.blocks) == 0 {
		return false
	}
	step, ok := run.byCholesky(w)
	if !ok || floats.HasNaN(step) {
		return false
	}
	before, least := slices.Clone(run.c), run.objective()
	take := func(part float64, vanishing int) bool {
		for a, k := range w.coordinates {
			run.c[k] = before[k] + part*step[a]
		}
		if vanishing >= 0 {
			clear(run.of(run.c, vanishing))
		}
		run.residual()
		return run.objective() <= least+1e-13*least
	}
	// Where features depend on each other steps are long, and lead to where a block is 0.
	part, j := run.vanishing(w, step)
	taken := part < 1 && take(part, j)
	for part := 1.0; !taken && part >= 1.0/64; part /= 2 {
		taken = take(part, -1)
	}
	if !taken {
		copy(run.c, before)
	}
	run.gradient()
	return taken
}

// vanishing returns the part of a step at which the first block becomes orthogonal to its
// present value, and that block.
func (run *blocksRun) vanishing(w workingSet, step []float64) (part float64, block int) {
	part, block = math.Inf(1), -1
	for _, j := range w.blocks {
		c := run.of(run.c, j)
		if along := floats.Dot(c, step[:len(c)]); along < 0 {
			if at := floats.Dot(c, c) / -along; at < part {
				part, block = at, j
			}
		}
		step = step[len(c):]
	}
	return part, block
}

// byCholesky returns the step by the matrix of second derivatives. The curvature of ||c|| is
// (I - cc'/||c||^2)/||c||.
func (run *blocksRun) byCholesky(w workingSet) ([]float64, bool) {
	size, m := len(w.coordinates), len(run.c)
	h := blas64.Symmetric{N: size, Stride: size, Data: make([]float64, size*size), Uplo: blas.Upper}
	step := make([]float64, size)
	for a, k := range w.coordinates {
		row := h.Data[a*size : (a+1)*size]
		for b := a; b < size; b++ {
			row[b] = run.gram.Data[k*m+w.coordinates[b]]
		}
		row[a] *= 1 + proximity
	}
	at := 0
	for _, j := range w.blocks {
		c, g := run.of(run.c, j), run.of(run.g, j)
		length := floats.Norm(c, 2)
		for k := range c {
			step[at+k] = g[k] - run.cut*(c[k]/length)
			row := h.Data[(at+k)*size+at:]
			row[k] += run.cut / length
			for l := k; l < len(c); l++ {
				row[l] -= run.cut / length * (c[k] / length) * (c[l] / length)
			}
		}
		at += len(c)
	}
	factor, ok := lapack64.Potrf(h)
	if ok {
		lapack64.Potrs(factor, blas64.General{Rows: size, Cols: 1, Stride: 1, Data: step})
	}
	return step, ok
}
