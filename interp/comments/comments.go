// Package comments finds what source code says about the names that it
// declares: their doc comments.
package comments

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"strings"
)

// Of returns the doc comments of the names that a package declares: under ""
// that of the package, under T.M that of a method, of a field, or of a method of
// an interface.
func Of(pkg *doc.Package) map[string]string {
	c := collector{}
	c.add("", pkg.Doc)
	c.values(pkg.Consts)
	c.values(pkg.Vars)
	c.funcs("", pkg.Funcs)
	for _, t := range pkg.Types {
		c.add(t.Name, t.Doc)
		c.values(t.Consts)
		c.values(t.Vars)
		c.funcs("", t.Funcs)
		c.funcs(t.Name+".", t.Methods)
		for _, spec := range t.Decl.Specs {
			c.parts(t.Name, spec.(*ast.TypeSpec))
		}
	}
	return c
}

// Parse returns the doc comments in the text of declarations, unexported names
// and all. What does not parse has none.
func Parse(text string) map[string]string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "cell.go", "package main\n\n"+text, parser.ParseComments)
	if err != nil {
		return nil
	}
	pkg, err := doc.NewFromFiles(fset, []*ast.File{file}, "main", doc.AllDecls)
	if err != nil {
		return nil
	}
	return Of(pkg)
}

// A collector has comments by name.
type collector map[string]string

// add notes a comment, in the place of one that says less.
func (c collector) add(name, text string) {
	if text = strings.TrimSpace(text); text != "" {
		c[name] = text
	}
}

func (c collector) funcs(prefix string, list []*doc.Func) {
	for _, f := range list {
		if f.Level == 0 { // not the method of an embedded type, which has it already
			c.add(prefix+f.Name, f.Doc)
		}
	}
}

// values gives each constant and variable its own comment, or else that of its
// group.
func (c collector) values(groups []*doc.Value) {
	for _, g := range groups {
		for _, spec := range g.Decl.Specs {
			v := spec.(*ast.ValueSpec)
			for _, id := range v.Names {
				c.add(id.Name, g.Doc)
				c.add(id.Name, v.Comment.Text())
				c.add(id.Name, v.Doc.Text())
			}
		}
	}
}

// parts takes the comments of the fields of a struct and of the methods of an
// interface.
func (c collector) parts(typ string, spec *ast.TypeSpec) {
	var list *ast.FieldList
	switch e := spec.Type.(type) {
	case *ast.StructType:
		list = e.Fields
	case *ast.InterfaceType:
		list = e.Methods
	default:
		return
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			c.add(typ+"."+id.Name, f.Comment.Text())
			c.add(typ+"."+id.Name, f.Doc.Text())
		}
	}
}
