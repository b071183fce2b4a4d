// Package nvsd selects the inputs that a nonlinear function depends on, and
// fits the function. It minimises
//
//	(1/n) ||y - f(X) - b||^2 + tau P(||d_1 f||_n, ..., ||d_d f||_n) + nu ||f||_H^2
//
// over functions f of a reproducing-kernel Hilbert space and a constant b,
// where ||d_a f||_n is the root mean square of the derivative of f by input a
// over the n training points: an input whose norm is 0 is out of the model.
//
// A [Spec] says everything that decides the numbers. [Spec.Fit] fits it at one
// tau, [Spec.Path] at many, and [Path.Select] turns a path into the two-step
// model of UAI 2018, section 5: select the inputs, then fit kernel ridge
// regression on those alone.
//
// What is refused is an [ArgumentError], a [DataError], a [NotFoundError] or a
// [ModelFileError].
package nvsd

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A Spec declares a fit. It is a value: copies may be changed freely, and no
// method changes it.
//
//	spec := nvsd.Spec{
//		Kernel:  kern.Gaussian{Width: kern.MedianDistance},
//		Penalty: penalty.Lasso{},
//		Nu:      nvsd.Fixed(0.01),
//	}
//
// Kernel, Penalty and Nu have no default and must be given. The zero value of
// every other field is the default named there. A Solver has a limit and a
// tolerance of its own: Tol is then that of tau_max alone. Cross-validation and
// searches use it in several goroutines.
//
// A Spec holds only what decides the numbers. The context of a computation says who is told
// how far it has come: see [WithReporter].
type Spec struct {
	Scale     Scale           // TrainSD
	Intercept Intercept       // Unpenalised
	Kernel    kern.Kernel     // a width rule in it is resolved on the scaled training inputs
	Penalty   penalty.Penalty // P
	Nu        Nu              // of the selecting fit
	Solver    solve.Solver    // nil is solve.Dual, or solve.ADMM where P does not say that it is convex, with Tol and MaxIter

	Refit    Refit     // BestWidth: of the ridge regression that follows the selection
	RidgeNus []float64 // the nus that ridge regressions choose from; nil is DefaultRidgeNus

	Tol     float64 // relative gap, or residual without a certificate, at which a fit is done; 0 is DefaultTol
	MaxIter int     // 0 is the solver's own limit
	Decades float64 // that a path spans below tau_max; 0 is DefaultDecades
}

// The defaults of a Spec's fields. The tolerance is far below the noise of data. Every
// result has the gap that was reached.
const (
	DefaultTol     = 1e-4
	DefaultDecades = 3.0
)

// WithPenalty returns the Spec with the penalty p.
func (s Spec) WithPenalty(p penalty.Penalty) Spec {
	s.Penalty = p
	return s
}

// An Intercept says whether the model has a constant term beside f.
// The zero value is Unpenalised.
type Intercept string

const (
	// Unpenalised fits a constant b, which the minimisation is free to choose.
	Unpenalised Intercept = "unpenalised"
	// NoIntercept leaves it out: b = 0.
	NoIntercept Intercept = "none"
)

func (i Intercept) String() string {
	switch i {
	case "", Unpenalised:
		return "unpenalised intercept"
	case NoIntercept:
		return "no intercept"
	}
	return fmt.Sprintf("Intercept(%q)", string(i))
}

// fitted reports whether b is fitted.
func (i Intercept) fitted() bool { return i != NoIntercept }

// check reports an intercept that is not one of the choices.
func (i Intercept) check() error {
	switch i {
	case "", Unpenalised, NoIntercept:
		return nil
	}
	return badArgument("Spec.Intercept", "Intercept is %q: it must be nvsd.Unpenalised or nvsd.NoIntercept", string(i))
}

// Nu is the weight of ||f||_H^2. Its zero value is not a choice.
type Nu struct {
	value    float64
	said     bool
	timesTau bool
	choice   []float64 // of Choose; nil otherwise
}

// Fixed is the weight v >= 0 itself.
func Fixed(v float64) Nu { return Nu{value: v, said: true} }

// TimesTau is the weight v tau, v >= 0, which falls along a path with tau. With it and
// twice the lasso, every solver minimises the functional of DENOVAS (JMLR 2013 eq. 5):
//
//	spec.Penalty, spec.Nu = penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, nvsd.TimesTau(0.1)
func TimesTau(v float64) Nu { return Nu{value: v, said: true, timesTau: true} }

