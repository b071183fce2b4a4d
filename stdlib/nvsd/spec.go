package nvsd

import (
	"context"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
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

// WithPenalty returns the Spec with the penalty p.
func (s Spec) WithPenalty(p penalty.Penalty) Spec {
	return Spec(problem.Spec(s).WithPenalty(p))
}

// Path fits the Spec at count taus,
//
//	path, err := spec.Path(ctx, s.Train, 50)
//
// evenly spaced on a logarithmic scale from tau_max down over the Spec's Decades. Each
// fit begins where the last one ended. If nothing can be learned, because no input varies
// or the target is constant, the path is the one point tau = 0. With a small factor in
// [TimesTau], every tau > 0 may empty the model; the path then begins where the ridge
// counts for as much as the target, and a warning says so.
//
// A fit that does not reach the tolerance stays in the path, with its gap and a warning.
// If ctx ends, Path returns the fits that are finished together with the error. The path
// says how many these are, and so do the models that are made from it.
func (s Spec) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return wrapPath(problem.Spec(s).Path(ctx, train, count))
}

// PathAt fits the Spec at the given taus,
//
//	path, err := spec.PathAt(ctx, s.Train, 1, 0.1, 0.01)
//
// from the largest down, and each of them once. It needs no tau_max, so nu may be 0, and
// the penalty need not be able to empty the model. The taus are the same in folds (see
// [AbsoluteTau]). If nothing can be learned, the path is the one point tau = 0.
func (s Spec) PathAt(ctx context.Context, train *data.Frame, taus ...float64) (*Path, error) {
	return wrapPath(problem.Spec(s).PathAt(ctx, train, taus...))
}

// CrossValidate estimates the error of the whole procedure on rows that no part of it
// has seen. In every outer fold, how chooses a model on the rows that are trained on,
// and the model predicts the held-out rows. If how chooses by cross-validation, that
// is nested: its labels, groups and times are those of the outer fold's rows. A
// validation part in how must share no row with train.
//
// The error that chose a model is lower than the error to expect on new rows. The
// error here is honest, except that the models are trained on fewer rows. It is the
// error of the procedure, whose choices may differ from fold to fold; PerFold has
// them.
//
//	a, err := spec.CrossValidate(ctx, train, nvsd.KFold(5, 1), nvsd.Search{By: nvsd.ByCrossValidation(nvsd.KFold(5, 2))})
//
// If ctx ends, CrossValidate returns the assessment by the finished folds together
// with the error.
func (s Spec) CrossValidate(ctx context.Context, train *data.Frame, outer Folds, how Search) (*search.Assessment, error) {
	return search.CrossValidate(ctx, problem.Spec(s), train, outer, how)
}

// Bootstrap fits the Spec at one tau on all rows, and then repeatedly on as many
// rows drawn from them with replacement. All fits have the tau and the kernel's width
// of the first one; the scaling is learned again. The same seed gives the same
// numbers.
//
// The percentile intervals show how much a norm of this penalised fit varies from
// sample to sample. They are no confidence intervals for the norms of the true
// function: the penalty makes all norms too small, and a norm cannot fall below 0.
//
// The fits use the Spec's kernel and solver in several goroutines. If ctx ends,
// Bootstrap returns the result of the finished fits together with the error.
func (s Spec) Bootstrap(ctx context.Context, train *data.Frame, tau TauChoice, plan BootstrapPlan) (*resample.Bootstrap, error) {
	return resample.BootstrapOf(ctx, problem.Spec(s), train, tau, plan)
}

// HeldOut measures the error of [ARD] on rows that it has not seen: for every fold, a short path
// and the search for the evidence on the rows that the fold trains on, and the prediction of the
// rest. This is the error of the search and not of a certain model; the models are trained on fewer
// rows.
//
// Two folds come first. If their models are better than the means by three standard errors, these
// are the answer; otherwise all folds are.
//
// Inputs may be named that were chosen on all rows. Rows that are equal in these are held out together
// where chance does not give that many: copies of rows beside a column that differs, such as a time.
func (s Spec) HeldOut(ctx context.Context, train *data.Frame, folds Folds, inputs ...string) (*model.HeldOut, error) {
	return model.HoldOut(ctx, problem.Spec(s), train, folds, nil, inputs...)
}

