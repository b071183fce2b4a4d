package lower

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// goStmt evaluates the function and the arguments, and calls later.
func (l *lowerer) goStmt(c *ast.CallExpr) string {
	if l.without(GoStatements) {
		return "go " + l.exprStmt(c)
	}
	f, _ := l.later(c)
	return l.rt("Go") + "(" + f + ")\n"
}

func (l *lowerer) deferStmt(c *ast.CallExpr) string {
	if l.without(DeferredCalls) {
		return "defer " + l.exprStmt(c)
	}
	f, direct := l.later(c)
	return fmt.Sprintf("%s.Defer(%t, %s)\n", l.fn.deferred, direct, f)
}

// later writes a func() that makes a call whose function and arguments are
// evaluated now. direct reports whether recover works in the function that is
// called.
func (l *lowerer) later(c *ast.CallExpr) (f string, direct bool) {
	fun := ast.Unparen(c.Fun)
	p := &postponed{lowerer: l}
	tuple, several := l.several(c)
	if tv := l.info.Types[c.Fun]; tv.IsBuiltin() {
		if several {
			return l.laterOfCall(c, tuple), false
		}
		return p.builtinCall(c, fun.(*ast.Ident).Name), false
	}
	sig := l.coreSignature(c.Fun)
	if lit, ok := fun.(*ast.FuncLit); ok && len(c.Args) == 0 {
		_, recovers := uses(l.info, lit.Body)
		return p.literalCall(lit, sig), recovers
	}
	direct = l.mayRecover(fun)
	if several && isFuncName(l, fun) {
		return l.laterOfCall(c, tuple), direct
	}
	if _, ok := l.special(c, fun, sig); ok {
		return p.specialCall(c, fun, sig), direct
	}
	head, args := p.function(fun, sig)
	if several {
		return p.callWithResults(c, sig, tuple, head, args), direct
	}
	for i, a := range l.args(sig, c) {
		args = append(args, p.argument(c, sig, i, a))
	}
	return p.wrap(head + "(" + strings.Join(args, ", ") + ")\n"), direct
}

// mayRecover reports whether recover works in the function that a call names: it does
// not in a function of the program that does not call recover.
func (l *lowerer) mayRecover(fun ast.Expr) bool {
	if id, ok := fun.(*ast.Ident); ok {
		if b := l.body(l.info.Uses[id]); b != nil {
			_, recovers := uses(b.Info, b.Decl.Body)
			return recovers
		}
	}
	return true
}

// A postponed call has its function and its arguments in the parameters of a function
// around it, which is called now.
type postponed struct {
	*lowerer
	params, values []string
}

// keep evaluates a value now; it returns the parameter that has it.
func (p *postponed) keep(typ, value string) string {
	name := p.temp("a")
	p.params, p.values = append(p.params, name+" "+typ), append(p.values, value)
	return name
}

// keepArgument evaluates an argument now; it returns an expression for its parameter.
func (p *postponed) keepArgument(a ast.Expr) ast.Expr {
	t := p.typeOf(a)
	return p.standIn(a, p.keep(p.typ(t), p.expr(a)), t)
}

// wrap writes the func() that makes the call, and around it what it keeps.
func (p *postponed) wrap(call string) string {
	return p.around(rt.Part + "func() {\n" + call + "}")
}

// around puts the function with the parameters around a func().
func (p *postponed) around(f string) string {
	if len(p.params) == 0 {
		return f
	}
	return applied(strings.Join(p.params, ", "), f, strings.Join(p.values, ", "))
}

// applied writes the call of a function that returns the func() f.
func applied(params, f, values string) string {
	return rt.Part + "func(" + params + ") func() {\nreturn " + f + "\n}(" + values + ")"
}

// builtinCall writes the later call of a function that the language has.
func (p *postponed) builtinCall(c *ast.CallExpr, name string) string {
	if name == "recover" {
		return "func() {\n" + p.fn.frame + ".Recover()\n}"
	}
	call := *c
	call.Args = nil
	for i, a := range c.Args {
		isType := (name == "make" || name == "new") && i == 0
		if !isType && p.info.Types[a].Value == nil && !isNil(p.typeOf(a)) {
			a = p.keepArgument(a)
		}
		call.Args = append(call.Args, a)
	}
	return p.wrap(p.exprStmt(&call))
}

// literalCall writes the later call of a function literal without arguments.
func (p *postponed) literalCall(lit *ast.FuncLit, sig *types.Signature) string {
	if sig.Results().Len() == 0 {
		return p.funcLit(lit)
	}
	f := p.keep(p.typ(sig), p.funcLit(lit))
	return p.wrap(f + "()\n")
}

// specialCall writes the later call of a function that lowering has a rule for.
func (p *postponed) specialCall(c *ast.CallExpr, fun ast.Expr, sig *types.Signature) string {
	call := *c
	call.Args = nil
	for _, a := range c.Args {
		if p.info.Types[a].Value == nil && !isUntyped(p.typeOf(a)) {
			a = p.keepArgument(a)
		}
		call.Args = append(call.Args, a)
	}
	text, _ := p.special(&call, fun, sig)
	return p.wrap(text + "\n")
}

