package nvsd

import (
	"context"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Judgement has the errors of candidates by a Criterion.
type Judgement struct {
	RMSE   []float64 // of each candidate
	SE     []float64 // standard error of each; NaN if there is one part to judge on
	Least  int       // the candidate of least error
	Chosen int       // the chosen candidate, which differs from Least only with [OneSE] or [HalfSE]
}

// Judge compares candidates of any system, such as the weights of a penalty. fit returns
// the candidates of a training part. It returns equally many for every part, in one order.
// sizes[j] is the number of inputs that candidate j has on all of train; of equal errors,
// and with OneSE, the fewest win. Leave-one-out fits as many parts as train has rows.
func (c Criterion) Judge(ctx context.Context, train *data.Frame, sizes []int, fit func(context.Context, *data.Frame) ([]Predictor, error)) (*Judgement, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	errs, err := c.judgeParts(ctx, train, len(sizes), fit)
	if err != nil {
		return nil, err
	}
	j := &Judgement{RMSE: make([]float64, len(sizes)), SE: make([]float64, len(sizes))}
	cv := &CrossValidation{}
	for i, size := range sizes {
		j.RMSE[i], j.SE[i] = poolAt(errs, i)
		cv.Candidates = append(cv.Candidates, Candidate{TauIndex: i, Size: size, RMSE: j.RMSE[i], SE: j.SE[i]})
		for _, e := range errs {
			cv.Candidates[i].squares = append(cv.Candidates[i].squares, e.rmse[i]*e.rmse[i])
		}
	}
	if len(sizes) > 0 {
		cv.choose(c.cross != nil && c.cross.oneSE)
	}
	if len(sizes) > 0 && c.leaveOut {
		cv.Chosen = fewestWithin(cv.Candidates, cv.Least, c.sparse.errors())
	}
	j.Least, j.Chosen = cv.Least, cv.Chosen
	return j, nil
}

// judgeParts returns the errors of every candidate on every part that is held out.
func (c Criterion) judgeParts(ctx context.Context, train *data.Frame, candidates int, fit func(context.Context, *data.Frame) ([]Predictor, error)) ([]foldError, error) {
	if c.valid != nil {
		valid, err := alignTarget(c.valid, train)
		if err != nil {
			return nil, fmt.Errorf("validation: %w", err)
		}
		e, err := heldError(ctx, train, valid, candidates, fit)
		return []foldError{e}, err
	}
	by := c.cross
	if c.leaveOut {
		by = &crossing{folds: LeaveOneOut()}
	}
	folds, err := by.divide(train)
	if err != nil {
		return nil, err
	}
	ctx, at := Begin(ctx, Part{Of: "cross-validation", Unit: "fold", All: len(folds)})
	defer at.End()
	var errs []foldError
	for f, fold := range folds {
		part, err := train.Rows(fold.Train...)
		if err != nil {
			return nil, err
		}
		held, err := train.Rows(fold.Held...)
		if err != nil {
			return nil, err
		}
		e, err := heldError(ctx, part, held, candidates, fit)
		if err != nil {
			return nil, fmt.Errorf("fold %d: %w", f+1, err)
		}
		e.repeat = fold.Repeat
		errs = append(errs, e)
		at.Reached(ctx, f+1)
	}
	return errs, nil
}

// heldError fits the candidates on a part, and measures them on held-out rows.
func heldError(ctx context.Context, part, held *data.Frame, candidates int, fit func(context.Context, *data.Frame) ([]Predictor, error)) (foldError, error) {
	e := foldError{rmse: make([]float64, candidates), held: held.N()}
	list, err := fit(ctx, part)
	if err != nil {
		return e, err
	}
	if len(list) != candidates {
		return e, badArgument("fit", "%d candidates on a part, where there are %d on all rows", len(list), candidates)
	}
	for j, p := range list {
		v, err := p.Predict(held.X())
		if err != nil {
			return e, err
		}
		if e.rmse[j] = rmse(v, held.Y()); math.IsNaN(e.rmse[j]) {
			e.rmse[j] = math.Inf(1)
		}
	}
	return e, nil
}
