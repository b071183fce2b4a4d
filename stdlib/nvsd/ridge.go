package nvsd

import (
	"context"
	"math"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"gonum.org/v1/gonum/stat"
)

// Ridge fits kernel ridge regression on all inputs, with the Spec's scaling, intercept and
// kernel, and with the nu of RidgeNus that is best by the criterion. A sparse model is
// compared with it, so its width is chosen too if the Spec's Refit is [BestWidth] or [ARD];
// with another Refit the kernel is the Spec's. It does not use Penalty and Nu of the Spec.
//
//	m, err := spec.Ridge(ctx, s.Train, nvsd.ByLeaveOneOut())
func (s Spec) Ridge(ctx context.Context, train *data.Frame, by Criterion) (*Model, error) {
	start := time.Now()
	if s.Refit == ARD { // needs a selection
		s.Refit = BestWidth
	}
	ds, err := newDesign(s, train)
	if err != nil {
		return nil, err
	}
	rs, err := ds.ridges(ds.varying())
	if err != nil {
		return nil, err
	}
	ctx, whole := Begin(ctx, Part{})
	defer whole.End()
	errs, err := rs.judged(ctx, by)
	if err != nil {
		return nil, err
	}
	j := least(errs)
	fit, err := rs.fit(ctx, j, errs[j])
	if err != nil {
		return nil, err
	}
	return fit.model(ds, by, allInputs, start)
}

// Mean returns the model that predicts the training mean, whatever the inputs are.
func Mean(train *data.Frame) (*Model, error) {
	if train == nil {
		return nil, badData(trainingPart, "there is no training part (nil)")
	}
	given := train
	train, fill, err := given.Filled()
	if err != nil {
		return nil, badData(trainingPart, "%w", err)
	}
	y := train.Y()
	ds := &design{train: train, given: given, y: y, mean: stat.Mean(y, nil), scaling: newScaling(TrainSD, train), repeats: repeats.Observations(train.X(), train.Y()), warnings: train.Warnings()}
	ds.remember(fill)
	fit := ridgeFit{function: ds.constant(), nu: math.NaN()}
	return fit.model(ds, ByLeaveOneOut(), trainingMean, time.Now())
}

// model returns the fit as a Model, whose error is by the criterion.
func (r ridgeFit) model(ds *design, by Criterion, method string, start time.Time) (*Model, error) {
	own := *ds
	own.kernel = r.kernel
	validRMSE := math.NaN()
	if by.valid != nil {
		validRMSE = r.rmse
	}
	return newModel(Model{
		design: &own, f: r.function, method: method, selected: r.use,
		tau: math.NaN(), relGap: math.NaN(), ridgeNu: r.nu,
		validRMSE: validRMSE, seconds: time.Since(start).Seconds(), warnings: r.warnings,
	}, nil)
}
