package lower

import (
	"fmt"
	"go/ast"
	"go/types"
)

// setsFinalizer reports whether a call of the function of a name is one that
// setFinalizer writes.
func (l *lowerer) setsFinalizer(name string, e *ast.CallExpr) bool {
	return name == "runtime.SetFinalizer" && len(e.Args) == 2 && !l.without(Finalizers)
}

// setFinalizer writes a call of runtime.SetFinalizer. In the interpreter a function
// value holds the variables of the function that makes it, and so would hold the value
// that the finalizer waits for. The function value is therefore made outside. That is
// possible for a declared function and for a literal that uses no outer variables.
func (l *lowerer) setFinalizer(e *ast.CallExpr, fun ast.Expr, sig *types.Signature, f *types.Func) string {
	finalizer := ast.Unparen(e.Args[1])
	if isNil(l.typeOf(finalizer)) {
		return l.looking(e, fun, sig, f)
	}
	lit, isLit := finalizer.(*ast.FuncLit)
	_, isDeclared := l.functionOf(finalizer)
	text := ""
	switch {
	case isLit && !l.usesOuter(lit):
		text = l.outside(lit)
	case isDeclared:
		text = l.expr(finalizer)
	case l.pkg.Path() != "main": // of others, for whom it need not run
		return l.looking(e, fun, sig, f)
	default:
		l.refuse(e.Args[1], "a finalizer here must be a declared function, or a literal that uses no variables around it: the interpreter keeps what any other one can see, and it would never run")
	}
	made := l.temp("made")
	fmt.Fprintf(&l.vars, "var %s any\n", made)
	fmt.Fprintf(&l.descInit, "%s = %s(%q, %s)\n", made, l.rt("NameFunc"), "main.finalizer", text)
	head, _ := l.callee(fun)
	value := l.expr(e.Args[0])
	if types.IsInterface(l.typeOf(e.Args[0])) {
		value = l.rt("Val") + "(" + value + ")"
	}
	return head + "(" + value + ", " + made + ")"
}

// usesOuter reports whether a function literal uses variables of a function around it.
func (l *lowerer) usesOuter(lit *ast.FuncLit) bool {
	uses := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, ok := l.info.Uses[id].(*types.Var)
			uses = uses || ok && !v.IsField() && !l.isSession(v) && (v.Pos() < lit.Pos() || v.Pos() >= lit.End())
		}
		return true
	})
	return uses
}

// outside writes a function literal as a declared function, and returns its name.
func (l *lowerer) outside(lit *ast.FuncLit) string {
	saved := l.fn
	defer func() { l.fn = saved }()
	name := l.temp("finalizer")
	text := l.function(l.info.TypeOf(lit).(*types.Signature), lit.Type, lit.Body, nil, "")
	l.funcs.WriteString(l.at(lit.Pos()) + "func " + name + text + "\n")
	return name
}
