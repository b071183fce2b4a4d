package rt

import (
	"regexp"
	"strings"
)

// Mark is in every name of a lowered program that no user can have written.
const Mark = "ᐧ"

// Dot stands in the name of a function that is a method, between the type and
// the method.
const Dot = 'ꞏ'

// What follows Mark in the names of methods whose receiver is a pointer, and of
// functions and methods that are written for a list of type arguments.
const (
	OfPointer = "p"
	OfTypes   = "i"
)

// Statements begins the name of the function that has the statements of a cell.
const Statements = "cell"

// Initialisers begins the name of the function that initialises the variables of a program.
const Initialisers = "entry"

// UserNames gives the names of lowered programs in a text the form in which the user
// wrote them.
func UserNames(text string) string {
	if !strings.Contains(text, Mark) {
		return text
	}
	return strings.ReplaceAll(marked.ReplaceAllString(text, ""), string(Dot), ".")
}

// marked finds the text that lowering writes behind a name.
var marked = regexp.MustCompile(Mark + "[a-z]?[0-9]*")

// GoName returns the name in Go, such as main.(*T).M, of the function of package main that
// is name in a lowered program.
func GoName(name string) string {
	if strings.HasPrefix(name, "main."+Initialisers+Mark) {
		return "main.init"
	}
	base := UserNames(name)
	args := ""
	if strings.Contains(name, Mark+OfTypes) {
		args = "[...]"
	}
	recv, method, is := strings.Cut(strings.TrimPrefix(base, "main."), ".")
	switch {
	case !is:
		return base + args
	case strings.Contains(name, Mark+OfPointer):
		return "main.(*" + recv + args + ")." + method
	}
	return "main." + recv + args + "." + method
}

// IsStatements reports whether name, of a function of package main, is that of the
// statements of a cell.
func IsStatements(name string) bool { return statements.MatchString(name) }

var statements = regexp.MustCompile(`^main\.` + Statements + Mark + `[0-9]+$`)
