package solve

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// A level is the threshold at one ridge, with the objectives that bound the gain by a
// derivative.
type level struct {
	Threshold
	flat float64 // of the best function without derivatives
	free float64 // of kernel ridge regression, that is without a penalty
	low  float64 // for a penalty that is not convex, no smaller tau empties a fit; else 0
}

// flattening looks for the dual blocks that make all gradients 0, at one ridge
// after the other.
type flattening struct {
	p        *Problem
	convex   bool
	pen      *guarded    // P; where that is not convex, the lasso
	form     *closedForm // where it is worth it; else nil
	pre      *blockPreconditioner
	history  history
	products int // taken so far
	most     int

	*reduced            // at the last ridge
	nu       float64    // the last ridge
	u        []float64  // the last dual blocks -2 nu B, from which the next ridge goes on; nil at first
	B, W     *mat.Dense // work
	alpha    []float64
}

// worthFactor is the number of products from which on the preconditioner is worth
// its factorisation.
const worthFactor = 30

func newFlattening(ctx context.Context, p *Problem, tol float64, most int) (*flattening, error) {
	n, d := p.Op.Dims()
	f := &flattening{p: p, convex: isConvex(p.Penalty), pen: newGuarded(p.Penalty, d), most: most, history: history{to: listener(ctx, nil), start: time.Now()},
		B: mat.NewDense(n, d, nil), W: mat.NewDense(n, d, nil), alpha: make([]float64, n)}
	if !f.convex {
		f.pen = newGuarded(sumOfNorms{}, d)
	}
	// Where gradients are dependent the blocks are not unique, and those of least norm
	// in the preconditioner's metric are longer than the closed form's.
	quick := tol < quickTol && n*d <= quickSize && !p.Op.products.independent()
	if (quick || tol < sharp && n*d <= closedSize) && !p.Op.approximate && p.Op.several == nil {
		var err error
		f.form, err = newClosedForm(ctx, p.Op.evenRows(), p.Intercept)
		return f, err
	}
	if most >= worthFactor {
		f.pre = newBlockPreconditioner(p.Op.evenRows())
	}
	return f, nil
}

// sumOfNorms is the lasso.
type sumOfNorms struct{}

func (sumOfNorms) Value(u []float64) float64 { return floats.Sum(u) }

func (sumOfNorms) Prox(dst, u []float64, t float64) {
	for a, v := range u {
		dst[a] = max(0, v-t)
	}
}

// find returns the threshold at the problem's ridge.
func (f *flattening) find(ctx context.Context, tol float64) (level, error) {
	return f.at(ctx, f.p.Nu, tol)
}

// at returns the threshold at a ridge.
func (f *flattening) at(ctx context.Context, ridge, tol float64) (level, error) {
	if ctx.Err() != nil {
		return level{}, ctx.Err()
	}
	q := *f.p
	q.Nu, q.TauRidge = ridge, false
	var err error
	f.reduced, err = newReduced(&q)
	if err != nil {
		return level{}, err
	}
	f.nu = ridge
	way := &flatWay{flattening: f, tol: tol}
	way.best.Gap, way.last = math.Inf(1), math.Inf(1)
	f.B.Zero()
	f.field(f.W, f.alpha, f.B)
	f.products++
	g := append([]float64(nil), f.W.RawMatrix().Data...)
	if math.IsNaN(floats.Sum(g)) {
		return level{}, tooFarApart(ridge)
	}
	way.scale, err = f.pen.value(f.W)
	if err != nil {
		return level{}, err
	}
	way.free = ridge * floats.Dot(f.alpha, f.y)
	if floats.Norm(g, 2) == 0 {
		return level{flat: way.free, free: way.free}, nil
	}
	if rises, err := f.rises(); err != nil || !rises {
		return level{Threshold: Threshold{Tau: math.Inf(1)}}, err
	}
	switch {
	case f.form != nil:
		f.u = f.form.blocks(f.y, ridge)
		err = way.certify()
	default:
		err = way.walk(ctx, g)
	}
	switch {
	case ctx.Err() != nil:
		return level{}, ctx.Err()
	case err != nil:
		return level{}, err
	case math.IsNaN(way.best.Tau) || math.IsNaN(way.best.Gap):
		return level{}, tooFarApart(ridge)
	}
	if !f.convex && way.best.Tau > 0 {
		way.best.Tau, way.best.low, err = emptyFrom(newGuarded(f.p.Penalty, f.d), f.d, way.best)
	}
	return way.best, err
}

