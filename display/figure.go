package display

import (
	"bytes"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// renderFigure renders a drawing.
func renderFigure(f *viz.Figure) (map[string]any, error) {
	data := map[string]any{MIMEText: f.String() + "\n\n" + f.Text(), MIMEHTML: figureHTML(f)}
	return data, addPictures(data, []*viz.Figure{f})
}

// showsMore reports whether a chart in a terminal adds to the tables of its report: the relation
// of one number to another. Bars and other charts of a number for each name do not.
func showsMore(chart report.Part) bool {
	switch c := chart.(type) {
	case report.Bars, report.Intervals, report.Points, report.HeatMap, report.GroupedBars:
		return false
	case report.Boxes:
		const lines = 12 // that a drawing of characters has room for
		return len(c.Boxes) <= lines
	}
	return true
}

// addPictures adds the drawings of a value as files of their own, below each other: SVG, and PDF,
// which LaTeX takes.
func addPictures(data map[string]any, figures []*viz.Figure) error {
	if len(figures) == 0 {
		return nil
	}
	all := viz.Stack(figures...)
	var pdf bytes.Buffer
	if err := all.WritePDF(&pdf); err != nil {
		return err
	}
	data[MIMESVG], data[MIMEPDF] = all.SVG(), pdf.Bytes()
	return nil
}

// figureClass is the CSS class of the element that holds a drawing.
const figureClass = "nvsd-figure"

// figureStyle is the style sheet of a drawing. The colours follow the theme of JupyterLab
// or VS Code where there is one, and else the color-scheme of the page.
const figureStyle = "@supports(display:block){.%[1]s{display:block!important}.%[1]s+img{display:none!important}}" +
	".%[1]s{overflow-x:auto;margin:0 0 .6em 0;%[2]s}" +
	"[data-jp-theme-light=true] .%[1]s{color-scheme:light}" +
	"[data-jp-theme-light=false] .%[1]s,.vscode-dark .%[1]s{color-scheme:dark}" +
	"@media print{.%[1]s{color-scheme:light!important}}"

// figureHTML returns a drawing in the colours of the page, light or dark. A page that does not trust
// its outputs strips <svg> and <style> of them, but not the texts of an <svg>. There the element
// stays hidden, and the <img> that follows shows the drawing on a ground of its own. So it does in
// euporie, which draws no colours that are variables: @supports is what it does not read and browsers do.
func figureHTML(f *viz.Figure) string {
	svg, colours := f.ThemedSVG()
	return fmt.Sprintf("<div class=\"%[1]s\" style=\"display:none\" hidden>\n<style>"+figureStyle+"</style>\n%[3]s</div>\n%[4]s\n",
		figureClass, colours, svg, imageHTML(MIMESVG, []byte(f.SVG()), f.String()))
}
