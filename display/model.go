package display

import (
	"fmt"
	"html"
	"math"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// maxRows is how many rows of a long table are shown.
const maxRows = 30

// showModel renders a model: a table of its inputs, how it was found and how
// good it is, its warnings, and its derivative norms as bars. The HTML holds
// the picture as well, because a page shows one rendering of a value only.
func showModel(m *nvsd.Model) map[string]any {
	var b strings.Builder
	b.WriteString(modelTable(m).html())
	b.WriteString(factsHTML(modelFacts(m)))
	for _, w := range m.Warnings() {
		b.WriteString(warningHTML(w))
	}
	data := map[string]any{}
	chart, err := modelChart(m)
	if err != nil {
		b.WriteString(noteHTML("no chart: " + err.Error()))
	} else {
		svg := chart.SVG()
		b.WriteString(imageHTML(MIMESVG, []byte(svg), chart.String()))
		data[MIMESVG] = svg
	}
	data[MIMEHTML] = b.String()
	return data
}

func modelTable(m *nvsd.Model) Table {
	perSD, perUnit, selected, names := m.NormsPerSD(), m.NormsPerUnit(), m.Selected(), m.Names()
	order, kinds, categories := m.Ranking(), m.NormKinds(), m.CategoryNorms()
	t := Table{
		Caption: fmt.Sprintf("%s: %s, %d of %d inputs, %d observations", m.Target(), m.Method(), len(m.SelectedNames()), m.D(), m.N()),
		Columns: []string{"input", "norm per sd", "norm per unit", "selected"},
	}
	certain, counts := m.Certain(), solve.CountCertain(m.Certain())
	if len(categories) > 0 {
		t.Columns = append(t.Columns, "norm")
	}
	for _, a := range order[:min(maxRows, len(order))] {
		mark := chosenMark(selected[a], "selected")
		if counts.In+counts.Out > 0 && certain[a] == solve.Undecided {
			mark = strings.TrimPrefix(mark+", undecided", "–, ")
		}
		row := []any{names[a], perSD[a], perUnit[a], mark}
		if len(categories) > 0 {
			row = append(row, kinds[a])
		}
		t.Rows = append(t.Rows, row)
	}
	for _, c := range categories {
		t.Notes = append(t.Notes, fmt.Sprintf("%s: between two of its %d levels predictions differ by %s (root mean square)",
			c.Name, len(c.Levels), number(c.Norm)))
	}
	if more := len(order) - maxRows; more > 0 {
		in := 0
		for _, a := range order[maxRows:] {
			if selected[a] {
				in++
			}
		}
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more inputs, %d of them selected", more, in))
	}
	return t
}

// chosenMark is what stands in a cell for yes and no.
func chosenMark(yes bool, word string) string {
	if yes {
		return "✓ " + word
	}
	return "–"
}

// fact is a line of a model's account.
type fact struct{ name, text string }

// modelFacts is what decides the numbers and how good they are. A number that
// the model does not have is NaN, and left out.
func modelFacts(m *nvsd.Model) []fact {
	facts := []fact{{"selection", m.Rule()}}
	if tau := m.Tau(); !math.IsNaN(tau) {
		text := fmt.Sprintf("%v, tau %s", m.PenaltyString(), number(tau))
		if top := m.TauMax(); top > 0 && !math.IsInf(top, 1) {
			text += fmt.Sprintf(" (%.3g of tau_max)", tau/top)
		}
		facts = append(facts,
			fact{"penalty", text + fmt.Sprintf(", nu %.3g", m.Nu())},
			fact{"certificate", certificate(m)})
		if certain := m.Certain(); certain != nil {
			facts = append(facts, fact{"certain", certainty(certain)})
		}
		if solver := m.SolverString(); solver != "" {
			facts = append(facts, fact{"solver", solver})
		}
	}
	if k := m.KernelString(); k != "" {
		text := fmt.Sprintf("%s, %v, %v", k, m.Spec().Scale, m.Spec().Intercept)
		if nu := m.RidgeNu(); !math.IsNaN(nu) {
			text += fmt.Sprintf(", ridge nu %.3g", nu)
		}
		facts = append(facts, fact{"kernel", text})
	}
	if text := m.EvidenceString(); text != "" {
		facts = append(facts, fact{"evidence", text})
	}
	rmse := number(m.TrainRMSE()) + " in training"
	switch c, v := m.Selection(), m.ValidRMSE(); {
	case !math.IsNaN(v):
		rmse += ", " + number(v) + " in validation"
	case c != nil && c.CrossValidation != nil:
		rmse += fmt.Sprintf(", %s (SE %.2g) in cross-validation", number(c.RMSE), c.SE)
	case c != nil:
		rmse += ", " + number(c.RMSE) + " leaving one out"
	}
	facts = append(facts, fact{"RMSE", rmse})
	if c := m.Selection(); c != nil && !math.IsNaN(c.Mean) {
		facts = append(facts, fact{"training mean", c.AgainstMean()})
	}
	return append(facts, fact{"time", fmt.Sprintf("%.2g s, %d iterations", m.Seconds(), m.Iterations())})
}

// certainty says of how many inputs it is proved that they are in or out.
func certainty(all []solve.Certainty) string {
	n := solve.CountCertain(all)
	text := n.String() + ", at the optimum of that fit"
	if n.Undecided > 0 {
		text += "; a smaller Tol decides more"
	}
	return text
}

// certificate says how near its minimum the fit with a penalty is known to be:
// the model, or what its inputs were selected by.
func certificate(m *nvsd.Model) string {
	of := ""
	if !math.IsNaN(m.RidgeNu()) {
		of = " of the fit that selects"
		if m.EvidenceString() != "" {
			of = " of the fit that proposes inputs"
		}
	}
	if math.IsNaN(m.RelGap()) {
		return "no certificate" + of + " (nu = 0, a penalty that is not convex, or a solver that gives none): it is perhaps not near a minimum"
	}
	return fmt.Sprintf("relative gap %.1g%s: at most this part of the objective is above the minimum", m.RelGap(), of)
}

func factsHTML(facts []fact) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<table style=%q>\n<tbody>\n", tableStyle)
	for _, f := range facts {
		fmt.Fprintf(&b, "<tr><th scope=\"row\" style=\"%stext-align:left;vertical-align:top\">%s</th>"+
			"<td style=\"padding:.25em .8em;border:none;white-space:normal;text-align:left\">%s</td></tr>\n",
			cellStyle, html.EscapeString(f.name), html.EscapeString(f.text))
	}
	b.WriteString("</tbody>\n</table>\n")
	return b.String()
}

func modelChart(m *nvsd.Model) (*viz.Figure, error) {
	norms, selected := m.NormsPerSD(), m.Selected()
	bars := make([]viz.Bar, m.D())
	for a, name := range m.Names() {
		bars[a] = viz.Bar{Name: name, Norm: norms[a], Selected: selected[a]}
	}
	return viz.Norms("Derivative norms: "+m.Target(), viz.NormsAxis, bars)
}
