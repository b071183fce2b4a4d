package choose

import (
	"context"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
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
func (c Criterion) Judge(ctx context.Context, train *data.Frame, sizes []int, fit func(context.Context, *data.Frame) ([]score.Predictor, error)) (*Judgement, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	errs, err := c.judgeParts(ctx, train, len(sizes), fit)
	if err != nil {
		return nil, err
	}
	j := &Judgement{RMSE: make([]float64, len(sizes)), SE: make([]float64, len(sizes))}
	cv := &CrossValidation{}
	for i, size := range sizes {
		j.RMSE[i], j.SE[i] = PoolAt(errs, i)
		cv.Candidates = append(cv.Candidates, Candidate{TauIndex: i, Size: size, RMSE: j.RMSE[i], SE: j.SE[i]})
		for _, e := range errs {
			cv.Candidates[i].squares = append(cv.Candidates[i].squares, e.RMSE[i]*e.RMSE[i])
		}
	}
	if len(sizes) > 0 {
		cv.choose(c.Cross != nil && c.Cross.oneSE)
	}
	if len(sizes) > 0 && c.LeaveOut {
		cv.Chosen = fewestWithin(cv.Candidates, cv.Least, c.sparse.errors())
	}
	j.Least, j.Chosen = cv.Least, cv.Chosen
	return j, nil
}

// judgeParts returns the errors of every candidate on every part that is held out.
func (c Criterion) judgeParts(ctx context.Context, train *data.Frame, candidates int, fit func(context.Context, *data.Frame) ([]score.Predictor, error)) ([]FoldError, error) {
	if c.Valid != nil {
		valid, err := score.AlignTarget(c.Valid, train)
		if err != nil {
			return nil, fmt.Errorf("validation: %w", err)
		}
		e, err := heldError(ctx, train, valid, candidates, fit)
		return []FoldError{e}, err
	}
	by := c.Cross
	if c.LeaveOut {
		by = &crossing{Folds: LeaveOneOut()}
	}
	folds, err := by.Divide(train)
	if err != nil {
		return nil, err
	}
	ctx, at := progress.Begin(ctx, progress.Part{Of: "cross-validation", Unit: "fold", All: len(folds)})
	defer at.End()
	var errs []FoldError
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
		e.Repeat = fold.Repeat
		errs = append(errs, e)
		at.Reached(ctx, f+1)
	}
	return errs, nil
}

// heldError fits the candidates on a part, and measures them on held-out rows.
func heldError(ctx context.Context, part, held *data.Frame, candidates int, fit func(context.Context, *data.Frame) ([]score.Predictor, error)) (FoldError, error) {
	e := FoldError{RMSE: make([]float64, candidates)}
	weights, err := held.Weights()
	if err != nil {
		return e, refusal.BadData(refusal.Evaluated, "%w", err)
	}
	e.Held = weighed.Total(weights, held.N())
	list, err := fit(ctx, part)
	if err != nil {
		return e, err
	}
	if len(list) != candidates {
		return e, refusal.BadArgument("fit", "%d candidates on a part, where there are %d on all rows", len(list), candidates)
	}
	for j, p := range list {
		v, err := p.Predict(held.X())
		if err != nil {
			return e, err
		}
		e.RMSE[j] = score.RMSE(v, held.Y(), weights)
		if math.IsNaN(e.RMSE[j]) {
			e.RMSE[j] = math.Inf(1)
		}
	}
	return e, nil
}
