package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A HeldOut compares models with training means on rows that neither has seen. In every fold the
// inputs and their widths were chosen on the other rows alone.
type HeldOut struct {
	RMSE float64 // of the models
	Mean float64 // of the means of the rows trained on
	// OverMean is the mean difference of the squared errors over its standard error, observation
	// by observation.
	OverMean float64
	Folds    int   // that were held out
	Chosen   []int // for every input, the number of folds that selected it
	Copied   bool  // rows are copies in the named inputs, and were held out together
	Units    int   // groups or spans of time that OverMean compares in place of observations; 0 without

	mean, own [][]float64 // residuals on the rows of each fold
}

// Better reports whether the models predict better than the means. Where rows are copies in what was
// chosen, it takes two standard errors of the difference, since the choice saw them all. Where rows belong together, it takes
// the quantile at 0.975 of Student's t for the units: the standard error of few is not well known.
func (h *HeldOut) Better() bool {
	return h.RMSE < h.Mean && (!h.Copied || h.OverMean >= enoughOfCopies) && (h.Units == 0 || h.OverMean >= enoughOf(h.Units))
}

// enoughOf returns the least difference in standard errors over so many units.
func enoughOf(units int) float64 {
	if units < 2 {
		return math.Inf(1)
	}
	return distuv.StudentsT{Sigma: 1, Nu: float64(units - 1)}.Quantile(unitLevel)
}

// String returns the comparison in a phrase.
func (h *HeldOut) String() string {
	text := fmt.Sprintf("error %.4g on rows held out in %s, with inputs and widths chosen without them; that of the mean is %.4g", h.RMSE, report.Plural(h.Folds, "fold"), h.Mean)
	if h.Units == 0 {
		return text
	}
	return fmt.Sprintf("%s; over %d groups or spans of time the difference is %.2g standard errors, and %.2g are enough", text, h.Units, h.OverMean, enoughOf(h.Units))
}

const (
	heldTaus  = 4   // of the path in a fold, which gives the climbs of the evidence their starts
	firstHeld = 2   // folds that are held out first
	plainly   = 3.0 // standard errors above which no more are needed

	enoughOfCopies = 2.0   // standard errors
	unitLevel      = 0.975 // of the comparison over units
)

// A See returns the names of the inputs of some rows that a search is to see, and the number of inputs
// that they are chosen among. It sees these rows alone.
type See func(ctx context.Context, rows *data.Frame) (names []string, among int, err error)

// HoldOut measures the error of [problem.ARD] on rows that it has not seen: for every fold, a short
// path and the search for the evidence on the rows that the fold trains on, and the prediction of
// the rest. see may be nil, for all inputs.
func HoldOut(ctx context.Context, s problem.Spec, train *data.Frame, folds choose.Folds, see See, inputs ...string) (*HeldOut, error) {
	if train == nil {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil)")
	}
	if err := s.NeedKernel("the evidence has"); err != nil {
		return nil, err
	}
	s.Refit = problem.ARD
	ds, err := problem.Prepare(s, train)
	if err != nil {
		return nil, err
	}
	ds.Spec.Penalty = problem.SharePenalty(s.Penalty)
	copied := false
	if ds.Repeats == nil && len(inputs) > 0 {
		some, err := train.Inputs(inputs...)
		if err != nil {
			return nil, err
		}
		ds.Repeats = repeats.Copies(some.X(), some.Y())
		copied = ds.Repeats != nil
	}
	all, err := folds.Keeping(train.N(), ds.Repeats)
	if err != nil {
		return nil, err
	}
	h := &HeldOut{Copied: copied, Chosen: make([]int, train.D())}
	for begin, end := 0, min(firstHeld, len(all)); begin < len(all); begin, end = end, len(all) {
		if err := h.hold(ctx, ds, choose.ByLeaveOneOut(), all[begin:end], see); err != nil {
			return nil, err
		}
		h.compare(choose.ByObservation(ds, all[:end], squaredOf(h.mean)), choose.ByObservation(ds, all[:end], squaredOf(h.own)))
		if h.OverMean >= plainly {
			break
		}
	}
	return h, nil
}

// hold adds the residuals on the rows that folds hold out.
func (h *HeldOut) hold(ctx context.Context, ds *problem.Design, by choose.Criterion, folds []choose.Fold, see See) error {
	mean, own, chosen := make([][]float64, len(folds)), make([][]float64, len(folds)), make([][]bool, len(folds))
	bytes := ds.Spec.Needs(ds.Given.N(), ds.Given.D(), heldTaus, 0).Bytes
	_, err := progress.Units{Of: "held-out rows", Unit: "fold", All: len(folds), Bytes: bytes}.Each(ctx, func(ctx context.Context, f int) (err error) {
		mean[f], own[f], chosen[f], err = heldOutFold(ctx, ds, by, folds[f], see)
		return err
	})
	if err != nil {
		return err
	}
	h.mean, h.own, h.Folds = append(h.mean, mean...), append(h.own, own...), h.Folds+len(folds)
	for _, set := range chosen {
		for a, in := range set {
			if in {
				h.Chosen[a]++
			}
		}
	}
	return nil
}

