package interp

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// chain returns a line for each of the calls that stand in cells, with a caret under the
// statement that failed.
func (s sources) chain(calls []wire.Call) []string {
	type place struct {
		cell.Position
		name string
	}
	var places []place
	var times []int // that a function has called itself there
	for _, c := range calls {
		p := place{s.at(c.File, c.Line), in(c.Func)}
		switch n := len(places); {
		case p.Line == 0:
		case n > 0 && places[n-1] == p:
			times[n-1]++
		default:
			places, times = append(places, p), append(times, 1)
		}
	}
	var lines []string
	for i, p := range places {
		where := fmt.Sprintf("%s:%d", p.Label, p.Line)
		text := s.line(p.Position)
		trimmed := strings.TrimSpace(text)
		shown, col := excerpt(trimmed, p.Col-strings.Index(text, trimmed))
		line := fmt.Sprintf("    %s%s%s%s  %s%s%s", bold, where, reset, p.name, dim, shown, reset)
		if times[i] > 1 {
			line += fmt.Sprintf("  (%d times)", times[i])
		}
		lines = append(lines, line)
		if i == 0 && trimmed != "" && p.Col > 0 {
			margin := strings.Repeat(" ", utf8.RuneCountInString("    "+where+p.name+"  "))
			lines = append(lines, margin+under(shown, col)+red+"^"+reset)
		}
	}
	return lines
}

// in returns a function as the user knows it, such as " in f". It returns nothing for the
// statements of a cell.
func in(function string) string {
	function, _, literal := strings.Cut(function, ".func")
	name := ""
	if !rt.IsStatements(function) {
		name = rt.UserNames(strings.TrimPrefix(function, "main."))
	}
	switch {
	case literal && name == "":
		return " in a function literal"
	case literal:
		return " in a function literal of " + name
	case name == "":
		return ""
	}
	return " in " + name
}

// excerptSize is the largest size of the shown part of a line of source, in bytes. A page
// would break a longer line, and the caret would stand below something else.
const excerptSize = 90

// excerpt cuts a long line to the text around a column, with dots where it is cut. It also
// returns the column in the new text. Columns are in bytes, from 1.
func excerpt(line string, col int) (string, int) {
	if len(line) <= excerptSize {
		return line, col
	}
	const dots = "…"
	from := max(0, min(col-excerptSize/2, len(line)-excerptSize))
	to := from + excerptSize
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to--
	}
	text, col := line[from:to], col-from
	if from > 0 {
		text, col = dots+text, col+len(dots)
	}
	if to < len(line) {
		text += dots
	}
	return text, col
}

// under returns white space as wide as the text before a column of a line. The column is in
// bytes, from 1.
func under(line string, col int) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, line[:min(max(col-1, 0), len(line))])
}
