package search

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// lossFor returns the loss of the function that predicts: the plan's, or the logistic one of two classes; nil for the square.
func (plan FindPlan) lossFor(f *Finding) loss.Loss {
	if _, _, two := f.sight.table.Classes(); plan.Loss == nil && two && !lists.Constant(f.Model.Y) {
		return loss.Logistic{}
	}
	s := problem.Spec{Loss: plan.Loss}
	return s.Smooth()
}

// predictByLoss puts a regression by the plan's loss in the place of what predicts, with the same inputs and widths. Of more than exactRows rows it
// is the function by squares of the codes of two classes, calibrated on the rows that are held out.
func (plan FindPlan) predictByLoss(ctx context.Context, f *Finding) (err error) {
	l := plan.lossFor(f)
	if l == nil {
		return nil
	}
	_, logistic := l.(loss.Logistic)
	if f.predictor.Reduced == nil {
		f.predictor, err = f.predictor.ByLoss(ctx, l)
		if err != nil || !logistic || f.predictor.F.Op == nil {
			return err
		}
		odds, err := f.predictor.LinksWithoutUnits(ctx)
		if err != nil {
			return err
		}
		f.Classes = classErrors(leavingOut(choose.ByLeaveOneOut().TogetherIn(f.sight.table)), odds, f.predictor.Y, f.predictor.Weights)
		return nil
	}
	if !logistic {
		return refusal.BadArgument("FindPlan.Loss", "the function of %s has kernels at some of them, and is fitted to squares; the loss is %s: draw some of the rows at random, such as by Sample(%d, 1)", report.Plural(f.N(), "row"), refusal.Called(l), exactRows)
	}
	fit, _, err := f.chosenPart()
	if err != nil {
		return err
	}
	held, _, err := f.sight.heldFrom(fit)
	if err != nil || lists.Constant(held.Y()) {
		return err
	}
	f.predictor, err = f.predictor.CalibratedOn(held)
	if err != nil {
		return err
	}
	odds, err := f.predictor.LinkFrame(held)
	if err != nil {
		return err
	}
	f.Classes = classErrors("on rows held out", odds, held.Y(), nil)
	return nil
}

// leavingOut names the rows that a criterion leaves out together, in a phrase.
func leavingOut(by choose.Criterion) string {
	if by.Unit() != "" {
		return fmt.Sprintf("leaving one %s out", by.Unit())
	}
	return "leaving one out"
}

// ClassErrors are the errors of predicted classes and probabilities, on rows that the function was not fitted to.
type ClassErrors struct {
	On            string  // these rows, in a phrase
	LogLoss       float64 // mean of minus the logarithm of the probability of the true class
	OfFrequencies float64 // the same of the frequencies of the classes, in these rows
	score.ClassificationMetrics
	OfLarger float64 // part of the rows that are not of the larger class
}

// classErrors measures the log-odds of classes y.
func classErrors(on string, odds, y, weights []float64) *ClassErrors {
	e := &ClassErrors{On: on, LogLoss: score.LogLoss(odds, y, weights), ClassificationMetrics: *score.MeasureClasses(odds, y, weights)}
	positive := (1 + stat.Mean(y, weights)) / 2
	e.OfLarger = min(positive, 1-positive)
	for _, p := range []float64{positive, 1 - positive} {
		if p > 0 {
			e.OfFrequencies -= p * math.Log(p)
		}
	}
	return e
}

// facts returns the errors as facts of a report.
func (e *ClassErrors) facts() []report.Fact {
	if e == nil {
		return nil
	}
	return []report.Fact{
		{Name: "log-loss " + e.On, Text: fmt.Sprintf("%.4g, %.4g by the frequencies of the classes", e.LogLoss, e.OfFrequencies)},
		{Name: "wrong class " + e.On, Text: fmt.Sprintf("%s, %s by the larger class; %s as the mean of both classes; AUC %.3g", report.Percent(e.ErrorRate), report.Percent(e.OfLarger), report.Percent(e.Balanced), e.AUC)},
	}
}
