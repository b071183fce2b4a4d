package search

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// Report returns the derivative norms as bars, a table of the inputs that were found with the errors of the classes, a table of the
// steps of the search, and the true and the likeliest classes of rows that what predicts was not fitted to. Without inputs there are no bars and no such rows.
func (f *ClassFinding) Report() report.Report {
	r := report.Report{f.table(), f.account()}
	if !f.Found() {
		return r
	}
	return append(append(report.Report{f.chart()}, r...), f.confusion())
}

// String returns the tables of the Report as plain text.
func (f *ClassFinding) String() string { return f.Report().String() }

// Figure draws the bars of the Report. It is an error where nothing was found.
func (f *ClassFinding) Figure() (*viz.Figure, error) { return viz.OfReport(f.Report()) }

func (f *ClassFinding) chart() report.Bars {
	return f.bars(fmt.Sprintf("What the classes of %s depend on", f.Table().Target()))
}

func (f *ClassFinding) table() report.Table {
	target, of := f.Table().Target(), fmt.Sprintf("%s, %s", report.Plural(len(f.inputs), "input"), report.Plural(f.N(), "observation"))
	t := report.Table{Title: fmt.Sprintf("%s: found nothing worth more than the frequencies of the classes, in %s", target, of), Warnings: f.Warnings()}
	if f.Found() {
		t.Title = fmt.Sprintf("%s, of %d classes, depends on %d of %s", target, len(f.Labels), lists.Count(f.selected), of)
		worth := f.Worth()
		t.Columns = append(report.Columns("input", "norm per sd"), report.Column{Name: "worth", Digits: 3})
		t.AddFirst(f.order[:lists.Count(f.selected)], "input", nil, func(j int) []any { return []any{f.inputs[j].Name, f.scores[j], worth[j]} })
		t.Notes = append(t.Notes,
			"norm per sd: how much the codes 0 and 1 of the classes change together, on average, over a standard deviation of the input",
			fmt.Sprintf("worth: log evidence of all codes lost without the input; at least %.2g to be selected", f.verdict.Evidence.Price))
	}
	t.Facts = append(t.Facts, report.Fact{Name: "classes", Text: f.classes()})
	if rest := f.others(); len(rest) > 0 {
		t.Facts = append(t.Facts, report.Fact{Name: "not selected, the most promising first", Text: report.Listed(rest)})
	}
	t.Facts = append(t.Facts, f.errors()...)
	return t
}

// classes returns the labels with their parts of the rows.
func (f *ClassFinding) classes() string {
	parts := make([]string, len(f.Labels))
	for c, part := range f.Frequencies() {
		parts[c] = fmt.Sprintf("%s (%s)", f.Labels[c], report.Percent(part))
	}
	return report.Listed(parts)
}

// errors returns the errors of the codes beside those of the frequencies, and of the probabilities.
func (f *ClassFinding) errors() []report.Fact {
	v := f.verdict
	by := func(rmse, mean float64) string {
		return fmt.Sprintf("%.4g, %.4g by the frequencies", rmse, mean)
	}
	var facts []report.Fact
	if v.Size > 0 {
		facts = append(facts, report.Fact{Name: "error of the codes leaving one out", Text: by(v.RMSE, v.Mean)})
	}
	if h := f.HeldOut; f.Found() && h != nil {
		facts = append(facts, report.Fact{Name: fmt.Sprintf("error of the codes on rows that had no part in the choice, in %s", report.Plural(h.Folds, "fold")), Text: by(h.RMSE, h.Mean)})
	}
	e, on := f.Measured()
	if e == nil {
		return facts
	}
	return append(facts,
		report.Fact{Name: "log-loss " + on, Text: fmt.Sprintf("%.4g, %.4g by the frequencies of the classes", e.LogLoss, f.OfFrequencies())},
		report.Fact{Name: "wrong class " + on, Text: fmt.Sprintf("%s, %s by the largest class; %s as the mean of all classes; AUC %.3g", report.Percent(e.ErrorRate), report.Percent(f.OfLargest()), report.Percent(e.Balanced), e.AUC)})
}

// Measured returns the errors of the probabilities on rows that what predicts was not fitted to, and these rows in a phrase; nil without inputs.
func (f *ClassFinding) Measured() (e *score.ManyClassMetrics, on string) {
	switch {
	case f.Errors != nil:
		return f.Errors, "on rows held out"
	case f.Predictor.Held != nil:
		return f.Predictor.Held, fmt.Sprintf("in %s, with these inputs and widths", report.Plural(f.Predictor.Folds, "fold"))
	}
	return nil, ""
}

// account returns a table of the steps by which the answer was found, with their numbers.
func (f *ClassFinding) account() report.Table {
	s := f.Models.Shared
	t := report.Table{Title: "How it was found"}
	add := func(name, text string) { t.Facts = append(t.Facts, report.Fact{Name: name, Text: text}) }
	if e := s.Evidence; e != nil {
		add("selection", fmt.Sprintf("inputs of most evidence for the codes of all classes, each with a width of its own (%s compared)", report.Plural(len(e.Steps), "fit")))
	}
	for _, seen := range f.sight.inWords(f.seen) {
		add("the search saw", seen)
	}
	if p := f.Predictor; p.Held != nil {
		add("the function", fmt.Sprintf("these widths, fitted by the multinomial loss to %s, nu %.3g by %s", report.Plural(p.N(), "row"), p.Nu, report.Plural(p.Folds, "fold")))
	}
	if e := s.Evidence; e != nil {
		add("evidence", e.String())
	}
	return t
}

// confusion returns the table of true and likeliest classes.
func (f *ClassFinding) confusion() report.Table {
	e, on := f.Measured()
	t := report.Table{Title: "True classes, and the likeliest ones " + on, Columns: report.Columns("true")}
	for _, label := range f.Labels {
		t.Columns = append(t.Columns, report.Column{Name: label})
	}
	t.Columns = append(t.Columns, report.Column{Name: "right"})
	for c, row := range e.Confusion {
		cells, sum := []any{f.Labels[c]}, 0.0
		for _, v := range row {
			cells = append(cells, v)
			sum += v
		}
		t.Rows = append(t.Rows, append(cells, report.Known(row[c]/sum)))
	}
	return t
}
