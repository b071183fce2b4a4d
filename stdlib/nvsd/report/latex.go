package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// LaTeX returns the table in LaTeX, for a document that uses the packages booktabs and
// amssymb: the title in bold, the rows as a tabular with numbers set flush right, and below
// it the notes, the facts and the warnings, a line each. A tabular of more than eight columns
// is made as narrow as the line, which needs the package graphicx. Text is escaped.
func (t Table) LaTeX() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, `\noindent `+format+"\\par\n", args...) }
	if t.Title != "" {
		line(`\textbf{%s}`, EscapeLaTeX(t.Title))
	}
	if len(t.Columns) > 0 {
		line("%s", t.tabular())
	}
	for _, note := range t.Notes {
		line("%s", EscapeLaTeX(note))
	}
	for _, f := range t.Facts {
		line(`\textbf{%s}: %s`, EscapeLaTeX(f.Name), EscapeLaTeX(f.Text))
	}
	for _, w := range t.Warnings {
		line(`\textbf{Warning:} %s`, EscapeLaTeX(w))
	}
	return b.String()
}

// LaTeX returns the tables in LaTeX, one below the other, as [Table.LaTeX] does.
func (r Report) LaTeX() string { return r.join(Table.LaTeX, "\\medskip\n") }

// lineColumns is the number of columns that mostly fit into a line of print.
const lineColumns = 8

func (t Table) tabular() string {
	align := make([]byte, len(t.Columns))
	lines := make([][]string, 1+len(t.Rows))
	for j, c := range t.Columns {
		lines[0] = append(lines[0], EscapeLaTeX(c.Heading()))
		write := EscapeLaTeX
		align[j] = 'l'
		if t.Numeric(j) {
			write = latexNumber
			align[j] = 'r'
		}
		for i, cell := range t.Cells(j) {
			lines[1+i] = append(lines[1+i], setApart(t.Rows[i][j], write(cell), [2]string{`\textbf{`, "}"}, [2]string{`\underline{`, "}"}))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\\begin{tabular}{%s}\n\\toprule\n", align)
	for i, line := range lines {
		b.WriteString(strings.Join(line, " & ") + " \\\\\n")
		if i == 0 {
			b.WriteString("\\midrule\n")
		}
	}
	b.WriteString("\\bottomrule\n\\end{tabular}")
	if len(t.Columns) <= lineColumns {
		return b.String()
	}
	return `\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{` + b.String() + "}"
}

// latexNumber writes a number with a minus sign and a power of ten, and a cell that is no
// plain number as text.
func latexNumber(s string) string {
	mantissa, exponent, scientific := strings.Cut(s, "e")
	switch power, err := strconv.Atoi(exponent); {
	case scientific && err == nil:
		return fmt.Sprintf(`$%s\times 10^{%d}$`, mantissa, power)
	case strings.HasPrefix(s, "-"):
		return "$-$" + EscapeLaTeX(s[1:])
	}
	return EscapeLaTeX(s)
}

// EscapeLaTeX returns a text for LaTeX in which no character does anything but stand for
// itself, on one line.
func EscapeLaTeX(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(s), " ") {
		written, special := latexRunes[r]
		switch {
		case special:
			b.WriteString(written)
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			b.WriteByte('?')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// latexRunes has the characters that LaTeX would take for commands, and those of the
// tables of this package that its fonts lack. A bracket or a star would be an argument of
// the end of the row before it.
var latexRunes = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '_': `\_`, '%': `\%`,
	'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`,
	'[': `{[}`, ']': `{]}`, '*': `{*}`,
	'✓': `$\checkmark$`, '✗': `$\times$`, '–': `--`, '…': `\ldots{}`, '⋮': `$\vdots$`,
	'∞': `$\infty$`, '×': `$\times$`, '≈': `$\approx$`, '≤': `$\leq$`, '≥': `$\geq$`,
}
