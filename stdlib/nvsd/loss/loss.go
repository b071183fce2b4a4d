// Package loss provides functions l(y, f) of a target y and a fitted value f, of which a fit minimises the mean over the
// rows,
//
//	(1/n) sum_i w_i l(y_i, f(x_i) + b) + tau P(||d_1 f||, ..., ||d_d f||) + nu ||f||_H^2.
//
// A loss is three small methods, and knows nothing of kernels and penalties.
package loss

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A Loss is a function l(y, f) >= 0 that is convex in f and has a derivative. Several goroutines may call it at once.
//
// Solvers and their certificates trust it. It may have further methods, which package trait lists and finds: Conjugate, its
// convex conjugate in closed form; Response, the mean of the targets with a fitted value that is on another scale, such as log-odds; CheckTargets, which reports targets that it is not made for; and Check, which reports
// parameters that it cannot have.
type Loss interface {
	// Value returns l(y, f).
	Value(y, f float64) float64
	// Derivative returns the derivative of l(y, f) by f.
	Derivative(y, f float64) float64
	// Curvature returns the second derivative of l(y, f) by f, >= 0. Where there are two, from the left and from the right, it is either.
	Curvature(y, f float64) float64
}

// Check reports parameters that l cannot have and targets that it is not made for, where l says which they are: a single target by a
// *[TargetError].
func Check(l Loss, y []float64) error {
	if err := trait.CheckParameters(l); err != nil {
		return err
	}
	var c trait.Targets
	if trait.Find(l, &c) {
		return c.CheckTargets(y)
	}
	return nil
}

// Response returns the mean of the targets with the fitted value f: f itself, unless l says otherwise.
func Response(l Loss, f float64) float64 {
	var r trait.Response
	if l != nil && trait.Find(l, &r) {
		return r.Response(f)
	}
	return f
}

// Responses replaces fitted values by [Response].
func Responses(l Loss, f []float64) {
	var r trait.Response
	if l == nil || !trait.Find(l, &r) {
		return
	}
	for i, v := range f {
		f[i] = r.Response(v)
	}
}

// A TargetError is the error of a target that a loss is not made for.
type TargetError struct {
	Row    int // from 0
	Value  float64
	Reason string // as "the logistic loss takes -1 and 1"
}

func (e *TargetError) Error() string {
	return fmt.Sprintf("loss: the target is %v at row %d (from 0): %s", e.Value, e.Row, e.Reason)
}

// each reports the first target that is not as it must be.
func each(y []float64, name string, right func(v float64) bool, must string) error {
	for i, v := range y {
		if !right(v) {
			return &TargetError{i, v, name + " takes " + must}
		}
	}
	return nil
}

// vary reports targets that are all the same.
func vary(y []float64, name, such string) error {
	for _, v := range y {
		if v != y[0] {
			return nil
		}
	}
	return fmt.Errorf("loss: all %d targets are %v: %s needs %s", len(y), y[0], name, such)
}
