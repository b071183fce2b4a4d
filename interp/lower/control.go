package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// forStmt writes a for loop; each iteration has its own variables where a
// closure or a pointer may hold them.
func (l *lowerer) forStmt(s *ast.ForStmt, head string) string {
	var b strings.Builder
	b.WriteString("{\n")
	var vars []*types.Var
	if s.Init != nil {
		b.WriteString(l.stmt(s.Init))
		if d, ok := s.Init.(*ast.AssignStmt); ok && d.Tok == token.DEFINE && !l.sharesLoops(s.For) {
			for _, e := range d.Lhs {
				if v, ok := l.info.Defs[e.(*ast.Ident)].(*types.Var); ok && l.heap[v] {
					vars = append(vars, v)
				}
			}
		}
	}
	cond, post := "", ""
	if len(vars) == 0 {
		if s.Cond != nil {
			cond = header(l.expr(s.Cond))
		}
		if s.Post != nil {
			post = strings.TrimSuffix(l.stmtText(s.Post), "\n")
		}
		if !strings.ContainsAny(post, "\n{") {
			b.WriteString(head + "for ; " + cond + "; " + post + " {\n" + l.block(s.Body.List) + "}\n}\n")
			return b.String()
		}
	}
	return l.heldLoop(s, head, vars, &b)
}

// heldLoop writes a loop each of whose iterations has variables of its own: a
// copy of the last iteration's, which pointers lead to.
func (l *lowerer) heldLoop(s *ast.ForStmt, head string, vars []*types.Var, b *strings.Builder) string {
	first := l.temp("first")
	var copies strings.Builder
	for _, v := range vars {
		last, own := l.temp("last"), l.objName(v)
		fmt.Fprintf(b, "%s := %s\n", last, own)
		fmt.Fprintf(&copies, "%s := %s\n%s = %s\n", own, l.onHeap(l.typ(v.Type()), "*"+last), last, own)
	}
	fmt.Fprintf(b, "%s := true\n%sfor {\n%s", first, head, copies.String())
	if s.Post != nil {
		fmt.Fprintf(b, "if !%s {\n%s}\n", first, l.stmt(s.Post))
	}
	fmt.Fprintf(b, "%s = false\n", first)
	if s.Cond != nil {
		fmt.Fprintf(b, "if !(%s) {\nbreak\n}\n", l.expr(s.Cond))
	}
	b.WriteString(l.block(s.Body.List) + "}\n}\n")
	return b.String()
}

// switchStmt writes an expression switch as one without a tag, whose cases
// compare as Go does.
func (l *lowerer) switchStmt(s *ast.SwitchStmt, head string) string {
	var b strings.Builder
	b.WriteString("{\n")
	if s.Init != nil {
		b.WriteString(l.stmt(s.Init))
	}
	var tag *ast.Ident
	if s.Tag != nil {
		t := l.typeOf(s.Tag)
		if isUntyped(t) {
			t = types.Default(t)
		}
		name := l.temp("tag")
		fmt.Fprintf(&b, "var %s %s = %s\n_ = %s\n", name, l.typ(t), l.conv(s.Tag, t), name)
		v := types.NewVar(s.Tag.Pos(), l.pkg, name, t)
		l.locals[v] = name
		tag = &ast.Ident{NamePos: s.Tag.Pos(), Name: name}
		l.info.Uses[tag] = v
		l.info.Types[tag] = types.TypeAndValue{Type: t}
	}
	var cases []switchCase
	for _, c := range s.Body.List {
		cc := c.(*ast.CaseClause)
		var conds []string
		for _, e := range cc.List {
			if tag == nil {
				if types.IsInterface(l.typeOf(e)) {
					conds = append(conds, l.rt("Eq")+"("+l.asAny(e)+", true)")
				} else {
					conds = append(conds, l.expr(e))
				}
				continue
			}
			conds = append(conds, l.equality(&ast.BinaryExpr{X: tag, Op: token.EQL, Y: e, OpPos: e.Pos()}))
		}
		cases = append(cases, switchCase{cc, conds, ""})
	}
	return b.String() + l.choose(head, cases) + "}\n"
}

