package product

import (
	"fmt"
	"regexp"
	"strings"
)

// An expression is a form with its operands in place.
type expression struct {
	typ                *Type
	kind               string
	decl, params, args string
	setup, close, text string
}

// forms are the kinds of expressions of a type.
func forms(t *Type) []Form {
	return append(everyType[:len(everyType):len(everyType)], ofType[t.Name]...)
}

func typeNamed(name string) *Type {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	panic("no type " + name)
}

var operand = regexp.MustCompile(`\$\{([^}]*)\}`)

// variableOperand is a variable of the type.
func variableOperand(t *Type, word string) expression {
	return Form{Name: "operand", Setup: "v$I := $V", Text: "v$I"}.fill(t, word, nil)
}

// fill puts operands into a form. word distinguishes its names from others.
func (f Form) fill(t *Type, word string, pick func(t *Type, word string) expression) expression {
	e := expression{typ: t, kind: f.Name}
	n := 0
	put := strings.NewReplacer("$T", t.Text, "$V", t.Value, "$Z", t.Other, "$I", word+"_$I").Replace
	operands := func(text string) string {
		return operand.ReplaceAllStringFunc(text, func(hole string) string {
			of := t // "${}"
			if name := hole[2 : len(hole)-1]; name != "" {
				of = typeNamed(name)
			}
			o := pick(of, fmt.Sprintf("%s%c", word, 'a'+n))
			n++
			e.decl = join(e.decl, o.decl)
			e.params = comma(e.params, o.params)
			e.args = comma(e.args, o.args)
			e.setup = join(e.setup, o.setup)
			e.close = join(e.close, o.close)
			return o.text
		})
	}
	setup := operands(put(f.Setup))
	text := operands(put(f.Text))
	e.decl = join(e.decl, put(f.Decl))
	e.params = comma(e.params, put(f.Params))
	e.args = comma(e.args, put(f.Args))
	e.setup = join(e.setup, setup)
	e.close = join(e.close, f.Close)
	e.text = text
	return e
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

func comma(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

var shown = regexp.MustCompile(`SHOW\((\w+)\)`)

// in makes the case of an expression in a context.
func (e expression) in(c Context) Case {
	name := c.Name + "/" + e.kind + "/" + e.typ.Name
	end := e.close
	decl, body := c.Decl, c.Body
	if strings.Contains(decl, "$S") {
		if end != "" {
			end += "\npanic(\"passed\")"
		}
	} else if strings.Contains(body, "$S") {
		// It has a place for the statements.
	} else if e.params == "" {
		body = "$S\n" + body + "\n$C"
	} else {
		decl += "\nfunc f$I($P) {\n$S\n" + body + "\n$C\n}"
		body = "f$I($A)"
	}
	show := e.typ.Show
	if show == "" {
		show = "show(%[1]s)"
	}
	put := func(text string) string {
		text = shown.ReplaceAllStringFunc(text, func(s string) string {
			return fmt.Sprintf(show, s[len("SHOW("):len(s)-1])
		})
		text = strings.NewReplacer("$E", e.text, "$S", e.setup, "$C", end, "$P", e.params, "$A", e.args,
			"$T", e.typ.Text, "$Z", e.typ.Other).Replace(text)
		return strings.ReplaceAll(text, "$I", id(name))
	}
	return Case{Name: name, Context: c.Name, Kind: e.kind, Decl: put(e.decl + "\n" + decl), Body: put(body)}
}
