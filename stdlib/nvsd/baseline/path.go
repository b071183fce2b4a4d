package baseline

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// A Path is the fits of a system at falling weights.
type Path struct {
	method string
	system system // nil where selects is given
	train  *data.Frame
	models []*Model
	asked  int // how many fits were asked for: more than there are if it was stopped

	// selects is Select of a system that has a rule of its own; nil where a path is chosen
	// from by its models alone.
	selects func(context.Context, nvsd.Criterion) (*Model, error)
}

// Report returns the scores as lines over the weight, and a table of at most a dozen of the
// fits.
func (p *Path) Report() report.Report {
	t := report.Table{
		Title: p.title(),
		Columns: []report.Column{
			{Name: "fit"}, {Name: "weight", Spread: true}, {Name: "inputs"}, {Name: "objective"},
			{Name: "at most above the least", Digits: 1, Spread: true, Right: true},
		},
	}
	t.AddEvenly(len(p.models), mostListed, "fit", func(i int) []any {
		m := p.models[i]
		return []any{i, m.weight, count(m.selected), report.Known(m.objective), gapCell(m.gap)}
	})
	return report.Report{p.chart(), t}
}

func (p *Path) title() string {
	if len(p.models) < p.asked {
		return fmt.Sprintf("%s: %d of %d fits, at which the path was stopped", p.method, len(p.models), p.asked)
	}
	return fmt.Sprintf("%s: %d fits", p.method, len(p.models))
}

// mostListed is the largest number of rows that a table of fits, or of tried values, lists.
const mostListed = 12

// gapCell returns a bound of the distance to the minimum for a cell of a table.
func gapCell(gap float64) any {
	if math.IsNaN(gap) {
		return "no certificate"
	}
	return gap
}

// String is the table of the Report as plain text.
func (p *Path) String() string { return p.Report().String() }

func (p *Path) chart() report.Lines {
	chart := report.Lines{Title: "Scores along the path: " + p.method, Measure: "score", Weight: "weight", Weights: p.Weights()}
	scores := make([][]float64, len(p.models))
	for i, m := range p.models {
		scores[i] = m.scores
	}
	if len(p.models) > 0 {
		chart.Lines = report.LinesOf(p.models[0].Names(), scores)
	}
	for _, m := range p.models {
		for a, in := range m.selected {
			chart.Lines[a].In = append(chart.Lines[a].In, in)
		}
	}
	return chart
}

// Len returns the number of fits.
func (p *Path) Len() int { return len(p.models) }

// Model returns the fit i, of Len.
func (p *Path) Model(i int) *Model { return p.models[i] }

// Method returns the name of the system.
func (p *Path) Method() string { return p.method }

// Weights returns the weights, from the largest down.
func (p *Path) Weights() []float64 {
	weights := make([]float64, len(p.models))
	for i, m := range p.models {
		weights[i] = m.Weight()
	}
	return weights
}

// Select returns the fit of least error by the criterion, of equals the one of fewest
// inputs. In a fold the weights are the same parts of the least weight that takes all inputs
// out, where there is one.
func (p *Path) Select(ctx context.Context, by nvsd.Criterion) (*Model, error) {
	if p.selects != nil {
		return p.selects(ctx, by)
	}
	if len(p.models) == 0 {
		return nil, errors.New("baseline: the path holds no fit")
	}
	sizes := make([]int, len(p.models))
	for i, m := range p.models {
		sizes[i] = count(m.selected)
	}
	judged, err := by.Judge(ctx, p.train, sizes, func(ctx context.Context, part *data.Frame) ([]score.Predictor, error) {
		if part == p.train {
			return predictors(p.models), nil
		}
		again, err := beginningOf(ctx, p.system, part, p.asked, len(p.models))
		if err != nil {
			return nil, err
		}
		return predictors(again.models), nil
	})
	if err != nil {
		return nil, err
	}
	m := *p.models[judged.Chosen]
	m.chosen = &Selection{By: by, Index: judged.Chosen, RMSE: judged.RMSE[judged.Chosen], SE: judged.SE[judged.Chosen], PathRMSE: judged.RMSE}
	return &m, nil
}

func predictors(models []*Model) []score.Predictor {
	list := make([]score.Predictor, len(models))
	for i, m := range models {
		list[i] = m
	}
	return list
}

func count(in []bool) int {
	n := 0
	for _, b := range in {
		if b {
			n++
		}
	}
	return n
}
