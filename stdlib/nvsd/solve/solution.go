package solve

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Solution is what a solver returns: coefficients, and how good they are.
type Solution struct {
	Alpha     []float64  // length n
	B         *mat.Dense // n x d
	Intercept float64    // b; 0 where the problem has none

	Objective float64 // value of the problem at these coefficients
	Dual      float64 // a lower bound of the minimum, from the same B; NaN if not Certified
	RelGap    float64 // (Objective - Dual) / max(Objective, 1e-12 ||y||^2/n); NaN if not Certified, +Inf where nothing is proven
	Rounding  float64 // the part of RelGap that is there for rounding alone

	// Approximate says that the kernel's derivatives are not exact: what is
	// certified is certified for a kernel close by.
	Approximate bool

	// Residual is the largest of the relative residuals on which a solver stops
	// that stops on those, for want of a certificate or besides; else NaN. It says
	// how far the coefficients are from stationary, which bounds nothing.
	Residual float64

	// Notes say, a sentence each, what to know before the numbers are believed:
	// why there is no certificate, and what that means.
	Notes []string

	RawNorms []float64 // u_a = ||d_a f||_n of these coefficients, length d
	Norms    []float64 // the same, and exactly 0 for an input that is not active
	Active   []bool    // the inputs that are in, length d

	// NormScale is what norms are small against: the largest of RawNorms and of
	// the norms of kernel ridge regression (tau = 0) at the same nu.
	NormScale float64

	// Groups and Ratios are set where the penalty is a sum of block norms (and
	// squares): Ratios[g] = ||u_g - 2 c2 phi_g|| / rad_g of the dual blocks u_g
	// = -2 nu B_g, below 1 where the group is out, NaN where rad_g = 0 or nothing
	// is certified.
	Groups [][]int
	Ratios []float64

	// Lower and Upper enclose the norms u_a of the optimum, whatever RelGap is,
	// and Certain says what follows for every input; nil if not Certified.
	Lower, Upper []float64
	Certain      []Certainty

	Fitted     []float64 // f(x_i) + b at the training points
	NormSq     float64   // ||f||_H^2
	Iterations int
	Seconds    float64
	Status     Status
	Trace      []Step

	// Split is what ADMM ended with beside the coefficients, with zeros of its
	// own, and what it goes on from as a warm start; nil from other solvers.
	Split *Split
}

// Certified reports whether the objective is known to be within RelGap of the
// minimum, where Approximate is set that of a kernel close by. It is not known
// where nu = 0 or the penalty is not convex: then Converged means that the residuals
// are small, at what may be no more than a stationary point, and Notes say so.
func (s *Solution) Certified() bool { return !math.IsNaN(s.RelGap) }

// keep makes the inputs for which active is true those that are in: the rule of
// a solver with zeros of its own.
func (s *Solution) keep(active []bool) {
	copy(s.Active, active)
	for a, in := range active {
		s.Norms[a] = 0
		if in {
			s.Norms[a] = s.RawNorms[a]
		}
	}
}

// Status says why a solver stopped.
type Status string

const (
	Converged Status = "converged"
	MaxIter   Status = "max_iter"
	Cancelled Status = "cancelled"
	// Stopped is that of a run that has ended by a rule that was asked for, the
	// paper's, with more than the tolerance left of gap or residual.
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

// unfinished is the error beside s, which was to reach tol.
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
