package choose

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// ByCrossValidation compares by the error on rows that are held out of fold after fold.
func ByCrossValidation(folds Folds, options ...CrossOption) Criterion {
	c := &crossing{Folds: folds}
	for _, option := range options {
		c.oneSE = c.oneSE || option == OneSE
		c.absolute = c.absolute || option == AbsoluteTau
	}
	return Criterion{Cross: c}
}

// A CrossOption is an option of the comparisons of cross-validation, leave-one-out and validation.
type CrossOption string

const (
	// OneSE chooses the fewest inputs whose error is within one standard error of the least.
	OneSE CrossOption = "one standard error"
	// HalfSE chooses the fewest inputs whose error is within half of that standard error. It is not
	// for folds.
	HalfSE CrossOption = "half a standard error"
	// LeastError chooses the least error, and of equal ones the fewest inputs.
	LeastError CrossOption = "least error"
	// AbsoluteTau takes the same taus in every fold, not the same fractions of
	// tau_max.
	AbsoluteTau CrossOption = "absolute tau"
)

// errors returns the number of standard errors by which the chosen error may be above the least. It
// is -1 for an option that is for folds only.
func (o CrossOption) errors() float64 {
	switch o {
	case OneSE:
		return 1
	case HalfSE:
		return 0.5
	case LeastError:
		return 0
	}
	return -1
}

// crossing is the criterion of cross-validation.
type crossing struct {
	Folds           Folds
	oneSE, absolute bool
}

// String names the cross-validated error with its folds.
func (c *crossing) String() string {
	if c.oneSE {
		return fmt.Sprintf("cross-validated error (%v; fewest inputs within one standard error)", c.Folds)
	}
	return fmt.Sprintf("cross-validated error (%v)", c.Folds)
}

// Divide returns the folds of the rows of a Frame. OneSE needs at least two.
func (c *crossing) Divide(train *data.Frame) ([]Fold, error) {
	folds, err := c.Folds.DivideFrame(train)
	if err == nil && c.oneSE && len(folds) < 2 {
		return nil, refusal.BadArgument("by", "one fold has no standard error, which OneSE chooses by: leave OneSE out or take more folds than %v", c.Folds)
	}
	return folds, err
}

// A CrossValidation has the candidates that cross-validation compared.
type CrossValidation struct {
	Folds      int // fits of the path, repetitions among them
	Candidates []Candidate
	Least      int // index of the candidate of least error
	Chosen     int // index of the chosen one, which differs from Least only with OneSE
	warnings   []string
	measure    score.Measure
}

// A Candidate is a tau of a path and a number of inputs selected there.
type Candidate struct {
	TauIndex int
	Tau      float64   // of the path on all training rows
	Size     int       // number of inputs, on all training rows
	RMSE     float64   // root of the mean squared error on held-out rows
	SE       float64   // standard error of RMSE over the folds of one division
	asked    int       // the size of the proposal
	ridge    int       // the candidate among its regressions
	squares  []float64 // squared errors, row by row, if they are not by folds
}

// choose sets the least and the chosen candidate.
func (cv *CrossValidation) choose(oneSE bool) {
	cv.Least = leastError(cv.Candidates)
	cv.Chosen = cv.Least
	if oneSE {
		cv.Chosen = cv.fewest(cv.limit())
	}
}

// limit returns the least error and a standard error of it. It is NaN without one.
func (cv *CrossValidation) limit() float64 {
	least := cv.Candidates[cv.Least]
	return least.RMSE + least.SE
}

// fewest returns the candidate of fewest inputs whose error is at most the limit. Of equally
// many inputs it is the one of least error.
func (cv *CrossValidation) fewest(limit float64) int {
	best := cv.Least
	for j, c := range cv.Candidates {
		if c.RMSE > limit {
			continue
		}
		if b := cv.Candidates[best]; c.Size < b.Size || c.Size == b.Size && c.RMSE < b.RMSE {
			best = j
		}
	}
	return best
}
