package lower

import (
	"go/ast"
	"go/types"
)

// The functions of a package that is imported as source, and its variables for whose values
// nothing is computed, are written when something names them: most programs use few of them.

// A deferredVar is a variable that is written when something names it.
type deferredVar struct {
	pkg  *types.Package
	info *types.Info
	init *types.Initializer
}

// isImported reports whether the package at hand is one that a program or a cell imports.
func (l *lowerer) isImported() bool { return l.pkg.Path() != "main" }

// deferStatic defers the variables of the package at hand, if it is imported, that Go's
// compiler initialises before the program begins.
func (l *lowerer) deferStatic() {
	if !l.isImported() || l.without(InitOrder) {
		return
	}
	for _, in := range l.info.InitOrder {
		if len(in.Lhs) == 1 && in.Lhs[0].Name() != "_" && l.isStatic(in.Rhs) {
			l.deferred.put(in.Lhs[0], deferredVar{l.pkg, l.info, in})
		}
	}
}

func (l *lowerer) isDeferred(v *types.Var) bool {
	_, ok := l.deferred.get(v)
	return ok
}

// writeNamed writes a function or a variable that has been deferred until something names it.
func (l *lowerer) writeNamed(obj types.Object, name string) {
	switch obj := obj.(type) {
	case *types.Func:
		b, ok := l.bodies.get(obj)
		if ok && obj.Pkg().Path() != "main" && !isGeneric(obj) {
			l.queue = append(l.queue, func() { l.declareFunc(name, b, nil) })
		}
	case *types.Var:
		v, ok := l.deferred.get(obj)
		if !ok {
			return
		}
		l.queue = append(l.queue, func() {
			pkg, info, fn, env := l.pkg, l.info, l.fn, l.env
			l.pkg, l.info, l.fn, l.env = v.pkg, v.info, &functionState{}, nil
			l.declareVar(obj)
			l.initialize(&l.statics, v.init)
			l.pkg, l.info, l.fn, l.env = pkg, info, fn, env
		})
	}
}

// isUseless reports whether an initialiser of an imported package does nothing, as that of
// var _ I = (*T)(nil), by which packages have their types checked.
func (l *lowerer) isUseless(in *types.Initializer) bool {
	if !l.isImported() || len(in.Lhs) != 1 || in.Lhs[0].Name() != "_" {
		return false
	}
	e := ast.Unparen(in.Rhs)
	if conv, ok := e.(*ast.CallExpr); ok && len(conv.Args) == 1 && l.info.Types[conv.Fun].IsType() {
		e = conv.Args[0]
	}
	return l.isStatic(e)
}
