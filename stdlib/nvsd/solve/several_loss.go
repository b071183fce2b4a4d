package solve

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
)

// checkJoint is [Problem.checkLoss] for a loss of several functions.
func (p *Problem) checkJoint() (err error) {
	functions := p.Op.Functions()
	switch {
	case p.Loss != nil:
		return fmt.Errorf("solve: the problem has a loss of each function, %s, and one of all together, %s: leave one out", called(p.Loss), called(p.Joint))
	case functions < 2:
		return fmt.Errorf("solve: the loss %s is of several functions, and the operator has one: make it by Several", called(p.Joint))
	}
	defer heldLoss(&err)
	if err := loss.CheckJoint(p.Joint, p.Y, functions); err != nil {
		return fmt.Errorf("solve: %w", err)
	}
	l := newMeanLoss(p, nil)
	l.eachRow(make([]float64, len(p.Y)), functions, func(r jointRow) {
		l.joint.Derivative(r.q, r.y, r.f)
		l.joint.Curvature(r.c, r.y, r.f)
		if v := l.joint.Value(r.y, r.f); math.IsInf(v, 0) || !allFinite(r.q) || !allFinite(r.c) {
			err = fmt.Errorf("solve: the loss %s of the targets %v of row %d (from 0) and fitted values of 0 is %v, with the derivatives %v and the curvatures %v: all must be finite", called(p.Joint), r.y, r.i, v, r.q, r.c)
		}
	})
	return err
}

// A JointError is the error of a loss of several functions that broke its contract, with its arguments.
type JointError struct {
	Loss   loss.Joint
	Method string // "Value", "Derivative", "Curvature" or "Conjugate"
	Y, F   []float64
	Reason string
}

func (e *JointError) Error() string {
	return fmt.Sprintf("solve: loss %s: %s(%v, %v) %s", called(e.Loss), e.Method, e.Y, e.F, e.Reason)
}

// guardedJoint panics with a *JointError where a loss panics or returns no number, which [heldLoss] makes an error.
type guardedJoint struct{ loss.Joint }

// call returns the value of a method, which must be a number, of at least the given one.
func (l guardedJoint) call(method string, least float64, y, f []float64, of func() float64) (v float64) {
	defer func() {
		if cause := recover(); cause != nil {
			panic(&JointError{l.Joint, method, slices.Clone(y), slices.Clone(f), fmt.Sprintf("panics: %v", cause)})
		}
		if !(v >= least) {
			panic(&JointError{l.Joint, method, slices.Clone(y), slices.Clone(f), fmt.Sprintf("is %v", v)})
		}
	}()
	return of()
}

func (l guardedJoint) Value(y, f []float64) float64 {
	return l.call("Value", 0, y, f, func() float64 { return l.Joint.Value(y, f) })
}

func (l guardedJoint) Derivative(q, y, f []float64) {
	l.call("Derivative", math.Inf(-1), y, f, func() float64 { l.Joint.Derivative(q, y, f); return floats.Sum(q) })
}

func (l guardedJoint) Curvature(c, y, f []float64) {
	l.call("Curvature", 0, y, f, func() float64 { l.Joint.Curvature(c, y, f); return floats.Min(c) })
}

func (l guardedJoint) Conjugate(y, u []float64) float64 {
	return l.call("Conjugate", math.Inf(-1), y, u, func() float64 { return l.Joint.Conjugate(y, u) })
}

// A jointRow is row i of several functions, with what is computed there.
type jointRow struct {
	i, each int
	y, f    []float64 // targets and fitted values
	q, c, u []float64
}

// gather sets the entries of the row from those of all rows, function by function.
func (r jointRow) gather(to, from []float64) {
	for k := range to {
		to[k] = from[k*r.each+r.i]
	}
}

// spread sets the entries of all rows, function by function, from those of the row.
func (r jointRow) spread(to, from []float64) {
	for k, v := range from {
		to[k*r.each+r.i] = v
	}
}

