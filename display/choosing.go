package display

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// showAssessment renders the errors of a way of choosing a model, and the
// inputs that it chooses.
func showAssessment(a *nvsd.Assessment) string {
	errors := Table{
		Caption: fmt.Sprintf("Nested cross-validation, %v: errors on the rows held out", a.Folds),
		Notes:   []string{"everything is chosen anew in each fold, on the rows that are not held out"},
		Columns: []string{"model", "RMSE", "(SE)"},
	}
	if a.Classes() {
		errors.classColumns()
	}
	for _, r := range a.Rows {
		errors.Rows = append(errors.Rows, append([]any{r.Model, known(r.RMSE), known(r.SE)}, classCells(r.Class)...))
	}
	chosen := Table{Columns: []string{"input", "selected in"}}
	var order []int
	for _, j := range falling(a.Chosen) {
		if a.Chosen[j] > 0 {
			order = append(order, j)
		}
	}
	chosen.inputs(order, func(j int) []any {
		return []any{a.Names[j], fmt.Sprintf("%.0f %%", 100*a.Chosen[j])}
	})
	html := errors.html() + chosen.html()
	for _, w := range a.Warnings() {
		html += warningHTML(w)
	}
	return html
}

// showCrossValidation renders the candidates that cross-validation compared: the
// least error at every tau, and what was chosen.
func showCrossValidation(cv *nvsd.CrossValidation) map[string]any {
	t := Table{
		Caption: fmt.Sprintf("Cross-validation in %d folds of %d candidates", cv.Folds, len(cv.Candidates)),
		Columns: []string{"tau", "inputs", "RMSE", "(SE)", ""},
		Notes:   []string{"at every tau the number of inputs that does best there, and what was chosen"},
	}
	along := cv.AlongPath()
	for _, k := range cv.Shown(maxTaus) {
		c := cv.Candidates[k]
		mark := cv.Mark(k)
		if mark != "" {
			mark = "✓ " + mark
		}
		t.Rows = append(t.Rows, []any{loose(c.Tau), c.Size, known(c.RMSE), known(c.SE), mark})
	}
	s := viz.Series{Name: "least error at each tau ± standard error"}
	var taus []float64
	choices := []viz.Choice{{Text: "least error"}}
	for _, k := range along {
		c, i := cv.Candidates[k], len(taus)
		if !finite(c.RMSE) {
			continue
		}
		taus, s.Y, s.SE = append(taus, c.Tau), append(s.Y, c.RMSE), append(s.SE, c.SE)
		if c.TauIndex == cv.Candidates[cv.Least].TauIndex {
			choices[0].At = i
		}
		if c.TauIndex == cv.Candidates[cv.Chosen].TauIndex && cv.Chosen != cv.Least {
			choices = append(choices, viz.Choice{At: i, Text: fmt.Sprintf("chosen (inputs: %d)", cv.Candidates[cv.Chosen].Size)})
		}
	}
	chart, err := viz.Errors(t.Caption, "tau", "RMSE on held-out rows", taus, []viz.Series{s}, choices...)
	return showChart(t, chart, err, cv.Warnings()...)
}

// showRidgePath renders the errors of kernel ridge regression at every nu.
func showRidgePath(p *nvsd.RidgePath) map[string]any {
	t := ridgePathTable(p)
	leaveOneOut, validation := viz.Series{Name: "leave-one-out"}, viz.Series{Name: "validation"}
	best := viz.Choice{Text: "best"}
	var nus []float64
	for j, nu := range p.Nus() {
		if e := p.LeaveOneOut()[j]; !finite(nu) || !finite(e) { // the constant, or a fit that follows a point exactly
			continue
		}
		if j == p.Best() {
			best.At = len(nus)
		}
		nus, leaveOneOut.Y = append(nus, nu), append(leaveOneOut.Y, p.LeaveOneOut()[j])
		if v := p.Validation(); v != nil {
			validation.Y = append(validation.Y, v[j])
		}
	}
	all := []viz.Series{leaveOneOut}
	if validation.Y != nil {
		all = append(all, validation)
	}
	chart, err := viz.Errors(t.Caption, "nu", "RMSE", nus, all, best)
	return showChart(t, chart, err)
}

// ridgePathTable is the errors of kernel ridge regression at every nu.
func ridgePathTable(p *nvsd.RidgePath) Table {
	t := Table{Caption: "Kernel ridge regression on all inputs", Columns: []string{"nu", "leave-one-out RMSE"}}
	validation := p.Validation()
	if validation != nil {
		t.Columns = append(t.Columns, "validation RMSE")
	}
	t.Columns = append(t.Columns, "")
	leaveOneOut := p.LeaveOneOut()
	for j, nu := range p.Nus() {
		var row []any
		if math.IsNaN(nu) {
			row = []any{"constant", leaveOneOut[j]}
		} else {
			row = []any{loose(nu), leaveOneOut[j]}
		}
		if validation != nil {
			row = append(row, validation[j])
		}
		mark := ""
		if j == p.Best() {
			mark = "✓ best"
		}
		t.Rows = append(t.Rows, append(row, mark))
	}
	return t
}
