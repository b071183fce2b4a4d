// Package comments finds what source code says about the names that it
// declares: their doc comments.
package comments

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// Of returns the doc comments of the names that files declare: under "" that of
// the package, under T.M that of a method, of a field, or of a method of an
// interface.
func Of(files ...*ast.File) map[string]string {
	c := collector{}
	for _, f := range files {
		c.add("", f.Doc)
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				c.add(receiver(d)+d.Name.Name, d.Doc)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					c.spec(d, spec)
				}
			}
		}
	}
	return c
}

// Parse returns the doc comments in the text of declarations. What does not
// parse has none.
func Parse(text string) map[string]string {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package main\n\n"+text, parser.ParseComments)
	if err != nil {
		return nil
	}
	return Of(file)
}

// A collector has comments by name.
type collector map[string]string

// add notes the last of the comments that says something.
func (c collector) add(name string, list ...*ast.CommentGroup) {
	for _, group := range list {
		if text := strings.TrimSpace(group.Text()); text != "" {
			c[name] = text
		}
	}
}

// spec takes the comments of constants, variables and types: their own, or else
// that of their group.
func (c collector) spec(group *ast.GenDecl, spec ast.Spec) {
	switch s := spec.(type) {
	case *ast.ValueSpec:
		for _, id := range s.Names {
			c.add(id.Name, group.Doc, s.Comment, s.Doc)
		}
	case *ast.TypeSpec:
		c.add(s.Name.Name, group.Doc, s.Comment, s.Doc)
		switch t := s.Type.(type) {
		case *ast.StructType:
			c.parts(s.Name.Name, t.Fields)
		case *ast.InterfaceType:
			c.parts(s.Name.Name, t.Methods)
		}
	}
}

func (c collector) parts(typ string, list *ast.FieldList) {
	for _, f := range list.List {
		for _, id := range f.Names {
			c.add(typ+"."+id.Name, f.Comment, f.Doc)
		}
	}
}

// receiver is "T." of a method of T or *T, and "" of a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	return Receiver(d.Recv.List[0].Type) + "."
}

// Receiver is T in the types T, *T, T[P], *T[P] and (T) of a receiver, and _ in
// what is none.
func Receiver(t ast.Expr) string {
	for {
		switch x := t.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		default:
			return "_"
		}
	}
}