// rises reports whether the penalty rises at 0 with every norm that the gradients in W have. A
// prox that is computed from values alone comes to 0 elsewhere too, by rounding at some huge step.
func (f *flattening) rises() (bool, error) {
	own := newGuarded(f.p.Penalty, f.d)
	if _, err := own.value(f.W); err != nil {
		return false, err
	}
	scale := slices.Clone(own.u)
	for a, u := range scale {
		if u == 0 {
			scale[a] = slices.Max(own.u)
		}
	}
	for _, a := range penalty.Flat(f.p.Penalty, scale) {
		if own.u[a] > 0 {
			return false, nil
		}
	}
	return true, nil
}

func tooFarApart(ridge float64) error {
	return fmt.Errorf("solve: tau_max at the ridge %.3g: its numbers are too far apart for a float64; scale the inputs or the kernel, or take a larger nu", ridge)
}

// A flatWay is an iteration towards the blocks that make all gradients 0, at one ridge.
type flatWay struct {
	*flattening
	tol   float64
	scale float64 // P at the gradients of ridge regression
	free  float64
	last  float64 // ||W|| when the gap was last looked at
	stuck int     // steps since then
	best  level

	looked bool // some tau is enough
}

// walk takes conjugate gradients from the last blocks; g is W at 0.
func (w *flatWay) walk(ctx context.Context, g []float64) error {
	n, d := w.n, w.d
	from := make([]float64, n*d) // B
	rest := g
	if w.u != nil {
		floats.ScaleTo(from, -1/(2*w.nu), w.u)
		w.B.Copy(mat.NewDense(n, d, from))
		w.field(w.W, w.alpha, w.B)
		w.products++
		rest = append([]float64(nil), w.W.RawMatrix().Data...)
	}
	w.u = make([]float64, n*d)
	floats.ScaleTo(w.u, -2*w.nu, from)
	step, floor := make([]float64, n*d), rounding*floats.Norm(g, 2)
	moved := func() {
		for i, v := range step {
			w.u[i] = -2 * w.nu * (from[i] - v)
		}
	}
	var err error
	done := func(_, r []float64) bool {
		w.products++
		norm := floats.Norm(r, 2)
		if norm > 0.8*w.last {
			w.stuck++
			return w.stuck > stagnant
		}
		w.last, w.stuck = norm, 0
		if norm <= floor {
			return true
		}
		moved()
		var enough bool
		enough, err = w.enough(r)
		return err != nil || enough
	}
	conjugateUntil(ctx, step, rest, func(dst, src []float64) {
		w.curve(mat.NewDense(n, d, dst), w.alpha, mat.NewDense(n, d, src))
	}, w.pre.apply, done, min(w.most-w.products, flatProducts*n*d))
	if err != nil || ctx.Err() != nil {
		return err
	}
	moved()
	if !w.best.Reached(w.tol) && !math.IsNaN(w.best.Tau) {
		return w.certify()
	}
	return nil
}

// flatProducts limits the products of one way, for each unknown.
const flatProducts = 5

// rounding is the relative residual below which steps change nothing.
const rounding = 1e-15

