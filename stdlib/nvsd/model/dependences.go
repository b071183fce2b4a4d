package model

import (
	"context"
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Dependences are the partial dependences of a model on several inputs, one at a time.
type Dependences struct {
	Target string
	All    []*Dependence // in the order in which they are drawn
	more   int           // inputs that there was no panel for
	rugs   [][]float64   // the training data of each input; nil for a categorical one
	sds    []float64     // their standard deviations
}

const (
	maxDependences = 12 // inputs at most
	panelGrid      = 21 // values of each input: panels are small, and there are many
)

// PartialDependences returns the [Dependence] on each of the named inputs, in their order, at 21
// values.
func (m *Model) PartialDependences(ctx context.Context, names ...string) (*Dependences, error) {
	more := 0
	if len(names) == 0 {
		names = m.dependsOn()
		if len(names) == 0 {
			return nil, refusal.BadArgument("names", "the model depends on no input: name those whose dependence is wanted")
		}
		more = max(0, len(names)-maxDependences)
	}
	if len(names)-more > maxDependences {
		return nil, refusal.BadArgument("names", "%d inputs are named: a grid has at most %d", len(names), maxDependences)
	}
	names = names[:len(names)-more]
	for _, name := range names {
		isCategory := slices.ContainsFunc(m.Train.Categories(), func(c data.Category) bool { return c.Name == name })
		if m.column(name) < 0 && !isCategory {
			return nil, refusal.NoInput(name, m.Train.Names())
		}
	}
	deps := &Dependences{Target: m.Target(), All: make([]*Dependence, len(names)), more: more}
	_, err := progress.Units{Of: "partial dependences", Unit: "input", All: len(names)}.Each(ctx, func(ctx context.Context, r int) error {
		var grid []float64
		if a := m.column(names[r]); a >= 0 && m.NormKinds()[a] == DerivativeNorm {
			grid = m.span(a, panelGrid)
		}
		var err error
		deps.All[r], err = m.PartialDependence(ctx, names[r], grid...)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, dep := range deps.All {
		var rug []float64
		sd := 0.0
		if dep.Levels == nil {
			a := m.column(dep.Input)
			rug, sd = mat.Col(nil, a, m.Train.X()), m.SD[a]
		}
		deps.rugs, deps.sds = append(deps.rugs, rug), append(deps.sds, sd)
	}
	return deps, nil
}

// dependsOn returns the names of the selected inputs in the order of their ranking, each
// categorical input once.
func (m *Model) dependsOn() []string {
	var names []string
	for _, a := range m.Ranking()[:lists.Count(m.In)] {
		name := m.Train.Names()[a]
		for _, c := range m.Train.Categories() {
			if slices.Contains(c.Columns, a) {
				name = c.Name
			}
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Report returns the dependences as panels of curves on a common scale, with their slopes
// per standard deviation of the input, and as a table of their least and largest values.
func (deps *Dependences) Report() report.Report { return report.Report{deps.chart(), deps.table()} }

// String returns the table of the Report as plain text.
func (deps *Dependences) String() string { return deps.table().String() }

// mean names what the functions are.
func (deps *Dependences) mean() string {
	if len(deps.All) == 0 {
		return (&Dependence{}).mean()
	}
	return deps.All[0].mean()
}

func (deps *Dependences) title() string { return "Partial dependence of " + deps.Target }

func (deps *Dependences) table() report.Table {
	t := report.Table{Title: deps.title(), Columns: report.Columns("input", "least mean", "at", "largest mean", "at", "difference")}
	for _, dep := range deps.All {
		lo, hi := floats.MinIdx(dep.Mean), floats.MaxIdx(dep.Mean)
		t.Rows = append(t.Rows, []any{dep.Input, dep.Mean[lo], dep.place(lo), dep.Mean[hi], dep.place(hi), dep.Mean[hi] - dep.Mean[lo]})
	}
	if deps.more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more selected inputs", deps.more))
	}
	return t
}

// place returns the cell of the value or the level of the input that Mean[i] is for.
func (dep *Dependence) place(i int) any {
	if dep.Levels != nil {
		return dep.Levels[i]
	}
	return dep.Grid[i]
}

func (deps *Dependences) chart() report.Dependences {
	c := report.Dependences{
		Title: deps.title(), Value: deps.mean(), Slope: "its slope per standard deviation of the input, ± sd",
		Points: "observations", More: deps.more,
	}
	for k, dep := range deps.All {
		panel := report.DependencePanel{Input: dep.Input, X: dep.Grid, Y: dep.Mean, Rug: deps.rugs[k], Levels: dep.Levels}
		for i := range dep.Slope {
			panel.Slope, panel.SD = append(panel.Slope, deps.sds[k]*dep.Slope[i]), append(panel.SD, deps.sds[k]*dep.SlopeSD[i])
		}
		c.Panels = append(c.Panels, panel)
	}
	return c
}

// Figure draws the panels of the Report.
func (deps *Dependences) Figure() (*viz.Figure, error) { return viz.OfReport(deps.Report()) }