type switchCase struct {
	clause *ast.CaseClause
	conds  []string // any of them
	pre    string   // before the body
}

// choose writes a switch: first which case it is, then a switch over that. The
// interpreter is not to be trusted with conditions in cases.
func (l *lowerer) choose(head string, cases []switchCase) string {
	if l.without(Switches) {
		var b strings.Builder
		for _, c := range cases {
			b.WriteString("case " + strings.Join(c.conds, ", ") + ":\n" + c.pre + l.block(c.clause.Body))
		}
		return head + "switch {\n" + strings.ReplaceAll(b.String(), "case :\n", "default:\n") + "}\n"
	}
	which := l.temp("case")
	var find, bodies strings.Builder
	fmt.Fprintf(&find, "%s := -1\n", which)
	open := ""
	for i, c := range cases {
		if c.clause.List == nil {
			continue
		}
		for _, cond := range c.conds {
			fmt.Fprintf(&find, "%s%sif %s {\n%s = %d\n}", open, l.at(c.clause.Pos()), header(cond), which, i)
			open = " else "
		}
	}
	if open != "" {
		find.WriteString("\n")
	}
	for i, c := range cases {
		if c.clause.List == nil {
			fmt.Fprintf(&find, "if %s < 0 {\n%s = %d\n}\n", which, which, i)
		}
		fmt.Fprintf(&bodies, "%scase %d:\n%s%s", l.at(c.clause.Pos()), i, c.pre, l.block(c.clause.Body))
	}
	return find.String() + head + "switch " + which + " {\n" + bodies.String() + "}\n"
}

// typeSwitch writes a type switch as a switch over what Is and Implements say.
func (l *lowerer) typeSwitch(s *ast.TypeSwitchStmt, head string) string {
	var b strings.Builder
	b.WriteString("{\n")
	if s.Init != nil {
		b.WriteString(l.stmt(s.Init))
	}
	var x ast.Expr
	named := false
	switch a := s.Assign.(type) {
	case *ast.AssignStmt:
		x = a.Rhs[0].(*ast.TypeAssertExpr).X
		named = true
	case *ast.ExprStmt:
		x = a.X.(*ast.TypeAssertExpr).X
	}
	xt := l.typeOf(x)
	tag := l.temp("x")
	fmt.Fprintf(&b, "var %s %s = %s\n_ = %s\n", tag, l.typ(xt), l.expr(x), tag)
	var cases []switchCase
	for _, c := range s.Body.List {
		cc := c.(*ast.CaseClause)
		var single types.Type
		var conds []string
		for _, e := range cc.List {
			single = l.typeOf(e)
			conds = append(conds, l.typeTest(tag, xt, single))
		}
		if len(conds) > 1 {
			single = nil
		}
		pre := ""
		if v, ok := l.info.Implicits[cc].(*types.Var); ok && named {
			switch {
			case single == nil || isNil(single):
				pre = l.define(v, tag)
			case l.isCompiledIface(single):
				pre = l.define(v, l.toCompiled(tag, xt, single))
			case types.IsInterface(single):
				pre = l.define(v, l.rt("Any")+"("+tag+")")
			default:
				pre = l.define(v, l.unbox(l.rt("Val")+"("+tag+")", single))
			}
		}
		cases = append(cases, switchCase{cc, conds, pre})
	}
	return b.String() + l.choose(head, cases) + "}\n"
}

func (l *lowerer) typeTest(x string, from, t types.Type) string {
	switch {
	case isNil(t):
		return x + " == nil"
	case l.without(TypeTests):
		return "func(x any) bool { _, ok := x.(" + l.typ(t) + "); return ok }(" + x + ")"
	case types.IsInterface(t) && l.isCompiledIface(t):
		return l.rt("Wraps") + "(" + x + ", (*" + l.typ(t) + ")(nil))"
	case types.IsInterface(t):
		return l.rt("Implements") + "(" + x + ", " + l.iface(t) + ")"
	}
	return l.rt("Is") + "(" + x + ", " + l.desc(t) + ")"
}
