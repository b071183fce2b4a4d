package problem

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"gonum.org/v1/gonum/stat"
)

// Steps returns the number of fits, which display.Explore steps through.
func (p *Path) Steps() int { return p.Len() }

// Label returns the tau of fit i with its name.
func (p *Path) Label(i int) string { return "tau = " + report.Number(p.Taus[i]) }

// Step returns the report of fit i: its numbers, the derivative norms as bars, on one scale for all
// steps, and for squares the target of the training part over the predicted one.
func (p *Path) Step(i int) report.Report {
	f := p.Function(i)
	v, err := f.Predict(p.Train.X())
	if err != nil {
		return p.unstepped(i, err)
	}
	step := report.Report{p.numbers([]int{i}, []float64{p.errorOf(v)}), p.bars("", i)}
	if p.Spec.Smooth() != nil {
		return step
	}
	r, err := score.NewResiduals(Penalised, p.Train, v)
	if err != nil {
		return p.unstepped(i, err)
	}
	return append(step, r.Chart())
}

// errorOf returns the training error of fitted values: their root mean square, or their mean loss.
func (p *Path) errorOf(v []float64) float64 {
	l := p.Spec.Smooth()
	if l == nil {
		return score.RMSE(v, p.Y, p.Weights)
	}
	return stat.Mean(score.MeasureBy(l).Rows(v, p.Y), p.Weights)
}

// unstepped returns the report of a fit that has no values: the error as a warning.
func (p *Path) unstepped(i int, err error) report.Report {
	return report.Report{report.Table{Title: p.Label(i), Warnings: []string{err.Error()}}}
}

// Outline returns some of the fits, from the first to the last: their derivative norms as bars
// side by side, and their numbers.
func (p *Path) Outline() report.Report {
	const most = 6
	shown := report.Evenly(p.Len(), most)
	errors := make([]float64, len(shown))
	for k, i := range shown {
		errors[k] = math.NaN()
		f := p.Function(i)
		if v, err := f.Predict(p.Train.X()); err == nil {
			errors[k] = p.errorOf(v)
		}
	}
	numbers := p.numbers(shown, errors)
	if len(shown) < p.Len() {
		numbers.Notes = []string{fmt.Sprintf("%d of the %d fits; a live notebook has a slider over all of them", len(shown), p.Len())}
	}
	return report.Report{p.bars("Derivative norms along the path: "+p.Target(), shown...), numbers}
}

// numbers returns a table of some fits and their training errors, NaN where there is none.
func (p *Path) numbers(fits []int, rmse []float64) report.Table {
	t := report.Table{Columns: []report.Column{{Name: "fit"}, {Name: "tau", Spread: true}, {Name: "inputs in"}, {Name: score.MeasureBy(p.Spec.Smooth()).Name() + " in training"}, {Name: "relative gap", Digits: 1, Spread: true, Right: true}}}
	gaps := p.Gaps()
	for k, i := range fits {
		t.Rows = append(t.Rows, []any{i, p.Taus[i], lists.Count(p.Active(i)), report.Known(rmse[k]), gapCell(gaps[i])})
	}
	return t
}

// bars returns the derivative norms of some fits, a column of bars each, on the scale of the
// whole path. Without a title they have that of the first fit.
func (p *Path) bars(title string, fits ...int) report.Multiples {
	c := report.Multiples{Title: title, Axis: report.NormsAxis, What: "derivative norms", Names: p.Names()}
	if title == "" {
		c.Title = "Derivative norms at " + p.Label(fits[0]) + ": " + p.Target()
	}
	for _, norms := range p.PerSD {
		c.Top = max(c.Top, slices.Max(norms))
	}
	for _, i := range fits {
		c.Columns = append(c.Columns, report.BarColumn{Label: p.Label(i), Values: p.PerSD[i], In: p.Active(i)})
	}
	return c
}
