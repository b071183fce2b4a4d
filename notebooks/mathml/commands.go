package mathml

import (
	"errors"
	"fmt"
	"html"
	"strings"
)

// commands returns the commands that read arguments, by their names.
func commands() map[string]func(*parser) ([]atom, error) {
	return map[string]func(*parser) ([]atom, error){
		"frac":  fraction(""),
		"dfrac": fraction(` displaystyle="true"`),
		"tfrac": fraction(` displaystyle="false"`),
		"binom": binomial,
		"sqrt":  root,

		"hat": accent("^"), "widehat": accent("^"), "bar": accent("‾"), "overline": accent("‾"),
		"tilde": accent("~"), "widetilde": accent("~"), "vec": accent("→"), "dot": accent("˙"),
		"ddot": accent("¨"), "check": accent("ˇ"), "breve": accent("˘"), "mathring": accent("˚"),
		"overbrace": stacked("mover", "⏞"), "underbrace": stacked("munder", "⏟"), "underline": stacked("munder", "_"),
		"overset": pair("mover"), "stackrel": pair("mover"), "underset": pair("munder"),

		"mathbf": inAlphabet(bold), "boldsymbol": inAlphabet(bold), "bm": inAlphabet(bold), "mathrm": inAlphabet(upright),
		"mathcal": inAlphabet(script), "mathscr": inAlphabet(script), "mathbb": inAlphabet(double),
		"mathfrak": inAlphabet(fraktur), "mathsf": inAlphabet(sans), "mathit": inAlphabet(nil),

		"text": textual, "textrm": textual, "mbox": textual, "textit": textual, "textbf": textual,
		"operatorname": named,
		"left":         fenced,
		"begin":        environment,

		"big": sized("1.2em"), "bigl": sized("1.2em"), "bigr": sized("1.2em"), "bigm": sized("1.2em"),
		"Big": sized("1.8em"), "Bigl": sized("1.8em"), "Bigr": sized("1.8em"), "Bigm": sized("1.8em"),
		"bigg": sized("2.4em"), "biggl": sized("2.4em"), "biggr": sized("2.4em"), "biggm": sized("2.4em"),
		"Bigg": sized("3em"), "Biggl": sized("3em"), "Biggr": sized("3em"), "Biggm": sized("3em"),

		"displaystyle": nothing, "textstyle": nothing, "nonumber": nothing, "notag": nothing,
	}
}

// command reads a command and its arguments. p.tok is the command.
func (p *parser) command(name string) ([]atom, error) {
	p.next()
	if width, ok := spaces[name]; ok {
		return one(`<mspace width="` + width + `"></mspace>`), nil
	}
	if s, ok := identifiers[name]; ok {
		return one(p.identifier(s)), nil
	}
	if s, ok := operators[name]; ok {
		return one(element("mo", s)), nil
	}
	if s, ok := fences[name]; ok {
		return []atom{operator(s, false)}, nil
	}
	if s, ok := largeOperators[name]; ok {
		return []atom{s}, nil
	}
	if limits, ok := functions[name]; ok {
		return function(strings.TrimSpace(strings.Replace(name, "lim", "lim ", 1)), limits), nil
	}
	if do, ok := p.commands[name]; ok {
		return do(p)
	}
	return nil, fmt.Errorf(`mathml: the command \%s is not known`, name)
}

func nothing(*parser) ([]atom, error) { return nil, nil }

// function returns the name of a function, upright. limits reports whether what follows as index
// or power stands below and above it.
func function(name string, limits bool) []atom {
	if !limits {
		return []atom{{markup: element("mi", name), function: true}}
	}
	name = `<mo movablelimits="true" lspace="0" rspace="0">` + html.EscapeString(name) + "</mo>"
	return []atom{{markup: name, limits: true, function: true}}
}

func (p *parser) arguments() (first, second string, err error) {
	first, err = p.argument()
	if err != nil {
		return "", "", err
	}
	second, err = p.argument()
	return first, second, err
}

