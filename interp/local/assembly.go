package local

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/token"
	"strings"
)

// withoutAssembly are the build tags by which packages choose files in Go for those that are
// written in assembly, or that need the operating system.
var withoutAssembly = []string{"purego", "noasm", "appengine"}

// contexts returns the build contexts that may choose the files of a package, in the order in which
// they are tried: the one of this processor, then the tags that leave out assembly, then the port of
// Go that has neither assembly nor an operating system around it. Its words are of the same size.
func contexts() []build.Context {
	tags := build.Default
	tags.BuildTags = withoutAssembly
	plain := build.Default
	plain.GOOS, plain.GOARCH = "wasip1", "wasm"
	return []build.Context{build.Default, tags, plain}
}

// stubLinked gives the functions of a file that are linked to others, mostly of the runtime,
// bodies that panic: packages name some of them without calling them.
func stubLinked(f *ast.File, text []byte) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body != nil || !bytes.Contains(text, []byte("\n//go:linkname "+fn.Name.Name+" ")) {
			continue
		}
		at, why := fn.End(), fmt.Sprintf("%q", fn.Name.Name+" is a function of the runtime, and cannot be called here")
		call := &ast.CallExpr{
			Fun: &ast.Ident{NamePos: at, Name: "panic"}, Lparen: at, Rparen: at,
			Args: []ast.Expr{&ast.BasicLit{ValuePos: at, Kind: token.STRING, Value: why}},
		}
		fn.Body = &ast.BlockStmt{Lbrace: at, List: []ast.Stmt{&ast.ExprStmt{X: call}}, Rbrace: at}
	}
}

// bodiless returns errors for the functions of a package that have no body.
func (l *Loader) bodiless(importPath string, files []*ast.File) (errs Errors) {
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body != nil {
				continue
			}
			where, name := l.fset.Position(fn.Pos()), fn.Name.Name
			if importPath == "main" {
				errs = append(errs, fmt.Sprintf("%s: missing function body of %s", where, name))
				continue
			}
			errs = append(errs, fmt.Sprintf("%s: the function %s of package %s has no body. It is written in assembly, "+
				"and only Go can be run here. The package has no files in Go alone for the tags %s: write the function in Go in a copy of the "+
				"package, or do without it", where, name, importPath, strings.Join(withoutAssembly, ", ")))
		}
	}
	return errs
}
