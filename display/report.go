package display

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// renderReport renders the tables and charts of a report. A page shows one rendering of a value
// only, so each has all: the HTML and the LaTeX hold the pictures as well, Markdown is of tables
// alone, and a picture of charts alone, since some front ends prefer pictures to HTML.
func renderReport(r report.Report) (map[string]any, error) {
	var page strings.Builder
	var latex []string
	var charts []*viz.Figure
	texts := []string{strings.TrimRight(r.String(), "\n")}
	for _, part := range r {
		if t, ok := part.(report.Table); ok {
			latex = append(latex, t.LaTeX())
		}
		markup, chart, note := partHTML(part)
		page.WriteString(markup)
		if note != "" {
			latex = append(latex, report.EscapeLaTeX(note)+"\\par\n")
			texts = append(texts, note)
		}
		if chart == nil {
			continue
		}
		latex = append(latex, "\\noindent "+chart.PGF()+"\\par\n")
		charts = append(charts, chart)
		if texts[0] == "" || showsMore(part) {
			texts = append(texts, chart.Text())
		}
	}
	data := map[string]any{
		MIMEText:  strings.TrimLeft(strings.Join(texts, "\n\n"), "\n"),
		MIMEHTML:  page.String(),
		MIMELatex: strings.Join(latex, "\\medskip\n"),
	}
	if len(charts) == 0 {
		data[MIMEMarkdown] = r.Markdown()
	}
	if len(charts) < len(r) {
		return data, nil
	}
	return data, addPictures(data, charts)
}

// partHTML returns a part of a report as HTML. chart is the drawing, of a chart, and note says
// why there is none where it cannot be drawn.
func partHTML(part report.Part) (markup string, chart *viz.Figure, note string) {
	if t, ok := part.(report.Table); ok {
		return tableHTML(t), nil, ""
	}
	chart, err := viz.Draw(part)
	if err != nil {
		note = "no chart: " + err.Error()
		return noteHTML(note), nil, note
	}
	return figureHTML(chart), chart, ""
}

// renderTable renders one table.
func renderTable(t report.Table) map[string]any {
	return map[string]any{
		MIMEText: strings.TrimRight(t.String(), "\n"), MIMEHTML: tableHTML(t), MIMEMarkdown: t.Markdown(), MIMELatex: t.LaTeX(),
	}
}

// The styles are inline, since a page's sanitiser drops style sheets, and take
// their colours from the page, light or dark. They repeat what JupyterLab sets otherwise
// for every table.
const (
	rule       = "1px solid rgba(128,128,128,"
	tableStyle = "border-collapse:collapse;table-layout:auto;margin:0 0 .6em 0;font-variant-numeric:tabular-nums"
	cellStyle  = "padding:.25em .8em;white-space:nowrap;border:none;"
	noteStyle  = "margin:0 0 .4em 0;text-align:left;opacity:.8"

	captionStyle = "margin:0 0 .4em 0;text-align:left;font-weight:600"
)

// tableHTML returns a table with its facts, notes and warnings. A table of which the charts show
// every column has no rows here.
func tableHTML(t report.Table) string {
	var b strings.Builder
	if len(t.Columns) > 0 && !slices.ContainsFunc(t.Columns, func(c report.Column) bool { return !c.Charted }) {
		t.Title, t.Columns = "", nil
	}
	label := ""
	if t.Title != "" { // no <caption>, which would be as narrow as the table
		label = fmt.Sprintf(" aria-label=\"%s\"", html.EscapeString(t.Title))
		fmt.Fprintf(&b, "<p style=%q>%s</p>\n", captionStyle, html.EscapeString(t.Title))
	}
	if len(t.Columns) > 0 {
		fmt.Fprintf(&b, "<table%s style=%q>\n", label, tableStyle)
		writeRows(&b, t)
		b.WriteString("</table>\n")
	}
	for _, note := range t.Notes {
		b.WriteString(noteHTML(note))
	}
	if len(t.Facts) > 0 {
		writeFacts(&b, t.Facts)
	}
	for _, w := range t.Warnings {
		b.WriteString(warningHTML(w))
	}
	return b.String()
}

// A column is a column of a table on a page, with its layout.
type column struct {
	at    int // in the table
	align string
	cells []string
}

func writeRows(b *strings.Builder, t report.Table) {
	var columns []column
	fmt.Fprintf(b, "<thead><tr style=\"border-bottom:%s.6)\">", rule)
	for j, said := range t.Columns {
		if said.Charted {
			continue
		}
		c := column{j, "text-align:left", t.Cells(j)}
		if t.Numeric(j) {
			c.align = "text-align:right"
		}
		columns = append(columns, c)
		fmt.Fprintf(b, "<th scope=\"col\" style=\"%s%s\">%s</th>", cellStyle, c.align, html.EscapeString(said.Heading()))
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for i := range t.Rows {
		fmt.Fprintf(b, "<tr style=\"border-bottom:%s.2)\">", rule)
		for _, c := range columns {
			fmt.Fprintf(b, "<td style=\"%s%s\">%s</td>", cellStyle+wrap(c.cells[i]), c.align, report.SetApart(t.Rows[i][c.at], html.EscapeString(c.cells[i])))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n")
}

// longCell is the largest number of characters of a cell that stands on one line.
const longCell = 80

// wrap lets a cell that holds a text, not a number or a name, take several lines.
func wrap(cell string) string {
	if utf8.RuneCountInString(cell) <= longCell {
		return ""
	}
	return "white-space:normal;min-width:24em;"
}

func writeFacts(b *strings.Builder, facts []report.Fact) {
	fmt.Fprintf(b, "<table style=%q>\n<tbody>\n", tableStyle)
	for _, f := range facts {
		fmt.Fprintf(b, "<tr><th scope=\"row\" style=\"%stext-align:left;vertical-align:top\">%s</th>"+
			"<td style=\"padding:.25em .8em;border:none;white-space:normal;text-align:left\">%s</td></tr>\n",
			cellStyle, html.EscapeString(f.Name), html.EscapeString(f.Text))
	}
	b.WriteString("</tbody>\n</table>\n")
}

// noteHTML returns a line of small print.
func noteHTML(s string) string {
	return fmt.Sprintf("<p style=%q>%s</p>\n", noteStyle, html.EscapeString(s))
}

// warningHTML returns a line that should not be overlooked. It says that it is a warning in
// a word, not by its colour alone.
func warningHTML(s string) string {
	return fmt.Sprintf("<p style=\"margin:0 0 .4em 0;padding:.3em .8em;text-align:left;border-left:3px solid #c98500\"><strong>Warning:</strong> %s</p>\n",
		html.EscapeString(s))
}
