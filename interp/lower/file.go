package lower

import (
	"fmt"
	"go/ast"
	"go/types"
)

// The os.Stdin of a cell is a file with nothing in it, and its os.Stdout one that
// does not know whose the text is. Where a cell reads or writes a file, by its
// methods or by those of an interface that it becomes a value of, package rt
// does, for the standard files in a way of their own. A program reads and writes
// its files itself.

// isFile reports whether t is *os.File.
func isFile(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "os" && n.Obj().Name() == "File"
}

// fileMethods are the methods of a file that read and write from where it stands,
// with what package rt has for them.
var fileMethods = map[string]string{
	"Read": "ReadFile", "WriteTo": "WriteFileTo",
	"Write": "WriteFile", "WriteString": "WriteFileString", "ReadFrom": "ReadFileFrom",
}

// usesFile reports whether a value of type from is a file that is read or written as
// a value of the interface type to.
func (l *lowerer) usesFile(from, to types.Type) bool {
	if !l.cells || !isFile(from) {
		return false
	}
	for name := range fileMethods {
		if m, _, _ := types.LookupFieldOrMethod(to, false, nil, name); m != nil {
			return true
		}
	}
	return false
}

// fileIO writes a file as a value of the interface type to.
func (l *lowerer) fileIO(text string, to types.Type) string {
	if !l.isCompiledIface(to) {
		return l.rt("File") + "(" + text + ")"
	}
	typ := l.typ(to)
	return l.helper("file "+typ, func(name string) string {
		return fmt.Sprintf("func %s(f any) %s { return f.(%s) }\n", name, typ, typ)
	}) + "(" + l.rt("File") + "(" + text + "))"
}

// convField is conv to the type of a field. The streams of a command are given
// files as such: the end of any other reader or writer would be waited for.
func (l *lowerer) convField(e ast.Expr, to types.Type, field types.Object) string {
	if !l.cells || field == nil || field.Pkg() == nil || field.Pkg().Path() != "os/exec" {
		return l.conv(e, to)
	}
	switch name := field.Name(); {
	case name == "Stdin" && isFile(l.typeOf(e)):
		return l.expr(e)
	case (name == "Stdout" || name == "Stderr") && !isUntyped(l.typeOf(e)):
		return l.rt("Inherit") + "(" + l.conv(e, to) + ")"
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
