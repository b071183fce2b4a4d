package choose

import (
	"context"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/evidence"
)

// A Draft makes the best regression so far of a choice that is under way, and the account of its selection. It
// does not stop where a context ends, and takes as long as one regression.
type Draft func() (RidgeFit, *Chosen, error)

// A reachedFunc is told the results that a search for the evidence reaches, with the kernel of width 1 that it is of.
type reachedFunc func(base kern.Kernel, found *evidence.Result)

// draftsKey is the key of who is told the drafts.
type draftsKey struct{}

// WithDrafts returns a context in which [RefitChosen] tells its drafts, each better than the one before. Those of the folds of a
// cross-validation are not told. tell is called by one goroutine at a time.
func WithDrafts(ctx context.Context, tell func(Draft)) context.Context {
	return context.WithValue(ctx, draftsKey{}, tell)
}

// draftsOf returns who is to be told the drafts of a refit by the evidence; nil if nobody is. The first draft is what the criterion
// chose, with one width.
func draftsOf(ctx context.Context, p *problem.Path, by Criterion, c *Chosen) reachedFunc {
	tell, _ := ctx.Value(draftsKey{}).(func(Draft))
	if tell == nil {
		return nil
	}
	ctx, before := context.WithoutCancel(ctx), *c
	before.Warnings = slices.Clone(c.Warnings)
	tell(func() (RidgeFit, *Chosen, error) {
		own := before
		fit, err := refitIsotropic(ctx, p, &own)
		return fit, &own, err
	})
	if by.unit != "" {
		return nil // what the evidence chooses is not pruned by the units yet
	}
	return func(base kern.Kernel, found *evidence.Result) {
		tell(func() (RidgeFit, *Chosen, error) {
			own := before
			fit, err := draftByEvidence(ctx, p, by, &own, base, found)
			return fit, &own, err
		})
	}
}

// draftByEvidence returns the regression with inputs and widths that a search for the evidence has reached.
func draftByEvidence(ctx context.Context, p *problem.Path, by Criterion, c *Chosen, base kern.Kernel, found *evidence.Result) (RidgeFit, error) {
	r, err := withEvidence(ctx, p, c, base, found)
	if err != nil {
		return RidgeFit{}, err
	}
	if by.Cross != nil {
		by = ByLeaveOneOut()
	}
	on, err := by.On(p.Design)
	if err != nil {
		return RidgeFit{}, err
	}
	var own CandidateErrors
	if err := r.Errors(ctx, on, &own); err != nil {
		return RidgeFit{}, err
	}
	c.RMSE = own.RMSE[0]
	if len(c.mean) == len(own.squares) { // not by cross-validation, whose rows are those of the folds
		c.compare(own.squares)
	}
	return r.Fit(ctx, 0, c.RMSE)
}
