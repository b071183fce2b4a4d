package cell

import (
	"go/ast"
	"go/types"
)

// Import returns a package as the cells know it. A session is a [types.Importer].
// Packages whose source is beside the notebook are those that the cells have imported.
func (s *Session) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if path == CommandsPath && s.packages[path] == nil {
		s.packages[path] = s.commands()
	}
	if p := s.sources[path]; p != nil {
		return p.Types, nil
	}
	if pkg := s.packages[path]; pkg != nil {
		return pkg, nil
	}
	imp := s.imp
	if s.local != nil {
		imp = importerFunc(s.local.Import)
	}
	pkg, err := imp.Import(path)
	if err == nil {
		s.packages[path] = pkg
	}
	return pkg, err
}

// bindPackages decides which of the names before a dot are packages and marks
// them: in the checker a package may then share a name with a variable of the
// session, and one function see the package where another sees the variable.
//
// A name is, in this order: what the cell imports, what the cell declares, what
// the session has imported or declared, whichever was later, a package that needs
// no import.
func (a *attempt) bindPackages(uses []*ast.Ident) {
	declares := map[string]bool{}
	for _, it := range a.items {
		for _, name := range it.names {
			declares[name] = true
		}
	}
	for _, id := range a.topVars {
		declares[id.Name] = true
	}
	find := func(name string) (string, bool) {
		if name == hidden(CommandsName) {
			return CommandsPath, true
		}
		if path, ok := a.imports[name]; ok {
			return path, true
		}
		if declares[name] {
			return "", false
		}
		if path, ok := a.Session.imports[name]; ok {
			return path, true // a declaration since would have taken the name
		}
		if sym := a.symbols[name]; sym != nil && sym.gone == "" {
			return "", false
		}
		path, ok := a.opt.Packages[name]
		return path, ok
	}
	mark(uses, a.stmtPkgs, find)
	own := func(name string) bool { return declares[name] || a.symbols[name] != nil }
	bindOuts(a.stmtFree, a.src.outs, own)
	for _, it := range a.items {
		bindOuts(it.free, a.src.outs, own)
		it.imports = map[string]string{}
		mark(it.uses, it.imports, find)
		it.deps = map[string]bool{}
		for _, id := range it.free {
			// What the language declared when this was written stays so for
			// it, as do its packages: max := 3 in a later cell breaks nothing.
			predeclared := types.Universe.Lookup(id.Name) != nil && !declares[id.Name] && a.symbols[id.Name] == nil
			if !predeclared && !containsMark(id.Name) {
				it.deps[id.Name] = true
			}
		}
	}
}

// mark renames the uses that find knows as packages, and adds their paths to found.
func mark(uses []*ast.Ident, found map[string]string, find func(string) (string, bool)) {
	for _, id := range uses {
		if path, ok := find(id.Name); ok {
			found[id.Name] = path
			id.Name += Mark
		}
	}
}

// rebind marks the packages of a declaration of an earlier cell: a function
// keeps the packages that it was written against.
func rebind(it *item) {
	mark(it.uses, it.imports, func(name string) (string, bool) {
		path, ok := it.imports[name]
		return path, ok
	})
	bindOuts(it.free, it.chunk.src.outs, func(name string) bool { return it.deps[name] })
}