func (h *HeldOut) compare(mean, own []float64) {
	h.RMSE, h.Mean, h.OverMean = choose.RootMean(own), choose.RootMean(mean), choose.PairedT(mean, own, choose.Identity)
}

// squaredOf returns the squares of residuals.
func squaredOf(all [][]float64) [][]float64 {
	squares := make([][]float64, len(all))
	for f, v := range all {
		squares[f] = squared(v)
	}
	return squares
}

// CompareHeld compares errors of rows that are held out in one fold, a term for each observation: those of a mean, and those of what predicts.
func CompareHeld(mean, own []float64) *HeldOut {
	h := &HeldOut{Folds: 1}
	h.compare(mean, own)
	return h
}

// OnHeld compares a model with the mean of its training rows on rows that had no part in it, as one fold.
// Without such rows the model is no better. Rows that belong together are compared as in [HoldOutUnits].
func OnHeld(m *Model, held *data.Frame) (*HeldOut, error) {
	h := &HeldOut{RMSE: math.NaN(), Mean: math.NaN(), OverMean: math.NaN(), Folds: 1}
	if held.N() == 0 {
		return h, nil
	}
	v, err := m.PredictFrame(held)
	if err != nil {
		return nil, err
	}
	y := held.Y()
	constant := stat.Mean(m.Y, m.Weights)
	if l := m.Spec.Smooth(); l != nil {
		constant = loss.Response(l, m.Mean)
	}
	mean, own := awayFrom(y, constant), make([]float64, len(y))
	floats.SubTo(own, y, v)
	weights, err := held.Weights()
	if err != nil {
		return nil, refusal.BadData(refusal.Evaluated, "%w", err)
	}
	units, err := choose.Units(held)
	if err != nil {
		return nil, err
	}
	if units == nil {
		h.compare(choose.PerObservation(nil, weights, squared(mean)), choose.PerObservation(nil, weights, squared(own)))
	} else {
		h.compareUnits(units, weights, mean, own, held.TimeColumn() != "")
	}
	return h, nil
}

// awayFrom returns numbers less a constant.
func awayFrom(v []float64, constant float64) []float64 {
	v = slices.Clone(v)
	floats.AddConst(-constant, v)
	return v
}

// heldOutFold returns the residuals of the mean and of the model on the rows that a fold holds
// out, and the inputs of the model.
func heldOutFold(ctx context.Context, ds *problem.Design, by choose.Criterion, fold choose.Fold, see See) (mean, own []float64, set []bool, err error) {
	rows, err := ds.Given.Rows(fold.Train...)
	if err != nil {
		return nil, nil, nil, err
	}
	held, err := ds.Given.Rows(fold.Held...)
	if err != nil {
		return nil, nil, nil, err
	}
	among := 0
	if see != nil {
		var names []string
		names, among, err = see(ctx, rows)
		if err != nil {
			return nil, nil, nil, err
		}
		rows, err = rows.Inputs(names...)
		if err != nil {
			return nil, nil, nil, err
		}
		held, err = held.Inputs(names...)
		if err != nil {
			return nil, nil, nil, err
		}
	}
	path, err := ds.Spec.Path(ctx, rows, heldTaus)
	if err != nil {
		return nil, nil, nil, err
	}
	path.Among = among
	y := held.Y()
	mean = awayFrom(y, loss.Response(ds.Spec.Loss, path.Mean))
	c := &choose.Chosen{Selection: choose.Selection{TauIndex: path.Len() / 2, SE: math.NaN()}}
	r, err := choose.FitTogether(ctx, path, by, c)
	if _, none := errors.AsType[choose.NoWidthsError](err); none || err == nil && r == nil {
		return mean, mean, make([]bool, ds.Train.D()), nil
	}
	if err != nil {
		return nil, nil, nil, err
	}
	fit, err := r.Fit(ctx, 0, math.NaN())
	if err != nil {
		return nil, nil, nil, err
	}
	v, err := fit.Predict(held.X())
	if err != nil {
		return nil, nil, nil, err
	}
	loss.Responses(ds.Spec.Loss, v)
	own = make([]float64, len(y))
	floats.SubTo(own, y, v)
	return mean, own, inAll(ds.Train, rows, c.Set), nil
}

// inAll returns which columns of all are those of some that are in.
func inAll(all, some *data.Frame, in []bool) []bool {
	if some.D() == all.D() {
		return in
	}
	chosen := make([]bool, all.D())
	names := some.Names()
	for a, name := range all.Names() {
		if b := slices.Index(names, name); b >= 0 {
			chosen[a] = in[b]
		}
	}
	return chosen
}
