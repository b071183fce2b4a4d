package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// stmt writes a statement; it ends with a line feed.
func (l *lowerer) stmt(s ast.Stmt) string {
	if _, ok := s.(*ast.EmptyStmt); ok {
		return ""
	}
	return l.at(s.Pos()) + l.stmtText(s)
}

func (l *lowerer) stmtText(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return l.exprStmt(s.X)
	case *ast.AssignStmt:
		return l.assign(s)
	case *ast.IncDecStmt:
		op := "+"
		if s.Tok == token.DEC {
			op = "-"
		}
		return l.opAssign(s.X, op, l.constAs(nil, one, l.typeOf(s.X)))
	case *ast.DeclStmt:
		return l.declStmt(s.Decl.(*ast.GenDecl))
	case *ast.BlockStmt:
		return "{\n" + l.block(s.List) + "}\n"
	case *ast.IfStmt:
		return l.ifStmt(s)
	case *ast.ForStmt:
		return l.scoped("", true, func() string { return l.forStmt(s, "") })
	case *ast.RangeStmt:
		return l.rangeLoop(s, "", "")
	case *ast.SwitchStmt:
		return l.scoped("", false, func() string { return l.switchStmt(s, "") })
	case *ast.TypeSwitchStmt:
		return l.scoped("", false, func() string { return l.typeSwitch(s, "") })
	case *ast.SelectStmt:
		return l.scoped("", false, func() string { return l.selectStmt(s, "") })
	case *ast.LabeledStmt:
		return l.labeled(s)
	case *ast.BranchStmt:
		return l.branch(s)
	case *ast.ReturnStmt:
		return l.returns(s)
	case *ast.GoStmt:
		return l.goStmt(s.Call)
	case *ast.DeferStmt:
		return l.deferStmt(s.Call)
	case *ast.SendStmt:
		ch := l.typeOf(s.Chan).Underlying().(*types.Chan)
		c, v := l.expr(s.Chan), l.conv(s.Value, ch.Elem())
		if isMade(l.typ(l.typeOf(s.Chan))) { // the interpreter does not know of what these channels are
			return fmt.Sprintf("%s(false, %s(%s, %s))\n", l.rt("Select"), l.rt("Sending"), c, v)
		}
		return c + " <- " + v + "\n"
	}
	panic(fmt.Sprintf("lower: statement %T", s))
}

func (l *lowerer) label(name string) string { return name + Mark + "l" }

func (l *lowerer) exprStmt(e ast.Expr) string {
	text := l.expr(e)
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		for strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") && e != ast.Unparen(e) {
			e = e.(*ast.ParenExpr).X
			text = text[1 : len(text)-1]
		}
		if tv := l.info.Types[call.Fun]; tv.IsType() {
			return "_ = " + text + "\n"
		}
		return text + "\n"
	}
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return "<-" + l.expr(u.X) + "\n"
	}
	return "_ = " + text + "\n"
}

func (l *lowerer) labeled(s *ast.LabeledStmt) string {
	head, label := l.label(s.Label.Name)+":\n", s.Label.Name
	if l.jumps[l.info.Defs[s.Label]] {
		// A goto finds no label inside a block, as those of loops and switches are here.
		return l.gotoLabel(label) + ":\n{\n}\n" + l.underLabel(s, head, label)
	}
	return l.underLabel(s, head, label)
}

// underLabel writes the statement under a label, which break and continue may name.
func (l *lowerer) underLabel(s *ast.LabeledStmt, head, label string) string {
	switch in := s.Stmt.(type) {
	case *ast.ForStmt:
		return l.scoped(label, true, func() string { return l.forStmt(in, head) })
	case *ast.RangeStmt:
		return l.rangeLoop(in, head, label)
	case *ast.SwitchStmt:
		return l.scoped(label, false, func() string { return l.switchStmt(in, head) })
	case *ast.TypeSwitchStmt:
		return l.scoped(label, false, func() string { return l.typeSwitch(in, head) })
	case *ast.SelectStmt:
		return l.scoped(label, false, func() string { return l.selectStmt(in, head) })
	case *ast.EmptyStmt:
		return ""
	}
	return l.stmt(s.Stmt)
}

// findJumps notes the labels that a goto in a function names.
func (l *lowerer) findJumps(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO {
			l.jumps[l.info.Uses[b.Label]] = true
		}
		return true
	})
}

func (l *lowerer) gotoLabel(name string) string { return name + Mark + "j" }

// rangeLoop writes a range loop under its label.
func (l *lowerer) rangeLoop(s *ast.RangeStmt, head, label string) string {
	if sig, ok := l.typeOf(s.X).Underlying().(*types.Signature); ok && !l.without(RangeFunctions) {
		return l.rangeFunc(s, sig, label)
	}
	return l.scoped(label, true, func() string { return l.rangeStmt(s, head) })
}

func (l *lowerer) ifStmt(s *ast.IfStmt) string {
	var b strings.Builder
	if s.Init != nil {
		b.WriteString("{\n" + l.stmt(s.Init))
	}
	b.WriteString("if " + header(l.expr(s.Cond)) + " {\n" + l.block(s.Body.List) + "}")
	if s.Else != nil {
		b.WriteString(" else {\n" + l.stmt(s.Else) + "}")
	}
	b.WriteString("\n")
	if s.Init != nil {
		b.WriteString("}\n")
	}
	return b.String()
}

