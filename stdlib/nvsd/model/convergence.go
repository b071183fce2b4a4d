package model

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A Convergence has the steps of the solver on the way to the fit that selects.
type Convergence struct {
	Target string
	Tau    float64
	Solver string
	Tol    float64      // the gap or residual at which the run may end; NaN if the solver has its own
	Steps  []solve.Step // the first and the last, and each that was a fifth better than the one before
}

// Convergence returns the steps of the solver in the fit that selects.
func (m *Model) Convergence() (*Convergence, error) {
	if len(m.steps) == 0 {
		why := "no solver was needed: nothing varies, or all derivatives vanish"
		switch {
		case m.Read != nil:
			why = "it was read from a file, which keeps no steps: fit it anew"
		case math.IsNaN(m.Tau):
			why = "it has no penalised fit, of which a solver would have made steps"
		}
		return nil, &refusal.NotFoundError{What: "step", Text: "nvsd: the model has no steps of a solver: " + why}
	}
	c := &Convergence{Target: m.Target(), Tau: m.Tau, Solver: m.SolverString(), Tol: math.NaN(), Steps: m.steps}
	if m.Spec.Solver == nil {
		c.Tol = m.Spec.Tolerance()
	}
	return c, nil
}

// stepsOf returns the steps that the fit at tau i keeps, at most 200 of them, with its end as
// the last.
func stepsOf(p *problem.Path, i int) []solve.Step {
	const most = 200
	sol := p.Fits[i]
	if sol == nil || len(sol.Trace) == 0 {
		return nil
	}
	var steps []solve.Step
	for _, k := range report.Evenly(len(sol.Trace), most-1) {
		if sol.Trace[k].Iteration < sol.Iterations {
			steps = append(steps, sol.Trace[k])
		}
	}
	return append(steps, solve.Step{
		Tau: p.Taus[i], Iteration: sol.Iterations, Objective: sol.Objective, Dual: sol.Dual, RelGap: sol.RelGap,
		Residual: sol.Residual, Seconds: sol.Seconds, Counts: solve.CountCertain(sol.Certain),
	})
}

// certified reports whether the steps have gaps, and else residuals.
func (c *Convergence) certified() bool { return !math.IsNaN(c.Steps[len(c.Steps)-1].RelGap) }

// falls returns the name of what a run drives to 0, and its value at each step.
func (c *Convergence) falls() (measure string, values []float64) {
	measure = "residual"
	if c.certified() {
		measure = "relative gap"
	}
	for _, s := range c.Steps {
		v := s.Residual
		if c.certified() {
			v = s.RelGap
		}
		values = append(values, v)
	}
	return measure, values
}

// Report returns the gap, or the residual where there is no certificate, and the objective
// with its lower bound over the iterations as curves, and a table of at most a dozen steps.
func (c *Convergence) Report() report.Report { return report.Report{c.chart(), c.table()} }

// String returns the table of the Report as plain text.
func (c *Convergence) String() string { return c.table().String() }

func (c *Convergence) title() string {
	return fmt.Sprintf("%s: convergence at tau %s", c.Target, report.Number(c.Tau))
}

func (c *Convergence) table() report.Table {
	const most = 12
	measure, values := c.falls()
	t := report.Table{
		Title: c.title(),
		Columns: []report.Column{
			{Name: "iteration"}, {Name: measure, Digits: 2, Spread: true}, {Name: "objective", Digits: 6},
			{Name: "certainly in"}, {Name: "certainly out"}, {Name: "undecided"},
		},
		Facts: []report.Fact{{Name: "solver", Text: c.Solver}},
	}
	t.AddEvenly(len(c.Steps), most, "step", func(i int) []any {
		s := c.Steps[i]
		var in, out, undecided any // empty without a certificate
		if c.certified() {
			in, out, undecided = s.In, s.Out, s.Undecided
		}
		return []any{s.Iteration, report.Known(values[i]), s.Objective, in, out, undecided}
	})
	return t
}

func (c *Convergence) chart() report.Convergence {
	measure, values := c.falls()
	chart := report.Convergence{Title: c.title(), Measure: measure, Falls: values}
	if !math.IsNaN(c.Tol) {
		chart.Level = &report.Level{Value: c.Tol, Text: "tolerance " + report.Number(c.Tol)}
	}
	for _, s := range c.Steps {
		chart.Iterations = append(chart.Iterations, s.Iteration)
		chart.Objective, chart.Bound = append(chart.Objective, s.Objective), append(chart.Bound, s.Dual)
	}
	return chart
}

// Figure draws the curves of the Report.
func (c *Convergence) Figure() (*viz.Figure, error) { return viz.OfReport(c.Report()) }
