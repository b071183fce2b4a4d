package display

import (
	"fmt"
	"math"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// maxTaus is how many fits of a path are listed.
const maxTaus = 12

// showPath renders a path: its derivative norms as lines over tau, and a table
// of some of its fits.
func showPath(p *nvsd.Path) map[string]any {
	var b strings.Builder
	data := map[string]any{}
	if chart, err := pathChart(p); err != nil {
		b.WriteString(noteHTML("no chart: " + err.Error()))
	} else {
		svg := chart.SVG()
		b.WriteString(imageHTML(MIMESVG, []byte(svg), chart.String()))
		data[MIMESVG] = svg
	}
	b.WriteString(pathTable(p).html())
	for _, w := range p.Warnings() {
		b.WriteString(warningHTML(w))
	}
	data[MIMEHTML] = b.String()
	return data
}

func pathChart(p *nvsd.Path) (*viz.Figure, error) {
	norms := p.NormsPath()
	lines := make([]viz.Line, len(p.Names()))
	for a, name := range p.Names() {
		lines[a].Name = name
		for i := range norms {
			lines[a].Norms = append(lines[a].Norms, norms[i][a])
		}
	}
	return viz.Path("Derivative norms along the path: "+p.Target(), p.Taus(), lines, 0)
}

func pathTable(p *nvsd.Path) Table {
	t := Table{
		Caption: fmt.Sprintf("%d fits below tau_max = %s, %d iterations, %.2g s", p.Len(), number(p.TauMax()), p.Iterations(), p.Seconds()),
		Columns: []string{"fit", "tau", "inputs", "certainly in", "certainly out", "undecided", "relative gap"},
	}
	taus, counts, certain, gaps := p.Taus(), p.ActiveCounts(), p.Certain(), p.Gaps()
	for _, i := range nvsd.Evenly(p.Len(), maxTaus) {
		var in, out, undecided any // empty without a certificate
		if certain[i] != nil {
			n := solve.CountCertain(certain[i])
			in, out, undecided = n.In, n.Out, n.Undecided
		}
		t.Rows = append(t.Rows, []any{i, loose(taus[i]), counts[i], in, out, undecided, gapCell(gaps[i])})
	}
	if p.Len() > len(t.Rows) {
		t.Notes = append(t.Notes, fmt.Sprintf("%d of the %d fits are listed", len(t.Rows), p.Len()))
	}
	return t
}

// gapCell is a relative gap, where there is one.
func gapCell(gap float64) any {
	if math.IsNaN(gap) {
		return "no certificate"
	}
	return rough(gap)
}
