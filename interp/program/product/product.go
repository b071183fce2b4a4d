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
}

// Func is a function that runs the case, with its name.
func (c Case) Func() (name, text string) {
	name = "case" + id(c.Name)
	return name, fmt.Sprintf("func %s() {\ndefer caught()\nreset()\n%s\n}\n", name, c.Body)
}

// Source is what the case adds to a program.
func (c Case) Source() string {
	_, text := c.Func()
	return c.Decl + "\n" + text
}

// Cells are cells that run the case after one that has Declared: one that declares,
// if anything, and one that prints.
func (c Case) Cells() []string {
	var cells []string
	if strings.TrimSpace(c.Decl) != "" {
		cells = append(cells, c.Decl)
	}
	body := c.Body
	if wrapped.MatchString(body) {
		body = "func() {\n" + body + "\n}()"
	}
	return append(cells, "reset()\n"+body)
}

// wrapped finds what cannot stand in a cell itself.
var wrapped = regexp.MustCompile(`(?m)^(defer |goto |return |\w+:$)`)

// Declared is a cell that declares what all cases share.
func Declared() string { return strings.TrimPrefix(Prelude, "package main\n") }

// Mark stands in the output of a program before that of each case, with its name and
// a line's end.
const Mark = "\x01\x02case "

// Program is a program that runs the cases, in order.
func Program(cases []Case) string {
	return source(cases) + "func main() { run(0) }\n"
}

// Package is Program as a package that is not main: its function Run runs the cases
// after those that it is told to leave out.
func Package(name string, cases []Case) string {
	return strings.Replace(source(cases), "package main\n", "package "+name+"\n", 1) + "func Run(from int) { run(from) }\n"
}

func source(cases []Case) string {
	var b strings.Builder
	b.WriteString(Prelude)
	var list strings.Builder
	for _, c := range cases {
		b.WriteString(c.Source())
		name, _ := c.Func()
		fmt.Fprintf(&list, "\t{%q, %s},\n", c.Name, name)
	}
	return b.String() + "func run(from int) {\nfor _, c := range []struct {\nname string\nf func()\n}{\n" + list.String() +
		"}[from:] {\nfmt.Print(\"\\x01\\x02case \" + c.name + \"\\n\")\nc.f()\n}\n}\n"
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
