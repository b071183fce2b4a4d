package solve

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Solution is the result of a solver: coefficients with their certificate.
type Solution struct {
	Alpha     []float64  // length n
	B         *mat.Dense // n x d
	Intercept float64    // b; 0 where the problem has none, or several functions

	Intercepts []float64 // b_1, ..., b_c of several functions ([Operator.Several]); nil for one

	Objective float64 // value of the problem at these coefficients
	Dual      float64 // a lower bound of the minimum, from the same B; NaN if not Certified
	RelGap    float64 // (Objective - Dual) / max(Objective, 1e-12 ||y||^2/n); NaN if not Certified, +Inf where nothing is proven
	Rounding  float64 // the part of RelGap that is there for rounding alone

	// Approximate marks a certificate for a nearby kernel, because the derivatives of the given
	// one are not exact.
	Approximate bool

	// Residual is the largest relative residual, of a solver that has residuals; else
	// NaN. It measures how far the coefficients are from stationary, and bounds
	// nothing.
	Residual float64

	// Notes are sentences to read before the numbers are trusted, such as why there is
	// no certificate, and what that means.
	Notes []string

	RawNorms []float64 // u_a = ||d_a f||_n of these coefficients, length d
	Norms    []float64 // the same, and exactly 0 for an input that is not active
	Active   []bool    // the inputs that are in, length d

	// NormScale is the size that norms are compared with: the largest of RawNorms and
	// of the norms of kernel ridge regression (tau = 0) at the same nu.
	NormScale float64

	// Groups and Ratios are set where the penalty is a sum of block norms (and
	// squares): Ratios[g] = ||u_g - 2 c2 phi_g|| / rad_g of the dual blocks u_g
	// = -2 nu B_g, below 1 where the group is out, NaN where rad_g = 0 or nothing
	// is certified.
	Groups [][]int
	Ratios []float64

	// Lower and Upper enclose the norms u_a of the optimum, whatever RelGap is.
	// Certain is what follows for every input. All are nil if not Certified.
	Lower, Upper []float64
	Certain      []Certainty

	Fitted     []float64 // f(x_i) + b at the training points
	NormSq     float64   // ||f||_H^2
	Iterations int
	Seconds    float64
	Status     Status
	Trace      []Step

	// Bound says how RelGap was proven, so that [Certify] finds it again.
	Bound Bound

	// Split is the state of ADMM at its end, from which a warm start goes on; it has
	// zeros of its own. It is nil from other solvers.
	Split *Split
}

// A Bound holds the parameters of a lower bound of the minimum that is computed from
// coefficients.
type Bound struct {
	// Prox (n x d) has the blocks at which -2 nu B is a subgradient of tau P. It is nil where
	// B alone is enough.
	Prox *mat.Dense
	// Curvature is the factor of the blocks in the step that made Prox, where the loss is not the square; else 0.
	Curvature float64
	// Stepped marks the bound of the coefficients after a proximal gradient step.
	Stepped bool
	// Tol is the relative gap that was wanted. Where rounding is more than a tenth of it, the
	// numbers are computed in twice the digits.
	Tol float64
}

// Certified reports whether the objective is proven to be within RelGap of the minimum;
// where Approximate is set, of that for a kernel close to the given one. There is no
// proof where nu = 0 or the penalty is not convex. Converged then means that the
// residuals are small, which may be at a stationary point that is no minimum, and Notes
// say so.
func (s *Solution) Certified() bool { return !math.IsNaN(s.RelGap) }

// keep sets the inputs that are in, by the rule of a solver with zeros of its own.
func (s *Solution) keep(active []bool) {
	copy(s.Active, active)
	for a, in := range active {
		s.Norms[a] = 0
		if in {
			s.Norms[a] = s.RawNorms[a]
		}
	}
}

// Status is the reason why a solver stopped.
type Status string

const (
	Converged Status = "converged"
	MaxIter   Status = "max_iter"
	Cancelled Status = "cancelled"
	// Stopped is the status of a run that ended by the paper's rule, as asked for,
	// with its gap or residual still above the tolerance.
	Stopped Status = "stopped"
)

// Unfinished is the error of a run that stopped before it converged. The
// Solution returned beside it is usable, the best that was found.
type Unfinished struct {
	Status     Status
	RelGap     float64 // NaN without a certificate; then there is a Residual
	Residual   float64 // NaN where there was no iteration to measure it in
	Tol        float64
	Iterations int
	Cause      error // of the context, when Status is Cancelled
}

// unfinished returns the error of s, which did not reach tol.
func unfinished(ctx context.Context, s *Solution, tol float64) error {
	return &Unfinished{Status: s.Status, RelGap: s.RelGap, Residual: s.Residual, Tol: tol, Iterations: s.Iterations, Cause: ctx.Err()}
}

func (e *Unfinished) Error() string {
	reached := fmt.Sprintf("relative gap %.2g", e.RelGap)
	if math.IsNaN(e.RelGap) {
		reached = fmt.Sprintf("relative residual %.2g", e.Residual)
		if math.IsNaN(e.Residual) {
			reached = "relative residual unknown"
		}
	}
	if e.Status == Cancelled {
		return fmt.Sprintf("solve: cancelled after %d iterations with %s (wanted %.2g): %v", e.Iterations, reached, e.Tol, e.Cause)
	}
	return fmt.Sprintf("solve: not converged after %d iterations: %s, wanted %.2g: allow more iterations or a larger tolerance", e.Iterations, reached, e.Tol)
}

func (e *Unfinished) Unwrap() error { return e.Cause }
