package mathml

import (
	"fmt"
	"strings"
)

// A layout is the style of the cells of an environment.
type layout struct {
	open, close string // brackets
	align       string // of the columns in turn, repeated: l, c or r
	equations   bool   // cells are equations on lines of their own
}

// environments are the environments by their names. A name with a star is the same.
var environments = map[string]layout{
	"matrix":   {align: "c"},
	"pmatrix":  {"(", ")", "c", false},
	"bmatrix":  {"[", "]", "c", false},
	"Bmatrix":  {"{", "}", "c", false},
	"vmatrix":  {"|", "|", "c", false},
	"Vmatrix":  {"‖", "‖", "c", false},
	"array":    {align: "c"},
	"cases":    {"{", "", "l", false},
	"aligned":  {align: "rl", equations: true},
	"align":    {align: "rl", equations: true},
	"split":    {align: "rl", equations: true},
	"gathered": {align: "c", equations: true},
	"gather":   {align: "c", equations: true},
	"equation": {align: "c", equations: true},
}

// environment reads \begin{name} ... \end{name}.
func environment(p *parser) ([]atom, error) {
	name, err := p.text()
	if err != nil {
		return nil, err
	}
	l, ok := environments[strings.TrimSuffix(name, "*")]
	if !ok {
		return nil, fmt.Errorf("mathml: the environment %s is not known", name)
	}
	if name == "array" {
		l.align, err = p.text()
		if err != nil {
			return nil, err
		}
		if strings.Trim(l.align, "lcr") != "" || l.align == "" {
			return nil, fmt.Errorf("mathml: an array has columns l, c and r, not %q", l.align)
		}
	}
	rows, err := p.cells()
	if err != nil {
		return nil, err
	}
	if p.tok == "" {
		return nil, fmt.Errorf(`mathml: \begin{%s} has no \end`, name)
	}
	p.next()
	switch end, err := p.text(); {
	case err != nil:
		return nil, err
	case end != name:
		return nil, fmt.Errorf(`mathml: \begin{%s} ends with \end{%s}`, name, end)
	}
	return one(l.write(rows)), nil
}

// cells reads the cells of an environment until its \end.
func (p *parser) cells() ([][]string, error) {
	rows := [][]string{nil}
	for {
		row, err := p.row(stopAt("&", `\\`, `\end`))
		if err != nil {
			return nil, err
		}
		last := &rows[len(rows)-1]
		*last = append(*last, join(row))
		switch p.tok {
		case "&":
		case `\\`:
			rows = append(rows, nil)
		default: // \end, or the end of the formula
			if n := len(rows) - 1; n > 0 && len(*last) == 1 && (*last)[0] == "" {
				rows = rows[:n] // \\ before \end begins no row
			}
			return rows, nil
		}
		p.next()
	}
}

func (l layout) write(rows [][]string) string {
	var b strings.Builder
	if l.open != "" {
		b.WriteString("<mrow>" + operator(l.open, true).markup)
	}
	b.WriteString("<mtable")
	if l.equations {
		b.WriteString(` displaystyle="true"`)
	}
	b.WriteString(">")
	for _, row := range rows {
		b.WriteString("<mtr>")
		for j, cell := range row {
			fmt.Fprintf(&b, `<mtd style="%s">%s</mtd>`, l.style(j), cell)
		}
		b.WriteString("</mtr>")
	}
	b.WriteString("</mtable>")
	if l.open != "" {
		if l.close != "" {
			b.WriteString(operator(l.close, true).markup)
		}
		b.WriteString("</mrow>")
	}
	return b.String()
}

// style returns the style of column j. The two sides of an equation touch at their
// relation.
func (l layout) style(j int) string {
	style := map[byte]string{'l': "text-align:left", 'c': "text-align:center", 'r': "text-align:right"}[l.align[j%len(l.align)]]
	if l.equations && l.align == "rl" {
		if j%2 == 0 {
			return style + ";padding-right:0"
		}
		return style + ";padding-left:0"
	}
	return style
}
