// Package score measures predictions of fitted functions of any system, and brings data into the
// columns that such a function was trained on.
package score

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A Score has the errors of a model on data, and those of simple models that were fitted to
// the same training part.
type Score struct {
	Target string
	N      int // observations scored on
	Rows   []ScoreRow

	columns bool    // the rows count columns, of which a categorical input has several
	measure Measure // by which rows are above the first; zero unless all models have its loss
}

// A ScoreRow is one model of a Score.
type ScoreRow struct {
	Model  string
	Inputs int // number of inputs that it uses, each column of a categorical input being one
	RegressionMetrics
	Loss  *LossMetrics           // nil unless the model has another loss than the square
	Class *ClassificationMetrics // nil unless the target is one of two classes

	// Above is the RMSE, or the mean loss, less that of the first model, and AboveSE the standard error of this
	// difference (delta method, over the observations). Both models err on the same
	// observations, so that it is often smaller than the errors of either. Both are 0 for the
	// first model, and AboveSE is NaN for a single observation.
	Above, AboveSE float64
}

// LossMetrics measure fitted values by the loss of their model.
type LossMetrics struct {
	Mean float64
	SE   float64 // standard error of Mean over the rows
}

// A Fitted is a function that any system has fitted to data, with the inputs that it selects and
// their scores.
type Fitted interface {
	Predictor
	PredictFrame(f *data.Frame) ([]float64, error) // finds the inputs by their names
	Scores() []float64                             // of the inputs, by the measure of the system
	Selected() []bool                              // for every input, whether it is in
	Method() string                                // the system
}

// Compare measures models of any systems on the same data, each in a row. If the target has
// the two classes -1 and 1, the score has the metrics of classes too.
func Compare(on *data.Frame, models ...Fitted) (Score, error) {
	if on == nil {
		return Score{}, refusal.BadData(refusal.Evaluated, "there is no data to measure on (nil): was this part of the split asked for?")
	}
	for _, m := range models {
		if err := sameTargetAs(m, on); err != nil {
			return Score{}, err
		}
	}
	_, _, declared := on.Classes()
	y := on.Y()
	return CompareOn(on, declared || slices.Contains(y, -1) && slices.Contains(y, 1) && AreClasses(y), models)
}

// targeted is a Fitted with the name of its target.
type targeted interface{ Target() string }

// A targetChecker is a Fitted with a check that its predictions can be compared with the target of
// a Frame.
type targetChecker interface {
	CheckTarget(on *data.Frame) error
}

// sameTargetAs refuses data whose target is not that of the model, if the model says what it is.
func sameTargetAs(m Fitted, on *data.Frame) error {
	if own, ok := m.(targetChecker); ok {
		return own.CheckTarget(on)
	}
	if of, ok := m.(targeted); ok && of.Target() != on.Target() {
		return refusal.BadData(refusal.Evaluated, "%s: the target is %q, and it was trained on %q", m.Method(), on.Target(), of.Target())
	}
	return nil
}

// CompareOn measures models on the same data, each in a row, with the metrics of classes if asked.
// The targets of the models are not checked.
func CompareOn(on *data.Frame, classes bool, models []Fitted) (Score, error) {
	weights, err := weightsOf(on)
	if err != nil {
		return Score{}, err
	}
	score := Score{Target: on.Target(), N: on.N(), columns: len(on.Groups()) != on.D()}
	losses, err := score.losses(on, models)
	if err != nil {
		return Score{}, err
	}
	var first []float64
	for k, m := range models {
		v, err := m.PredictFrame(on)
		if err != nil {
			return Score{}, fmt.Errorf("%s: %w", m.Method(), err)
		}
		row := ScoreRow{Model: m.Method(), Inputs: lists.Count(m.Selected()), RegressionMetrics: measure(v, on.Y(), weights)}
		if losses[k] != nil {
			row.Loss = &LossMetrics{stat.Mean(losses[k], weights), meanSE(losses[k], weights)}
		}
		switch {
		case k == 0:
			first = v
		case score.measure.Squares():
			row.Above, row.AboveSE = pairedDifference(v, first, on.Y(), weights)
		default:
			row.Above = row.Loss.Mean - score.Rows[0].Loss.Mean
			row.AboveSE = meanSE(floats.SubTo(make([]float64, len(v)), losses[k], losses[0]), weights)
		}
		if classes {
			row.Class = MeasureClasses(v, on.Y(), weights)
		}
		score.Rows = append(score.Rows, row)
	}
	return score, nil
}

// losses returns the losses of the rows by each model, nil for squares, and sets the measure if all models have that loss.
func (s *Score) losses(on *data.Frame, models []Fitted) ([][]float64, error) {
	losses := make([][]float64, len(models))
	for k, m := range models {
		of, is := m.(lossFitted)
		by := Measure{}
		if is && of.Loss() != nil {
			var err error
			losses[k], err = of.Losses(on)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", m.Method(), err)
			}
			by = MeasureBy(of.Loss())
		}
		if k == 0 {
			s.measure = by
		} else if s.measure.Name() != by.Name() {
			s.measure = Measure{}
		}
	}
	return losses, nil
}

// A lossFitted is a Fitted with the losses of its fitted values; nil for squares.
type lossFitted interface {
	Loss() loss.Loss
	Losses(on *data.Frame) ([]float64, error)
}

// Classes reports whether the rows have metrics of classes.
func (s Score) Classes() bool { return len(s.Rows) > 0 && s.Rows[0].Class != nil }

// Report returns the score as a table. Of models by one loss other than the square it has the loss in the place of errors of numbers.
func (s Score) Report() report.Report {
	byLoss := !s.measure.Squares()
	t := report.Table{
		Title:   fmt.Sprintf("Errors in predicting %s on %s", s.Target, report.Plural(s.N, "observation")),
		Columns: []report.Column{{Name: "model"}, {Name: "inputs"}, {Name: s.measure.Name()}, {Name: "(SE)"}, {Name: "above the first"}, {Name: "(SE)"}},
	}
	if !byLoss {
		t.Columns = append(t.Columns, report.Column{Name: "MAE"}, report.Column{Name: "R2", Decimals: 4})
	}
	if len(s.Rows) > 1 {
		t.Notes = []string{fmt.Sprintf("above the first: the %s less that of the first model, both on the same observations; (SE) is the standard error of this difference", s.measure.Name())}
	}
	if s.columns {
		t.Columns[1].Name = "columns"
	}
	if s.Classes() {
		AddClassColumns(&t)
	}
	for i, r := range s.Rows {
		var above, se any
		if i > 0 {
			above, se = r.Above, report.Known(r.AboveSE)
		}
		cells := []any{r.Model, r.Inputs, r.RMSE, r.SE, above, se, r.MAE, r.R2}
		if byLoss {
			cells = []any{r.Model, r.Inputs, r.Loss.Mean, report.Known(r.Loss.SE), above, se}
		}
		t.Rows = append(t.Rows, append(cells, r.Class.Cells()...))
	}
	return report.Report{t}
}

// String returns the table of the Report as plain text.
func (s Score) String() string { return s.Report().String() }

// A Predictor is a fitted function.
type Predictor interface {
	Predict(X mat.Matrix) ([]float64, error) // X: m x d, inputs in their own units; m values
}
