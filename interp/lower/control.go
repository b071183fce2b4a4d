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
		if d, ok := s.Init.(*ast.AssignStmt); ok && d.Tok == token.DEFINE {
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

// rangeStmt writes a range loop.
func (l *lowerer) rangeStmt(s *ast.RangeStmt, head string) string {
	var b strings.Builder
	t := l.typeOf(s.X)
	var kt, vt types.Type
	x := ""
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch isString := u.Info()&types.IsString != 0; {
		case isString && l.without(RangeStrings):
			kt, vt = types.Typ[types.Int], types.Typ[types.Rune]
		case isString:
			return l.rangeString(s, head)
		case l.without(RangeIntegers):
			kt = types.Default(t)
		default:
			return l.rangeInt(s, head)
		}
	case *types.Slice:
		kt, vt = types.Typ[types.Int], u.Elem()
	case *types.Array:
		if isBlank(s.Value) && !l.without(RangeLengths) {
			return l.rangeCount(s, head, u.Len())
		}
		kt, vt = types.Typ[types.Int], u.Elem()
	case *types.Pointer:
		kt, vt = types.Typ[types.Int], u.Elem().Underlying().(*types.Array).Elem()
		if isBlank(s.Value) && !l.without(RangeLengths) {
			return l.rangeCount(s, head, u.Elem().Underlying().(*types.Array).Len())
		}
		x = l.pointed(l.expr(s.X)) + "[:]"
	case *types.Map:
		kt, vt = u.Key(), u.Elem()
	case *types.Chan:
		kt = u.Elem()
	case *types.Signature: // without the rule for it
		yield := u.Params().At(0).Type().Underlying().(*types.Signature).Params()
		if yield.Len() > 0 {
			kt = yield.At(0).Type()
		}
		if yield.Len() > 1 {
			vt = yield.At(1).Type()
		}
	}
	if x == "" {
		x = l.expr(s.X)
	}
	own := func(e ast.Expr, base string) (name string, itself bool) {
		if isBlank(e) {
			return "_", true
		}
		if name, ok := l.rangeVar(s, e); ok {
			return name, true
		}
		return l.temp(base), false
	}
	k, kOwn := own(s.Key, "k")
	v, vOwn := own(s.Value, "v")
	pre := ""
	switch {
	case !kOwn && !vOwn:
		pre = l.setBoth(s, k, kt, v, vt)
	case !kOwn:
		pre = l.setRange(s, s.Key, k, kt)
	case !vOwn:
		pre = l.setRange(s, s.Value, v, vt)
	}
	r := l.temp("x")
	rt := l.typ(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		rt = l.typ(types.NewSlice(p.Elem().Underlying().(*types.Array).Elem()))
	}
	fmt.Fprintf(&b, "{\nvar %s %s = %s\n%s", r, rt, x, head)
	if vt != nil && v != "_" {
		if _, ok := vt.Underlying().(*types.Chan); ok && !l.without(RangeChannels) {
			// The interpreter would range over the channel that is the value.
			if k == "_" {
				k = l.temp("k")
			}
			pre = fmt.Sprintf("var %s %s = %s[%s]\n_ = %s\n", v, l.typ(vt), r, k, v) + pre
			v = "_"
		}
	}
	switch {
	case v != "_":
		fmt.Fprintf(&b, "for %s, %s := range %s {\n", k, v, r)
	case k != "_":
		fmt.Fprintf(&b, "for %s := range %s {\n", k, r)
	default:
		fmt.Fprintf(&b, "for range %s {\n", r)
	}
	b.WriteString(pre + l.block(s.Body.List) + "}\n}\n")
	return b.String()
}

