package display

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// showAssessment renders the errors of a way of choosing a model, and the
// inputs that it chooses.
func showAssessment(a *nvsd.Assessment) string {
	errors := Table{
		Caption: fmt.Sprintf("Chosen anew in each of %d folds (%v): errors on the rows held out", len(a.PerFold), a.Folds),
		Columns: []string{"model", "RMSE", "(SE)"},
	}
	for _, r := range a.Rows {
		errors.Rows = append(errors.Rows, []any{r.Model, known(r.RMSE), known(r.SE)})
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
