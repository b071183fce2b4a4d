package proofs

import (
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks/compare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

var (
	rowTag  = regexp.MustCompile(`(?s)<tr[^>]*>(.*?)</tr>|<p(?:\s[^>]*)?>(.*?)</p>`)
	cellTag = regexp.MustCompile(`(?s)<t[dh][^>]*>(.*?)</t[dh]>`)
)

// listed returns the contradictions between a page and a table that is a part of it: a line or a row of the
// table that is missing on the page, or one beside it that differs for the same input or fit.
func listed(out repl.Bundle, t report.Table) (against []string) {
	var text string
	if json.Unmarshal(out.Data[display.MIMEText], &text) == nil {
		against = append(against, inText(text, t)...)
	}
	if json.Unmarshal(out.Data[display.MIMEHTML], &text) == nil {
		against = append(against, onPage(text, t)...)
	}
	return against
}

func inText(text string, t report.Table) (against []string) {
	lines := func(s string) (all []string) {
		for line := range strings.Lines(s) {
			all = append(all, strings.Join(strings.Fields(line), " "))
		}
		return all
	}
	shown, computed := lines(text), lines(strings.TrimSpace(t.String()))
	for _, line := range computed {
		if !slices.ContainsFunc(shown, func(s string) bool { return same(s, line) }) {
			against = append(against, "the text lacks what was computed again: "+line)
		}
	}
	heading := strings.Join(headings(t, true), " ")
	at := slices.Index(shown, heading) + 1
	for _, s := range shown[at:] {
		if at == 0 || s == "" || strings.Contains(s, ": ") {
			break // the facts begin
		}
		first, _, _ := strings.Cut(s, " ")
		if isSaid := slices.ContainsFunc(computed, func(c string) bool { return same(s, c) }); isSaid {
			continue
		}
		if slices.ContainsFunc(computed, func(c string) bool { return strings.HasPrefix(c, first+" ") }) {
			against = append(against, "the text says besides: "+s)
		}
	}
	return against
}

func onPage(page string, t report.Table) (against []string) {
	var shown [][]string
	for _, row := range rowTag.FindAllStringSubmatch(page, -1) {
		cells := []string{html.UnescapeString(row[2])}
		if row[2] == "" {
			cells = nil
			for _, cell := range cellTag.FindAllStringSubmatch(row[1], -1) {
				cells = append(cells, html.UnescapeString(cell[1]))
			}
		}
		shown = append(shown, cells)
	}
	charted := slices.ContainsFunc(shown, func(row []string) bool { return slices.Equal(row, headings(t, true)) })
	rows := [][]string{{t.Title}, headings(t, charted)}
	for _, note := range t.Notes {
		rows = append(rows, []string{note})
	}
	table := make([][]string, len(t.Rows))
	for j, c := range t.Columns {
		for i, cell := range t.Cells(j) {
			if charted || !c.Charted {
				table[i] = append(table[i], cell)
			}
		}
	}
	for _, f := range t.Facts {
		table = append(table, []string{f.Name, f.Text})
	}
	alike := func(row []string) func([]string) bool {
		return func(other []string) bool {
			return len(row) == len(other) && same(strings.Join(other, " "), strings.Join(row, " "))
		}
	}
	for _, row := range append(rows, table...) {
		if !slices.ContainsFunc(shown, alike(row)) {
			against = append(against, "the page lacks what was computed again: "+strings.Join(row, " "))
		}
	}
	for _, s := range shown {
		says := func(row []string) bool { return len(row) == len(s) && row[0] == s[0] }
		if len(s) > 1 && slices.ContainsFunc(table, says) && !slices.ContainsFunc(table, alike(s)) {
			against = append(against, "the page says besides: "+strings.Join(s, " "))
		}
	}
	return against
}

// headings returns the headings of the columns. A page leaves out the columns that a chart
// has.
func headings(t report.Table, charted bool) (all []string) {
	for _, c := range t.Columns {
		if charted || !c.Charted {
			all = append(all, c.Heading())
		}
	}
	return all
}

func same(shown, computed string) bool {
	return shown == computed || compare.SameText(shown, computed, tolerance)
}
