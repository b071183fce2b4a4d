package gen

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
)

// Asked returns the names of the exported methods of the interfaces in the sources
// of packages, in order. Unexported and unnamed interfaces count too, because packages
// use them in assertions to find optional methods.
func Asked(paths []string) ([]string, error) {
	packages, err := list(paths)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, p := range packages {
		files, err := p.parse(token.NewFileSet(), p.GoFiles)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			noteMethods(f, names)
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// noteMethods adds the exported methods of the interfaces of a file to names.
func noteMethods(f *ast.File, names map[string]bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		i, ok := n.(*ast.InterfaceType)
		if !ok {
			return true
		}
		for _, m := range i.Methods.List {
			for _, name := range m.Names {
				if name.IsExported() {
					names[name.Name] = true
				}
			}
		}
		return true
	})
}
