package lower

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// call writes a call, or a conversion.
func (l *lowerer) call(e *ast.CallExpr) string {
	tv := l.info.Types[e.Fun]
	fun := ast.Unparen(e.Fun)
	if tv.IsType() {
		return l.explicit(e.Args[0], l.typeOf(e.Fun))
	}
	if what := l.meaningOf(fun); what != 0 && what != Context {
		return l.conventional(e, what)
	}
	if tuple, ok := l.several(e); ok && !(l.without(CallsOfCalls) && isFuncName(l, fun)) {
		return l.callOfCall(e, tuple)
	}
	if tv.IsBuiltin() {
		return l.builtin(e, fun)
	}
	sig := l.coreSignature(e.Fun)
	if text, ok := l.special(e, fun, sig); ok {
		return text
	}
	head, first := l.callee(fun)
	return l.apply(head, first, sig, e)
}

// coreSignature is the type of a called function.
func (l *lowerer) coreSignature(f ast.Expr) *types.Signature {
	t := l.typeOf(f)
	return t.Underlying().(*types.Signature)
}

// callee writes the function of a call, and the receiver if it is a method's:
// the first argument.
func (l *lowerer) callee(fun ast.Expr) (head, first string) {
	inner := fun
	switch x := fun.(type) {
	case *ast.IndexExpr:
		inner = x.X
	case *ast.IndexListExpr:
		inner = x.X
	}
	switch inner := ast.Unparen(inner).(type) {
	case *ast.Ident:
		if f, ok := l.info.Uses[inner].(*types.Func); ok {
			return l.funcName(inner, f), ""
		}
	case *ast.SelectorExpr:
		if _, ok := l.info.Instances[inner.Sel]; ok {
			return l.instantiated(inner.Sel), ""
		}
		if f, ok := l.info.Uses[inner.Sel].(*types.Func); ok && f.Signature().Recv() == nil && l.isSource(f.Pkg()) {
			return l.objName(f), ""
		}
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		if id, ok := sel.X.(*ast.Ident); ok {
			if _, ok := l.info.Uses[id].(*types.PkgName); ok {
				return l.expr(fun), ""
			}
		}
		if !l.info.Types[sel.X].IsType() {
			recv := l.typeOf(sel.X)
			obj, path, _ := types.LookupFieldOrMethod(recv, true, l.pkg, sel.Sel.Name)
			if m, ok := obj.(*types.Func); ok {
				return l.method(l.expr(sel.X), recv, m, path)
			}
		}
	}
	return l.expr(fun), ""
}

// method writes the method m, found by path, of the value of text.
func (l *lowerer) method(text string, t types.Type, m *types.Func, path []int) (head, first string) {
	text, t = l.receiver(text, t, path)
	base := t
	isPtr := false
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		if _, named := types.Unalias(t).(*types.Named); !named {
			base, isPtr = p.Elem(), true
		}
	}
	if function, first, ok := l.located(m, text, isPtr); ok {
		return function, first
	}
	if types.IsInterface(base) {
		if l.isCompiledIface(base) {
			return text + "." + m.Name(), ""
		}
		return l.dispatch(m), text
	}
	named, ok := types.Unalias(base).(*types.Named)
	if function, ok := fileMethods[m.Name()]; ok && l.cells && isFile(t) {
		return l.rt(function), text
	}
	if !ok || !l.isLocal(named.Obj()) {
		return text + "." + m.Name(), ""
	}
	ptrRecv := isPointer(m.Signature().Recv().Type())
	switch {
	case ptrRecv && !isPtr:
		text = "&" + text
	case !ptrRecv && isPtr:
		text = "*" + text
	}
	return l.methodFunc(m, named), text
}

// receiver follows path, that of a method, to the value that has the method. A
// value of a compiled type has the methods of its fields itself; the fields may
// have no names here.
func (l *lowerer) receiver(text string, t types.Type, path []int) (string, types.Type) {
	for _, i := range path[:len(path)-1] {
		base := types.Unalias(t)
		if p, ok := base.(*types.Pointer); ok {
			base = types.Unalias(p.Elem())
		}
		if named, ok := base.(*types.Named); ok && !l.isLocal(named.Obj()) {
			break
		}
		text, t = l.fieldPath(text, t, []int{i})
	}
	return text, t
}

