package lower

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

var one = constant.MakeInt64(1)

// A target is what is assigned to.
type target struct {
	text   string
	typ    types.Type
	define *types.Var
	blank  bool
	field  types.Object // of a struct, or nil
}

func (l *lowerer) assign(s *ast.AssignStmt) string {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		op := strings.TrimSuffix(s.Tok.String(), "=")
		if op == "<<" || op == ">>" {
			return l.opAssign(s.Lhs[0], op, l.shiftCount(s.Rhs[0]))
		}
		return l.opAssign(s.Lhs[0], op, l.conv(s.Rhs[0], l.typeOf(s.Lhs[0])))
	}
	var pre strings.Builder
	var lhs []target
	several := len(s.Lhs) > 1
	for _, e := range s.Lhs {
		id, isIdent := ast.Unparen(e).(*ast.Ident)
		switch {
		case isIdent && id.Name == "_":
			lhs = append(lhs, target{blank: true})
		case isIdent && s.Tok == token.DEFINE && l.info.Defs[id] != nil:
			v := l.info.Defs[id].(*types.Var)
			lhs = append(lhs, target{typ: l.subst(v.Type()), define: v})
		default:
			text := ""
			if several || l.isPackageVar(e) {
				text = l.place(&pre, e)
			} else {
				text = l.placeText(e)
			}
			lhs = append(lhs, target{text: text, typ: l.typeOf(e), field: l.fieldOf(e)})
		}
	}
	return pre.String() + l.assignTo(lhs, s.Rhs)
}

// isPackageVar tells a variable of a compiled package.
func (l *lowerer) isPackageVar(e ast.Expr) bool {
	x, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := x.X.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = l.info.Uses[id].(*types.PkgName)
	return ok
}

// placeText writes a place that is assigned to.
func (l *lowerer) placeText(e ast.Expr) string {
	text := l.expr(e)
	if p, ok := e.(*ast.ParenExpr); ok {
		return l.placeText(p.X)
	}
	if st, ok := e.(*ast.StarExpr); ok {
		return "*" + l.expr(st.X)
	}
	return text
}

// place evaluates the operands of a place first, as Go does when several are
// assigned at once.
func (l *lowerer) place(b *strings.Builder, e ast.Expr) string {
	if l.without(Places) && !l.isPackageVar(e) {
		return l.placeText(e)
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		t := l.typeOf(x.X)
		idx := l.temp("i")
		switch u := t.Underlying().(type) {
		case *types.Map:
			m := l.temp("m")
			fmt.Fprintf(b, "var %s %s = %s\nvar %s %s = %s\n", m, l.typ(t), l.expr(x.X), idx, l.typ(u.Key()), l.conv(x.Index, u.Key()))
			return m + "[" + idx + "]"
		case *types.Slice:
			s := l.temp("s")
			fmt.Fprintf(b, "var %s %s = %s\nvar %s %s = %s\n", s, l.typ(t), l.expr(x.X), idx, l.indexType(x.Index), l.indexValue(x.Index))
			return s + "[" + idx + "]"
		case *types.Pointer:
			s := l.temp("s")
			fmt.Fprintf(b, "var %s %s = %s\nvar %s %s = %s\n", s, l.typ(t), l.expr(x.X), idx, l.indexType(x.Index), l.indexValue(x.Index))
			return l.pointed(s) + "[" + idx + "]"
		}
		inner := l.partOf(b, x.X)
		fmt.Fprintf(b, "var %s %s = %s\n", idx, l.indexType(x.Index), l.indexValue(x.Index))
		return inner + "[" + idx + "]"
	case *ast.StarExpr:
		p := l.temp("p")
		fmt.Fprintf(b, "var %s %s = %s\n", p, l.typ(l.typeOf(x.X)), l.expr(x.X))
		return "*" + p
	case *ast.SelectorExpr:
		if id, ok := x.X.(*ast.Ident); ok {
			if _, ok := l.info.Uses[id].(*types.PkgName); ok {
				if l.without(PackageVariables) {
					return l.expr(x)
				}
				// The interpreter takes a variable of a package for a constant.
				p := l.temp("p")
				fmt.Fprintf(b, "%s := &%s\n", p, l.expr(x))
				return "*" + p
			}
		}
		recv := l.typeOf(x.X)
		_, path, _ := types.LookupFieldOrMethod(recv, true, l.pkg, x.Sel.Name)
		if _, ok := recv.Underlying().(*types.Pointer); ok {
			p := l.temp("p")
			fmt.Fprintf(b, "var %s %s = %s\n", p, l.typ(recv), l.expr(x.X))
			text, _ := l.fieldPath(p, recv, path)
			return text
		}
		text, _ := l.fieldPath(l.partOf(b, x.X), recv, path)
		return text
	}
	return l.expr(e)
}

// calls tells whether an expression has a call or receives something: only then is
// an array evaluated of which no more than the length matters.
func calls(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsFloat) != 0
}

// bare takes the parentheses away that are around all of an expression: to the
// interpreter they are one more step.
func bare(text string) string {
	if !strings.HasPrefix(text, "(") || !strings.HasSuffix(text, ")") || strings.ContainsAny(text, "\"`'\n{") {
		return text
	}
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 && i < len(text)-1 {
				return text
			}
		}
	}
	return text[1 : len(text)-1]
}

