// Package product makes Go programs that cross the kinds of expressions with the
// contexts in which an expression can stand, to compare what runs them. Each case
// ends, prints the same in each run, and does nothing of which Go leaves the order
// or the result open, but for what file changed.go has.
package product

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"
)

// Prelude are the declarations that all cases share: a file of package main.
//
//go:embed prelude.txt
var Prelude string

// A Case is an expression in a context.
type Case struct {
	Name          string // context/kind/type
	Context, Kind string
	Decl          string // declarations of the package
	Body          string // the statements that print
	Place         string // where its code stands, "" for declared functions
}

// Func is a function that runs the case, with its name.
func (c Case) Func() (name, text string) {
	name = "case" + id(c.Name)
	return name, put(c.Place, name, "()", c.body()) + "\n"
}

func (c Case) body() string { return "{\ndefer caught()\nreset()\n" + c.Body + "\n}" }

// Source returns the declarations of the case, and the function that runs it.
func (c Case) Source() string {
	_, text := c.Func()
	return c.Decl + "\n" + text
}

// Cells are cells that run the case after one that has Declared: those that declare, if
// anything, and one that prints.
func (c Case) Cells() []string {
	var cells []string
	if strings.TrimSpace(c.Decl) != "" {
		cells = append(cells, "reset()", c.Decl)
	}
	body := c.Body
	if c.Place != "" {
		name, text := c.Func()
		return append(cells, text, name+"()")
	}
	if wrapped.MatchString(body) {
		body = "func() {\n" + body + "\n}()"
	}
	return append(cells, "reset()\n"+body)
}

// wrapped finds the statements that cannot stand in a cell itself.
var wrapped = regexp.MustCompile(`(?m)^(defer |goto |return |\w+:$)`)

// Declared is a cell that declares what all cases share.
func Declared() string { return strings.TrimPrefix(Prelude, "package main\n") }

// Mark stands in the output of a program before that of each case, with its name and
// a line's end.
const Mark = "\x01\x02case "

// A Layout is a way to make a program of cases.
type Layout string

// The layouts. The cases are functions that main calls, functions of a package that main
// imports, or literals that are called when a variable of the package is initialised.
const (
	InMain      Layout = "main"
	Imported    Layout = "imported"
	Initialised Layout = "initialised"
)

// importedName is the name of the package of [Imported]: as long as main, which stands in
// outputs instead of it.
const importedName = "q000"

// Files are the files of a program that runs the cases, in order, by their paths. Function
// main is in main.go.
func (l Layout) Files(cases []Case) map[string]string {
	switch l {
	case Imported:
		return map[string]string{
			"go.mod":  "module suite\ngo 1.26\n",
			"main.go": "package main\nimport \"suite/" + importedName + "\"\nfunc main() { " + importedName + ".Run(0) }\n",
			importedName + "/" + importedName + ".go": Package(importedName, cases),
		}
	case Initialised:
		declared, list := parts(cases, func(c Case) string { return "func() " + c.body() })
		return map[string]string{"main.go": Prelude + declared + "var _ = runAll(" + list + ")\nfunc main() {}\n"}
	}
	declared, list := parts(cases, nil)
	return map[string]string{"main.go": Prelude + declared + "func main() { runAll(" + list + ") }\n"}
}

// Takes reports whether a case can be part of a program of the layout: not if an init
// function, which runs after the initialisers, gives it its code.
func (l Layout) Takes(c Case) bool { return l != Initialised || c.Place != "init" }

// Package is a package of cases: its function Run runs them after those that it is told to
// leave out.
func Package(name string, cases []Case) string {
	declared, list := parts(cases, nil)
	return strings.Replace(Prelude, "package main\n", "package "+name+"\n", 1) + declared + "func Run(from int) { runAll(" + list + "[from:]) }\n"
}

// AsMain returns the output of a program of the layout with the names of package main.
func (l Layout) AsMain(text string) string {
	if l == Imported {
		return AsMain(importedName, text)
	}
	return text
}

// AsMain returns the output of a package of cases with the names of package main.
func AsMain(name, text string) string {
	return strings.NewReplacer("suite/"+name+".", "main.", name+".", "main.").Replace(text)
}

// parts are the declarations of cases and the list of them that runAll runs. A case is
// declared as a function unless literal writes it where it is listed.
func parts(cases []Case, literal func(Case) string) (declared, list string) {
	var d, l strings.Builder
	for _, c := range cases {
		name, text := c.Func()
		if literal != nil && c.Place == "" {
			name, text = literal(c), ""
		}
		d.WriteString(c.Decl + "\n" + text)
		fmt.Fprintf(&l, "\t{%q, %s},\n", c.Name, name)
	}
	return d.String(), "[]listedCase{\n" + l.String() + "}"
}

// Outputs takes apart what such a program has printed: what each case that it began
// has, by name, and the name of the last.
func Outputs(text string) (out map[string]string, last string) {
	out = map[string]string{}
	for i, part := range strings.Split(text, Mark) {
		if i == 0 {
			continue
		}
		name, rest, _ := strings.Cut(part, "\n")
		out[name], last = rest, name
	}
	return out, last
}

// id is a word for a name.
func id(name string) string {
	h := fnv.New64a()
	h.Write([]byte(name))
	return fmt.Sprintf("%011x", h.Sum64()>>20)
}