func comma(sig *types.Signature) string {
	if sig.Params().Len() > 0 {
		return ", "
	}
	return ""
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// apply writes the call of head, with first as the first argument unless it is
// empty.
func (l *lowerer) apply(head, first string, sig *types.Signature, e *ast.CallExpr) string {
	var args []string
	if first != "" {
		args = append(args, first)
	}
	args = append(args, l.args(sig, e)...)
	return head + "(" + strings.Join(args, ", ") + ")"
}

func (l *lowerer) args(sig *types.Signature, e *ast.CallExpr) []string {
	var args []string
	n := sig.Params().Len()
	if _, ok := l.several(e); ok {
		return []string{l.expr(e.Args[0])}
	}
	for i, a := range e.Args {
		var t types.Type
		switch {
		case sig.Variadic() && i >= n-1 && e.Ellipsis.IsValid():
			t = sig.Params().At(n - 1).Type()
			args = append(args, l.conv(a, t)+"...")
			continue
		case sig.Variadic() && i == n-1 && l.hasList(e.Args[i:], sig) && !l.without(ListArguments):
			// The interpreter would take the last value for the list of all.
			t = sig.Params().At(n - 1).Type()
			var list []string
			for _, a := range e.Args[i:] {
				list = append(list, l.conv(a, elemOf(t)))
			}
			return append(args, l.typ(t)+"{"+strings.Join(list, ", ")+"}...")
		case sig.Variadic() && i >= n-1:
			t = elemOf(sig.Params().At(n - 1).Type())
		default:
			t = sig.Params().At(i).Type()
		}
		args = append(args, l.conv(a, t))
	}
	if sig.Variadic() && len(e.Args) < n && !l.declares(e.Fun) && !l.without(NilLists) {
		args = append(args, "nil...")
	}
	return args
}

// declares reports whether f names a function that the program declares.
func (l *lowerer) declares(f ast.Expr) bool {
	id, ok := ast.Unparen(f).(*ast.Ident)
	if !ok {
		return false
	}
	fn, ok := l.info.Uses[id].(*types.Func)
	return ok && l.isSource(fn.Pkg())
}

// hasList reports whether an argument that is one element of the last parameter has,
// in the interpreter, the type of the whole parameter.
func (l *lowerer) hasList(args []ast.Expr, sig *types.Signature) bool {
	list := l.typ(sig.Params().At(sig.Params().Len() - 1).Type())
	return slices.ContainsFunc(args, func(a ast.Expr) bool { return l.isOf(a, list) })
}

// isOf reports whether the value of an expression has a type in the interpreter.
func (l *lowerer) isOf(e ast.Expr, typ string) bool {
	t := l.typeOf(e)
	return !isUntyped(t) && l.typ(t) == typ
}

func elemOf(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Basic:
		return types.Typ[types.Byte]
	}
	panic("lower: element of " + t.String())
}

// dispatch names a function that calls the method m of what an interface of the
// program holds, its first argument.
func (l *lowerer) dispatch(m *types.Func) string {
	sig := l.subst(m.Type()).(*types.Signature)
	unnamed := l.signature(sig, nil)
	typ := "func(any" + comma(sig) + unnamed[1:]
	return l.helper("dispatch "+m.Id()+" "+typ, func(name string) string {
		names := l.paramNames(sig)
		params := l.signature(sig, names)
		ret := ""
		if sig.Results().Len() > 0 {
			ret = "return "
		}
		return fmt.Sprintf("func %s(x any%s%s {\n%s%s(x, %q).(%s)(%s)\n}\n", name, comma(sig), params[1:], ret, l.rt("M"), m.Id(), typ,
			strings.Join(append([]string{l.rt("Val") + "(x)"}, spread(sig, names)...), ", "))
	})
}

