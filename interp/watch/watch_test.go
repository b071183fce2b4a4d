package watch

import (
	"fmt"
	"go/parser"
	"reflect"
	"runtime"
	"sort"
	"strings"
	"testing"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// compiled are the functions that test programs may import.
var compiled = interp.Exports{
	"sort/sort":       {"Slice": reflect.ValueOf(sort.Slice)},
	"strings/strings": {"Repeat": reflect.ValueOf(strings.Repeat)},
	"fmt/fmt":         {"Sprint": reflect.ValueOf(fmt.Sprint)},
	"runtime/runtime": {"Goexit": reflect.ValueOf(runtime.Goexit)},
	"rt/rt": {
		"D": reflect.ValueOf((*rt.D)(nil)), "Run": reflect.ValueOf(rt.Run), "Go": reflect.ValueOf(rt.Go),
		"Enter": reflect.ValueOf(rt.Enter), "Frame": reflect.ValueOf((*rt.Frame)(nil)),
	},
}

// load gives a watched interpreter a program and returns its function f.
func load(t *testing.T, code string) func() {
	t.Helper()
	i := interp.New(interp.Options{Stderr: reports{}})
	if err := i.Use(compiled); err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(i.FileSet(), "program", "package main\n"+code, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	p, err := i.CompileAST(file)
	if err != nil {
		t.Fatal(err)
	}
	Watch(i.FileSet(), file, p, Origins{Func: func(name string) string { return name }})
	if _, err := i.Execute(p); err != nil {
		t.Fatal(err)
	}
	f, err := i.Eval("main.f")
	if err != nil {
		t.Fatal(err)
	}
	return f.Interface().(func())
}

// reports takes the interpreter's reports.
type reports struct{}

func (reports) Write(text []byte) (int, error) {
	Left(text)
	return len(text), nil
}
