// Package shipped is for tests: a table of the kernels of package kern, and what holds it, and
// tables of penalties, to the types that the packages have, so that none leaves out a new type.
package shipped

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Kernels fails if the table has no instance of a kernel of the package in dir. The types
// in except need none.
func Kernels[T any](t testing.TB, dir string, table []T, except ...string) {
	t.Helper()
	everyType(t, dir, table, except, "Eval", "Grad", "Mixed")
}

// Penalties fails if the table has no instance of a penalty of the package in dir. The
// types in except need none.
func Penalties[T any](t testing.TB, dir string, table []T, except ...string) {
	t.Helper()
	everyType(t, dir, table, except, "Value", "Prox")
}

// everyType fails if the table has no value of a type of the package in dir that has all
// the methods. The type need not be exported: what constructors return counts too.
func everyType[T any](t testing.TB, dir string, table []T, except []string, methods ...string) {
	t.Helper()
	path, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, v := range table {
		if typ := reflect.TypeOf(v); strings.HasSuffix(typ.PkgPath(), "/"+filepath.Base(path)) {
			seen[typ.Name()] = true
		}
	}
	types := withMethods(t, dir, methods)
	for name := range types {
		if !seen[name] && !slices.Contains(except, name) {
			t.Errorf("the table has no instance of the type %s of package %s: add one", name, filepath.Base(path))
		}
		delete(seen, name)
	}
	for name := range seen {
		t.Errorf("the source of package %s shows no type %s with the methods %v", filepath.Base(path), name, methods)
	}
	for _, name := range except {
		if !types[name] {
			t.Errorf("%s is excepted, and package %s has no such type with the methods %v", name, filepath.Base(path), methods)
		}
	}
}

// withMethods returns the names of the types of the package in dir that have all the
// methods, their own or promoted ones.
func withMethods(t testing.TB, dir string, methods []string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no source in %s: %v", dir, err)
	}
	embeds := make(map[string][]string)     // type to the types that it embeds
	own := make(map[string]map[string]bool) // type to its methods
	abstract := make(map[string]bool)       // the types that are interfaces
	method := func(typ, name string) {
		if own[typ] == nil {
			own[typ] = make(map[string]bool)
		}
		own[typ][name] = true
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil {
					method(typeName(n.Recv.List[0].Type), n.Name.Name)
				}
				return false
			case *ast.TypeSpec:
				var fields *ast.FieldList
				switch typ := n.Type.(type) {
				case *ast.StructType:
					fields = typ.Fields
				case *ast.InterfaceType:
					fields, abstract[n.Name.Name] = typ.Methods, true
				default:
					return false
				}
				for _, field := range fields.List {
					for _, name := range field.Names {
						if abstract[n.Name.Name] {
							method(n.Name.Name, name.Name)
						}
					}
					if field.Names == nil {
						embeds[n.Name.Name] = append(embeds[n.Name.Name], typeName(field.Type))
					}
				}
				return false
			}
			return true
		})
	}
	var has func(typ, method string) bool
	has = func(typ, method string) bool {
		return own[typ][method] || slices.ContainsFunc(embeds[typ], func(inner string) bool { return has(inner, method) })
	}
	found := make(map[string]bool)
	for _, typ := range slices.Concat(slices.Collect(maps.Keys(own)), slices.Collect(maps.Keys(embeds))) {
		lacks := func(method string) bool { return !has(typ, method) }
		if !abstract[typ] && !slices.ContainsFunc(methods, lacks) {
			found[typ] = true
		}
	}
	return found
}

func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
