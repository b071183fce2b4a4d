// Package generic holds the generic functions and types of the standard library, which the
// interpreter cannot have compiled: as sources of their own, which are lowered like the
// program's, and as compiled forms for elements of basic types.
package generic

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"runtime"
	"strings"
)

// The sources are packages of this module: internal/std has each in the folder
// that its import path names, internal/compiled is what they call that is compiled.
//
//go:embed internal
var sources embed.FS

// CompiledPath is the import path of the compiled functions of the sources.
const CompiledPath = "github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/compiled"

// A Library has the sources, each checked when it is first asked for. It is not
// safe for concurrent use.
type Library struct {
	fset     *token.FileSet
	importer types.Importer
	packages map[string]*Package
	compiled *types.Package
}

// A Package is the source of what is generic in a package. Types has the import
// path and the name of that.
type Package struct {
	Types *types.Package
	Info  *types.Info
	Decls map[*types.Func]*ast.FuncDecl
}

// New returns a library that checks the sources with the importer with which the
// programs that use it are checked.
func New(fset *token.FileSet, importer types.Importer) *Library {
	return &Library{fset: fset, importer: importer, packages: map[string]*Package{}}
}

// Package returns the source for the package at an import path, or nil.
func (l *Library) Package(importPath string) *Package {
	if p, ok := l.packages[importPath]; ok {
		return p
	}
	p := l.load(importPath)
	l.packages[importPath] = p
	return p
}

// Has reports whether the library has the source of a package.
func (l *Library) Has(p *types.Package) bool {
	if l == nil || p == nil {
		return false
	}
	source := l.packages[p.Path()]
	return source != nil && source.Types == p
}

// Own returns the source's object for obj: a generic function or type, or a
// method of such a type. It returns obj where there is no source of it.
func (l *Library) Own(obj types.Object) types.Object {
	if l == nil || obj.Pkg() == nil {
		return obj
	}
	p := l.Package(obj.Pkg().Path())
	if p == nil || p.Types == obj.Pkg() {
		return obj
	}
	if f, ok := obj.(*types.Func); ok && f.Signature().Recv() != nil {
		return p.method(f)
	}
	if own := p.Types.Scope().Lookup(obj.Name()); own != nil {
		return own
	}
	return obj
}

// method returns the source's method for m.
func (p *Package) method(m *types.Func) types.Object {
	recv := m.Signature().Recv().Type()
	if ptr, ok := recv.(*types.Pointer); ok {
		recv = ptr.Elem()
	}
	named, ok := recv.(*types.Named)
	if !ok {
		return m
	}
	own := p.Types.Scope().Lookup(named.Obj().Name())
	if own == nil {
		return m
	}
	if found, _, _ := types.LookupFieldOrMethod(own.Type(), true, p.Types, m.Name()); found != nil {
		return found
	}
	return m
}

// load parses and checks the source for a package.
func (l *Library) load(importPath string) *Package {
	files := l.parse(path.Join("internal/std", importPath))
	if len(files) == 0 {
		return nil
	}
	p := &Package{
		Info:  NewInfo(),
		Decls: map[*types.Func]*ast.FuncDecl{},
	}
	p.Types = l.check(importPath, files, p.Info)
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				p.Decls[p.Info.Defs[fn.Name].(*types.Func)] = fn
			}
		}
	}
	return p
}

// parse parses the files in a folder of sources; most packages have none.
func (l *Library) parse(folder string) []*ast.File {
	entries, err := sources.ReadDir(folder)
	if err != nil {
		return nil // no such folder
	}
	var files []*ast.File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		text, err := sources.ReadFile(path.Join(folder, e.Name()))
		if err != nil {
			panic(fmt.Sprintf("generic: %v", err))
		}
		f, err := parser.ParseFile(l.fset, path.Join(folder, e.Name()), text, parser.SkipObjectResolution)
		if err != nil {
			panic(fmt.Sprintf("generic: %v", err))
		}
		files = append(files, f)
	}
	return files
}

// check checks the files of a source; without info, only what they declare.
func (l *Library) check(importPath string, files []*ast.File, info *types.Info) *types.Package {
	conf := types.Config{
		Importer:         l,
		Sizes:            types.SizesFor("gc", runtime.GOARCH),
		IgnoreFuncBodies: info == nil,
	}
	pkg, err := conf.Check(importPath, l.fset, files, info)
	if err != nil {
		panic(fmt.Sprintf("generic: %v", err))
	}
	return pkg
}

// Import returns a package that a source imports: one of the program's importer, package
// unsafe, or the compiled functions.
func (l *Library) Import(importPath string) (*types.Package, error) {
	switch importPath {
	case "unsafe":
		return types.Unsafe, nil
	case CompiledPath:
		if l.compiled == nil {
			l.compiled = l.check(CompiledPath, l.parse("internal/compiled"), nil)
		}
		return l.compiled, nil
	}
	return l.importer.Import(importPath)
}
