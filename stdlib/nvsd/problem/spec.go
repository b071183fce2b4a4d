package problem

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A Spec declares a fit.
type Spec struct {
	Scale     Scale           // TrainSD
	Intercept Intercept       // Unpenalised
	Kernel    kern.Kernel     // a width rule in it is resolved on the scaled training inputs
	Features  Features        // none: random features in place of the kernel, for many rows
	Penalty   penalty.Penalty // P
	Loss      loss.Loss       // of a target and its fitted value; nil is loss.Square
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

// An Intercept is the choice of a constant term beside f, or of none. The zero value is
// Unpenalised.
type Intercept string

const (
	// Unpenalised fits a constant b, which the minimisation is free to choose.
	Unpenalised Intercept = "unpenalised"
	// NoIntercept leaves it out: b = 0.
	NoIntercept Intercept = "none"
)

// String names the choice.
func (i Intercept) String() string {
	switch i {
	case "", Unpenalised:
		return "unpenalised intercept"
	case NoIntercept:
		return "no intercept"
	}
	return fmt.Sprintf("Intercept(%q)", string(i))
}

// Fitted reports whether b is fitted.
func (i Intercept) Fitted() bool { return i != NoIntercept }

// check reports an intercept that is not one of the choices.
func (i Intercept) check() error {
	switch i {
	case "", Unpenalised, NoIntercept:
		return nil
	}
	return refusal.BadArgument("Spec.Intercept", "Intercept is %q: it must be nvsd.Unpenalised or nvsd.NoIntercept", string(i))
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

// TimesTau is the weight v tau, v >= 0, which falls along a path with tau.
func TimesTau(v float64) Nu { return Nu{value: v, said: true, timesTau: true} }

// Choose leaves the weight to Spec.Search, which takes the best of these.
func Choose(vs ...float64) Nu { return Nu{said: true, choice: append([]float64{}, vs...)} }

// ErrNoNu is the refusal of a Spec without a Nu.
var ErrNoNu = refusal.BadArgument("Spec.Nu", "the Spec has no Nu: say for example Nu: nvsd.Fixed(1e-2)")

// String returns the weight, or the weights to choose from, in a phrase.
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

// Weight returns the weight, or of TimesTau its factor. It is not said in the zero value.
func (nu Nu) Weight() (v float64, timesTau, said bool) { return nu.value, nu.timesTau, nu.said }

// At returns the weight of ||f||_H^2 in a fit at tau.
func (nu Nu) At(tau float64) float64 {
	if nu.timesTau {
		return nu.value * tau
	}
	return nu.value
}

// IsChoice reports whether the weight is left to a search.
func (nu Nu) IsChoice() bool { return nu.choice != nil }

// Only returns the Nu with one of the weights to choose from.
func (nu Nu) Only(v float64) Nu { return Nu{value: v, said: true, timesTau: nu.timesTau} }

// Among returns the weights to choose from.
func (nu Nu) Among() []float64 {
	if nu.choice != nil {
		return nu.choice
	}
	return []float64{nu.value}
}

// Check reports a field of the Spec that is missing or not valid.
func (s *Spec) Check() error {
	switch {
	case s.Penalty == nil:
		return refusal.BadArgument("Spec.Penalty", "the Spec has no Penalty: say for example Penalty: penalty.Lasso{}")
	case !s.Nu.said:
		return ErrNoNu
	case s.Nu.choice != nil:
		return refusal.BadArgument("Spec.Nu", "Nu is a choice of %d: let Spec.Search choose, or say nvsd.Fixed(v)", len(s.Nu.choice))
	case s.Solver != nil && s.MaxIter != 0:
		return refusal.BadArgument("Spec.MaxIter", "MaxIter is that of the default solver: %s has its own", refusal.Called(s.Solver))
	case s.Tol < 0 || math.IsNaN(s.Tol):
		return refusal.BadArgument("Spec.Tol", "Tol is %v: it must be positive, or 0 for %g", s.Tol, DefaultTol)
	case s.MaxIter < 0:
		return refusal.BadArgument("Spec.MaxIter", "MaxIter is %d: it must be positive, or 0 for the solver's own", s.MaxIter)
	case !(s.Decades >= 0) || math.IsInf(s.Decades, 1):
		return refusal.BadArgument("Spec.Decades", "Decades is %v: it must be positive, or 0 for %g", s.Decades, DefaultDecades)
	}
	if err := checkWeight("Spec.Nu", "nu", s.Nu.value); err != nil {
		return err
	}
	if err := s.checkFeatures(); err != nil {
		return err
	}
	if err := s.checkSolver(); err != nil {
		return err
	}
	return s.CheckData()
}

// CheckData checks the fields that kernel ridge regression uses too.
func (s *Spec) CheckData() error {
	if s.Kernel == nil {
		return refusal.BadArgument("Spec.Kernel", "the Spec has no Kernel: say for example Kernel: kern.Gaussian{Width: kern.Mean20thNN}")
	}
	if err := s.Scale.check(); err != nil {
		return err
	}
	if err := s.Intercept.check(); err != nil {
		return err
	}
	if err := s.Refit.Check(); err != nil {
		return err
	}
	if err := s.checkLoss(); err != nil {
		return err
	}
	for _, nu := range s.RidgeNus {
		if err := checkWeight("Spec.RidgeNus", "a nu in RidgeNus", nu); err != nil {
			return err
		}
		if nu == 0 {
			return refusal.BadArgument("Spec.RidgeNus", "a nu in RidgeNus is 0: kernel ridge regression needs nu > 0")
		}
	}
	return nil
}

// checkWeight reports a weight that is not a finite number >= 0. name is what the text calls
// the argument.
func checkWeight(argument, name string, v float64) error {
	if !(v >= 0) || math.IsInf(v, 1) {
		return refusal.BadArgument(argument, "%s is %v: it must be a finite number >= 0", name, v)
	}
	return nil
}

// Tolerance returns Tol, or its default.
func (s *Spec) Tolerance() float64 {
	if s.Tol == 0 {
		return DefaultTol
	}
	return s.Tol
}

// Span returns the Decades of a path, or their default.
func (s *Spec) Span() float64 {
	if s.Decades == 0 {
		return DefaultDecades
	}
	return s.Decades
}

// Minimiser returns the solver that minimises the Spec's functional.
func (s *Spec) Minimiser() solve.Solver {
	switch {
	case s.Solver != nil:
		return s.Solver
	case s.needsADMM():
		return solve.ADMM{Tol: s.Tolerance(), MaxIter: s.MaxIter}
	}
	return solve.Dual{Tol: s.Tolerance(), MaxIter: s.MaxIter}
}

// needsADMM reports whether the default solver is ADMM. The other default takes only convex
// penalties.
func (s *Spec) needsADMM() bool { return s.Solver == nil && !trait.IsConvex(s.Penalty) }
