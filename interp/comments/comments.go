// Package comments finds the doc comments of the names that source code declares.
package comments

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// Of returns the doc comments of the names that files declare, by name. The name ""
// is that of the package; T.M is that of a method, a field, or a method of an
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

// Parse returns the doc comments in the text of declarations, or nil if the text
// does not parse.
func Parse(text string) map[string]string {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package main\n\n"+text, parser.ParseComments)
	if err != nil {
		return nil
	}
	return Of(file)
}

// A collector has doc comments by name.
type collector map[string]string

// add records the last comment of list that is not empty.
func (c collector) add(name string, list ...*ast.CommentGroup) {
	for _, group := range list {
		if text := strings.TrimSpace(group.Text()); text != "" {
			c[name] = text
		}
	}
}

// spec adds the comments of constants, variables and types: their own, or that of
// their group if they have none.
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

// receiver returns "T." for a method of T or *T, and "" for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	return Receiver(d.Recv.List[0].Type) + "."
}

// Receiver returns T for the receiver types T, *T, T[P], *T[P] and (T), and _ for any
// other expression.
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
