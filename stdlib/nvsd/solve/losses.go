package solve

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// smooth returns the loss of the problem; nil for the square, which has solvers of its own.
func (p *Problem) smooth() loss.Loss {
	if _, square := p.Loss.(loss.Square); square {
		return nil
	}
	return p.Loss
}

// ofSquares reports whether the loss is the square, which has solvers of its own.
func (p *Problem) ofSquares() bool { return p.Joint == nil && p.smooth() == nil }

// lossName returns the name of the loss in messages.
func (p *Problem) lossName() string {
	if p.Joint != nil {
		return called(p.Joint)
	}
	return called(p.Loss)
}

// onSquares reports a loss for which a method is not made.
func (p *Problem) onSquares(method string) error {
	if p.ofSquares() {
		return nil
	}
	return fmt.Errorf("solve: %s minimises squares, and the loss is %s: take Dual", method, p.lossName())
}

// checkLoss reports a loss that is not valid, that the target is not made for, or that panics.
func (p *Problem) checkLoss() (err error) {
	if p.Joint != nil {
		return p.checkJoint()
	}
	l := p.smooth()
	if l == nil {
		return nil
	}
	if p.Op.features != nil {
		return fmt.Errorf("solve: random features are for squares, and the loss is %s: leave the features out", called(l))
	}
	defer heldLoss(&err)
	for k := range p.Op.Functions() {
		if err := loss.Check(l, blockIn(p.Y, k, len(p.Y)/p.Op.Functions())); err != nil {
			return fmt.Errorf("solve: %w", err)
		}
	}
	l = newGuardedLoss(l)
	for i, y := range p.Y {
		if v, d, c := l.Value(y, 0), l.Derivative(y, 0), l.Curvature(y, 0); !(v >= 0) || math.IsInf(v, 0) || math.IsInf(d, 0) || math.IsInf(c, 0) {
			return fmt.Errorf("solve: the loss %s of the target %v of row %d (from 0) and the fitted value 0 is %v, with the derivative %v and the curvature %v: all must be finite, and the loss at least 0", called(p.Loss), y, i, v, d, c)
		}
	}
	return nil
}

// A LossError is the error of a loss that broke its contract, with its arguments.
type LossError struct {
	Loss   loss.Loss
	Method string // "Value", "Derivative", "Curvature" or "Conjugate"
	Y, F   float64
	Reason string
}

func (e *LossError) Error() string {
	return fmt.Sprintf("solve: loss %s: %s(%v, %v) %s", called(e.Loss), e.Method, e.Y, e.F, e.Reason)
}

// guardedLoss panics with a *LossError where a loss panics or returns no number, which [heldLoss] makes an error.
type guardedLoss struct {
	loss.Loss
	closed trait.Conjugate // nil without
}

func newGuardedLoss(l loss.Loss) guardedLoss {
	g := guardedLoss{Loss: l}
	trait.Find(l, &g.closed)
	return g
}

// call returns the value of a method, which must be a number, of at least 0 if positive is set.
func (l guardedLoss) call(method string, positive bool, of func(y, f float64) float64, y, f float64) (v float64) {
	defer func() {
		if cause := recover(); cause != nil {
			panic(&LossError{l.Loss, method, y, f, fmt.Sprintf("panics: %v", cause)})
		}
		if math.IsNaN(v) || positive && v < 0 {
			panic(&LossError{l.Loss, method, y, f, fmt.Sprintf("is %v", v)})
		}
	}()
	return of(y, f)
}

func (l guardedLoss) Value(y, f float64) float64 { return l.call("Value", false, l.Loss.Value, y, f) }

func (l guardedLoss) Derivative(y, f float64) float64 {
	return l.call("Derivative", false, l.Loss.Derivative, y, f)
}

func (l guardedLoss) Curvature(y, f float64) float64 {
	return l.call("Curvature", true, l.Loss.Curvature, y, f)
}

// conjugate returns l*(u), or a bound above it.
func (l guardedLoss) conjugate(y, u float64) float64 {
	if l.closed != nil {
		return l.call("Conjugate", false, l.closed.Conjugate, y, u)
	}
	return searchedConjugate(l, y, u)
}

// heldLoss is deferred: it sets err where a loss has panicked.
func heldLoss(err *error) {
	cause := recover()
	switch broken := cause.(type) {
	case nil:
	case *LossError:
		*err = broken
	case *JointError:
		*err = broken
	default:
		panic(cause)
	}
}

// A meanLoss is the mean of a loss over rows,
//
//	(1/n) sum_i w_i l(y_i, f_i + b),
//
// of one function or of several with a constant b each.
type meanLoss struct {
	guardedLoss            // of the functions, each for itself
	joint       loss.Joint // of all together, guarded, in its place; nil without
	y           []float64
	w           rowWeights
	free        bool // b is free, and the best one is taken; else it is 0
}

// newMeanLoss returns the mean loss of a problem.
func newMeanLoss(p *Problem, w rowWeights) *meanLoss {
	l := &meanLoss{y: p.Y, w: w, free: p.Intercept}
	if p.Joint != nil {
		l.joint = guardedJoint{p.Joint}
	} else {
		l.guardedLoss = newGuardedLoss(p.Loss)
	}
	return l
}

