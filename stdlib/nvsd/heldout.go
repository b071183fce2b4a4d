package nvsd

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
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
	Chosen   []int // for every input, in how many folds it was selected
	Copied   bool  // rows are copies in the named inputs, and were held out together
}

// Better reports whether the models predict better than the means. Where rows are copies in what was
// chosen, it takes two standard errors of the difference, since the choice saw them all.
func (h *HeldOut) Better() bool {
	return h.RMSE < h.Mean && (!h.Copied || h.OverMean >= enoughOfCopies)
}

// String returns the comparison in a phrase.
func (h *HeldOut) String() string {
	return fmt.Sprintf("error %.4g on rows held out in %s, with inputs and widths chosen without them; that of the mean is %.4g", h.RMSE, report.Plural(h.Folds, "fold"), h.Mean)
}

const (
	heldTaus  = 4   // of the path in a fold, which gives the climbs of the evidence their starts
	firstHeld = 2   // folds that are held out first
	plainly   = 3.0 // standard errors above which no more are needed

	enoughOfCopies = 2.0 // standard errors
)

// HeldOut measures what [ARD] finds on rows that it has not seen: for every fold, a short path and
// the search for the evidence on the rows that the fold trains on, and the prediction of the rest.
// This is the error of the search and not of a certain model; the models are trained on fewer
// rows.
//
// Two folds come first. If their models are better than the means by three standard errors, these
// are the answer; otherwise all folds are.
//
// Inputs may be named that were chosen on all rows. Rows that are equal in these are held out together
// where chance does not give that many: copies of rows beside a column that differs, such as a time.
func (s Spec) HeldOut(ctx context.Context, train *data.Frame, folds Folds, inputs ...string) (*HeldOut, error) {
	if train == nil {
		return nil, badData(trainingPart, "there is no training part (nil)")
	}
	s.Refit = ARD
	ds, err := newDesign(s, train)
	if err != nil {
		return nil, err
	}
	ds.spec.Penalty = shared(s.Penalty)
	copied := false
	if ds.repeats == nil && len(inputs) > 0 {
		some, err := train.Inputs(inputs...)
		if err != nil {
			return nil, err
		}
		ds.repeats = repeats.Copies(some.X(), some.Y())
		copied = ds.repeats != nil
	}
	all, err := folds.keeping(train.N(), ds.repeats)
	if err != nil {
		return nil, err
	}
	h := &HeldOut{Copied: copied, Chosen: make([]int, train.D())}
	mean, own := make([][]float64, len(all)), make([][]float64, len(all))
	chosen := make([][]bool, len(all))
	for begin, end := 0, min(firstHeld, len(all)); begin < len(all); begin, end = end, len(all) {
		_, err := parts{of: "held-out rows", unit: "fold", all: end - begin}.each(ctx, func(ctx context.Context, k int) (err error) {
			f := begin + k
			mean[f], own[f], chosen[f], err = ds.heldOut(ctx, all[f])
			return err
		})
		if err != nil {
			return nil, err
		}
		h.compare(ds.byObservation(all[:end], mean), ds.byObservation(all[:end], own))
		if h.Folds = end; h.OverMean >= plainly {
			break
		}
	}
	for _, set := range chosen[:h.Folds] {
		for a, in := range set {
			if in {
				h.Chosen[a]++
			}
		}
	}
	return h, nil
}

func (h *HeldOut) compare(mean, own []float64) {
	h.RMSE, h.Mean, h.OverMean = root(own), root(mean), apart(mean, own, itself)
}

// heldOut returns the squared errors of the mean and of the model on the rows that a fold holds
// out, and the inputs of the model.
func (ds *design) heldOut(ctx context.Context, fold Fold) (mean, own []float64, set []bool, err error) {
	rows, err := ds.given.Rows(fold.Train...)
	if err != nil {
		return nil, nil, nil, err
	}
	held, err := ds.given.Rows(fold.Held...)
	if err != nil {
		return nil, nil, nil, err
	}
	path, err := ds.spec.Path(ctx, rows, heldTaus)
	if err != nil {
		return nil, nil, nil, err
	}
	judge := &judge{X: held.X(), y: held.Y()}
	mean = judge.constant(path.mean)
	c := &chosen{Selection: Selection{TauIndex: path.Len() / 2, SE: math.NaN()}}
	r, err := path.mostEvident(ctx, c)
	if _, none := errors.AsType[noWidths](err); none || err == nil && r == nil {
		return mean, mean, make([]bool, ds.train.D()), nil
	}
	if err != nil {
		return nil, nil, nil, err
	}
	fit, err := r.fit(0, math.NaN())
	if err != nil {
		return nil, nil, nil, err
	}
	v, err := fit.predict(judge.X)
	if err != nil {
		return nil, nil, nil, err
	}
	return mean, judge.squares(v), c.set, nil
}