// methodValue writes x.M that is not called.
func (l *lowerer) methodValue(e *ast.SelectorExpr, m *types.Func, path []int) string {
	text, t := l.receiver(l.expr(e.X), l.typeOf(e.X), path)
	sig := l.subst(m.Type()).(*types.Signature)
	names := l.paramNames(sig)
	args := spread(sig, names)
	bound := l.temp("r")
	head, first := l.method(text, t, m, []int{0})
	typ := l.typ(t)
	switch {
	case first == "": // of a compiled type: x.M(args)
		head, first = bound+"."+m.Name(), text
		if isPointer(m.Signature().Recv().Type()) && !isPointer(t) {
			typ, first = "*"+typ, "&"+text
		}
	case types.IsInterface(t):
		args = append([]string{bound}, args...)
	default:
		args = append([]string{bound}, args...)
		named := types.Unalias(t)
		if p, ok := named.(*types.Pointer); ok {
			named = p.Elem()
		}
		typ = l.typ(named)
		if isPointer(m.Signature().Recv().Type()) {
			typ = "*" + typ
		}
	}
	ret := ""
	if sig.Results().Len() > 0 {
		ret = "return "
	}
	if l.without(MethodValues) {
		args[0] = strings.Replace(args[0], bound, first, 1)
		return fmt.Sprintf("func%s {\n%s%s(%s)\n}", l.signature(sig, names), ret, strings.Replace(head, bound, "("+first+")", 1), strings.Join(args, ", "))
	}
	check := ""
	if types.IsInterface(t) {
		check = "if " + bound + " == nil { " + l.rt("Nil") + "() }\n"
	}
	// A panic in the method does not name the place where the method value was made.
	return fmt.Sprintf("%sfunc(%s %s) func%s {\n%sreturn %sfunc%s {\n%s%s%s(%s)\n%s}\n}(%s)", rt.Part, bound, typ, l.signature(sig, nil),
		check, rt.Part, l.signature(sig, names), nowhere, ret, head, strings.Join(args, ", "), l.at(l.now), first)
}

func (l *lowerer) paramNames(sig *types.Signature) []string {
	names := make([]string, sig.Params().Len())
	for i := range names {
		names[i] = l.temp("p")
	}
	return names
}

// spread is names as arguments of a call.
func spread(sig *types.Signature, names []string) []string {
	out := append([]string{}, names...)
	if sig.Variadic() {
		out[len(out)-1] += "..."
	}
	return out
}

// methodExpr writes T.M.
func (l *lowerer) methodExpr(t types.Type, e *ast.SelectorExpr) string {
	obj, path, _ := types.LookupFieldOrMethod(t, true, l.pkg, e.Sel.Name)
	m := obj.(*types.Func)
	sig := l.typeOf(e).(*types.Signature)
	names := l.paramNames(sig)
	head, first := l.method(names[0], t, m, path)
	args := spread(sig, names)[1:]
	if sig.Params().Len() == 1 {
		args = nil
	}
	if first != "" {
		args = append([]string{first}, args...)
	}
	ret := ""
	if sig.Results().Len() > 0 {
		ret = "return "
	}
	return fmt.Sprintf("func%s {\n%s%s(%s)\n}", l.signature(sig, names), ret, head, strings.Join(args, ", "))
}

// special writes calls of compiled functions that need help.
func (l *lowerer) special(e *ast.CallExpr, fun ast.Expr, sig *types.Signature) (string, bool) {
	var id *ast.Ident
	switch fun := fun.(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return "", false
	}
	obj, ok := l.info.Uses[id].(*types.Func)
	if _, several := l.several(e); !ok || several || obj.Pkg() == nil || l.isLocal(obj) {
		return "", false
	}
	name := obj.FullName()
	switch {
	case name == "errors.As" && len(e.Args) == 2 && !l.without(ErrorTargets):
		if p, ok := l.typeOf(e.Args[1]).Underlying().(*types.Pointer); ok && types.IsInterface(p.Elem()) && l.mentions(p.Elem()) && !l.isCompiledIface(p.Elem()) {
			return fmt.Sprintf("%s(%s, %s, %s)", l.rt("ErrorsAsIface"), l.conv(e.Args[0], sig.Params().At(0).Type()), l.iface(p.Elem()), l.conv(e.Args[1], sig.Params().At(1).Type())), true
		}
	case l.setsFinalizer(name, e):
		return l.setFinalizer(e, fun, sig, obj), true
	}
	if obj.Signature().Recv() != nil && locating[name] != "" && l.without(Callers) {
		return "", false
	}
	if l.looksInto(obj, e) {
		return l.looking(e, fun, sig, obj), true
	}
	return "", false
}
