package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// selectStmt writes a select as a call that chooses the case, and a switch over the
// choice. The interpreter's own select keeps its cases in one place for all goroutines.
func (l *lowerer) selectStmt(s *ast.SelectStmt, head string) string {
	var pre, bodies strings.Builder
	var comms []string
	hasDefault := false
	which, value, more := l.temp("case"), l.temp("v"), l.temp("ok")
	for _, c := range s.Body.List {
		cc := c.(*ast.CommClause)
		set, native := "", "default:\n" // as Go writes it in a select
		number := len(comms)
		switch comm := cc.Comm.(type) {
		case nil:
			hasDefault = true
			number = -1
		case *ast.SendStmt:
			elem := l.typeOf(comm.Chan).Underlying().(*types.Chan).Elem()
			c, v := l.held(&pre, comm.Chan), l.heldAs(&pre, comm.Value, elem)
			comms = append(comms, l.rt("Sending")+"("+c+", "+v+")")
			native = "case " + c + " <- " + v + ":\n"
		default:
			var lhs []ast.Expr
			define := false
			recv, ok := comm.(*ast.ExprStmt)
			x := ast.Expr(nil)
			if ok {
				x = recv.X
			} else {
				a := comm.(*ast.AssignStmt)
				x, lhs, define = a.Rhs[0], a.Lhs, a.Tok == token.DEFINE
			}
			from := ast.Unparen(x).(*ast.UnaryExpr).X
			c := l.held(&pre, from)
			comms = append(comms, l.rt("Receiving")+"("+c+")")
			native = fmt.Sprintf("case %s, %s := <-%s:\n_ = %s\n_ = %s\n", value, more, c, value, more)
			set = l.received(lhs, define, l.subst(l.typeOf(from).Underlying().(*types.Chan).Elem()), value, more)
		}
		if l.without(Selects) {
			bodies.WriteString(native + set + l.block(cc.Body))
			continue
		}
		fmt.Fprintf(&bodies, "%scase %d:\n%s%s", l.at(cc.Pos()), number, set, l.block(cc.Body))
	}
	if l.without(Selects) {
		return "{\n" + pre.String() + head + "select {\n" + bodies.String() + "}\n}\n"
	}
	// An empty struct could not be taken out of a value of a type of compiled code.
	return fmt.Sprintf("{\n%svar %s int\nvar %s any\nvar %s bool\n%s, %s, %s = %s(%t, %s)\n_ = %s\n_ = %s\n%sswitch %s {\n%s}\n}\n",
		pre.String(), which, value, more, which, value, more, l.rt("Select"), hasDefault, strings.Join(comms, ", "), value, more, head, which, bodies.String())
}

// held evaluates e into a variable of its own.
func (l *lowerer) held(b *strings.Builder, e ast.Expr) string {
	return l.heldAs(b, e, l.typeOf(e))
}

func (l *lowerer) heldAs(b *strings.Builder, e ast.Expr, t types.Type) string {
	name := l.temp("h")
	fmt.Fprintf(b, "var %s %s = %s\n", name, l.typ(t), l.conv(e, t))
	return name
}

// received assigns the results of a receive in a select.
func (l *lowerer) received(lhs []ast.Expr, define bool, elem types.Type, value, more string) string {
	set := ""
	for i, e := range lhs {
		if isBlank(e) {
			continue
		}
		from, text := elem, value
		switch {
		case i == 1:
			from, text = types.Typ[types.Bool], more
		case l.without(Selects):
		case l.isCompiledIface(elem):
			text = l.toCompiled(value, types.NewInterfaceType(nil, nil), elem)
		case !types.IsInterface(elem):
			text = l.unbox(value, elem)
		}
		if define {
			v := l.info.Defs[e.(*ast.Ident)].(*types.Var)
			set += l.define(v, l.convert(text, from, l.subst(v.Type())))
		} else {
			set += l.placeText(e) + " = " + l.convert(text, from, l.typeOf(e)) + "\n"
		}
	}
	return set
}
