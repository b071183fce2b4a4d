package search

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// An Assessment is an estimate of the error of a way to choose models, on rows that had no part in
// the choice.
type Assessment struct {
	Folds   choose.Folds
	Rows    []AssessmentRow // the procedure, kernel ridge on all inputs, the training mean
	PerFold []AssessedFold
	Names   []string  // of the inputs
	Chosen  []float64 // for every input, the fraction of the folds that selected it
	Seconds float64

	warnings []string
}

// An AssessmentRow is one way to make a model.
type AssessmentRow struct {
	Model string
	RMSE  float64 // root of the mean squared error over held-out rows
	SE    float64 // standard error of RMSE over the folds of one division
	// Class has the metrics of a target of two classes; it is nil for other targets.
	// ErrorRate is over the held-out rows; Balanced and AUC are means over the folds
	// that hold out rows of both classes.
	Class *score.ClassificationMetrics
}

// An AssessedFold is a fold with the model that was chosen without its held-out rows, and the error
// on them.
type AssessedFold struct {
	choose.Fold
	RMSE     float64
	Selected []string // by falling norm
	Nu, Tau  float64
	Penalty  string
	Kernel   string
}

// CrossValidate estimates the error of the whole procedure on rows that no part of it has seen.
func CrossValidate(ctx context.Context, s problem.Spec, train *data.Frame, outer choose.Folds, how Search) (*Assessment, error) {
	start := time.Now()
	if train == nil {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil)")
	}
	if err := choose.CheckFeatures(&s, how.By); err != nil {
		return nil, err
	}
	folds, err := outer.DivideFrame(train)
	if err != nil {
		return nil, err
	}
	s.Penalty = problem.SharePenalty(s.Penalty)
	how.Penalties = slices.Clone(how.Penalties)
	for j, p := range how.Penalties {
		how.Penalties[j] = problem.SharePenalty(p)
	}
	weights, err := train.Weights()
	if err != nil {
		return nil, refusal.BadData(refusal.TrainingPart, "%w", err)
	}
	a := &Assessment{Folds: outer, PerFold: make([]AssessedFold, len(folds)), Names: train.Names(), Chosen: make([]float64, train.D())}
	scores, counts := make([]score.Score, len(folds)), make([]float64, len(folds))
	warnings := make([][]string, len(folds))
	done, err := progress.Units{Of: "nested cross-validation", Unit: "fold", All: len(folds), Bytes: s.Needs(train.N(), train.D(), how.Taus, 0).Bytes}.Each(ctx, func(ctx context.Context, f int) error {
		rows, err := train.Rows(folds[f].Train...)
		if err != nil {
			return err
		}
		held, err := train.Rows(folds[f].Held...)
		if err != nil {
			return err
		}
		counts[f] = choose.CountOf(weights, folds[f].Held)
		found, err := searchModels(ctx, s, rows, how.of(folds[f].Train))
		if err != nil {
			return err
		}
		m := found.Model
		scores[f], err = m.Score(ctx, held)
		if err != nil {
			return err
		}
		a.PerFold[f] = AssessedFold{
			Fold: folds[f], RMSE: scores[f].Rows[0].RMSE, Selected: m.SelectedNames(),
			Nu: m.Nu(), Tau: m.Tau, Penalty: m.PenaltyString(), Kernel: m.KernelString(),
		}
		warnings[f] = slices.Concat(choose.ConstantTarget(m.Design), found.warnings)
		return nil
	})
	if lists.Count(done) == 0 {
		return nil, err
	}
	folds, counts, scores, warnings, a.PerFold = lists.Marked(folds, done), lists.Marked(counts, done), lists.Marked(scores, done), lists.Marked(warnings, done), lists.Marked(a.PerFold, done)
	for _, method := range []string{problem.SelectedInputs, problem.AllInputs, problem.TrainingMean} {
		a.Rows = append(a.Rows, assess(method, folds, counts, scores))
	}
	for _, fold := range a.PerFold {
		for _, name := range fold.Selected {
			a.Chosen[slices.Index(a.Names, name)] += 1 / float64(len(folds))
		}
	}
	a.warnings = choose.FoldWarning(warnings)
	if err != nil {
		a.warnings = append([]string{progress.StoppedBy(err)}, a.warnings...)
	}
	a.Seconds = time.Since(start).Seconds()
	return a, err
}

