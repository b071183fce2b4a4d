package repl

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"testing"
)

// Events lists every type of event that there is, and each takes its parent.
func TestEvents(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "Under" {
			want = append(want, f.Recv.List[0].Type.(*ast.Ident).Name)
		}
	}
	for _, e := range Events() {
		name := reflect.TypeOf(e).Name()
		got = append(got, name)
		if under := reflect.ValueOf(e.Under("a")); under.Type().Name() != name || under.FieldByName("Parent").Interface() != ID("a") {
			t.Errorf("%s is %+v under a parent", name, under)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v are listed, and there are %v", got, want)
	}
}
