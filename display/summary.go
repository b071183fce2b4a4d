package display

import (
	"fmt"
	"math"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// scoreTable is the errors of several models, one a row.
func scoreTable(s nvsd.Score) Table {
	t := Table{
		Caption: fmt.Sprintf("Errors in predicting %s on %d observations", s.Target, s.N),
		Columns: []string{"model", "inputs", "RMSE", "(SE)", "MAE", "R2"},
	}
	if s.Classes() {
		t.classColumns()
	}
	for _, r := range s.Rows {
		t.Rows = append(t.Rows, append([]any{r.Model, r.Inputs, r.RMSE, r.SE, r.MAE, r2Cell(r.R2)}, classCells(r.Class)...))
	}
	return t
}

// r2Cell is an R2 to the decimals that mean something in a share of a variance.
func r2Cell(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// classColumns adds the columns of the errors of classes.
func (t *Table) classColumns() {
	t.Columns = append(t.Columns, "wrong", "balanced", "AUC")
	t.Notes = append(t.Notes, "wrong: part of the observations given the wrong class; balanced: mean of that part in each class")
}

// classCells are what stands in these columns; none without classes.
func classCells(e *nvsd.ClassificationMetrics) []any {
	if e == nil {
		return nil
	}
	return []any{known(e.ErrorRate), known(e.Balanced), known(e.AUC)}
}

// known is v, and an empty cell where v is NaN.
func known(v float64) any {
	if math.IsNaN(v) {
		return nil
	}
	return v
}

// summaryTable describes the columns of a Frame, one a row.
func summaryTable(s data.Summary) Table {
	t := Table{
		Caption: strings.TrimPrefix(fmt.Sprintf("%s: %d observations of %d inputs", s.Source, s.N, s.D), ": "),
		Columns: []string{"column", "count", "mean", "sd", "min", "max", "distinct"},
	}
	for _, c := range s.Columns {
		name := c.Name
		if c.IsTarget {
			name += " (target)"
		}
		t.Rows = append(t.Rows, []any{name, c.Count, loose(c.Mean), loose(c.SD), loose(c.Min), loose(c.Max), c.Distinct})
	}
	return t
}

func showSummary(s data.Summary) string {
	html := summaryTable(s).html()
	for _, w := range s.Warnings {
		html += warningHTML(w)
	}
	return html
}

// splitTable is the sizes of the parts that were asked for.
func splitTable(s data.Split) Table {
	t := Table{Columns: []string{"part", "observations"}}
	for _, part := range []struct {
		name  string
		frame *data.Frame
	}{{"Train", s.Train}, {"Valid", s.Valid}, {"Test", s.Test}} {
		if part.frame != nil {
			t.Rows = append(t.Rows, []any{part.name, part.frame.N()})
		}
	}
	return t
}

// Sizes of the head of a Frame that is shown.
const (
	headRows    = 6
	headColumns = 14
)

// frameTable is the head of a Frame: the first rows and columns, and the
// target, if there is one.
func frameTable(f *data.Frame) Table {
	names := f.Names()
	shown := min(headColumns, len(names))
	t := Table{Caption: strings.TrimPrefix(fmt.Sprintf("%s: %d observations of %d inputs", f.Source(), f.N(), f.D()), ": ")}
	t.Columns = append(t.Columns, names[:shown]...)
	gap := shown < len(names)
	if gap {
		t.Columns = append(t.Columns, "…")
	}
	targeted := f.Target() != ""
	if targeted {
		t.Columns = append(t.Columns, f.Target()+" (target)")
	}
	x, y := f.X(), f.Y()
	for i := range min(headRows, f.N()) {
		var row []any
		for a := range shown {
			row = append(row, x.At(i, a))
		}
		if gap {
			row = append(row, nil)
		}
		if targeted {
			row = append(row, y[i])
		}
		t.Rows = append(t.Rows, row)
	}
	if more := f.N() - headRows; more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more rows", more))
	}
	if gap {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more inputs", len(names)-shown))
	}
	return t
}