// function evaluates the function of a call now, or its receiver. It returns what
// is called later, with the receiver as the first argument.
func (p *postponed) function(fun ast.Expr, sig *types.Signature) (head string, args []string) {
	head, receiver := p.callee(fun)
	switch {
	case receiver != "":
		args = append(args, p.keep(p.receiverType(fun), p.notNil(receiver, fun)))
	case !isFuncName(p.lowerer, fun):
		head = p.keep(p.typ(sig), p.expr(fun))
	}
	return head, args
}

// argument evaluates an argument now, which is the i-th of a call and is written as
// text; it returns what is passed later.
func (p *postponed) argument(c *ast.CallExpr, sig *types.Signature, i int, text string) string {
	if spread, ok := strings.CutSuffix(text, "..."); ok {
		last := sig.Params().At(sig.Params().Len() - 1)
		return p.keep(p.typ(last.Type()), spread) + "..."
	}
	return p.keep(p.typ(p.paramType(c, sig, i)), text)
}

// callWithResults writes the later call of a function whose arguments, but for those
// in args, are the results of the call that is c's argument.
func (p *postponed) callWithResults(c *ast.CallExpr, sig *types.Signature, results *types.Tuple, head string, args []string) string {
	var params []string
	for i := range results.Len() {
		name, t := p.temp("a"), results.At(i).Type()
		params = append(params, name+" "+p.typ(t))
		args = append(args, p.convert(name, p.subst(t), p.paramType(c, sig, i)))
	}
	call := rt.Part + "func() {\n" + head + "(" + strings.Join(args, ", ") + ")\n}"
	return p.around(applied(strings.Join(params, ", "), call, p.expr(c.Args[0])))
}

// paramType returns the type of the parameter that gets the i-th argument of a call.
func (l *lowerer) paramType(c *ast.CallExpr, sig *types.Signature, i int) types.Type {
	n := sig.Params().Len()
	t := sig.Params().At(min(i, n-1)).Type()
	if sig.Variadic() && i >= n-1 && !c.Ellipsis.IsValid() {
		t = elemOf(t)
	}
	return l.subst(t)
}

// notNil writes the receiver of a method that is called later. One of an interface
// is looked at now: its method is.
func (l *lowerer) notNil(receiver string, fun ast.Expr) string {
	if l.receiverType(fun) != "any" {
		return receiver
	}
	return l.helper("not nil", func(name string) string {
		return fmt.Sprintf("func %s(x any) any { if x == nil { %s() }; return x }\n", name, l.rt("Nil"))
	}) + "(" + receiver + ")"
}

// receiverType is the type of the receiver of a called method.
func (l *lowerer) receiverType(fun ast.Expr) string {
	sel := fun.(*ast.SelectorExpr)
	obj, _, _ := types.LookupFieldOrMethod(l.typeOf(sel.X), true, l.pkg, sel.Sel.Name)
	m := obj.(*types.Func)
	rt := m.Signature().Recv().Type()
	if isPointer(rt) {
		return "*" + l.typ(l.recvNamed(sel))
	}
	return l.typ(l.recvNamed(sel))
}

// recvNamed is the receiver's type with the arguments that it has at sel.
func (l *lowerer) recvNamed(sel *ast.SelectorExpr) types.Type {
	_, path, _ := types.LookupFieldOrMethod(l.typeOf(sel.X), true, l.pkg, sel.Sel.Name)
	_, have := l.receiver("", l.typeOf(sel.X), path)
	if p, ok := types.Unalias(have).(*types.Pointer); ok {
		have = p.Elem()
	}
	return have
}

// standIn is an identifier that stands for a variable of the lowered program.
func (l *lowerer) standIn(e ast.Expr, name string, t types.Type) ast.Expr {
	v := types.NewVar(e.Pos(), l.pkg, name, t)
	l.locals[v] = name
	id := &ast.Ident{NamePos: e.Pos(), Name: name}
	l.info.Uses[id] = v
	l.info.Types[id] = types.TypeAndValue{Type: t}
	return id
}

// isFuncName reports whether f names a declared function, and not a variable.
func isFuncName(l *lowerer, f ast.Expr) bool {
	switch f := ast.Unparen(f).(type) {
	case *ast.Ident:
		_, ok := l.info.Uses[f].(*types.Func)
		return ok
	case *ast.SelectorExpr:
		_, ok := l.info.Uses[f.Sel].(*types.Func)
		if !ok {
			return false
		}
		if id, ok := f.X.(*ast.Ident); ok {
			_, ok := l.info.Uses[id].(*types.PkgName)
			return ok
		}
		return false
	case *ast.IndexExpr:
		return isFuncName(l, f.X)
	case *ast.IndexListExpr:
		return isFuncName(l, f.X)
	}
	return false
}
