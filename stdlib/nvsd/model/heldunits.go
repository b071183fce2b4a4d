package model

import (
	"context"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"gonum.org/v1/gonum/stat"
)

// HoldOutUnits measures the error of [problem.ARD] as [HoldOut] does, where rows belong together: folds hold out whole groups of
// the Frame, or predict spans of time from all before them ([choose.UnitFolds]). The difference to the mean and its standard error are over
// these units, as the errors within one are not independent.
//
// Over time the level of what is predicted wanders, and of wandering numbers some agree by chance over many spans. So the
// difference is that of the squared errors about their mean in each span: whether the models follow the target within spans that
// they have not seen.
func HoldOutUnits(ctx context.Context, s problem.Spec, train *data.Frame, seed uint64, see See) (*HeldOut, error) {
	if train == nil {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil)")
	}
	s.Refit = problem.ARD
	ds, err := problem.Prepare(s, train)
	if err != nil {
		return nil, err
	}
	ds.Spec.Penalty = problem.SharePenalty(s.Penalty)
	folds, units, err := choose.UnitFolds(train, seed)
	if err != nil {
		return nil, err
	}
	h := &HeldOut{Chosen: make([]int, train.D())}
	if err := h.hold(ctx, ds, folds, see); err != nil {
		return nil, err
	}
	mean, own := make([]float64, train.N()), make([]float64, train.N())
	for f, fold := range folds {
		for j, row := range fold.Held {
			mean[row], own[row] = h.mean[f][j], h.own[f][j]
		}
	}
	h.compareUnits(units, mean, own, train.TimeColumn() != "")
	return h, nil
}

// compareUnits compares residuals of the mean with those of models, unit by unit; about their mean in each one if they are
// level.
func (h *HeldOut) compareUnits(units [][]int, mean, own []float64, level bool) {
	h.Units = len(units)
	var all, ours float64
	rows := 0
	sums := func(v []float64, unit []int) (square, about float64) {
		some := make([]float64, len(unit))
		for k, i := range unit {
			some[k] = v[i]
			square += v[i] * v[i]
		}
		if !level {
			return square, square
		}
		centre := stat.Mean(some, nil)
		for _, r := range some {
			about += (r - centre) * (r - centre)
		}
		return square, about
	}
	before, after := make([]float64, len(units)), make([]float64, len(units))
	for k, unit := range units {
		var a, b float64
		a, before[k] = sums(mean, unit)
		b, after[k] = sums(own, unit)
		all, ours, rows = all+a, ours+b, rows+len(unit)
	}
	h.RMSE, h.Mean = math.Sqrt(ours/float64(rows)), math.Sqrt(all/float64(rows))
	h.OverMean = choose.PairedT(before, after, choose.Identity)
}
