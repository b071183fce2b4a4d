package lower

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

var one = constant.MakeInt64(1)

// A target is the left side of an assignment: a variable, or a place in one.
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
	var pre operands
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
	if len(s.Rhs) > 1 && !l.without(ParallelAssignments) && slices.ContainsFunc(slices.Concat(s.Lhs, s.Rhs), l.acts) {
		return l.assignInOrder(&pre, lhs, s.Rhs)
	}
	if several && len(s.Rhs) == 1 {
		before, after := pre.around()
		return before + l.assignMulti(lhs, s.Rhs[0], after)
	}
	return pre.text() + l.assignTo(lhs, s.Rhs)
}

// assignInOrder assigns values of which some are found by calls, or to places that
// are. All operands are those of one assignment to variables, for which package form
// knows the order of Go's compiler: calls first, then what only loads a value.
func (l *lowerer) assignInOrder(pre *operands, lhs []target, rhs []ast.Expr) string {
	var after strings.Builder
	for i, t := range lhs {
		v := l.value(t, rhs[i])
		if t.blank {
			pre.add("_", "", v, true)
			continue
		}
		tmp := l.temp("t")
		pre.add(tmp, l.typ(t.typ), v, true)
		after.WriteString(l.store(t, tmp))
	}
	return pre.together() + after.String()
}

// isPackageVar reports whether an expression is a variable of a compiled package.
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

// calls reports whether an expression calls or receives something. An array of which
// only the length matters is evaluated only if it does.
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

// bare removes the parentheses around an expression: they cost the interpreter a step.
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
			depth--
			if depth == 0 && i < len(text)-1 {
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

// assignTo assigns expressions.
func (l *lowerer) assignTo(lhs []target, rhs []ast.Expr) string {
	if len(rhs) == 1 && len(lhs) > 1 {
		return l.assignMulti(lhs, rhs[0], "")
	}
	if len(lhs) == 1 {
		if text, ok := l.keep(lhs[0], rhs[0]); ok {
			return text
		}
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
	if slices.ContainsFunc(rhs, l.acts) {
		return l.assignInOrder(&operands{}, lhs, rhs)
	}
	var first, after strings.Builder
	for i, t := range lhs {
		v := l.value(t, rhs[i])
		if t.blank {
			fmt.Fprintf(&first, "_ = %s\n", v)
			continue
		}
		tmp := l.temp("t")
		fmt.Fprintf(&first, "var %s %s = %s\n", tmp, l.typ(t.typ), v)
		after.WriteString(l.store(t, tmp))
	}
	return first.String() + after.String()
}

func (l *lowerer) value(t target, e ast.Expr) string {
	if t.blank {
		if st, ok := ast.Unparen(e).(*ast.StarExpr); ok && !l.without(CheckedAddresses) {
			// The interpreter reads nothing that is not used.
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

// assignMulti assigns the several results of one expression. Before they are stored,
// it writes what finds the places.
func (l *lowerer) assignMulti(lhs []target, e ast.Expr, places string) string {
	e = ast.Unparen(e)
	var b strings.Builder
	v, ok := l.temp("v"), l.temp("ok")
	finish := func(vt types.Type) string {
		b.WriteString(places)
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
		if !lhs[0].blank && !l.without(MissedEntries) {
			// The interpreter leaves the value of an earlier evaluation.
			fmt.Fprintf(&b, "if !%s { %s = %s }\n", ok, v, l.zero(m.Elem()))
		}
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
	fmt.Fprintf(&b, "%s := %s\n%s", strings.Join(tmps, ", "), l.expr(e), places)
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