func (l *lowerer) declStmt(d *ast.GenDecl) string {
	if d.Tok != token.VAR {
		return ""
	}
	var b strings.Builder
	for _, spec := range d.Specs {
		s := spec.(*ast.ValueSpec)
		b.WriteString(l.at(s.Pos()))
		if len(s.Values) == 0 {
			for _, id := range s.Names {
				if v, ok := l.info.Defs[id].(*types.Var); ok && id.Name != "_" {
					switch {
					case l.isSession(v):
						b.WriteString(l.renew(v))
					case l.heap[v]:
						fmt.Fprintf(&b, "%s := new(%s)\n_ = %s\n", l.objName(v), l.typ(v.Type()), l.objName(v))
					default:
						fmt.Fprintf(&b, "var %s %s\n_ = %s\n", l.objName(v), l.typ(v.Type()), l.objName(v))
					}
				}
			}
			continue
		}
		var lhs []target
		for _, id := range s.Names {
			v, _ := l.info.Defs[id].(*types.Var)
			if id.Name == "_" {
				var t types.Type
				if s.Type != nil {
					t = l.typeOf(s.Type)
				}
				lhs = append(lhs, target{blank: true, typ: t})
				continue
			}
			lhs = append(lhs, target{typ: l.subst(v.Type()), define: v})
		}
		b.WriteString(l.assignTo(lhs, s.Values))
	}
	return b.String()
}

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
	var params, values []string
	keep := func(typ, value string) string {
		name := l.temp("a")
		params, values = append(params, name+" "+typ), append(values, value)
		return name
	}
	wrap := func(call string) string {
		if len(params) == 0 {
			return rt.Part + "func() {\n" + call + "}"
		}
		return rt.Part + "func(" + strings.Join(params, ", ") + ") func() {\nreturn " + rt.Part + "func() {\n" + call + "}\n}(" + strings.Join(values, ", ") + ")"
	}
	tuple, several := l.several(c)
	if tv := l.info.Types[c.Fun]; tv.IsBuiltin() {
		if several {
			return l.laterOfCall(c, tuple), false
		}
		name := fun.(*ast.Ident).Name
		if name == "recover" {
			return "func() {\n" + l.fn.frame + ".Recover()\n}", false
		}
		call := *c
		call.Args = nil
		for i, a := range c.Args {
			if (name == "make" || name == "new") && i == 0 || l.info.Types[a].Value != nil || isNil(l.typeOf(a)) {
				call.Args = append(call.Args, a)
				continue
			}
			t := l.typeOf(a)
			call.Args = append(call.Args, l.standIn(a, keep(l.typ(t), l.expr(a)), t))
		}
		return wrap(l.exprStmt(&call)), false
	}
	sig := l.coreSignature(c.Fun)
	if lit, ok := fun.(*ast.FuncLit); ok && len(c.Args) == 0 {
		_, recovers := uses(l.info, lit.Body)
		if sig.Results().Len() == 0 {
			return l.funcLit(lit), recovers
		}
		f := keep(l.typ(sig), l.funcLit(lit))
		return wrap(f + "()\n"), recovers
	}
	direct = true
	if id, ok := fun.(*ast.Ident); ok {
		if b := l.body(l.info.Uses[id]); b != nil {
			_, direct = uses(b.Info, b.Decl.Body)
		}
	}
	if several && isFuncName(l, fun) {
		return l.laterOfCall(c, tuple), direct
	}
	if _, ok := l.special(c, fun, sig); ok {
		call := *c
		call.Args = nil
		for _, a := range c.Args {
			if t := l.typeOf(a); l.info.Types[a].Value == nil && !isUntyped(t) {
				a = l.standIn(a, keep(l.typ(t), l.expr(a)), t)
			}
			call.Args = append(call.Args, a)
		}
		text, _ := l.special(&call, fun, sig)
		return wrap(text + "\n"), direct
	}
	head, first := l.callee(fun)
	var args []string
	switch {
	case first != "":
		args = append(args, keep(l.receiverType(fun), l.notNil(first, fun)))
	case !isFuncName(l, fun):
		head = keep(l.typ(sig), l.expr(fun))
	}
	n := sig.Params().Len()
	paramType := func(i int) types.Type {
		t := sig.Params().At(min(i, n-1)).Type()
		if sig.Variadic() && i >= n-1 && !c.Ellipsis.IsValid() {
			t = elemOf(t)
		}
		return l.subst(t)
	}
	if several {
		var ts []string
		for i := range tuple.Len() {
			name := l.temp("a")
			ts = append(ts, name+" "+l.typ(tuple.At(i).Type()))
			args = append(args, l.convert(name, l.subst(tuple.At(i).Type()), paramType(i)))
		}
		// The values of the call are the arguments of another function.
		inner := rt.Part + "func(" + strings.Join(ts, ", ") + ") func() {\nreturn " + rt.Part + "func() {\n" + head + "(" + strings.Join(args, ", ") + ")\n}\n}(" + l.expr(c.Args[0]) + ")"
		if len(params) == 0 {
			return inner, direct
		}
		return rt.Part + "func(" + strings.Join(params, ", ") + ") func() {\nreturn " + inner + "\n}(" + strings.Join(values, ", ") + ")", direct
	}
	for i, a := range l.args(sig, c) {
		t, dots := paramType(i), ""
		if strings.HasSuffix(a, "...") {
			a, t, dots = strings.TrimSuffix(a, "..."), sig.Params().At(n-1).Type(), "..."
		}
		args = append(args, keep(l.typ(t), a)+dots)
	}
	return wrap(head + "(" + strings.Join(args, ", ") + ")\n"), direct
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

// isFuncName tells a declared function from a variable.
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