// of returns the Search for those rows alone.
func (how Search) of(rows []int) Search {
	how.By = onRows(how.By, rows)
	return how
}

// assess pools the errors of one kind of model. A fold without such a model, in which
// there was nothing to learn, counts with the constant, which comes last.
func assess(method string, folds []choose.Fold, held []float64, scores []score.Score) AssessmentRow {
	all, classes := make([]choose.FoldError, len(folds)), make([]*score.ClassificationMetrics, len(folds))
	for f, fold := range folds {
		rows := scores[f].Rows
		row := rows[len(rows)-1]
		for _, r := range rows {
			if r.Model == method {
				row = r
			}
		}
		all[f], classes[f] = choose.FoldError{RMSE: []float64{row.RMSE}, Held: held[f], Repeat: fold.Repeat}, row.Class
	}
	rmse, se := choose.PoolAt(all, 0)
	return AssessmentRow{method, rmse, se, poolClasses(held, classes)}
}

// poolClasses returns the metrics of the classes over all folds, of which so many observations are held out; nil unless every
// fold has them.
func poolClasses(held []float64, classes []*score.ClassificationMetrics) *score.ClassificationMetrics {
	var sum score.ClassificationMetrics
	rows, both := 0.0, 0.0
	for f, c := range classes {
		if c == nil {
			return nil
		}
		rows += held[f]
		sum.ErrorRate += held[f] * c.ErrorRate
		if !math.IsNaN(c.AUC) {
			both++
			sum.Balanced += c.Balanced
			sum.AUC += c.AUC
		}
	}
	return &score.ClassificationMetrics{ErrorRate: sum.ErrorRate / rows, Balanced: sum.Balanced / both, AUC: sum.AUC / both}
}

// classes reports whether the rows have errors of classes.
func (a *Assessment) classes() bool { return len(a.Rows) > 0 && a.Rows[0].Class != nil }

// Warnings returns the warnings about the folds, one sentence each.
func (a *Assessment) Warnings() []string { return slices.Clone(a.warnings) }

// Report returns two tables: the errors, and at most 30 of the inputs that were selected,
// by how often. A chart shows which fold selected which input.
func (a *Assessment) Report() report.Report {
	errors := report.Table{
		Title:   fmt.Sprintf("Nested cross-validation, %v: errors on the rows held out", a.Folds),
		Columns: report.Columns("model", "RMSE", "(SE)"),
		Notes:   []string{fmt.Sprintf("everything is chosen anew in each of %s, on the rows that are not held out", report.Plural(len(a.PerFold), "fold"))},
	}
	if a.classes() {
		score.AddClassColumns(&errors)
	}
	for _, r := range a.Rows {
		errors.Rows = append(errors.Rows, append([]any{r.Model, report.Known(r.RMSE), report.Known(r.SE)}, r.Class.Cells()...))
	}
	chosen := report.Table{Columns: report.Columns("input", "selected in"), Warnings: a.Warnings()}
	selected := slices.DeleteFunc(resample.Falling(a.Chosen), func(j int) bool { return a.Chosen[j] == 0 })
	chosen.AddFirst(selected, "input", nil, func(j int) []any {
		return []any{a.Names[j], report.Percent(a.Chosen[j])}
	})
	r := report.Report{errors, chosen}
	if len(selected) > 0 && len(a.PerFold) > 1 {
		r = append(r, a.chart(selected))
	}
	return r
}

// chart returns which of the inputs each fold selected.
func (a *Assessment) chart(inputs []int) report.HeatMap {
	c := report.HeatMap{Title: "Inputs that each fold selected", Axis: "fold", Value: "selected", Marks: true}
	for f := range a.PerFold {
		c.Columns = append(c.Columns, fmt.Sprint(f+1))
	}
	for _, j := range inputs {
		row := make([]float64, len(a.PerFold))
		for f, fold := range a.PerFold {
			if slices.Contains(fold.Selected, a.Names[j]) {
				row[f] = 1
			}
		}
		c.Rows, c.Values = append(c.Rows, a.Names[j]), append(c.Values, row)
	}
	return c
}

// String returns the tables of the Report as plain text.
func (a *Assessment) String() string { return a.Report().String() }

// Figure draws which fold selected which input. It is an error if no fold selected any, or
// if there is one fold.
func (a *Assessment) Figure() (*viz.Figure, error) { return viz.OfReport(a.Report()) }