// PermutedNull fits the inputs together with a copy of each whose rows are in another order
// (the construction of UAI 2018, section 5.2; see data.Frame.WithPermuted), repeatedly with
// different orders. The penalty is P(inputs) + P(copies). A tau that is a fraction refers to
// each fit's own tau_max. The same seed gives the same numbers.
//
// It selects the inputs whose norm is above the norms of all copies in nearly every fit.
// This is no test of each input at a level: the copies are in one fit with the inputs, and
// share what correlates with the target by chance.
//
// The fits use the Spec's kernel and solver in several goroutines. If ctx ends, PermutedNull
// returns the result of the finished fits together with the error.
func (s Spec) PermutedNull(ctx context.Context, train *data.Frame, tau TauChoice, plan NullPlan) (*resample.Null, error) {
	return resample.PermutedNull(ctx, problem.Spec(s), train, tau, plan)
}

// Fit fits the Spec at one tau, which is a number or a fraction of tau_max:
//
//	m, err := spec.Fit(ctx, s.Train, nvsd.TauFrac(0.05))
//
// A fit that does not reach the tolerance has a warning that says its gap. If ctx ends,
// Fit returns the best model so far together with the error.
func (s Spec) Fit(ctx context.Context, train *data.Frame, tau TauChoice) (*Model, error) {
	return wrapModel(model.Fit(ctx, problem.Spec(s), train, tau))
}

// Ridge fits kernel ridge regression on all inputs, with the Spec's scaling, intercept and
// kernel, and with the nu of RidgeNus that is best by the criterion. A sparse model is
// compared with it, so its width is chosen too if the Spec's Refit is [BestWidth] or [ARD];
// with another Refit the kernel is the Spec's. It does not use Penalty and Nu of the Spec. Of more than
// some thousand rows see [Spec.RidgeOnCentres].
//
//	m, err := spec.Ridge(ctx, s.Train, nvsd.ByLeaveOneOut())
func (s Spec) Ridge(ctx context.Context, train *data.Frame, by Criterion) (*Model, error) {
	return wrapModel(model.Ridge(ctx, problem.Spec(s), train, by))
}

// RidgeOnCentres fits kernel ridge regression to tables of more rows than [Spec.Ridge] has memory for:
//
//	m, err := spec.RidgeOnCentres(ctx, train, 500, 1)
//
// The function has kernels at some rows that are drawn at random by the seed, the centres, and the least
// error of such functions on all rows (Nystrom's method; Rudi, Camoriano and Rosasco 2015):
//
//	min over f, b   (1/n) sum_i (y_i - f(x_i) - b)^2 + nu ||f||_H^2,   f = sum_j alpha_j k(c_j, .).
//
// nu is the one of RidgeNus with the least generalised cross-validation. The kernel is the Spec's, whose
// width is resolved on the centres; inputs are scaled as all rows are. m centres and n rows take
// 2 n m^2 multiplications, and 8 (n d + 8 m^2) bytes.
//
// The result's [Model.Reduced] says how far the objective is from its minimum without centres. Its training
// part is the centres, and its derivative norms are means over them. It has no leave-one-out residuals, no
// intervals by the jackknife and no proof.
func (s Spec) RidgeOnCentres(ctx context.Context, train *data.Frame, centres int, seed uint64) (*Model, error) {
	return wrapModel(model.OnSomeCentres(ctx, problem.Spec(s), train, centres, seed))
}

// RidgePath fits kernel ridge regression on all inputs at every nu of the
// Spec's RidgeNus, with the Spec's scaling, intercept and kernel, whatever its Refit.
// valid may be nil. If nothing can be learned, the path is one model, the constant, whose nu
// is NaN.
func (s Spec) RidgePath(ctx context.Context, train, valid *data.Frame) (*RidgePath, error) {
	return wrapRidgePath(model.RidgePathOf(ctx, problem.Spec(s), train, valid))
}

