package study

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Published is a table of a paper, to stand beside the results of a study:
//
//	r.Beside(study.Published{Source: "UAI 2018, Table 1", Problem: "E1", Rows: map[string][]float64{"Krls": {12.79, 11.66}}})
type Published struct {
	Source  string
	Measure Measure // "" is RMSE
	Problem string  // whose training sizes are the columns; "" where each problem of the design is a column
	// Rows has for a method its numbers, one a column, NaN where the paper has none.
	Rows map[string][]float64
	// Unit is the factor of the paper's numbers, such as 1e-3 where the paper has thousandths; 0 is 1.
	Unit float64
}

// Beside returns a table of a measure in which a row of the paper's numbers stands below those of each method that it has.
func (r *Results) Beside(p Published) (report.Report, error) {
	m := p.Measure
	if m == "" {
		m = RMSE
	}
	columns, places, err := r.columns(p.Problem)
	if err != nil {
		return nil, err
	}
	title := fmt.Sprintf("%s, beside %s", m, p.Source)
	if p.Problem != "" {
		title = p.Problem + ": " + title
	}
	t := r.table(title, m, columns, places)
	lines := r.lines()
	names := make([]string, len(lines))
	for i, l := range lines {
		names[i] = l.method
	}
	unit := p.Unit
	if unit == 0 {
		unit = 1
	}
	for _, method := range slices.Sorted(maps.Keys(p.Rows)) {
		values := p.Rows[method]
		at := slices.Index(names, method)
		switch {
		case at < 0:
			return nil, fmt.Errorf("study: Beside: there is no method %q: %sthe methods are %s", method, spelling.Question(method, names), strings.Join(slices.Compact(slices.Clone(names)), ", "))
		case len(values) != len(columns):
			return nil, fmt.Errorf("study: Beside: %q has %d numbers, and the table has %d columns", method, len(values), len(columns))
		}
		for at < len(names) && names[at] == method {
			at++
		}
		row := []any{method + ", in the paper"}
		for _, v := range values {
			row = append(row, report.Standing{Value: v * unit})
		}
		t.Rows = slices.Insert(t.Rows, at, row)
		names = slices.Insert(names, at, "")
	}
	return r.noted(report.Report{t}), nil
}

// columns returns the columns of the table of a problem, a place each; of all problems for "".
func (r *Results) columns(problem string) (columns []report.Column, places []place, err error) {
	if problem == "" {
		for _, p := range r.design.Problems {
			columns = append(columns, report.Column{Name: p.Name})
			places = append(places, place{p.Name, slices.Max(p.Train)})
		}
		return columns, places, nil
	}
	p, err := r.design.problem(problem)
	if err != nil {
		return nil, nil, err
	}
	for _, n := range p.Train {
		columns = append(columns, report.Column{Name: fmt.Sprintf("n = %d", n)})
		places = append(places, place{p.Name, n})
	}
	return columns, places, nil
}
