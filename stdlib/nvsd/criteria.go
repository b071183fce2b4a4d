package nvsd

import (
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Criterion is the error by which kernel ridge regressions are compared. Its zero value is not a
// choice.
type Criterion = choose.Criterion

// ByValidation compares by the root mean squared error on held-out data, which should
// share no row with the training part. Of many sets of inputs, the one that is best on
// these rows is so partly by chance. So a larger set must be better by more than noise, as
// with [ByLeaveOneOut], which has the same options.
func ByValidation(valid *data.Frame, options ...choose.CrossOption) Criterion {
	return choose.ByValidation(valid, options...)
}

// ByLeaveOneOut compares by the leave-one-out error on the training part. Rows with equal inputs
// are one observation, and left out together, except in designs of few different rows that are
// measured many times ([Folds]). It is for cases without data to hold out. The inputs were
// selected on the same rows, so this error is too low after a selection. That is why a larger set
// of inputs must be better by more than noise. By default ([HalfSE]) the choice is the fewest
// inputs whose squared errors are on average at most half a standard error of the difference
// above the least ones, row by row.
// On eight families of synthetic problems, of 60 to 200 rows, this found the true inputs more
// often than the least error did, and predicted as well:
//
//	m, err := path.Select(ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked)                // or
//	m, err := path.Select(ctx, nvsd.ByLeaveOneOut(nvsd.LeastError), nvsd.Ranked)
//
// [OneSE] asks for a whole standard error: it selects fewer inputs that do not matter, and
// misses more that do.
func ByLeaveOneOut(options ...choose.CrossOption) Criterion {
	return choose.ByLeaveOneOut(options...)
}

// ByCrossValidation compares by the error on rows that are held out of fold after
// fold. Each fold repeats everything on the rows that it trains on: the scaling, the
// kernel's width, the path, the ranking, and the ridge regression on the selected
// inputs. A candidate is a tau, a number of inputs if the rule is Ranked, and a nu and
// a width of the regression. It is the same in every fold; the width is a multiple of
// the median distance there. Its error is the root of the mean squared error over the
// held-out rows.
//
// The taus of a fold are the same fractions of its tau_max as those of the path are of
// its own, because tau_max depends on the rows. With AbsoluteTau they are the same.
func ByCrossValidation(folds Folds, options ...choose.CrossOption) Criterion {
	return choose.ByCrossValidation(folds, options...)
}

// The ways in which a criterion compares errors.
const (
	// OneSE chooses the fewest inputs whose error is within one standard error of the
	// least. With folds this is the standard error of the least error. Without folds it
	// is that of the difference in squared error, row by row.
	OneSE = choose.OneSE
	// HalfSE chooses the fewest inputs whose error is within half of that standard error. It is not
	// for folds.
	HalfSE = choose.HalfSE
	// LeastError chooses the least error, and of equal ones the fewest inputs.
	LeastError = choose.LeastError
	// AbsoluteTau takes the same taus in every fold, not the same fractions of
	// tau_max.
	AbsoluteTau = choose.AbsoluteTau
)
