package widget

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"testing"
)

// A cell calls the method of its interpreter's kit in the place of a function. Without the
// method its control would be that of a program, which no page changes.
func TestEveryFunctionIsAMethodOfTheKit(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "program.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !f.Name.IsExported() {
			continue
		}
		found++
		if _, ok := reflect.TypeFor[*Kit]().MethodByName(f.Name.Name); !ok {
			t.Errorf("%s is no method of Kit", f.Name.Name)
		}
	}
	if methods := reflect.TypeFor[*Kit]().NumMethod(); found != methods {
		t.Errorf("%d functions for %d methods of Kit", found, methods)
	}
}