// rangeString writes a loop over the runes of a string.
func (l *lowerer) rangeString(s *ast.RangeStmt, head string) string {
	str, i, r, w := l.temp("s"), l.temp("i"), l.temp("r"), l.temp("w")
	var b strings.Builder
	fmt.Fprintf(&b, "{\n%s := %s\n%s := 0\n%sfor %s < len(%s) {\n", str, l.conv(s.X, types.Typ[types.String]), i, head, i, str)
	at := l.temp("at")
	fmt.Fprintf(&b, "%s, %s := %s(%s, %s)\n%s := %s\n%s += %s\n_ = %s\n_ = %s\n", r, w, l.rt("Rune"), str, i, at, i, i, w, r, at)
	b.WriteString(l.setBoth(s, at, types.Typ[types.Int], r, types.Typ[types.Rune]))
	b.WriteString(l.block(s.Body.List) + "}\n}\n")
	return b.String()
}

// rangeCount writes a loop over the indices of an array, of which no more than
// the length is looked at.
func (l *lowerer) rangeCount(s *ast.RangeStmt, head string, n int64) string {
	evaluated := ""
	if calls(s.X) {
		evaluated = "_ = " + l.value(target{blank: true}, s.X) + "\n"
	}
	i := l.temp("i")
	var b strings.Builder
	fmt.Fprintf(&b, "{\n%s%sfor %s := 0; %s < %d; %s++ {\n", evaluated, head, i, i, n, i)
	b.WriteString(l.setRange(s, s.Key, i, types.Typ[types.Int]))
	b.WriteString(l.block(s.Body.List) + "}\n}\n")
	return b.String()
}

// setBoth gives the variables of a range clause their values: what they are is
// found out first.
func (l *lowerer) setBoth(s *ast.RangeStmt, key string, kt types.Type, value string, vt types.Type) string {
	if s.Tok == token.DEFINE || key == "_" || value == "_" || isBlank(s.Key) || isBlank(s.Value) || l.without(RangePlaces) {
		return l.setRange(s, s.Key, key, kt) + l.setRange(s, s.Value, value, vt)
	}
	var o operands
	k, v := l.place(&o, s.Key), l.place(&o, s.Value)
	return o.text() + k + " = " + l.convert(key, kt, l.typeOf(s.Key)) + "\n" + v + " = " + l.convert(value, vt, l.typeOf(s.Value)) + "\n"
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e == nil || ok && id.Name == "_"
}

// setRange gives a variable of a range clause its value.
func (l *lowerer) setRange(s *ast.RangeStmt, e ast.Expr, value string, from types.Type) string {
	id, ok := e.(*ast.Ident)
	if e == nil || ok && id.Name == "_" {
		return ""
	}
	if s.Tok == token.DEFINE {
		v := l.info.Defs[id].(*types.Var)
		return l.define(v, l.convert(value, from, l.subst(v.Type())))
	}
	var o operands
	place := l.place(&o, e)
	return o.text() + place + " = " + l.convert(value, from, l.typeOf(e)) + "\n"
}

// rangeInt writes a loop over the integers below one.
func (l *lowerer) rangeInt(s *ast.RangeStmt, head string) string {
	t := l.typeOf(s.X)
	if s.Key != nil {
		if id, ok := s.Key.(*ast.Ident); !ok || id.Name != "_" {
			t = l.typeOf(s.Key)
			if s.Tok == token.DEFINE {
				t = l.subst(l.info.Defs[s.Key.(*ast.Ident)].Type())
			}
		}
	}
	if isUntyped(t) {
		t = types.Default(t)
	}
	n := l.temp("n")
	i, own := l.rangeVar(s, s.Key)
	if !own {
		i = l.temp("i")
	}
	var b strings.Builder
	typ := l.typ(t)
	next := i + "++"
	if basic, ok := t.Underlying().(*types.Basic); ok && basic.Kind() == types.Uintptr {
		next = i + " = " + i + " + 1" // the interpreter's ++ ends the function
	}
	fmt.Fprintf(&b, "{\nvar %s %s = %s\n%sfor %s := %s(0); %s < %s; %s {\n", n, typ, l.conv(s.X, t), head, i, typ, i, n, next)
	if id, ok := s.Key.(*ast.Ident); !own && s.Key != nil && !(ok && id.Name == "_") {
		if s.Tok == token.DEFINE {
			b.WriteString(l.define(l.info.Defs[id].(*types.Var), i))
		} else {
			fmt.Fprintf(&b, "%s = %s\n", l.expr(s.Key), i)
		}
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
