package study

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// enough is the level of the tests of tables.
const enough = 0.05

// A line is a line of a table: one rule of one method.
type line struct{ method, rule string }

func (l line) String() string {
	if l.rule == "" {
		return l.method
	}
	return l.method + ", " + l.rule
}

// A place is a column of the tables: a problem at a size.
type place struct {
	problem string
	train   int
}

// Table returns the means of measures over the repetitions, or the statistics that [Results.By] asks for: a table for each
// problem and measure with a column for each training size, or if every problem has one size, a table for each measure with a
// column for each problem. Without measures the tables are of RMSE.
//
// The best of a column is set apart, and so are methods of Ours in the Design that are better than all others by more than chance. A
// method that has failed on some replications has the statistic of the others, and says on how many it has failed.
func (r *Results) Table(measures ...Measure) report.Report {
	if len(measures) == 0 {
		measures = []Measure{RMSE}
	}
	d := r.design
	var tables report.Report
	asked := []string{""}
	if slices.ContainsFunc(d.Problems, func(p Problem) bool { return len(p.Train) > 1 }) {
		asked = nil
		for _, p := range d.Problems {
			asked = append(asked, p.Name)
		}
	}
	for _, problem := range asked {
		columns, places, _ := r.columns(problem) // of problems that there are
		for _, m := range measures {
			title := string(m)
			if problem != "" {
				title = problem + ": " + title
			}
			tables = append(tables, r.table(title, m, columns, places))
		}
	}
	return r.noted(tables)
}

// noted adds to the last of the tables what there is to know of all.
func (r *Results) noted(tables report.Report) report.Report {
	last := tables[len(tables)-1].(report.Table)
	numbers, behind := r.statistic.noun()
	of := report.Plural(r.design.Reps, "repetition")
	if r.Missing() > 0 {
		of = "what there is of " + of
	}
	note := fmt.Sprintf("%s of %s%s; bold or *: the best of a column", numbers, of, behind)
	if len(r.design.Ours) > 0 {
		note += fmt.Sprintf("; underlined or †: better than every method but %s by Wilcoxon's signed-rank test at the level %v", and(r.design.Ours), enough)
	}
	last.Notes = append(last.Notes, note)
	if r.archive != nil {
		note := fmt.Sprintf("computed by %s, kept on %s", and(r.archive.Programs), r.archive.Written.Format(time.DateOnly))
		last.Notes = append(last.Notes, note)
	}
	if missing := r.Missing(); missing > 0 {
		last.Warnings = append(last.Warnings, fmt.Sprintf("%d of %s have no result yet", missing, report.Plural(len(r.units), "unit")))
	}
	tables[len(tables)-1] = last
	return tables
}

func (r *Results) table(title string, m Measure, columns []report.Column, places []place) report.Table {
	t := report.Table{Title: title, Columns: append([]report.Column{{Name: "method"}}, columns...)}
	lines := r.lines()
	for _, l := range lines {
		t.Rows = append(t.Rows, []any{l.String()})
	}
	for _, at := range places {
		for i, s := range r.standings(lines, m, at) {
			t.Rows[i] = append(t.Rows[i], s)
		}
	}
	return t
}

// lines returns the lines of the tables.
func (r *Results) lines() []line {
	var lines []line
	for _, m := range r.design.Methods {
		for _, rule := range r.rulesOf(m.Name) {
			lines = append(lines, line{m.Name, rule})
		}
	}
	return lines
}

// series returns a measure of a line in every repetition at a place, NaN where there is none, and the number of failures.
func (r *Results) series(l line, m Measure, at place) (values []float64, failed int) {
	for rep := range r.design.Reps {
		v := math.NaN()
		if own := r.all[Unit{at.problem, at.train, rep, l.method}]; own != nil {
			if own.Err != "" {
				failed++
			}
			if has, ok := own.value(l.rule, m); ok {
				v = has
			}
		}
		values = append(values, v)
	}
	return values, failed
}

// standings returns the cells of a column.
func (r *Results) standings(lines []line, m Measure, at place) []report.Standing {
	cells := make([]report.Standing, len(lines))
	all := make([][]float64, len(lines))
	best := math.NaN()
	for i, l := range lines {
		all[i], cells[i].Failed = r.series(l, m, at)
		r.statistic.set(&cells[i], all[i])
		if v := cells[i].Value; math.IsNaN(best) || m.better(v, best) {
			best = v
		}
	}
	for i, l := range lines {
		if !m.ranked() {
			break
		}
		cells[i].Best = cells[i].Value == best
		cells[i].Significant = slices.Contains(r.design.Ours, l.method) && !math.IsNaN(cells[i].Value)
		for j, other := range lines {
			if !slices.Contains(r.design.Ours, other.method) && !math.IsNaN(cells[j].Value) {
				cells[i].Significant = cells[i].Significant && m.clearlyBetter(all[i], all[j])
			}
		}
	}
	return cells
}

// better reports whether a value of the measure is better than another.
func (m Measure) better(v, than float64) bool {
	if m.larger() {
		return v > than
	}
	return v < than
}

// clearlyBetter reports whether values are better than others by more than chance, of the repetitions that have both.
func (m Measure) clearlyBetter(own, others []float64) bool {
	var a, b []float64
	for i, v := range own {
		if !math.IsNaN(v) && !math.IsNaN(others[i]) {
			a, b = append(a, v), append(b, others[i])
		}
	}
	if m.larger() {
		a, b = b, a
	}
	_, p, err := SignedRank(a, b)
	return err == nil && p < enough
}

// meanOf returns the mean of the numbers that are there, NaN for none.
func meanOf(values []float64) float64 {
	sum, count := 0.0, 0.0
	for _, v := range values {
		if !math.IsNaN(v) {
			sum += v
			count++
		}
	}
	return sum / count
}

// and lists names in a phrase.
func and(names []string) string {
	text := ""
	for i, name := range names {
		switch {
		case i > 0 && i == len(names)-1:
			text += " and "
		case i > 0:
			text += ", "
		}
		text += name
	}
	return text
}

// Report returns the table of RMSE and, where inputs are known to matter, of the Tanimoto distance.
func (r *Results) Report() report.Report {
	measures := []Measure{RMSE}
	for _, own := range r.all {
		if len(own.Outcomes) > 0 {
			if _, known := own.Outcomes[0].Values[Tanimoto]; known {
				measures = append(measures, Tanimoto)
				break
			}
		}
	}
	return r.Table(measures...)
}

// String is the Report as plain text.
func (r *Results) String() string { return r.Report().String() }
