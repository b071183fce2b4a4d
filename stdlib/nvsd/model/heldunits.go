package model

import (
	"context"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// HoldOutUnits measures the error of [problem.ARD] as [HoldOut] does, where rows belong together: folds hold out whole groups of
// the Frame, or predict spans of time from all before them ([choose.UnitFolds]). The difference to the mean and its standard error are over
// these units, as the errors within one are not independent.
//
// Over time the level of the target wanders, and what wanders agrees by chance over many spans. So the
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
	if err := h.hold(ctx, ds, choose.ByLeaveOneOut().TogetherIn(train), folds, see); err != nil {
		return nil, err
	}
	mean, own := make([]float64, train.N()), make([]float64, train.N())
	for f, fold := range folds {
		for j, row := range fold.Held {
			mean[row], own[row] = h.mean[f][j], h.own[f][j]
		}
	}
	h.compareUnits(units, ds.Weights, mean, own, train.TimeColumn() != "")
	return h, nil
}

// compareUnits compares residuals of the mean with those of models, unit by unit. Over time, where they are level, the gain of a unit is
//
//	(|a|^2 - |b|^2) / (|a|^2 + |a - b|^2)
//
// with a and b the residuals of the mean and of the model less their mean in the unit. If the target moves up as easily as down, whatever the inputs do,
// this is 0 or less in the mean, as |a - b| is that of the predictions; and no unit counts more than another for the size of its moves.
func (h *HeldOut) compareUnits(units [][]int, weights, mean, own []float64, level bool) {
	h.Units = len(units)
	var all, ours, rows float64
	gains, none := make([]float64, len(units)), make([]float64, len(units))
	for k, unit := range units {
		a, b, w := some(mean, unit), some(own, unit), []float64(nil)
		weight := float64(len(unit))
		if weights != nil {
			w = some(weights, unit)
			weight = floats.Sum(w)
		}
		all, ours, rows = all+choose.WeighedSquare(w, a), ours+choose.WeighedSquare(w, b), rows+weight
		if level {
			a, b = awayFrom(a, stat.Mean(a, w)), awayFrom(b, stat.Mean(b, w))
		}
		square := choose.WeighedSquare(w, a)
		gains[k] = square - choose.WeighedSquare(w, b)
		if level {
			if size := square + choose.WeighedSquare(w, between(a, b)); size > 0 {
				gains[k] /= size
			}
		}
	}
	h.RMSE, h.Mean = math.Sqrt(ours/rows), math.Sqrt(all/rows)
	h.OverMean = choose.PairedT(gains, none, choose.Identity)
}

// between returns the differences of two lists.
func between(a, b []float64) []float64 { return floats.SubTo(make([]float64, len(a)), a, b) }

// some returns the numbers of some rows.
func some(v []float64, rows []int) []float64 {
	own := make([]float64, len(rows))
	for k, i := range rows {
		own[k] = v[i]
	}
	return own
}
