package lower

import (
	"fmt"
	"go/ast"
	"go/types"
)

// The os.Stdin of a cell is a file with nothing in it. Where a cell reads from a
// file, by its methods or by those of an interface that it becomes a value of,
// package rt does, and asks the user if it is that one. A program reads its
// files itself.

// isFile tells the type *os.File.
func isFile(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "os" && n.Obj().Name() == "File"
}

// fileReaders are the methods of a file that read to its end, with what package
// rt has for them.
var fileReaders = map[string]string{"Read": "ReadFile", "WriteTo": "WriteFileTo"}

// readsFile tells whether a value of type from is a file that is read as a value
// of the interface type to.
func (l *lowerer) readsFile(from, to types.Type) bool {
	if !l.cells || !isFile(from) {
		return false
	}
	for name := range fileReaders {
		if m, _, _ := types.LookupFieldOrMethod(to, false, nil, name); m != nil {
			return true
		}
	}
	return false
}

// fileReader writes a file as a value of the interface type to.
func (l *lowerer) fileReader(text string, to types.Type) string {
	if !l.isCompiledIface(to) {
		return l.rt("Reader") + "(" + text + ")"
	}
	typ := l.typ(to)
	return l.helper("reader "+typ, func(name string) string {
		return fmt.Sprintf("func %s(r any) %s { return r.(%s) }\n", name, typ, typ)
	}) + "(" + l.rt("Reader") + "(" + text + "))"
}

// convField is conv to the type of a field. The Stdin of a command is given a file
// as such: the end of any other reader would be waited for.
func (l *lowerer) convField(e ast.Expr, to types.Type, field types.Object) string {
	if field != nil && field.Pkg() != nil && field.Pkg().Path() == "os/exec" && field.Name() == "Stdin" && isFile(l.typeOf(e)) {
		return l.expr(e)
	}
	return l.conv(e, to)
}

// fieldOf returns the field that an expression names, or nil.
func (l *lowerer) fieldOf(e ast.Expr) types.Object {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		return l.info.Uses[sel.Sel]
	}
	return nil
}
