package solve

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// A Solution is what a solver returns: coefficients, and how good they are.
type Solution struct {
	Alpha     []float64  // length n
	B         *mat.Dense // n x d
	Intercept float64    // b; 0 where the problem has none

	Objective float64 // value of the problem at these coefficients
	Dual      float64 // a lower bound of the minimum, from the same B
	RelGap    float64 // (Objective - Dual) / max(Objective, 1e-12 ||y||^2/n)

	RawNorms []float64 // u_a = ||d_a f||_n of these coefficients, length d
	Norms    []float64 // the same, and exactly 0 for an input that is not active
	Active   []bool    // the inputs that are in, length d

	// NormScale is what norms are small against: the largest of RawNorms and of
	// the norms of kernel ridge regression (tau = 0) at the same nu.
	NormScale float64

	// Groups and Ratios are set where the penalty is a sum of block norms (and
	// squares): Ratios[g] = ||u_g - 2 c2 phi_g|| / rad_g of the dual blocks u_g
	// = -2 nu B_g, below 1 where the group is certainly out at the optimum, NaN
	// where rad_g = 0.
	Groups [][]int
	Ratios []float64

	Fitted     []float64 // f(x_i) + b at the training points
	NormSq     float64   // ||f||_H^2
	Iterations int
	Seconds    float64
	Status     Status
	Trace      []Step
}

// Status says why a solver stopped.
type Status string

const (
	Converged Status = "converged"
	MaxIter   Status = "max_iter"
	Cancelled Status = "cancelled"
)

// A Step is one line of the history of a run.
type Step struct {
	Tau       float64
	Iteration int
	Objective float64
	Dual      float64
	RelGap    float64
	Seconds   float64 // since the run began
}

// Progress is told of a run as it goes on, from the goroutine that solves.
type Progress interface {
	Step(Step)
}

// Unfinished is the error of a run that stopped before it converged. The
// Solution returned beside it is usable, the best that was found.
type Unfinished struct {
	Status     Status
	RelGap     float64
	Tol        float64
	Iterations int
	Cause      error // of the context, when Status is Cancelled
}

func (e *Unfinished) Error() string {
	if e.Status == Cancelled {
		return fmt.Sprintf("solve: cancelled after %d iterations with relative gap %.2g (wanted %.2g): %v", e.Iterations, e.RelGap, e.Tol, e.Cause)
	}
	return fmt.Sprintf("solve: not converged after %d iterations: relative gap %.2g, wanted %.2g: allow more iterations or a larger tolerance", e.Iterations, e.RelGap, e.Tol)
}

func (e *Unfinished) Unwrap() error { return e.Cause }
