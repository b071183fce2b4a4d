package nvsd

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
)

// Alg1GR is Alg1^GR of AISTATS 2010, section 4: Algorithm 1 selects inputs, and
// kernel ridge regression with a Gaussian kernel is fitted on those.
//
// Algorithm 1 is [solve.AISTATS] on eq. 1, twice the lasso without a ridge, along
// falling taus. Each run begins where the last one ended (section 2.1). The paper's
// rule stops it, and an input is in if its sum of squared derivatives is above tau
// (eq. 5). Tau and the ridge's nu are those of the regression that is best by the
// criterion, which is the error on validation data in the paper. Cross-validation
// uses the same taus in every fold, because without a ridge there is no tau_max to
// take fractions of.
//
// Without a ridge, and with so rich a kernel, the minimum says nothing about the
// inputs (see [solve.AISTATS]). What selects is that the runs stop early, so Tol and
// MaxIter are part of the result. The threshold depends on the target's units.
//
// The paper does not state the kernel's width, the taus, the tolerances and the
// ridge's nus. Here the width is that of Kernel, for both steps.
type Alg1GR struct {
	Kernel    kern.Gaussian
	Scale     Scale     // TrainSD: the paper centres and normalises
	Intercept Intercept // Unpenalised

	// Taus to choose from, in any order; nil means 20 over three decades, from the
	// tau_max that the problem has with a ridge nu of 1e-2 of the mean of k(x, x), 1
	// for a Gaussian. Without a ridge there is no tau_max.
	Taus []float64

	Tol      float64   // of Algorithm 1, on the relative change of f; 0 means 1e-3
	MaxIter  int       // of each run of it; 0 means 20000
	RidgeNus []float64 // the nus that the ridge regressions choose from; nil is DefaultRidgeNus
}

// Select selects and fits. Runs of Algorithm 1 that MaxIter ends are used, and the
// model has a warning about them. If ctx ends, there is no model.
func (a Alg1GR) Select(ctx context.Context, train *data.Frame, by Criterion) (*Model, error) {
	return wrapModel(search.Alg1GR(a).Select(ctx, train, by))
}

// Alg1 is Algorithm 1 of AISTATS 2010 alone: as [Alg1GR], without the ridge regression that
// follows it there. The model is f of the run whose error is the least by the criterion. Its
// values are drawn towards 0, so that it predicts worse than Alg1GR.
type Alg1 struct {
	Kernel    kern.Gaussian
	Scale     Scale     // TrainSD
	Intercept Intercept // Unpenalised
	Taus      []float64 // as of Alg1GR
	Tol       float64   // as of Alg1GR
	MaxIter   int       // as of Alg1GR
}

// Select runs Algorithm 1 and selects. Runs that MaxIter ends are used, and the model has a
// warning about them. If ctx ends, there is no model.
func (a Alg1) Select(ctx context.Context, train *data.Frame, by Criterion) (*Model, error) {
	return wrapModel(search.Alg1(a).Select(ctx, train, by))
}
