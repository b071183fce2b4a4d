package display

import (
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// showChart renders a table, the warnings, and the chart that says more, or why
// there is none. The HTML holds the picture as well, because a page shows one
// rendering of a value only.
func showChart(t Table, chart *viz.Figure, err error, warnings ...string) map[string]any {
	var b strings.Builder
	data := map[string]any{}
	b.WriteString(t.html())
	for _, w := range warnings {
		b.WriteString(warningHTML(w))
	}
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