// eachRow calls do for every row of fitted values with their constants.
func (l *meanLoss) eachRow(at []float64, functions int, do func(r jointRow)) {
	work := make([]float64, 5*functions)
	r := jointRow{each: len(at) / functions, y: blockIn(work, 0, functions), f: blockIn(work, 1, functions),
		q: blockIn(work, 2, functions), c: blockIn(work, 3, functions), u: blockIn(work, 4, functions)}
	for i := range r.each {
		r.i = i
		r.gather(r.y, l.y)
		r.gather(r.f, at)
		do(r)
	}
}

func (l *meanLoss) jointValue(f, b []float64) float64 {
	var sum float64
	l.eachRow(withConstants(f, b), len(b), func(r jointRow) { sum += l.w.at(r.i) * l.joint.Value(r.y, r.f) })
	return sum / float64(len(l.y))
}

// bestJoint returns the best constants, of the sum 0, by Newton's method with a damping that follows the loss. Where fitted values are so large that rows
// have no curvature, it may end before the best.
func (l *meanLoss) bestJoint(f, from []float64) ([]float64, error) {
	const (
		steps   = 200
		settled = 1e-14 // of a step
		least   = 1e-12 // damping, of a row
		most    = 1e12
	)
	c := len(from)
	b, next, step := slices.Clone(from), make([]float64, c), mat.NewVecDense(c-1, nil)
	now, damping := l.jointValue(f, b), 0.0
	slope, H := l.jointSlope(f, b)
	for range steps {
		D := mat.NewSymDense(c-1, nil)
		D.CopySym(H)
		for k := range c - 1 {
			D.SetSym(k, k, H.At(k, k)+damping*float64(len(l.y)))
		}
		var chol mat.Cholesky
		value := math.Inf(1)
		if chol.Factorize(D) {
			_ = chol.SolveVecTo(step, mat.NewVecDense(c-1, slope[:c-1])) // what comes of a matrix near to singular is judged by the loss
			copy(next, b)
			floats.AddScaled(next[:c-1], -1, step.RawVector().Data)
			floats.AddConst(-floats.Sum(next)/float64(c), next)
			if allFinite(next) {
				value = l.jointValue(f, next)
			}
		}
		if !(value <= now*(1+4*unit)) {
			damping = max(least, 10*damping)
			if damping > most {
				break
			}
			continue
		}
		copy(b, next)
		now, damping = value, damping/10
		if damping < least {
			damping = 0
		}
		if floats.Norm(step.RawVector().Data, math.Inf(1)) <= settled*(1+floats.Norm(b, math.Inf(1))) {
			break
		}
		slope, H = l.jointSlope(f, b)
	}
	if !allFinite(b) {
		return nil, fmt.Errorf("solve: the loss %s has no constants at fitted values that overflow: take other units for X, another kernel, or a larger nu", called(l.joint.(guardedJoint).Joint))
	}
	return b, nil
}

// jointSlope returns the derivatives of the sum of the loss by the constants, and a bound of the second ones by all but the last, which
// follows from them.
func (l *meanLoss) jointSlope(f, b []float64) (slope []float64, H *mat.SymDense) {
	c := len(b)
	slope, H = make([]float64, c), mat.NewSymDense(c-1, nil)
	l.eachRow(withConstants(f, b), c, func(r jointRow) {
		l.joint.Derivative(r.q, r.y, r.f)
		l.joint.Curvature(r.c, r.y, r.f)
		w, all := l.w.at(r.i), floats.Sum(r.c)
		floats.AddScaled(slope, w, r.q)
		if all == 0 {
			return
		}
		for k := range c - 1 {
			for j := k; j < c-1; j++ {
				v := -r.c[k] * (r.c[j] / all)
				if j == k {
					v += r.c[k]
				}
				H.SetSym(k, j, H.At(k, j)+w*v)
			}
		}
	})
	return slope, H
}
