package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// rangeLoop writes a range loop under its label.
func (l *lowerer) rangeLoop(s *ast.RangeStmt, head, label string) string {
	if s.Tok == token.DEFINE && l.sharesLoops(s.For) {
		return l.sharedRange(s, head, label)
	}
	if sig, ok := l.typeOf(s.X).Underlying().(*types.Signature); ok && !l.without(RangeFunctions) {
		return l.rangeFunc(s, sig, label)
	}
	return l.scoped(label, true, func() string { return l.rangeStmt(s, head) })
}

// rangeStmt writes a range loop over anything but a function.
func (l *lowerer) rangeStmt(s *ast.RangeStmt, head string) string {
	t := l.typeOf(s.X)
	if text, ok := l.countingRange(s, t, head); ok {
		return text
	}
	kt, vt := rangedTypes(t)
	x := l.expr(s.X)
	if _, ok := t.Underlying().(*types.Pointer); ok {
		x = l.pointed(x) + "[:]"
		t = types.NewSlice(vt)
	}
	k, kOwn := l.clauseVar(s, s.Key, "k")
	v, vOwn := l.clauseVar(s, s.Value, "v")
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
	var b strings.Builder
	fmt.Fprintf(&b, "{\nvar %s %s = %s\n%s", r, l.typ(t), x, head)
	if v != "_" && isChan(vt) && !l.without(RangeChannels) {
		// The interpreter would range over the channel that is the value.
		if k == "_" {
			k = l.temp("k")
		}
		pre = fmt.Sprintf("var %s %s = %s[%s]\n_ = %s\n", v, l.typ(vt), r, k, v) + pre
		v = "_"
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

// countingRange writes the range loops that become loops that count; it reports
// whether a loop over a value of type t is one.
func (l *lowerer) countingRange(s *ast.RangeStmt, t types.Type, head string) (text string, ok bool) {
	if b, isBasic := t.Underlying().(*types.Basic); isBasic {
		switch isString := b.Info()&types.IsString != 0; {
		case isString && !l.without(RangeStrings):
			return l.rangeString(s, head), true
		case !isString && !l.without(RangeIntegers):
			return l.rangeInt(s, head), true
		}
		return "", false
	}
	if a, isArray := arrayAt(t); isArray && isBlank(s.Value) && !l.without(RangeLengths) {
		return l.rangeCount(s, head, a.Len()), true
	}
	return "", false
}

// rangedTypes returns the types of the keys and of the values of a range over a value
// of type t; nil where there are none.
func rangedTypes(t types.Type) (key, value types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return types.Typ[types.Int], types.Typ[types.Rune]
		}
		return types.Default(t), nil
	case *types.Slice:
		return types.Typ[types.Int], u.Elem()
	case *types.Array, *types.Pointer:
		a, _ := arrayAt(t)
		return types.Typ[types.Int], a.Elem()
	case *types.Map:
		return u.Key(), u.Elem()
	case *types.Chan:
		return u.Elem(), nil
	case *types.Signature: // without the rule for it
		yield := u.Params().At(0).Type().Underlying().(*types.Signature).Params()
		if yield.Len() > 0 {
			key = yield.At(0).Type()
		}
		if yield.Len() > 1 {
			value = yield.At(1).Type()
		}
	}
	return key, value
}

// arrayAt returns the array type that t is, or points to.
func arrayAt(t types.Type) (*types.Array, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	a, ok := t.Underlying().(*types.Array)
	return a, ok
}

func isChan(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// clauseVar returns the variable of the loop for the key or the value of a range
// clause. own reports whether it is the user's variable itself, or none is wanted.
func (l *lowerer) clauseVar(s *ast.RangeStmt, e ast.Expr, base string) (name string, own bool) {
	if isBlank(e) {
		return "_", true
	}
	if name, ok := l.rangeVar(s, e); ok {
		return name, true
	}
	return l.temp(base), false
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

// rangeCount writes a loop over the indices of an array, which uses only its length.
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

// setBoth assigns to both variables of a range clause. Their operands are evaluated
// before.
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
