package lower

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A Package is one whose source is lowered, with the program that imports it
// first.
type Package struct {
	Types   *types.Package
	Info    *types.Info
	Files   []*ast.File
	Imports []*Package // of its kind
}

// declarePackages writes the packages, and their imports, as far as the session does not
// have them. It returns the statements that initialise them, in order.
func (l *lowerer) declarePackages(packages []*Package) string {
	var inits strings.Builder
	for _, p := range packages {
		if _, have := l.sources.get(p.Types); have {
			continue
		}
		inits.WriteString(l.declarePackages(p.Imports))
		l.renewNames(p.Types)
		l.sources.put(p.Types, true)
		pkg, info := l.pkg, l.info
		l.pkg, l.info = p.Types, p.Info
		inits.WriteString(l.declarePackage(p.Files))
		l.pkg, l.info = pkg, info
	}
	return inits.String()
}

// renewNames gives the types of a package that is read anew new names.
func (l *lowerer) renewNames(p *types.Package) {
	read := false
	for old := range l.sources.all {
		read = read || old.Path() == p.Path()
	}
	if !read {
		return
	}
	for _, name := range p.Scope().Names() {
		if t, ok := p.Scope().Lookup(name).(*types.TypeName); ok {
			l.names.put(t, l.temp(name))
		}
	}
}

// declarePackage writes the declarations of the files of l.pkg, and returns the
// statements that initialise it.
func (l *lowerer) declarePackage(files []*ast.File) string {
	l.deferStatic()
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
			} else if l.isImported() {
				continue // until something names it
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
		if v, ok := l.pkg.Scope().Lookup(name).(*types.Var); ok && !l.isDeferred(v) {
			l.declareVar(v)
		}
	}
	var b strings.Builder
	l.fn = &functionState{}
	order := slices.Clone(l.info.InitOrder)
	slices.SortStableFunc(order, func(a, b *types.Initializer) int {
		return cmp.Compare(l.afterStatic(a.Rhs), l.afterStatic(b.Rhs))
	})
	if l.without(InitOrder) {
		order = slices.SortedFunc(slices.Values(order), func(a, b *types.Initializer) int { return int(a.Rhs.Pos() - b.Rhs.Pos()) })
	}
	for _, in := range order {
		if !l.isDeferred(in.Lhs[0]) && !l.isUseless(in) {
			l.initialize(&b, in)
		}
	}
	for _, name := range inits {
		b.WriteString(name + "()\n")
	}
	return b.String()
}

// afterStatic returns 0 for a variable that Go's compiler initialises before the program
// begins, else 1. A function that is called through an interface sees such a variable
// initialised, whatever the order of initialisation.
func (l *lowerer) afterStatic(e ast.Expr) int {
	if l.isStatic(e) {
		return 0
	}
	return 1
}

// isStatic reports whether nothing is computed for a value.
func (l *lowerer) isStatic(e ast.Expr) bool {
	e = ast.Unparen(e)
	if tv := l.info.Types[e]; tv.Value != nil || tv.IsNil() {
		return true
	}
	switch e := e.(type) {
	case *ast.FuncLit:
		return true
	case *ast.Ident:
		_, ok := l.info.Uses[e].(*types.Func)
		return ok
	case *ast.UnaryExpr:
		_, ok := ast.Unparen(e.X).(*ast.CompositeLit)
		return e.Op == token.AND && ok && l.isStatic(e.X)
	case *ast.CompositeLit:
		if _, ok := l.info.TypeOf(e).Underlying().(*types.Map); ok {
			return false
		}
		return !slices.ContainsFunc(e.Elts, func(elt ast.Expr) bool {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			return !l.isStatic(elt)
		})
	}
	return false
}

// initialize writes the initialisation of package variables.
func (l *lowerer) initialize(b *strings.Builder, in *types.Initializer) {
	b.WriteString(l.at(in.Rhs.Pos()))
	l.findHeap(&ast.ExprStmt{X: in.Rhs})
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
		b.WriteString(l.assignMulti(lhs, in.Rhs, ""))
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
