package lower

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
)

// Program lowers the files of a package main that has been checked. library has
// the sources of generic functions.
func Program(files []*ast.File, pkg *types.Package, info *types.Info, library *generic.Library) (*Result, error) {
	l := newLowerer(&Session{Library: library}, pkg, info)
	return l.run(func() { l.program(files) })
}

func (l *lowerer) program(files []*ast.File) {
	var inits []string
	var funcs []*types.Func
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Name.Name == "_" || fn.Body == nil {
				continue
			}
			obj := l.info.Defs[fn.Name].(*types.Func)
			l.bodies.put(obj, &Body{Decl: fn, Sig: obj.Signature(), Info: l.info})
			if fn.Name.Name == "init" && fn.Recv == nil {
				name := l.temp("init")
				l.names.put(obj, name)
				inits = append(inits, name)
			}
			funcs = append(funcs, obj)
		}
	}
	for _, obj := range funcs {
		if !isGeneric(obj) {
			l.declareFunc(l.objName(obj), l.body(obj), nil)
		}
	}
	for _, name := range l.pkg.Scope().Names() {
		if v, ok := l.pkg.Scope().Lookup(name).(*types.Var); ok {
			l.declareVar(v)
		}
	}
	var b strings.Builder
	l.fn = &function{}
	for _, in := range l.info.InitOrder {
		l.initialize(&b, in)
	}
	for _, name := range inits {
		b.WriteString(name + "()\n")
	}
	if m := l.pkg.Scope().Lookup("main"); m != nil {
		b.WriteString(l.objName(m) + "()\n")
	}
	l.entry = b.String()
}

// initialize writes the initialisation of package variables.
func (l *lowerer) initialize(b *strings.Builder, in *types.Initializer) {
	b.WriteString(l.at(in.Rhs.Pos()))
	switch {
	case len(in.Lhs) == 1 && in.Lhs[0].Name() == "_":
		b.WriteString("_ = " + l.conv(in.Rhs, in.Lhs[0].Type()) + "\n")
	case len(in.Lhs) == 1:
		b.WriteString(l.objName(in.Lhs[0]) + " = " + l.conv(in.Rhs, in.Lhs[0].Type()) + "\n")
	default:
		var lhs []target
		for _, v := range in.Lhs {
			if v.Name() == "_" {
				lhs = append(lhs, target{blank: true})
			} else {
				lhs = append(lhs, target{text: l.objName(v), typ: v.Type()})
			}
		}
		b.WriteString(l.assignMulti(lhs, in.Rhs))
	}
}

// declareVar declares a variable at package level.
func (l *lowerer) declareVar(v *types.Var) {
	l.now = v.Pos()
	fmt.Fprintf(&l.vars, "var %s %s\n", l.objName(v), l.typ(v.Type()))
}

func isGeneric(f *types.Func) bool {
	sig := f.Signature()
	return sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0
}
