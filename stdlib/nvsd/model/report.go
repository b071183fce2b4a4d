package model

import (
	"fmt"
	"math"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// Report returns the derivative norms as bars, and a table of the inputs in the order of
// [Model.Ranking] with how good the model is and how it was found.
func (m *Model) Report() report.Report {
	return report.Report{m.chart(), m.Table(m.TauMax())}
}

// String returns the table of the Report as plain text. It has tau_max only if that is
// known already.
func (m *Model) String() string { return m.Table(m.Ceiling.Seen()).String() }

// Table returns the table. It has tau as a fraction of tauMax, unless that is NaN.
func (m *Model) Table(tauMax float64) report.Table { return m.tableOf(m.facts(tauMax)) }

// tableOf returns the table with these facts.
func (m *Model) tableOf(facts []report.Fact) report.Table {
	names, kinds, categories := m.Train.Names(), m.NormKinds(), m.CategoryNorms()
	t := report.Table{
		Title:   fmt.Sprintf("%s: %s, %s, %s", m.Target(), m.Kind, m.counted(), report.Plural(m.N(), "observation")),
		Columns: report.Columns("input", "selected", "norm per sd", "norm per unit"),
	}
	if len(categories) > 0 {
		t.Columns = append(t.Columns, report.Column{Name: "norm"})
	}
	for _, c := range categories {
		t.Notes = append(t.Notes, c.InWords())
	}
	t.AddFirst(m.Ranking(), "input", m.In, func(a int) []any {
		row := []any{names[a], m.mark(a), m.PerSD[a], m.PerUnit[a]}
		if len(categories) > 0 {
			row = append(row, kinds[a])
		}
		return row
	})
	t.Facts, t.Warnings = facts, m.Warnings
	return t
}

// counted returns the number of selected inputs, of all, and of selected columns if a categorical
// input has several.
func (m *Model) counted() string {
	terms := problem.TermsOf(m.Train)
	text := fmt.Sprintf("%d of %s", lists.Count(problem.SelectedTerms(terms, m.In)), report.Plural(len(terms), "input"))
	if len(terms) != m.D() {
		text += fmt.Sprintf(" (%d of %s)", lists.Count(m.In), report.Plural(m.D(), "column"))
	}
	return text
}

// ofSelection returns the certainty of each input at the optimum of the penalised fit, for a
// model whose rule selects by zeros of that fit. It returns nil for a model whose rule ranks
// the norms, and for one with no certain input.
func (m *Model) ofSelection() []solve.Certainty {
	if m.ranked() {
		return nil
	}
	if n := solve.CountCertain(m.Certain); n.In+n.Out == 0 {
		return nil
	}
	return m.Certain
}

// ranked reports whether the inputs are the first of a ranking by the penalised fit.
func (m *Model) ranked() bool {
	if m.Selection == nil {
		return false
	}
	_, top := m.Selection.Rule.Top()
	return top || m.Selection.Rule.Ranks()
}

// mark returns the cell of an input in the column "selected". It has a word if the fit that selects
// leaves the input undecided.
func (m *Model) mark(a int) report.Mark {
	mark := report.Marked(m.In[a], "selected")
	if certain := m.ofSelection(); certain != nil && certain[a] == solve.Undecided {
		if !m.In[a] {
			return report.Mark{Word: "undecided"}
		}
		mark.Word += ", undecided"
	}
	return mark
}

// facts returns the errors of the model and the settings.
func (m *Model) facts(tauMax float64) []report.Fact {
	return append(append(m.Classes(), report.Fact{Name: score.MeasureBy(m.Spec.Smooth()).Name(), Text: m.errors()}), m.settings(tauMax)...)
}

// settings returns how the model was found, and the settings that decide its numbers.
func (m *Model) settings(tauMax float64) (facts []report.Fact) {
	add := func(name, text string) {
		if text != "" {
			facts = append(facts, report.Fact{Name: name, Text: text})
		}
	}
	if m.Selection != nil && !math.IsNaN(m.Selection.Mean) {
		add("training mean", m.Selection.AgainstMean())
	}
	if l := m.Spec.Smooth(); l != nil {
		add("loss", refusal.Called(l))
	}
	add("selection", m.Rule())
	add("evidence", m.evidence())
	if m.Kernel != nil {
		text := fmt.Sprintf("%v, %v, %v", m.Kernel, m.Spec.Scale, m.Spec.Intercept)
		if !math.IsNaN(m.RidgeNu) {
			text += fmt.Sprintf(", ridge nu %.3g", m.RidgeNu)
		}
		add("kernel", text)
	}
	if !m.Spec.Features.IsZero() {
		add("features", m.Spec.Features.String())
	}
	if m.Background != nil {
		add("background", m.Background.String())
	}
	if m.Reduced != nil {
		add("centres", fmt.Sprintf("%d, %v", m.Train.N(), m.Reduced))
	}
	if !math.IsNaN(m.Tau) {
		text := fmt.Sprintf("%s, tau %s", m.PenaltyString(), report.Number(m.Tau))
		if tauMax > 0 && !math.IsInf(tauMax, 1) {
			text += fmt.Sprintf(" (%.3g of tau_max%s)", m.Tau/tauMax, m.beyond(tauMax))
		}
		add("penalty", text+fmt.Sprintf(", nu %.3g", m.Nu()))
		add("certificate", m.certificate())
		if !m.ranked() {
			add("certain", m.certainty())
		}
		add("solver", m.SolverString())
	}
	return facts
}

// Classes returns the labels of the classes -1 and +1 as a fact, and none if the target was not
// read with labels.
func (m *Model) Classes() []report.Fact {
	negative, positive, ok := m.Train.Classes()
	if !ok {
		return nil
	}
	return []report.Fact{{Name: "target", Text: fmt.Sprintf("-1 for %q, +1 for %q", negative, positive)}}
}

// beyond explains a tau above tau_max, where it leaves a model without inputs, in a clause. It is
// "" for other models.
func (m *Model) beyond(tauMax float64) string {
	if m.Tau <= tauMax || lists.Count(m.In) > 0 {
		return ""
	}
	return ": from 1 on no input is left; nvsd.TauFrac takes a part of it"
}

// certificate returns the gap of the penalised fit, or its residual, in a phrase. That fit is the
// model, or it selected or ranked its inputs.
func (m *Model) certificate() string {
	of := ""
	switch {
	case math.IsNaN(m.RidgeNu):
	case m.evidence() != "":
		of = " of the penalised fit, which proposes inputs"
	case m.ranked():
		of = " of the penalised fit, which ranks the inputs"
	default:
		of = " of the penalised fit, which selects the inputs"
	}
	if math.IsNaN(m.RelGap) {
		return "no certificate" + of + " (nu = 0, a penalty that is not convex, or a solver that gives none): it is perhaps not near a minimum"
	}
	text := fmt.Sprintf("relative gap %.1g%s: at most this part of its objective is above the minimum", m.RelGap, of)
	if count, _, said := m.Spec.Features.Drawn(); said {
		text += fmt.Sprintf("; certified for the problem with %s", report.Plural(count, "random feature"))
	}
	return text
}

// certainty returns the numbers of inputs that are proved to be in or out. It is "" without a
// certificate.
func (m *Model) certainty() string {
	if m.Certain == nil {
		return ""
	}
	n := solve.CountCertain(m.Certain)
	text := n.String() + ", at the optimum of that fit"
	if n.Undecided > 0 {
		text += "; a smaller Tol decides more"
	}
	return text
}

// evidence returns the log evidence of the model and the worth of each selected input, in a phrase.
// It is "" unless the refit is [problem.ARD].
func (m *Model) evidence() string {
	if m.Selection == nil || m.Selection.Evidence == nil {
		return ""
	}
	e := m.Selection.Evidence
	text := fmt.Sprint(e)
	names := m.Train.Names()
	var worths []string
	for _, a := range m.Ranking()[:lists.Count(m.In)] {
		worths = append(worths, fmt.Sprintf("%s %.3g", names[a], e.Worth[a]))
	}
	if len(worths) > 0 {
		text += "; worth " + strings.Join(worths, ", ")
	}
	if e.Instead != "" {
		text += "; " + e.Instead
	}
	return text
}

// errors returns the training error, and the error by which the model was chosen.
func (m *Model) errors() string {
	own := m.TrainRMSE
	if m.Spec.Smooth() != nil {
		own = m.TrainLoss
	}
	text := report.Number(own) + " in training"
	switch c := m.Selection; {
	case !math.IsNaN(m.ValidRMSE):
		text += fmt.Sprintf(", %s in validation", report.Number(m.ValidRMSE))
	case c != nil && (c.CrossValidation != nil || c.By.Cross != nil):
		text += fmt.Sprintf(", %s (SE %.2g) in cross-validation", report.Number(c.RMSE), c.SE)
	case c != nil:
		text += fmt.Sprintf(", %s leaving one out", report.Number(c.RMSE))
	}
	return text
}

func (m *Model) chart() report.Bars {
	bars := report.BarsOf(m.Train.Names(), m.PerSD, m.In)
	for a, c := range m.ofSelection() {
		bars[a].Verdict = verdictOf(c)
	}
	return report.Bars{Title: "Derivative norms: " + m.Target(), Axis: report.NormsAxis, What: "derivative norms", Bars: bars}
}

func verdictOf(c solve.Certainty) report.Verdict {
	switch c {
	case solve.CertainlyIn:
		return report.CertainlyIn
	case solve.CertainlyOut:
		return report.CertainlyOut
	}
	return report.Undecided
}

// Figure draws the derivative norms of the Report as bars.
func (m *Model) Figure() (*viz.Figure, error) { return viz.Draw(m.chart()) }
