// Package symbols holds what cells can import: for the checker the types of
// each package, for the interpreter its functions, variables and types. Both
// are made from the compiler's export data by one generator, so that they
// agree; go generate makes them anew, with the packages of nvsd as they are.
// For the reader it has their doc comments (doc.go).
package symbols

//go:generate go run ./internal/gen/cmd

import (
	"strings"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/table"
)

const module = "github.com/nvsd-kernel/nvsd-kernel/"

// Exports returns the values of the packages, for interp.Use.
func Exports() interp.Exports {
	all := interp.Exports{}
	for _, path := range table.Paths() {
		name, _, symbols := table.Package(path)
		// A package with nothing compiled in it (slices, maps, cmp) is one
		// that the interpreter has in source, if it does not find it here.
		if entries := symbols(); len(entries) > 0 {
			all[path+"/"+name] = entries
		}
	}
	return all
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
// before others; math/rand/v2 before math/rand and crypto/rand, text/template before
// html/template.
func rank(path string) int {
	switch {
	case strings.HasPrefix(path, module):
		return 0
	case path == "math/rand" || path == "crypto/rand" || path == "html/template":
		return 2
	case !strings.Contains(path, "."):
		return 1
	}
	return 3
}
