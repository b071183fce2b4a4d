package model

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A Dependence is the partial dependence of a model on one input, with the other inputs as they are
// in the training data. Let x_i(v) be training point i with the value v for that input. Then
//
//	Mean(v) = (1/n) sum_i f(x_i(v)),  Slope(v) = (1/n) sum_i d_a f(x_i(v)),
//
// and Slope is the derivative of Mean. If inputs depend on one another, some x_i(v) may
// lie far from all data, where the model is a guess.
type Dependence struct {
	Input, Target string
	Of            string    // what Mean is of: "" for predictions, or what the loss has in their place, such as "log-odds"
	Grid          []float64 // values of the input, in its own units
	Mean          []float64 // of the fitted values, in units of the target for predictions
	Response      []float64 // mean predictions, if the fitted values are something else; nil if they are those
	Slope         []float64 // mean derivative of the fitted values, per unit of the input
	SlopeSD       []float64 // standard deviation of the derivative among the points: 0 if the input is additive

	// Levels are the levels of a categorical input, and nil for other inputs. Mean has a
	// value for each level. There is no derivative: Grid, Slope and SlopeSD are nil.
	Levels []string
}

// dependenceGrid is the number of values if no grid is given.
const dependenceGrid = 41

// PartialDependence returns the mean prediction and its derivative as functions of the named
// input, at the values of grid.
func (m *Model) PartialDependence(ctx context.Context, input string, grid ...float64) (*Dependence, error) {
	a := slices.Index(m.Train.Names(), input)
	for _, c := range m.Train.Categories() {
		if c.Name == input || slices.Contains(c.Columns, a) {
			return m.levelDependence(ctx, c, grid)
		}
	}
	if a < 0 {
		return nil, refusal.NoInput(input, m.Train.Names())
	}
	for _, v := range grid {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, refusal.BadArgument("grid", "the grid for input %q holds %v: every value must be finite", input, v)
		}
	}
	dep := &Dependence{Input: input, Target: m.Target(), Of: m.valueName(), Grid: slices.Clone(grid)}
	if len(grid) == 0 {
		dep.Grid = m.span(a, dependenceGrid)
	}
	X := mat.DenseCopyOf(m.Train.X())
	for _, v := range dep.Grid {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("nvsd: partial dependence on %q: %w", input, err)
		}
		for i := range m.Train.N() {
			X.Set(i, a, v)
		}
		values, W, err := m.F.Evaluate(X)
		if err != nil {
			return nil, err
		}
		slope, sd := stat.PopMeanStdDev(mat.Col(nil, a, W), m.Weights)
		dep.add(m, values)
		dep.Slope, dep.SlopeSD = append(dep.Slope, slope/m.Scale[a]), append(dep.SlopeSD, sd/m.Scale[a])
	}
	return dep, nil
}

// span returns so many values, evenly spaced over an input's range in the training part, and
// one value for an input that is constant there.
func (m *Model) span(a, count int) []float64 {
	column := mat.Col(nil, a, m.Train.X())
	if lists.Constant(column) {
		return column[:1]
	}
	return floats.Span(make([]float64, count), floats.Min(column), floats.Max(column))
}

// levelDependence returns the mean prediction at each level of a categorical input.
func (m *Model) levelDependence(ctx context.Context, c data.Category, grid []float64) (*Dependence, error) {
	if len(grid) > 0 {
		return nil, refusal.BadArgument("grid", "%q is a categorical input: its levels are the grid, give none", c.Name)
	}
	dep := &Dependence{Input: c.Name, Target: m.Target(), Of: m.valueName(), Levels: slices.Clone(c.Levels)}
	for k := range c.Levels {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("nvsd: partial dependence on %q: %w", c.Name, err)
		}
		values, err := m.F.Predict(problem.WithLevel(m.Train.X(), c, k))
		if err != nil {
			return nil, err
		}
		dep.add(m, values)
	}
	return dep, nil
}

// add appends the means of fitted values, and of the means of the target that they stand for.
func (dep *Dependence) add(m *Model, values []float64) {
	dep.Mean = append(dep.Mean, stat.Mean(values, m.Weights))
	if m.Linked() {
		loss.Responses(m.Spec.Loss, values)
		dep.Response = append(dep.Response, stat.Mean(values, m.Weights))
	}
}

// Linked reports whether fitted values are on another scale than the target.
func (m *Model) Linked() bool {
	var r trait.Response
	return m.Loss() != nil && trait.Find(m.Loss(), &r)
}

// valueName names the fitted values; "" if they are predictions.
func (m *Model) valueName() string {
	switch m.Spec.Loss.(type) {
	case loss.Logistic:
		return "log-odds"
	case loss.Poisson:
		return "logarithm of the mean"
	}
	if m.Linked() {
		return "link"
	}
	return ""
}

// mean names what Mean is.
func (dep *Dependence) mean() string { return "mean " + cmp.Or(dep.Of, "prediction") }

// Report returns the mean prediction and its slope as curves, and as a table of at most
// eleven points. For a categorical input it returns the mean prediction at each level, as
// points.
func (dep *Dependence) Report() report.Report { return report.Report{dep.chart(), dep.table()} }

// String returns the table of the Report as plain text.
func (dep *Dependence) String() string { return dep.table().String() }

func (dep *Dependence) title() string {
	return fmt.Sprintf("Partial dependence of %s on %s", dep.Target, dep.Input)
}

func (dep *Dependence) table() report.Table {
	t := report.Table{Title: dep.title(), Columns: report.Columns(dep.Input, "mean")}
	if dep.Response != nil {
		t.Columns = report.Columns(dep.Input, dep.mean(), "mean prediction")
	}
	means := func(i int) []any {
		if dep.Response == nil {
			return []any{dep.Mean[i]}
		}
		return []any{dep.Mean[i], dep.Response[i]}
	}
	if dep.Levels != nil {
		for k, level := range dep.Levels {
			t.Rows = append(t.Rows, append([]any{level}, means(k)...))
		}
		return t
	}
	const most = 11
	t.Columns = append(t.Columns, report.Columns("slope", "sd of slope")...)
	t.Notes = []string{"sd of slope: how far it differs among the observations; 0 where the input is additive"}
	t.AddEvenly(len(dep.Grid), most, "point", func(i int) []any {
		return slices.Concat([]any{dep.Grid[i]}, means(i), []any{dep.Slope[i], dep.SlopeSD[i]})
	})
	return t
}

func (dep *Dependence) chart() report.Part {
	if dep.Levels == nil {
		panels := []report.Panel{{Label: dep.mean(), Y: dep.Mean}, {Label: "slope, ± sd", Y: dep.Slope, Band: dep.SlopeSD, Zero: true}}
		if dep.Response != nil {
			panels = append(panels, report.Panel{Label: "mean prediction", Y: dep.Response})
		}
		return report.Curves{Title: dep.title(), Input: dep.Input, X: dep.Grid, Panels: panels}
	}
	points := make([]report.Point, len(dep.Levels))
	for k, level := range dep.Levels {
		points[k] = report.Point{Name: level, Value: dep.Mean[k]}
	}
	return report.Points{Title: dep.title(), Axis: dep.mean() + " of " + dep.Target, Points: points}
}

// Figure draws the curves of the Report, or the points of a categorical input.
func (dep *Dependence) Figure() (*viz.Figure, error) { return viz.OfReport(dep.Report()) }
