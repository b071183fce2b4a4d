package baseline

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// A Model is the result of a system at one weight of its penalty. It never changes and may
// be used by several goroutines.
type Model struct {
	*fitted
	method string
	train  *data.Frame
	top    float64
	chosen *Selection
}

// A Selection is the account of the choice of the weight of a Model by [Path.Select], as
// [choose.Selection] is that of a Model of nvsd.
type Selection struct {
	By       nvsd.Criterion
	Index    int       // of the chosen weight in the path
	RMSE     float64   // error of the chosen model by the criterion
	SE       float64   // standard error of RMSE; NaN if there is one part to judge on
	PathRMSE []float64 // of every weight, the least error that there is with it
}

func newModel(s fmt.Stringer, train *data.Frame, top float64, f *fitted) *Model {
	return &Model{fitted: f, method: s.String(), train: train, top: top}
}

// Predict returns the model's values at the rows of X (m x d, inputs in their own units and
// in the order of Names), in units of the target.
func (m *Model) Predict(X mat.Matrix) ([]float64, error) {
	if _, d := X.Dims(); d != m.train.D() {
		return nil, fmt.Errorf("baseline: the model has %d inputs, and these rows have %d", m.train.D(), d)
	}
	return m.predict(mat.DenseCopyOf(X)), nil
}

// PredictFrame is Predict on a Frame, whose columns are found by name.
func (m *Model) PredictFrame(f *data.Frame) ([]float64, error) {
	g, err := score.Align(f, m.train)
	if err != nil {
		return nil, err
	}
	if err := nothingMissing(g); err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	return m.Predict(g.X())
}

// RMSE returns the root mean squared error of the model on a Frame, whose columns are found
// by name.
func (m *Model) RMSE(on *data.Frame) (float64, error) {
	if err := score.SameTarget(on, m.train); err != nil {
		return 0, err
	}
	v, err := m.PredictFrame(on)
	if err != nil {
		return 0, err
	}
	weights, err := on.Weights()
	if err != nil {
		return 0, err
	}
	return score.RMSE(v, on.Y(), weights), nil
}

// Score measures the model on data that it has not seen, beside the training mean.
func (m *Model) Score(on *data.Frame) (nvsd.Score, error) {
	mean, err := nvsd.Mean(m.train)
	if err != nil {
		return nvsd.Score{}, err
	}
	return nvsd.Compare(on, m, mean)
}

// Scores returns the score of each input by the measure of the system, 0 where the input is
// out. The doc comment of each system defines its measure.
func (m *Model) Scores() []float64 { return slices.Clone(m.scores) }

// Selected reports for each input whether it is in.
func (m *Model) Selected() []bool { return slices.Clone(m.selected) }

// SelectedNames returns the names of the inputs that are in.
func (m *Model) SelectedNames() []string {
	var names []string
	for a, name := range m.train.Names() {
		if m.selected[a] {
			names = append(names, name)
		}
	}
	return names
}

// Components returns the terms that are in, for a system whose terms are not the inputs.
func (m *Model) Components() []Component { return slices.Clone(m.components) }

// Method returns the name of the system.
func (m *Model) Method() string { return m.method }

// Names returns the names of the inputs.
func (m *Model) Names() []string { return m.train.Names() }

// Target returns the name of the target.
func (m *Model) Target() string { return m.train.Target() }

// Weight returns the weight of the penalty.
func (m *Model) Weight() float64 { return m.weight }

// Top returns the least weight at which no input is in; +Inf where there is none.
func (m *Model) Top() float64 { return m.top }

// Intercept returns the constant of the model.
func (m *Model) Intercept() float64 { return m.intercept }

// Objective returns the objective of the system at these coefficients; NaN where the system
// minimises nothing.
func (m *Model) Objective() float64 { return m.objective }

// Gap returns an upper bound of the distance of the objective to its minimum, rounding
// included; NaN where there is none.
func (m *Model) Gap() float64 { return m.gap }

// Converged reports whether the fit reached its tolerance.
func (m *Model) Converged() bool { return m.converged }

// Detail returns the results that only this system has: a *KRLSFit, *LinearFit, *GroupFit, *SpAMFit,
// *BackfittingFit, *AdditiveFit (of MKL), *COSSOFit, *ADACOSSOFit, *HSICFit, *HKLFit,
// *RODEOFit, or the *nvsd.Model of NVSD; nil where there are none.
func (m *Model) Detail() any { return m.own }

// Dual returns a lower bound of the minimum of the objective; NaN where there is none.
func (m *Model) Dual() float64 { return m.dual }

// Selection returns the account of the choice of the weight; nil where the weight was given.
func (m *Model) Selection() *Selection { return m.chosen }

// Report returns the scores as bars, and a table of the inputs in the order of
// [Model.Ranking] with how good the numbers are.
func (m *Model) Report() report.Report {
	t := m.table()
	if own, ok := m.own.(*nvsd.Model); ok {
		of := own.Report().Tables()[0]
		t.Facts, t.Warnings = of.Facts, of.Warnings
		return report.Report{m.chart(), t}
	}
	line := fmt.Sprintf("weight %s", report.Number(m.weight))
	if !math.IsInf(m.top, 1) && m.top > 0 {
		line += fmt.Sprintf(" (%.3g of the least that takes all inputs out)", m.weight/m.top)
	}
	if m.chosen != nil {
		line += fmt.Sprintf(", chosen by the %v", m.chosen.By)
	}
	t.Notes = append(t.Notes, line)
	m.addQuality(&t)
	return report.Report{m.chart(), t}
}

// String is the table of the Report as plain text.
func (m *Model) String() string { return m.Report().String() }

func (m *Model) table() report.Table {
	names := m.train.Names()
	t := report.Table{
		Title:   fmt.Sprintf("%s: %s, %d of %d inputs, %d observations", m.Target(), m.method, count(m.selected), len(names), m.train.N()),
		Columns: report.Columns("input", "selected", "score"),
	}
	t.AddFirst(m.Ranking(), "input", nil, func(a int) []any {
		return []any{names[a], report.Marked(m.selected[a], "selected"), m.scores[a]}
	})
	return t
}

func (m *Model) chart() report.Bars {
	return report.Bars{
		Title: m.method + ": " + m.Target(), Axis: "score, by the system's own measure", What: "scores",
		Bars: report.BarsOf(m.train.Names(), m.scores, m.selected),
	}
}

// addQuality adds to a table the convergence and the bounds of the objective.
func (m *Model) addQuality(t *report.Table) {
	switch {
	case math.IsNaN(m.gap) && m.converged:
	case math.IsNaN(m.gap):
		t.Warnings = append(t.Warnings, "it has not converged")
	case m.converged:
		t.Notes = append(t.Notes, fmt.Sprintf("objective %.6g, within %.1g of the least there is", m.objective, m.gap))
	default:
		line := fmt.Sprintf("it has not converged: objective %.6g, at most %.2g above the least there is", m.objective, m.gap)
		if m.remark != "" {
			line += "; " + m.remark
		}
		t.Warnings = append(t.Warnings, line)
	}
}

// Ranking returns the inputs, those that are in first, each by falling score.
func (m *Model) Ranking() []int {
	order := make([]int, len(m.scores))
	for a := range order {
		order[a] = a
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case m.selected[a] != m.selected[b] && m.selected[a]:
			return -1
		case m.selected[a] != m.selected[b]:
			return 1
		case m.scores[a] > m.scores[b]:
			return -1
		case m.scores[a] < m.scores[b]:
			return 1
		}
		return 0
	})
	return order
}
