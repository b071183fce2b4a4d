package display

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// scoreAxis is what the axis of a system's scores is called.
const scoreAxis = "score, by the system's own measure"

// showBaseline renders a model of one of the other systems: a table of its inputs, how good
// it is, and its scores as bars.
func showBaseline(m *baseline.Model) map[string]any { return baselineChart(m, m.Account()) }

// showCOSSOTuned is showBaseline, with lam and M and what they were chosen by.
func showCOSSOTuned(m *baseline.COSSOTuned) map[string]any {
	data := baselineChart(m.Model, m.Account())
	html, _ := data[MIMEHTML].(string)
	data[MIMEHTML] = html + tunedTable("lam", m.Lambda) + tunedTable("M", m.Bound)
	return data
}

// tunedTable renders the numbers that one was chosen from; "" where there was no choice.
func tunedTable(name string, t baseline.Tuned) string {
	shown := t.Shown(maxTaus)
	if len(shown) == 0 {
		return ""
	}
	table := Table{Columns: []string{name, t.Measure(), ""}}
	for _, i := range shown {
		mark := ""
		if i == t.Index {
			mark = "✓ chosen"
		}
		table.Rows = append(table.Rows, []any{loose(t.At[i]), known(t.Score[i]), mark})
	}
	return table.html()
}

// baselineChart is the table of a model above an account in lines, and its scores as bars.
func baselineChart(m *baseline.Model, account []string) map[string]any {
	scores, selected := m.Scores(), m.Selected()
	bars := make([]viz.Bar, len(scores))
	for a, name := range m.Names() {
		bars[a] = viz.Bar{Name: name, Norm: scores[a], Selected: selected[a]}
	}
	chart, err := viz.Norms(m.Method()+": "+m.Target(), scoreAxis, bars)
	return showChart(baselineTable(m, account), chart, err)
}

func baselineTable(m *baseline.Model, account []string) Table {
	scores, selected, names := m.Scores(), m.Selected(), m.Names()
	t := Table{
		Caption: fmt.Sprintf("%s: %s, %d of %d inputs", m.Target(), m.Method(), len(m.SelectedNames()), len(names)),
		Columns: []string{"input", "score", "selected"},
		Notes:   account,
	}
	order := m.Ranking()
	for _, a := range order[:min(maxRows, len(order))] {
		t.Rows = append(t.Rows, []any{names[a], scores[a], chosenMark(selected[a], "selected")})
	}
	if more := len(order) - maxRows; more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more inputs", more))
	}
	return t
}

// showBaselinePath renders a path of one of the other systems: its scores as lines over the
// weight, and a table of some of its fits.
func showBaselinePath(p *baseline.Path) map[string]any {
	t := Table{
		Caption: fmt.Sprintf("%s: %d fits", p.Method(), p.Len()),
		Columns: []string{"fit", "weight", "inputs", "objective", "at most above the least"},
	}
	var names []string
	var lines []viz.Line
	for i := range p.Len() {
		m := p.Model(i)
		if names == nil {
			names = m.Names()
			lines = make([]viz.Line, len(names))
		}
		for a, score := range m.Scores() {
			lines[a].Name = names[a]
			lines[a].Norms = append(lines[a].Norms, score)
		}
	}
	for _, i := range nvsd.Evenly(p.Len(), maxTaus) {
		m := p.Model(i)
		t.Rows = append(t.Rows, []any{i, loose(m.Weight()), len(m.SelectedNames()), known(m.Objective()), gapCell(m.Gap())})
	}
	chart, err := viz.ScorePath("Scores along the path: "+p.Method(), p.Weights(), lines, 0)
	return showChart(t, chart, err)
}