func fraction(style string) func(*parser) ([]atom, error) {
	return func(p *parser) ([]atom, error) {
		above, below, err := p.arguments()
		if style == "" {
			return one(wrap("mfrac", above, below)), err
		}
		return one("<mstyle" + style + ">" + wrap("mfrac", above, below) + "</mstyle>"), err
	}
}

func binomial(p *parser) ([]atom, error) {
	above, below, err := p.arguments()
	return one("<mrow><mo>(</mo><mfrac linethickness=\"0\">" + above + below + "</mfrac><mo>)</mo></mrow>"), err
}

func root(p *parser) ([]atom, error) {
	if p.tok != "[" {
		of, err := p.argument()
		return one(wrap("msqrt", of)), err
	}
	p.next()
	index, err := p.row(stopAt("]"))
	if err != nil {
		return nil, err
	}
	if p.tok != "]" {
		return nil, errors.New(`mathml: the index of a root has no "]"`)
	}
	p.next()
	of, err := p.argument()
	return one(wrap("mroot", of, group(index))), err
}

func accent(mark string) func(*parser) ([]atom, error) {
	return func(p *parser) ([]atom, error) {
		of, err := p.argument()
		return one(`<mover accent="true">` + of + element("mo", mark) + "</mover>"), err
	}
}

// stacked puts a stretched mark over or under its argument. What it takes as index or power
// stands beyond the mark.
func stacked(name, mark string) func(*parser) ([]atom, error) {
	return func(p *parser) ([]atom, error) {
		of, err := p.argument()
		return []atom{{markup: wrap(name, of, `<mo stretchy="true">`+mark+"</mo>"), limits: true}}, err
	}
}

// pair puts its first argument over or under its second.
func pair(name string) func(*parser) ([]atom, error) {
	return func(p *parser) ([]atom, error) {
		small, of, err := p.arguments()
		return []atom{{markup: wrap(name, of, small)}}, err
	}
}

func inAlphabet(a alphabet) func(*parser) ([]atom, error) {
	return func(p *parser) ([]atom, error) {
		outer := p.alphabet
		p.alphabet = a
		of, err := p.argument()
		p.alphabet = outer
		return one(of), err
	}
}

func textual(p *parser) ([]atom, error) {
	text, err := p.text()
	return one("<mtext>" + strings.ReplaceAll(html.EscapeString(text), " ", "\u00a0") + "</mtext>"), err
}

func named(p *parser) ([]atom, error) {
	limits := p.tok == "*"
	if limits {
		p.next()
	}
	name, err := p.text()
	return function(name, limits), err
}

func sized(height string) func(*parser) ([]atom, error) {
	return func(p *parser) ([]atom, error) {
		mark, err := p.fence()
		return one(`<mo stretchy="true" minsize="` + height + `" maxsize="` + height + `">` + html.EscapeString(mark) + "</mo>"), err
	}
}

// fence reads a bracket or a bar. A point stands for none.
func (p *parser) fence() (string, error) {
	mark := string(p.tok)
	if name, ok := p.tok.command(); ok {
		mark, ok = fences[name]
		if !ok {
			return "", fmt.Errorf(`mathml: \%s is no bracket`, name)
		}
	} else if !strings.Contains("()[]|/.<>", mark) || mark == "" {
		return "", fmt.Errorf("mathml: %q is no bracket", mark)
	}
	p.next()
	switch mark {
	case ".":
		return "", nil
	case "<":
		return "⟨", nil
	case ">":
		return "⟩", nil
	}
	return mark, nil
}

// fenced reads \left ... \right, with \middle between.
func fenced(p *parser) ([]atom, error) {
	mark, err := p.fence()
	if err != nil {
		return nil, err
	}
	inside := []atom{operator(mark, true)}
	for {
		row, err := p.row(stopAt(`\right`, `\middle`))
		if err != nil {
			return nil, err
		}
		end := p.tok
		if end == "" {
			return nil, errors.New(`mathml: a \left has no \right`)
		}
		p.next()
		mark, err = p.fence()
		if err != nil {
			return nil, err
		}
		inside = append(append(inside, row...), operator(mark, true))
		if end == `\right` {
			return one("<mrow>" + join(inside) + "</mrow>"), nil
		}
	}
}
