package search

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// Report returns the derivative norms as bars, a table of the inputs that were found with the
// errors of their predictions, and a table of the steps of the search. There are no bars where
// nothing was found.
func (f *Finding) Report() report.Report {
	r := report.Report{f.table(), f.account()}
	if f.Found() {
		r = append(report.Report{f.chart()}, r...)
	}
	return r
}

// String returns the tables of the Report as plain text.
func (f *Finding) String() string { return f.Report().String() }

// Figure draws the bars of the Report. It is an error where nothing was found.
func (f *Finding) Figure() (*viz.Figure, error) { return viz.OfReport(f.Report()) }

func (f *Finding) chart() report.Bars {
	return f.bars(fmt.Sprintf("What %s depends on", f.Model.Target()))
}

func (f *Finding) table() report.Table {
	m := f.Model
	t := report.Table{Title: fmt.Sprintf("%s: found nothing worth more than the mean, in %s, %s", m.Target(), report.Plural(len(f.inputs), "input"), report.Plural(f.N(), "observation")), Warnings: f.Warnings()}
	if f.Background() != nil {
		t.Title = fmt.Sprintf("%s: no input by itself is worth more than the mean, and all together are, in %s, %s", m.Target(), report.Plural(len(f.inputs), "input"), report.Plural(f.N(), "observation"))
	}
	if f.Found() {
		t.Title = fmt.Sprintf("%s depends on %d of %s, %s", m.Target(), lists.Count(f.selected), report.Plural(len(f.inputs), "input"), report.Plural(f.N(), "observation"))
		f.addInputs(&t)
	}
	t.Facts = append(t.Facts, m.Classes()...)
	if rest := f.others(); len(rest) > 0 {
		t.Facts = append(t.Facts, report.Fact{Name: "not selected, the most promising first", Text: report.Listed(rest)})
	}
	t.Facts = append(t.Facts, f.errors()...)
	t.Facts = append(t.Facts, f.Classes.facts()...)
	t.Facts = append(t.Facts, f.background()...)
	return t
}

// addInputs adds a row for each of the selected inputs, and a legend of its numbers.
func (f *Finding) addInputs(t *report.Table) {
	m, worth := f.Model, f.Worth()
	e := f.verdict.Evidence // nil if no width was found
	t.Columns = report.Columns("input", "norm per sd")
	legend := []string{fmt.Sprintf("norm per sd: how much %s changes, on average, over a standard deviation of the input", m.Target())}
	if e != nil {
		t.Columns = append(t.Columns, report.Column{Name: "worth", Digits: 3})
		legend = append(legend, fmt.Sprintf("worth: log evidence lost without the input; at least %.2g to be selected", e.Price))
	}
	if f.Null != nil {
		t.Columns = append(t.Columns, report.Column{Name: "above noise"})
		legend = append(legend, "above noise: in how many runs with a permuted target its worth is above the largest")
	}
	standings := f.Standings() // in the order of the rows
	t.AddFirst(f.order[:lists.Count(f.selected)], "input", nil, func(j int) []any {
		row := []any{f.inputs[j].Name, f.scores[j]}
		if e != nil {
			row = append(row, worth[j])
		}
		if f.Null != nil {
			row = append(row, report.Ratio{Times: standings[len(t.Rows)].WorthAbove, Of: f.Null.Runs})
		}
		return row
	})
	t.Notes = append(t.Notes, legend...)
	for _, c := range m.CategoryNorms() {
		if c.Norm > 0 {
			t.Notes = append(t.Notes, c.InWords())
		}
	}
}

// errors returns the errors of the predictions of the target, beside those of its mean.
func (f *Finding) errors() []report.Fact {
	v := f.verdict
	how := "error in validation"
	switch {
	case v.By.LeaveOut:
		how = "error " + leavingOut(v.By)
	case v.CrossValidation != nil:
		how = "error in cross-validation"
	}
	errs := fmt.Sprintf("%.4g by the mean", v.Mean)
	if v.Size > 0 {
		errs = report.BesideMean(v.RMSE, v.Mean)
	}
	on := ""
	if len(f.leftOut) > 0 {
		on = ", without wild rows"
	}
	facts := []report.Fact{{Name: how, Text: errs + on}}
	if h := f.HeldOut; f.Found() && h != nil {
		facts = append(facts, report.Fact{Name: fmt.Sprintf("error on rows that had no part in the choice, in %s", report.Plural(h.Folds, "fold")), Text: report.BesideMean(h.RMSE, h.Mean) + on})
	}
	return facts
}

// account returns a table of the steps by which the answer was found, with their numbers.
func (f *Finding) account() report.Table {
	m := f.Model
	t := report.Table{Title: "How it was found", Facts: []report.Fact{{Name: "selection", Text: m.Rule()}}}
	add := func(name, text string) { t.Facts = append(t.Facts, report.Fact{Name: name, Text: text}) }
	for _, seen := range f.sight.inWords(f.seen) {
		add("the search saw", seen)
	}
	switch p := f.predictor; {
	case p.Loss() != nil && p.Reduced != nil:
		add("the function", fittedAnew(p)+"; its log-odds are calibrated on the rows held out")
	case p.Loss() != nil && f.Found():
		add("the function", fmt.Sprintf("these widths, fitted by the %s loss to %s, nu %.3g by leaving one out", refusal.Called(p.Loss()), report.Plural(p.N(), "row"), p.RidgeNu))
	case p != f.Model && f.Found() && f.Background() == nil:
		add("the function", fittedAnew(p))
	}
	if m.PenaltyString() != "" && m.RelGap > 0 {
		add("path", fmt.Sprintf("%s, tau %.4g (%.3g tau_max), nu %.3g, relative gap %.1g", m.PenaltyString(), m.Tau, m.Tau/m.TauMax(), m.Nu(), m.RelGap))
	}
	if e := f.verdict.Evidence; e != nil {
		text := fmt.Sprint(e)
		if e.Instead != "" {
			text += "; " + e.Instead
		}
		add("evidence", text)
	}
	if f.Null != nil {
		add("noise", f.Null.Account())
	}
	return t
}

// fittedAnew returns how a function with the widths found was fitted to more rows than the search has seen,
// in a phrase.
func fittedAnew(m *model.Model) string {
	if r := m.Reduced; r != nil {
		return fmt.Sprintf("these widths and kernels at %d rows, %v; nu %.3g by generalised cross-validation", m.Train.N(), r, m.RidgeNu)
	}
	return fmt.Sprintf("these widths, fitted anew to %s, nu %.3g by leaving one out", report.Plural(m.N(), "row"), m.RidgeNu)
}
