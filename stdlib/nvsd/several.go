package nvsd

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
)

// A SeveralModel is a penalised fit of several functions of the same inputs, as [Spec.FitSeveral] makes it: an input is in for all functions, or for none.
type SeveralModel = model.SeveralModel

// A SeveralPath is fits of several functions of the same inputs at falling taus, as [Spec.SeveralPath] makes them.
type SeveralPath = model.SeveralPath

// SeveralPath fits several functions of the same inputs at count taus, as [Spec.Path] fits one: a function for each class of a target, by the multinomial loss, or one for each of the
// targets that [data.Targets] names, by squares.
//
//	path, err := spec.SeveralPath(ctx, train, 20)
//
// An input has one norm for all functions, sqrt(sum_k ||d_a f_k||_n^2), and is in or out for all of them. The loss is a sum over the targets in their own units: the one with the largest
// variance counts most.
//
// It is an error if a class has no row, if the target is one of numbers, and if the Spec has Features, a Loss, a penalty that does not say that it is convex, or a solver other than
// [solve.Dual] or, for targets of numbers, [solve.Newton]. There is no second step: Refit and RidgeNus are not used. The functions are neither saved nor proved.
func (s Spec) SeveralPath(ctx context.Context, train *data.Frame, count int) (*SeveralPath, error) {
	return model.PathOfSeveral(ctx, problem.Spec(s), train, count)
}

// SeveralPathAt fits the functions of [Spec.SeveralPath] at the given taus, as [Spec.PathAt] does.
func (s Spec) SeveralPathAt(ctx context.Context, train *data.Frame, taus ...float64) (*SeveralPath, error) {
	return model.PathOfSeveralAt(ctx, problem.Spec(s), train, taus...)
}

// FitSeveral fits the functions of [Spec.SeveralPath] at one tau, which is a number or a fraction of tau_max:
//
//	m, err := spec.FitSeveral(ctx, train, nvsd.TauFrac(0.05))
//
// If ctx ends, it returns the best model so far together with the error.
func (s Spec) FitSeveral(ctx context.Context, train *data.Frame, tau TauChoice) (*SeveralModel, error) {
	return model.FitSeveral(ctx, problem.Spec(s), train, tau)
}
