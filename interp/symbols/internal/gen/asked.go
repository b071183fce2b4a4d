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
			ast.Inspect(f, func(n ast.Node) bool {
				if i, ok := n.(*ast.InterfaceType); ok {
					for _, m := range i.Methods.List {
						for _, name := range m.Names {
							names[name.Name] = name.IsExported()
						}
					}
				}
				return true
			})
		}
	}
	maps.DeleteFunc(names, func(_ string, exported bool) bool { return !exported })
	return slices.Sorted(maps.Keys(names)), nil
}
