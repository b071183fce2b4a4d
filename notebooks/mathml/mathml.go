// Package mathml writes formulas of TeX as MathML, which browsers lay out without a
// script.
//
// It knows the part of TeX's mathematics that the tables in symbols.go and commands.go
// list: letters and numbers, indices and powers, fractions, roots, accents, fences,
// operators with limits, alphabets, text, and the environments of matrices, cases and
// aligned equations. Of anything else it says what it does not know, so that the caller
// can show the source.
package mathml

import (
	"fmt"
	"html"
	"strings"
)

// Write returns the formula as an element <math>, with its source as an annotation. With
// display it stands on a line of its own. It is an error when the formula has a command
// that the package does not know, or when its braces, fences or environments do not
// match.
func Write(tex string, display bool) (string, error) {
	p := &parser{src: tex, commands: commands()}
	p.next()
	row, err := p.row(stopAtEnd)
	if err != nil {
		return "", err
	}
	mode := ""
	if display {
		mode = ` display="block"`
	}
	return fmt.Sprintf(`<math%s><semantics>%s<annotation encoding="application/x-tex">%s</annotation></semantics></math>`,
		mode, group(row), html.EscapeString(strings.TrimSpace(tex))), nil
}

// An atom is a part of a formula that takes indices and powers.
type atom struct {
	markup   string
	limits   bool // indices and powers stand below and above, not beside
	function bool // what follows is its argument
}

// group returns the markup of several atoms as one element.
func group(row []atom) string {
	if len(row) == 1 {
		return row[0].markup
	}
	return "<mrow>" + join(row) + "</mrow>"
}

func join(row []atom) string {
	var b strings.Builder
	for _, a := range row {
		b.WriteString(a.markup)
	}
	return b.String()
}

// element returns an element with a text inside.
func element(name, text string) string {
	return "<" + name + ">" + html.EscapeString(text) + "</" + name + ">"
}

// script returns an atom with an index and a power, either of which may be empty.
func (a atom) script(sub, sup string) atom {
	if sub == "" && sup == "" {
		return a
	}
	under, over, both := "msub", "msup", "msubsup"
	if a.limits {
		under, over, both = "munder", "mover", "munderover"
	}
	switch {
	case sup == "":
		a.markup = wrap(under, a.markup, sub)
	case sub == "":
		a.markup = wrap(over, a.markup, sup)
	default:
		a.markup = wrap(both, a.markup, sub, sup)
	}
	return a
}

func wrap(name string, children ...string) string {
	return "<" + name + ">" + strings.Join(children, "") + "</" + name + ">"
}

// operator returns an operator. stretchy says whether it grows with what is beside it.
func operator(text string, stretchy bool) atom {
	if stretchy {
		return atom{markup: `<mo stretchy="true">` + html.EscapeString(text) + "</mo>"}
	}
	return atom{markup: `<mo stretchy="false">` + html.EscapeString(text) + "</mo>"}
}