// header writes a condition before a block. A literal in it has to stand in
// parentheses, or its braces would be those of the block.
func header(cond string) string {
	if strings.Contains(cond, "{") {
		return "(" + cond + ")"
	}
	return bare(cond)
}

// partOf is the place of which a field or an element is assigned to.
func (l *lowerer) partOf(b *strings.Builder, e ast.Expr) string {
	text := l.place(b, e)
	if strings.HasPrefix(text, "*") {
		return "(" + text + ")"
	}
	return text
}

// assignTo assigns expressions.
func (l *lowerer) assignTo(lhs []target, rhs []ast.Expr) string {
	if len(rhs) == 1 && len(lhs) > 1 {
		return l.assignMulti(lhs, rhs[0])
	}
	if len(lhs) == 1 {
		v := l.value(lhs[0], rhs[0])
		if _, ok := rhs[0].(*ast.BinaryExpr); ok && isNumber(l.typeOf(rhs[0])) {
			v = bare(v)
		}
		return l.store(lhs[0], v)
	}
	if l.without(ParallelAssignments) {
		var places, values []string
		for i, t := range lhs {
			if t.blank || t.define != nil {
				break
			}
			places, values = append(places, t.text), append(values, l.value(t, rhs[i]))
		}
		if len(values) == len(lhs) {
			return strings.Join(places, ", ") + " = " + strings.Join(values, ", ") + "\n"
		}
	}
	// As Go's compiler does it, what calls comes first, and what becomes a value in
	// an interface before a later call.
	var first, then, after strings.Builder
	for i, t := range lhs {
		b := &then
		if calls(rhs[i]) || t.typ != nil && types.IsInterface(t.typ) {
			b = &first
		}
		v := l.value(t, rhs[i])
		if t.blank {
			fmt.Fprintf(b, "_ = %s\n", v)
			continue
		}
		tmp := l.temp("t")
		fmt.Fprintf(b, "var %s %s = %s\n", tmp, l.typ(t.typ), v)
		after.WriteString(l.store(t, tmp))
	}
	return first.String() + then.String() + after.String()
}

func (l *lowerer) value(t target, e ast.Expr) string {
	if t.blank {
		if st, ok := ast.Unparen(e).(*ast.StarExpr); ok && !l.without(CheckedAddresses) {
			// The interpreter does not look where nothing is done with what is there.
			return "*" + l.checked(st.X)
		}
		if t.typ != nil {
			return l.conv(e, t.typ)
		}
		u := l.typeOf(e)
		if isUntyped(u) && !isNil(u) {
			u = types.Default(u)
		}
		if isNil(u) {
			return "any(nil)"
		}
		return l.conv(e, u)
	}
	return l.convField(e, t.typ, t.field)
}

func (l *lowerer) store(t target, v string) string {
	switch {
	case t.blank:
		return "_ = " + v + "\n"
	case t.define != nil:
		return l.define(t.define, v)
	}
	return t.text + " = " + v + "\n"
}

// assignMulti assigns the several results of one expression.
func (l *lowerer) assignMulti(lhs []target, e ast.Expr) string {
	e = ast.Unparen(e)
	var b strings.Builder
	v, ok := l.temp("v"), l.temp("ok")
	finish := func(vt types.Type) string {
		if !lhs[0].blank {
			b.WriteString(l.store(lhs[0], l.convert(v, vt, lhs[0].typ)))
		} else {
			fmt.Fprintf(&b, "_ = %s\n", v)
		}
		if !lhs[1].blank {
			b.WriteString(l.store(lhs[1], l.convert(ok, types.Typ[types.Bool], lhs[1].typ)))
		} else {
			fmt.Fprintf(&b, "_ = %s\n", ok)
		}
		return b.String()
	}
	switch x := e.(type) {
	case *ast.TypeAssertExpr:
		to := l.typeOf(x.Type)
		b.WriteString(l.commaOK(v, ok, l.expr(x.X), l.typeOf(x.X), to))
		return finish(to)
	case *ast.IndexExpr:
		m := l.typeOf(x.X).Underlying().(*types.Map)
		fmt.Fprintf(&b, "%s, %s := %s\n", v, ok, l.expr(x))
		return finish(m.Elem())
	case *ast.UnaryExpr:
		fmt.Fprintf(&b, "%s, %s := <-%s\n", v, ok, l.expr(x.X))
		return finish(l.typeOf(x.X).Underlying().(*types.Chan).Elem())
	}
	tuple := l.typeOf(e).(*types.Tuple)
	var tmps []string
	direct := true
	for i, t := range lhs {
		if t.blank {
			tmps = append(tmps, "_")
			continue
		}
		direct = false
		_ = i
		tmps = append(tmps, l.temp("t"))
	}
	if direct {
		fmt.Fprintf(&b, "%s = %s\n", strings.Join(tmps, ", "), l.expr(e))
		return b.String()
	}
	fmt.Fprintf(&b, "%s := %s\n", strings.Join(tmps, ", "), l.expr(e))
	for i, t := range lhs {
		if !t.blank {
			b.WriteString(l.store(t, l.convert(tmps[i], l.subst(tuple.At(i).Type()), t.typ)))
		}
	}
	return b.String()
}

// opAssign writes x op= y.
func (l *lowerer) opAssign(e ast.Expr, op, y string) string {
	return l.placeText(ast.Unparen(e)) + " " + op + "= " + bare(y) + "\n"
}
