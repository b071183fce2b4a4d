package lower

import (
	"go/types"
	"regexp"
	"strings"
)

// Mark is in every name that no user can have written.
const Mark = "ᐧ"

// Dot stands in the name of a function that is a method, between the type and
// the method.
const Dot = 'ꞏ'

// FirstVersion is what follows Mark in the name of what a session declares for the
// first time.
const FirstVersion = "g"

// UserName is the name that the user gave what name is here.
func UserName(name string) string {
	return strings.ReplaceAll(marked.ReplaceAllString(name, ""), string(Dot), ".")
}

// What follows Mark in the names of methods whose receiver is a pointer, and of
// functions and methods that are written for a list of type arguments.
const (
	ofPointer = "p"
	ofTypes   = "i"
)

// FuncName is what Go calls the function that name is here, of package main, such as
// main.(*T).M.
func FuncName(name string) string {
	base := UserName(name)
	args := ""
	if strings.Contains(name, Mark+ofTypes) {
		args = "[...]"
	}
	recv, method, is := strings.Cut(strings.TrimPrefix(base, "main."), ".")
	switch {
	case !is:
		return base + args
	case strings.Contains(name, Mark+ofPointer):
		return "main.(*" + recv + args + ")." + method
	}
	return "main." + recv + args + "." + method
}

// methodBase is the name of a function; with its type if it is a method.
func methodBase(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return f.Name()
	}
	t := types.Unalias(recv.Type())
	mark := ""
	if p, ok := t.(*types.Pointer); ok {
		t, mark = types.Unalias(p.Elem()), Mark+ofPointer
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name() + string(Dot) + f.Name() + mark
	}
	return f.Name()
}

var marked = regexp.MustCompile(Mark + "[a-z]?[0-9]*")
