package variables

import (
	"fmt"
	"reflect"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// factsOf returns the facts about a value of a compiled type that has no fields for users:
// the rows of a matrix, the columns of a frame, the tables of a result of nvsd. The summary
// is empty where the facts leave it as it is.
func factsOf(v rt.View) (facts []repl.Variable, summary string) {
	if m, ok := compiled[mat.Matrix](v); ok {
		return matrixRows(m), ""
	}
	if f, ok := compiled[frame](v); ok {
		return frameColumns(f), fmt.Sprintf("%s of %s", f.Target(), strings.Join(f.Names(), ", "))
	}
	r, ok := compiled[display.Reporter](v)
	if !ok || v.V.Kind() == reflect.Struct && v.V.NumField() > 0 && v.V.Type().Field(0).IsExported() {
		return nil, ""
	}
	tables := r.Report().Tables()
	for _, t := range tables {
		for _, f := range t.Facts {
			facts = append(facts, repl.Variable{Name: f.Name, Value: f.Text})
		}
	}
	switch {
	case len(facts) > 0:
		summary = facts[0].Name + ": " + facts[0].Value
	case len(tables) > 0:
		summary = tables[0].Title
	}
	for _, t := range tables {
		facts = append(facts, tableRows(t)...)
	}
	return facts, summary
}

// tableRows returns the rows of a table as parts: each under the name in its first cell, or
// under its number where that is none.
func tableRows(t report.Table) []repl.Variable {
	if len(t.Columns) == 0 || len(t.Rows) == 0 {
		return nil
	}
	all, n := len(t.Rows), min(len(t.Rows), snapshotParts)
	t.Rows = t.Rows[:n]
	rows := make([]repl.Variable, n)
	named := !t.Numeric(0)
	said := make([][]string, n)
	for j, c := range t.Columns {
		heading := ""
		if t.Numeric(j) {
			heading = c.Heading() + " "
		}
		for i, text := range t.Cells(j) {
			text = strings.TrimSpace(text)
			switch {
			case j == 0 && named:
				rows[i].Name = text
			case text != "" && !c.Charted:
				said[i] = append(said[i], heading+text)
			}
		}
	}
	for i := range rows {
		rows[i].Value = strings.Join(said[i], ", ")
		if !named {
			rows[i].Name = fmt.Sprintf("row %d", i+1)
		}
	}
	return append(rows, omitted(all, n, "rows")...)
}

// A frame is a data.Frame.
type frame interface {
	Names() []string
	Target() string
	X() mat.Matrix
	Y() []float64
}

// frameColumns returns the columns of a frame as parts, the target last.
func frameColumns(f frame) []repl.Variable {
	names, x := f.Names(), f.X()
	n := min(len(names), snapshotParts)
	columns := make([]repl.Variable, n)
	for j := range columns {
		columns[j] = repl.Variable{Name: names[j], Value: matrixRow(x.T(), j)}
	}
	columns = append(columns, omitted(len(names), n, "inputs")...)
	return append(columns, repl.Variable{Name: f.Target() + " (target)", Value: summarize(f.Y())})
}

// matrixRows returns the rows of a matrix as parts.
func matrixRows(m mat.Matrix) []repl.Variable {
	all, _ := m.Dims()
	n := min(all, snapshotParts)
	rows := make([]repl.Variable, n)
	for i := range rows {
		rows[i] = repl.Variable{Name: fmt.Sprintf("row %d", i), Value: matrixRow(m, i)}
	}
	return append(rows, omitted(all, n, "rows")...)
}

func matrixSummary(m mat.Matrix) string {
	rows, _ := m.Dims()
	if rows == 0 {
		return "[]"
	}
	text := matrixRow(m, 0)
	if rows > 1 {
		text += " …"
	}
	return text
}

// matrixRow is the beginning of a row.
func matrixRow(m mat.Matrix, i int) string {
	_, columns := m.Dims()
	row := make([]float64, min(columns, maxItems+1)) // one more than is shown, if there is one
	for j := range row {
		row[j] = m.At(i, j)
	}
	return summarize(row)
}

// omitted is the part that says how many parts are left out, if any are.
func omitted(all, shown int, what string) []repl.Variable {
	if all == shown {
		return nil
	}
	return []repl.Variable{{Name: "…", Value: fmt.Sprintf("%d of %d %s are shown", shown, all, what)}}
}
