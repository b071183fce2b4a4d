// Package symbols holds the packages that cells can import. The checker uses the
// types of each package; the interpreter uses its functions, variables and types.
// One generator makes both from the compiler's export data, so they agree. go
// generate renews them after a change of nvsd's packages. The package also has the
// doc comments of all packages (doc.go).
package symbols

//go:generate go run ./internal/gen/cmd

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/table"
)

const module = "github.com/nvsd-kernel/nvsd-kernel/"

// Values returns the values of the package at path by their names, or nil if
// there is no such package. The paths of [rt.HiddenPath] are valid, too.
func Values(path string) map[string]reflect.Value {
	if home, typ, ok := rt.Hidden(path); ok {
		return hiddenValues(home, typ)
	}
	_, symbols := table.Package(path)
	if symbols == nil {
		return nil
	}
	values := symbols()
	maps.Copy(values, table.Wrappers(path))
	return values
}

// closeInterfaces adds wrappers for the interfaces that have none, because no other
// package can implement their methods. The interpreter needs a wrapper even to assign
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
// By a key such as "fmt/fmt" the interpreter would recognise the standard library and
// replace parts of it. It accepts the spelling used here for the same package.
func Exports(path string, values map[string]reflect.Value) interp.Exports {
	name, _ := table.Package(path)
	if name == "" {
		name = hiddenPackage
	}
	closeInterfaces(values)
	return interp.Exports{path + "//" + name: values}
}

// Wrappers returns, for interp.Use, the wrappers of all packages. They let values of
// cells' types implement compiled interfaces. A value can become an interface of a
// package that no cell imports. So the interpreter gets all wrappers with the first
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

// Interfaces returns the interfaces of the packages for package rt.
func Interfaces() rt.Interfaces {
	return rt.Interfaces{Wrapper: wrapper, Asks: table.Asked}
}

// wrapper returns the type of the wrapper of a compiled interface, or nil if the
// interface has none.
func wrapper(iface reflect.Type) reflect.Type {
	w, ok := table.Wrappers(iface.PkgPath())["_"+iface.Name()]
	if !ok {
		return nil
	}
	return w.Type().Elem()
}

// Paths returns the paths of the packages that a cell may import, in order.
func Paths() []string { return table.Paths() }

// layers are the packages of nvsd whose types and functions its root shows under the names that
// users know. A cell imports one where it names a type of a result.
var layers = []string{"choose", "model", "problem", "progress", "proof", "record", "refusal", "resample", "score", "search"}

// isLayer reports whether a package is a layer of nvsd.
func isLayer(path string) bool {
	name, is := strings.CutPrefix(path, module+"stdlib/nvsd/")
	return is && slices.Contains(layers, name)
}

// Packages returns the packages that a cell may use without importing them:
// path by name. If several packages have the same name, it has the one that a
// notebook means. The layers of nvsd are not among them.
func Packages() map[string]string {
	byName := map[string]string{}
	for _, path := range table.Paths() {
		if isLayer(path) {
			continue
		}
		name, _ := table.Package(path)
		if old, ok := byName[name]; !ok || rank(path) < rank(old) {
			byName[name] = path
		}
	}
	return byName
}

// Own reports whether a package is one of the project's.
func Own(path string) bool { return strings.HasPrefix(path, module) }

// rank orders packages that share a name: nvsd's first, then the standard library's,
// then others; math/rand/v2 before math/rand and crypto/rand, text/template and
// text/scanner before html/template and go/scanner; gonum's palettes and physical
// constants before those of image/color and of package go/constant.
func rank(path string) int {
	switch {
	case Own(path):
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
