package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// A typeWriter writes types as syntax.
type typeWriter struct {
	pos token.Pos // of every node that it makes
	// local names a type that a cell has declared, or its type parameter.
	local func(*types.TypeName) string
	// pkg names an imported package.
	pkg func(*types.Package) string
}

func (w *typeWriter) ident(name string) *ast.Ident {
	return &ast.Ident{NamePos: w.pos, Name: name}
}

// expr returns t as an expression. If a package does not export the type, the
// expression does not check.
func (w *typeWriter) expr(t types.Type) ast.Expr {
	switch t := t.(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return &ast.SelectorExpr{X: w.ident(w.pkg(types.Unsafe)), Sel: w.ident("Pointer")}
		}
		return w.ident(types.Default(t).(*types.Basic).Name())
	case *types.Named:
		return w.instance(t.Obj(), t.TypeArgs())
	case *types.Alias:
		return w.instance(t.Obj(), t.TypeArgs())
	case *types.TypeParam:
		return w.ident(w.local(t.Obj()))
	case *types.Pointer:
		return &ast.StarExpr{Star: w.pos, X: w.expr(t.Elem())}
	case *types.Slice:
		return &ast.ArrayType{Lbrack: w.pos, Elt: w.expr(t.Elem())}
	case *types.Array:
		return &ast.ArrayType{Lbrack: w.pos, Len: intLit(w.pos, t.Len()), Elt: w.expr(t.Elem())}
	case *types.Map:
		return &ast.MapType{Map: w.pos, Key: w.expr(t.Key()), Value: w.expr(t.Elem())}
	case *types.Chan:
		dir := map[types.ChanDir]ast.ChanDir{types.SendRecv: ast.SEND | ast.RECV, types.SendOnly: ast.SEND, types.RecvOnly: ast.RECV}[t.Dir()]
		return &ast.ChanType{Begin: w.pos, Dir: dir, Value: w.expr(t.Elem())}
	case *types.Signature:
		return w.signature(t)
	case *types.Struct:
		return w.structure(t)
	case *types.Interface:
		return w.iface(t)
	case *types.Union:
		var e ast.Expr
		for i := range t.Len() {
			term := w.expr(t.Term(i).Type())
			if t.Term(i).Tilde() {
				term = &ast.UnaryExpr{OpPos: w.pos, Op: token.TILDE, X: term}
			}
			if e == nil {
				e = term
			} else {
				e = &ast.BinaryExpr{X: e, OpPos: w.pos, Op: token.OR, Y: term}
			}
		}
		return e
	}
	panic(fmt.Sprintf("cell: no syntax for a %T", t))
}

func (w *typeWriter) instance(obj *types.TypeName, args *types.TypeList) ast.Expr {
	var e ast.Expr
	switch {
	case obj.Pkg() == nil:
		e = w.ident(obj.Name())
	case isCellPackage(obj.Pkg()):
		e = w.ident(w.local(obj))
	default:
		e = &ast.SelectorExpr{X: w.ident(w.pkg(obj.Pkg())), Sel: w.ident(obj.Name())}
	}
	var list []ast.Expr
	for i := range args.Len() {
		list = append(list, w.expr(args.At(i)))
	}
	return index(e, list)
}

// index returns e[list...], or e where list is empty.
func index(e ast.Expr, list []ast.Expr) ast.Expr {
	switch len(list) {
	case 0:
		return e
	case 1:
		return &ast.IndexExpr{X: e, Lbrack: e.End(), Index: list[0], Rbrack: e.End()}
	}
	return &ast.IndexListExpr{X: e, Lbrack: e.End(), Indices: list, Rbrack: e.End()}
}

func (w *typeWriter) signature(t *types.Signature) *ast.FuncType {
	return &ast.FuncType{Func: w.pos, Params: w.tuple(t.Params(), t.Variadic()), Results: w.tuple(t.Results(), false)}
}

func (w *typeWriter) tuple(t *types.Tuple, variadic bool) *ast.FieldList {
	list := &ast.FieldList{Opening: w.pos, Closing: w.pos}
	for i := range t.Len() {
		typ := w.expr(t.At(i).Type())
		if variadic && i == t.Len()-1 {
			typ = &ast.Ellipsis{Ellipsis: w.pos, Elt: w.expr(t.At(i).Type().(*types.Slice).Elem())}
		}
		list.List = append(list.List, &ast.Field{Type: typ})
	}
	return list
}

func (w *typeWriter) structure(t *types.Struct) ast.Expr {
	list := &ast.FieldList{Opening: w.pos, Closing: w.pos}
	for i := range t.NumFields() {
		v := t.Field(i)
		f := &ast.Field{Type: w.expr(v.Type())}
		if !v.Embedded() {
			f.Names = []*ast.Ident{w.ident(v.Name())}
		}
		if tag := t.Tag(i); tag != "" {
			f.Tag = &ast.BasicLit{ValuePos: w.pos, Kind: token.STRING, Value: strconv.Quote(tag)}
		}
		list.List = append(list.List, f)
	}
	return &ast.StructType{Struct: w.pos, Fields: list}
}

func (w *typeWriter) iface(t *types.Interface) ast.Expr {
	list := &ast.FieldList{Opening: w.pos, Closing: w.pos}
	for i := range t.NumExplicitMethods() {
		m := t.ExplicitMethod(i)
		list.List = append(list.List, &ast.Field{Names: []*ast.Ident{w.ident(m.Name())}, Type: w.signature(m.Signature())})
	}
	for i := range t.NumEmbeddeds() {
		list.List = append(list.List, &ast.Field{Type: w.expr(t.EmbeddedType(i))})
	}
	return &ast.InterfaceType{Interface: w.pos, Methods: list}
}

func intLit(pos token.Pos, n int64) *ast.BasicLit {
	return &ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: strconv.FormatInt(n, 10)}
}

// isCellPackage reports whether p is the package of the cells. Each check makes a
// new one under the same path.
func isCellPackage(p *types.Package) bool { return p != nil && p.Path() == "main" }

// TypeExpr returns the syntax of a type. local names the types that cells declare,
// and pkg the packages of others.
func TypeExpr(t types.Type, local func(*types.TypeName) string, pkg func(*types.Package) string) ast.Expr {
	w := typeWriter{local: local, pkg: pkg}
	return w.expr(t)
}