// value returns the mean loss at fitted values.
func (l *meanLoss) value(f, b []float64) float64 {
	if l.joint != nil {
		return l.jointValue(f, b)
	}
	var sum float64
	each := len(l.y) / len(b)
	for i, y := range l.y {
		sum += l.w.at(i) * l.Value(y, f[i]+b[i/each])
	}
	return sum / float64(len(l.y))
}

// derivatives returns the derivatives and the curvatures of the loss at fitted values with their constants.
func (l *meanLoss) derivatives(at []float64, functions int) (q, c []float64) {
	q, c = make([]float64, len(at)), make([]float64, len(at))
	if l.joint != nil {
		l.eachRow(at, functions, func(r jointRow) {
			l.joint.Derivative(r.q, r.y, r.f)
			l.joint.Curvature(r.c, r.y, r.f)
			r.spread(q, r.q)
			r.spread(c, r.c)
		})
		return q, c
	}
	for i, y := range l.y {
		q[i], c[i] = l.Derivative(y, at[i]), l.Curvature(y, at[i])
	}
	return q, c
}

// bestConstants returns the best constants of the functions.
func (l *meanLoss) bestConstants(f, from []float64) ([]float64, error) {
	b := make([]float64, len(from))
	switch {
	case !l.free:
		return b, nil
	case l.joint != nil:
		return l.bestJoint(f, from)
	}
	each := len(l.y) / len(from)
	for k := range b {
		own := &meanLoss{guardedLoss: l.guardedLoss, y: blockIn(l.y, k, each), w: blockIn(l.w, k, each), free: true}
		var err error
		b[k], err = own.bestConstant(blockIn(f, k, each), from[k])
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// withConstants returns the fitted values with their constants.
func withConstants(v, b []float64) []float64 {
	at, each := make([]float64, len(v)), len(v)/len(b)
	for i, f := range v {
		at[i] = f + b[i/each]
	}
	return at
}

// slope returns the derivative of the mean loss by b, and the second one.
func (l *meanLoss) slope(f []float64, b float64) (slope, curvature float64) {
	for i, y := range l.y {
		slope += l.w.at(i) * l.Derivative(y, f[i]+b)
		curvature += l.w.at(i) * l.Curvature(y, f[i]+b)
	}
	return slope, curvature
}

// BestConstant returns the b of least (1/n) sum_i w_i l(y_i, b), such as the log-odds of a class. w is nil where all rows weigh the same.
func BestConstant(l loss.Loss, y, w []float64) (b float64, err error) {
	defer heldLoss(&err)
	mean := &meanLoss{guardedLoss: newGuardedLoss(l), y: y, w: w, free: true}
	return mean.bestConstant(make([]float64, len(y)), 0)
}

// bestConstant returns the best b, by Newton's method between two bounds that close in on it.
func (l *meanLoss) bestConstant(f []float64, from float64) (float64, error) {
	if !l.free {
		return 0, nil
	}
	const steps = 400
	b, low, high, reach := from, math.Inf(-1), math.Inf(1), 1.0
	for range steps {
		slope, curvature := l.slope(f, b)
		switch {
		case slope == 0:
			return b, nil
		case slope < 0:
			low = b
		case slope > 0:
			high = b
		default:
			return 0, fmt.Errorf("solve: the loss %s has no derivative at the fitted values and the constant %v", called(l.Loss), b)
		}
		next := b - slope/curvature
		switch {
		case next > low && next < high && math.Abs(next-b) <= reach:
		case math.IsInf(high, 1):
			next = b + reach
			reach *= 2
		case math.IsInf(low, -1):
			next = b - reach
			reach *= 2
		default:
			next = low + (high-low)/2
		}
		if next == b || next <= low || next >= high || math.IsInf(next, 0) {
			break
		}
		b = next
	}
	if math.IsInf(low, -1) || math.IsInf(high, 1) {
		if slope, _ := l.slope(f, b); math.Abs(slope) > 1e-9*float64(len(l.y)) {
			return 0, fmt.Errorf("solve: the loss %s falls without end as the constant does: give targets of more than one kind, or leave the intercept out", called(l.Loss))
		}
	}
	return b, nil
}

// searchedConjugate returns a bound above sup over f of u f - l(y, f). The supremum is where the derivative is u. Between
// points low and high around it, the loss is above its tangent at low, so that it is at most
//
//	u low - l(low) + (u - l'(low)) (high - low).
//
// It is +Inf where no derivative within reach is as large, or as small.
func searchedConjugate(l loss.Loss, y, u float64) float64 {
	const (
		reach = 1e6
		halve = 200
	)
	low, high := -1.0, 1.0
	for l.Derivative(y, low) > u {
		low *= 2
		if low < -reach {
			return math.Inf(1)
		}
	}
	for l.Derivative(y, high) < u {
		high *= 2
		if high > reach {
			return math.Inf(1)
		}
	}
	for range halve {
		mid := low + (high-low)/2
		if mid <= low || mid >= high {
			break
		}
		if l.Derivative(y, mid) <= u {
			low = mid
		} else {
			high = mid
		}
	}
	return u*low - l.Value(y, low) + max(0, u-l.Derivative(y, low))*(high-low)
}