// Choose leaves the weight to Spec.Search, which takes the best of these.
func Choose(vs ...float64) Nu { return Nu{said: true, choice: append([]float64{}, vs...)} }

var errNoNu = badArgument("Spec.Nu", "the Spec has no Nu: say for example Nu: nvsd.Fixed(1e-2)")

func (nu Nu) String() string {
	switch {
	case !nu.said:
		return "not said"
	case nu.timesTau:
		return fmt.Sprintf("%.4g tau", nu.value)
	case nu.choice != nil:
		return fmt.Sprintf("one of %.4g", nu.choice)
	}
	return fmt.Sprintf("%.4g", nu.value)
}

// at returns the weight of ||f||_H^2 in a fit at tau.
func (nu Nu) at(tau float64) float64 {
	if nu.timesTau {
		return nu.value * tau
	}
	return nu.value
}

// only returns the Nu with one of the weights to choose from.
func (nu Nu) only(v float64) Nu { return Nu{value: v, said: true, timesTau: nu.timesTau} }

// among returns the weights to choose from.
func (nu Nu) among() []float64 {
	if nu.choice != nil {
		return nu.choice
	}
	return []float64{nu.value}
}

// check reports a field of the Spec that is missing or not valid.
func (s *Spec) check() error {
	switch {
	case s.Penalty == nil:
		return badArgument("Spec.Penalty", "the Spec has no Penalty: say for example Penalty: penalty.Lasso{}")
	case !s.Nu.said:
		return errNoNu
	case s.Nu.choice != nil:
		return badArgument("Spec.Nu", "Nu is a choice of %d: let Spec.Search choose, or say nvsd.Fixed(v)", len(s.Nu.choice))
	case s.Solver != nil && s.MaxIter != 0:
		return badArgument("Spec.MaxIter", "MaxIter is that of the default solver: %s has its own", called(s.Solver))
	case s.Tol < 0 || math.IsNaN(s.Tol):
		return badArgument("Spec.Tol", "Tol is %v: it must be positive, or 0 for %g", s.Tol, DefaultTol)
	case s.MaxIter < 0:
		return badArgument("Spec.MaxIter", "MaxIter is %d: it must be positive, or 0 for the solver's own", s.MaxIter)
	case !(s.Decades >= 0) || math.IsInf(s.Decades, 1):
		return badArgument("Spec.Decades", "Decades is %v: it must be positive, or 0 for %g", s.Decades, DefaultDecades)
	}
	if err := checkWeight("Spec.Nu", "nu", s.Nu.value); err != nil {
		return err
	}
	return s.checkData()
}

// checkData checks the fields that kernel ridge regression uses too.
func (s *Spec) checkData() error {
	if s.Kernel == nil {
		return badArgument("Spec.Kernel", "the Spec has no Kernel: say for example Kernel: kern.Gaussian{Width: kern.Mean20thNN}")
	}
	if err := s.Scale.check(); err != nil {
		return err
	}
	if err := s.Intercept.check(); err != nil {
		return err
	}
	if err := s.Refit.check(); err != nil {
		return err
	}
	for _, nu := range s.RidgeNus {
		if err := checkWeight("Spec.RidgeNus", "a nu in RidgeNus", nu); err != nil {
			return err
		}
		if nu == 0 {
			return badArgument("Spec.RidgeNus", "a nu in RidgeNus is 0: kernel ridge regression needs nu > 0")
		}
	}
	return nil
}

// checkWeight reports a weight that is not a finite number >= 0. name is what the text calls
// the argument.
func checkWeight(argument, name string, v float64) error {
	if !(v >= 0) || math.IsInf(v, 1) {
		return badArgument(argument, "%s is %v: it must be a finite number >= 0", name, v)
	}
	return nil
}

func (s *Spec) tol() float64 {
	if s.Tol == 0 {
		return DefaultTol
	}
	return s.Tol
}

func (s *Spec) decades() float64 {
	if s.Decades == 0 {
		return DefaultDecades
	}
	return s.Decades
}

// solver returns the solver that minimises the Spec's functional.
func (s *Spec) solver() solve.Solver {
	switch {
	case s.Solver != nil:
		return s.Solver
	case s.needsADMM():
		return solve.ADMM{Tol: s.tol(), MaxIter: s.MaxIter}
	}
	return solve.Dual{Tol: s.tol(), MaxIter: s.MaxIter}
}

// needsADMM reports whether the default solver is ADMM. The other default takes only convex
// penalties.
func (s *Spec) needsADMM() bool { return s.Solver == nil && !trait.IsConvex(s.Penalty) }
