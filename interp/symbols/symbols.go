// Package symbols holds what cells can import: for the checker the types of
// each package, for the interpreter its functions, variables and types. Both
// are made from the compiler's export data by one generator, so that they
// agree; go generate makes them anew, with the packages of nvsd as they are.
// For the reader it has their doc comments (doc.go).
package symbols

//go:generate go run ./internal/gen/cmd

import (
	"maps"
	"reflect"
	"strings"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/table"
)

const module = "github.com/nvsd-kernel/nvsd-kernel/"

// Values returns the values of the package at path by their names, or nil if
// there is no such package. A package of [rt.HiddenPath] is one, too.
func Values(path string) map[string]reflect.Value {
	if home, typ, ok := rt.Hidden(path); ok {
		return hiddenValues(home, typ)
	}
	_, _, symbols := table.Package(path)
	if symbols == nil {
		return nil
	}
	values := symbols()
	maps.Copy(values, table.Wrappers(path))
	return values
}

// closeInterfaces adds wrappers for the interfaces that have none, since no other
// package can have their methods: the interpreter looks for one even where it assigns
// nil.
func closeInterfaces(values map[string]reflect.Value) {
	for name, v := range values {
		t := v.Type()
		if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Interface || t.Elem().Name() != name || t.Elem().NumMethod() == 0 {
			continue
		}
		if _, ok := values["_"+name]; !ok {
			values["_"+name] = reflect.ValueOf((*struct{ IValue any })(nil))
		}
	}
}

// Exports returns values of the package at path for interp.Use.
//
// By the key "fmt/fmt" the interpreter would know the standard library, and
// replace some of it in its own way. It takes the spelling that is used here for
// the same package.
func Exports(path string, values map[string]reflect.Value) interp.Exports {
	name, _, _ := table.Package(path)
	if name == "" {
		name = hiddenPackage
	}
	closeInterfaces(values)
	return interp.Exports{path + "//" + name: values}
}

// Wrappers returns for interp.Use, of all packages, what lets values of cells'
// types be their interfaces. A value can come to be one of an interface of a
// package that no cell imports, so the interpreter has these with the first
// package that a cell imports, and the rest of a package when a cell imports it.
func Wrappers() interp.Exports {
	all := interp.Exports{}
	for _, path := range table.Paths() {
		if wrappers := table.Wrappers(path); wrappers != nil {
			maps.Copy(all, Exports(path, wrappers))
		}
	}
	return all
}

// Interfaces tells package rt of the interfaces of the packages.
func Interfaces() rt.Interfaces {
	return rt.Interfaces{Wrapper: wrapper, Asks: table.Asked}
}

// wrapper returns the type of the wrapper of a compiled interface, or nil if there
// is none.
func wrapper(iface reflect.Type) reflect.Type {
	w, ok := table.Wrappers(iface.PkgPath())["_"+iface.Name()]
	if !ok {
		return nil
	}
	return w.Type().Elem()
}

// Paths returns the paths of the packages that a cell may import, in order.
func Paths() []string { return table.Paths() }

// Packages returns the packages that a cell may use without importing them:
// path by name. Of two packages with one name it has the one that a notebook
// means.
func Packages() map[string]string {
	byName := map[string]string{}
	for _, path := range table.Paths() {
		name, _, _ := table.Package(path)
		if old, ok := byName[name]; !ok || rank(path) < rank(old) {
			byName[name] = path
		}
	}
	return byName
}

// rank orders packages that share a name: nvsd's before the standard library's
// before others; math/rand/v2 before math/rand and crypto/rand, text/template and
// text/scanner before html/template and go/scanner; gonum's palettes and physical
// constants before those of image/color and of package go/constant.
func rank(path string) int {
	switch {
	case strings.HasPrefix(path, module):
		return 0
	case path == "math/rand" || path == "crypto/rand" || path == "html/template" || path == "go/scanner":
		return 2
	case path == "image/color/palette" || path == "go/constant":
		return 4
	case !strings.Contains(path, "."):
		return 1
	}
	return 3
}