// Search tries combinations of nu, penalty and kernel. It returns the model of the
// combination whose least error by the criterion is the least of all; OneSE is applied to
// the path of that combination. An example with at most 2000 fits, four nus and three
// widths:
//
//	spec.Nu = nvsd.Choose(nvsd.LogSpaced(1e-3, 1, 4)...)
//	var kernels []kern.Kernel
//	for _, factor := range []float64{0.5, 1, 2} {
//		kernels = append(kernels, kern.Gaussian{Width: kern.Times{Factor: factor, Width: kern.MedianDistance}})
//	}
//	found, err := spec.Search(ctx, train, nvsd.Search{
//		By: nvsd.ByCrossValidation(nvsd.KFold(5, 1)), Kernels: kernels, Fits: 2000,
//	})
//
// The combinations that are tried, and all numbers, depend only on the lists, the budget
// and the seed, not on the number of goroutines. A deadline of ctx is a budget too: if it
// ends the search, Search returns the best model so far, and the result says what was left
// untried. If ctx is cancelled, Search returns the error too. A combination that cannot be
// fitted is left out, and its trial says why.
func (s Spec) Search(ctx context.Context, train *data.Frame, how Search) (*SearchResult, error) {
	return wrapSearch(search.Best(ctx, problem.Spec(s), train, how))
}

// MarshalJSON writes the Spec in the JSON that `nvsd-kernel fit` reads, without X, y and tau:
//
//	{"kernel":{"kind":"gauss","sigma":"median"},"penalty":"L","nu":0.01}
//
// A field that has its default is absent. It is an error if the Kernel, the Penalty or the Solver
// is the code of a cell, or if the Solver has options beside Tol and MaxIter. fit itself neither
// scales nor fits an intercept.
func (s Spec) MarshalJSON() ([]byte, error) {
	raw, err := declare.WriteSpec(problem.Spec(s))
	if err != nil {
		return nil, fmt.Errorf("nvsd: %w", err)
	}
	return raw, nil
}

// UnmarshalJSON reads the JSON of MarshalJSON. The error says which field is wrong, and what it
// must be.
func (s *Spec) UnmarshalJSON(raw []byte) error {
	read, err := declare.ReadSpec(raw)
	if err != nil {
		return fmt.Errorf("nvsd: read a Spec: %w", err)
	}
	*s = Spec(read)
	return nil
}

// GoString returns the Go that declares the Spec, for the verb %#v. What is the code of a cell is
// not repeated in it.
func (s Spec) GoString() string { return declare.GoText(problem.Spec(s)) }

// Report returns the settings that decide the numbers as facts, the defaults among them, and warns
// of those that are missing or not valid.
func (s Spec) Report() report.Report {
	return problem.Spec(s).Report()
}

// String is the Report as plain text.
func (s Spec) String() string {
	return problem.Spec(s).String()
}

// Stability selects on random halves of the rows, and counts how often an input is selected.
// A half selects the first q inputs that come in along its own path, from its own tau_max
// down over the Spec's Decades. Of inputs that come in together it takes those of largest
// norm per standard deviation. The same seed gives the same numbers.
//
// The fits use the Spec's kernel and solver in several goroutines. If ctx ends, Stability
// returns the result of the finished pairs together with the error.
func (s Spec) Stability(ctx context.Context, train *data.Frame, plan StabilityPlan) (*resample.Stability, error) {
	return resample.StabilityOf(ctx, problem.Spec(s), train, plan)
}

// PermutedTarget makes the model that the whole procedure chooses,
//
//	s.Path(ctx, train, taus) and then Select(ctx, by, rule),
//
// and again after each of plan.Repeats permutations of the target's rows. A permuted target
// depends on no input, while the inputs still depend on one another. Let s_a be the score of
// input a (the derivative norm per standard deviation, or the worth in log evidence), 0 if a
// is not chosen, and pi_r the r-th permutation. For every input, PermutedTarget counts the
// runs with
//
//	s_a(y) > max_b s_b(pi_r y).
//
// The comparison is with the largest of all inputs, and every run repeats all choices. So
// whatever the procedure does, if no input matters at all, the probability that any input is
// above the largest of all R runs is at most 1/(R+1).
//
// There are three limits. All of the variance of a permuted target is noise, so a weak input
// next to strong ones is compared with more noise than there is, and may matter though it is
// not beyond noise. An input is compared with the largest of all, not with its own runs. And
// the rows must be exchangeable, which those of a time series, or of groups that share a
// level, are not.
//
// With validation the target of the held-out part is permuted too. The Spec's kernel and
// solver are used in several goroutines. The same seed gives the same numbers. If ctx ends,
// PermutedTarget returns the result of the finished runs together with the error, and nothing
// if the model itself was not finished.
func (s Spec) PermutedTarget(ctx context.Context, train *data.Frame, taus int, by Criterion, rule SelectionRule, plan NullPlan) (*TargetNull, error) {
	return wrapTargetNull(resample.PermutedTarget(ctx, problem.Spec(s), train, taus, by, rule, plan))
}
