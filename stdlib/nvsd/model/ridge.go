package model

import (
	"context"
	"math"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// Ridge fits kernel ridge regression on all inputs, with the Spec's scaling, intercept and
// kernel, and with the nu of RidgeNus that is best by the criterion.
func Ridge(ctx context.Context, s problem.Spec, train *data.Frame, by choose.Criterion) (*Model, error) {
	start := time.Now()
	if s.Refit == problem.ARD { // needs a selection
		s.Refit = problem.BestWidth
	}
	if err := choose.CheckFeatures(&s, by); err != nil {
		return nil, err
	}
	ds, err := problem.NewDesign(s, train)
	if err != nil {
		return nil, err
	}
	rs, err := choose.NewRidgeGrid(ds, ds.Varying())
	if err != nil {
		return nil, err
	}
	ctx, whole := progress.Begin(s.RidgeNeeds(len(ds.Y), ds.Train.D()).In(ctx), progress.Part{})
	defer whole.End()
	errs, err := rs.ErrorsBy(ctx, by)
	if err != nil {
		return nil, err
	}
	j := choose.ArgMin(errs)
	fit, err := rs.Fit(ctx, j, errs[j])
	if err != nil {
		return nil, err
	}
	return modelOfRidge(fit, ds, by, problem.AllInputs, start)
}

// Mean returns the model that predicts the training mean, whatever the inputs are.
func Mean(train *data.Frame) (*Model, error) { return Constant(train, nil) }

// Constant returns the model of the best constant by a loss, whatever the inputs are; nil for the square, whose best constant is the
// training mean.
func Constant(train *data.Frame, l loss.Loss) (*Model, error) {
	if train == nil {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil)")
	}
	ds, err := problem.OfMean(train, l)
	if err != nil {
		return nil, err
	}
	fit := choose.RidgeFit{Function: ds.Constant(), Nu: math.NaN()}
	return modelOfRidge(fit, ds, choose.ByLeaveOneOut(), problem.TrainingMean, time.Now())
}

// modelOfRidge returns the fit as a Model, whose ValidRMSE is the error by the criterion.
func modelOfRidge(r choose.RidgeFit, ds *problem.Design, by choose.Criterion, method string, start time.Time) (*Model, error) {
	own := *ds
	own.Kernel = r.Kernel
	validRMSE := math.NaN()
	if by.Valid != nil {
		validRMSE = r.RMSE
	}
	return NewModel(Model{
		Design: &own, F: r.Function, Kind: method, In: r.Use,
		Tau: math.NaN(), RelGap: math.NaN(), RidgeNu: r.Nu,
		ValidRMSE: validRMSE, Seconds: time.Since(start).Seconds(), Warnings: r.Warnings,
	}, nil)
}