// enough reports whether u, whose gradients are r as the steps have them, is within
// the tolerance, computed anew. It looks for the threshold of u only where a prox has shown
// that this is small enough, and at first, since for some penalties no tau is enough.
func (w *flatWay) enough(r []float64) (bool, error) {
	if !w.looked {
		w.looked = true
		if tau, err := smallest(w.pen, w.blocks()); err != nil || math.IsInf(tau, 1) {
			w.best = level{Threshold: Threshold{Tau: tau}}
			return true, err
		}
	}
	energy := floats.Dot(w.y, w.y) / float64(w.n) // at least the objective
	spare := w.tol*energy + floats.Dot(w.u, r)    // the penalty at r may be as large
	if math.IsNaN(spare) || math.IsInf(spare, 0) {
		w.best = level{Threshold: Threshold{Tau: math.NaN()}} // see at
		return true, nil
	}
	value, err := w.pen.value(mat.NewDense(w.n, w.d, r))
	if err != nil {
		return true, err
	}
	if value > flatRest*w.scale || spare <= 0 {
		return false, nil
	}
	if value > 0 {
		columnNorms(w.pen.u, w.blocks())
		if small, err := w.pen.vanishes(w.pen.u, min(spare/value, endless), w.n); err != nil || !small {
			return err != nil, err
		}
	}
	before := w.best.Gap
	if err := w.certify(); err != nil {
		return true, err
	}
	// At the floor of rounding, what is added is what M does not see.
	return w.best.Reached(w.tol) || w.best.Gap > 0.9*before, nil
}

func (w *flatWay) blocks() *mat.Dense { return mat.NewDense(w.n, w.d, w.u) }

// certify takes up the threshold of u and its gap, if that is the best.
func (w *flatWay) certify() error {
	at := level{free: w.free}
	var err error
	at.Tau, err = smallest(w.pen, w.blocks())
	if err != nil || math.IsInf(at.Tau, 1) || math.IsNaN(at.Tau) {
		w.best = at
		return err
	}
	floats.ScaleTo(w.B.RawMatrix().Data, -1/(2*w.nu), w.u)
	w.field(w.W, w.alpha, w.B)
	w.products++
	value, err := w.pen.value(w.W)
	if err != nil {
		return err
	}
	uw := floats.Dot(w.u, w.W.RawMatrix().Data)
	at.flat = w.nu*floats.Dot(w.alpha, w.y) - uw/2 // with the gradients that are left
	at.Gap = max(0, at.Tau*value-uw) / (at.flat + at.Tau*value)
	at.Rest = value / w.scale
	w.history.record(Step{
		Tau: at.Tau, Iteration: w.products, Objective: at.flat + at.Tau*value, Dual: at.flat + uw, RelGap: at.Gap, Residual: math.NaN(),
	})
	if !(at.Gap > w.best.Gap) {
		alpha, B := w.asKernel(slices.Clone(w.alpha), mat.DenseCopyOf(w.B))
		at.Start = &Solution{Alpha: alpha, B: B}
		w.best = at
	}
	return nil
}

// endless is more than any threshold: further on, a prox that only shrinks comes to
// 0 by underflow.
const endless = 1e150

// smallest returns the smallest tau for which the prox of tau P at the norms of
// u is 0, by bisection to the last bit; +Inf if there is none. For a convex P it is 0
// from there on.
func smallest(pen *guarded, u *mat.Dense) (float64, error) {
	n, d := u.Dims()
	q := make([]float64, d)
	columnNorms(q, u)
	switch largest := floats.Max(q); {
	case largest == 0:
		return 0, nil
	case math.IsNaN(floats.Sum(q)) || math.IsInf(largest, 1):
		return math.NaN(), nil
	}
	lo, hi := 0.0, 1.0
	for {
		ok, err := pen.vanishes(q, hi, n)
		if err != nil {
			return 0, err
		}
		if ok {
			break
		}
		lo, hi = hi, 2*hi
		if hi > endless {
			return math.Inf(1), nil
		}
	}
	for {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			return hi, nil
		}
		ok, err := pen.vanishes(q, mid, n)
		if err != nil {
			return 0, err
		}
		if ok {
			hi = mid
		} else {
			lo = mid
		}
	}
}
