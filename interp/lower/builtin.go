package lower

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// builtin writes the call of a function that the language has.
func (l *lowerer) builtin(e *ast.CallExpr, fun ast.Expr) string {
	if f, ok := fun.(*ast.SelectorExpr); ok {
		return l.unsafeBuiltin(e, f.Sel.Name)
	}
	name := fun.(*ast.Ident).Name
	arg := func(i int) string { return l.expr(e.Args[i]) }
	switch name {
	case "len", "cap":
		return l.length(name, e)
	case "append":
		return l.appending(e)
	case "copy":
		return "copy(" + arg(0) + ", " + arg(1) + ")"
	case "make":
		return l.makeCall(e)
	case "new":
		return l.newCall(e)
	case "delete":
		m := l.typeOf(e.Args[0]).Underlying().(*types.Map)
		return "delete(" + arg(0) + ", " + l.conv(e.Args[1], m.Key()) + ")"
	case "close":
		return "close(" + arg(0) + ")"
	case "panic":
		if l.without(Panics) {
			return "panic(" + l.asAny(e.Args[0]) + ")"
		}
		return l.rt("Panic") + "(" + l.asAny(e.Args[0]) + ")"
	case "recover":
		if l.without(DeferredCalls) {
			return "recover()"
		}
		return l.fn.frame + ".Recover()"
	case "print", "println":
		return l.printCall(name, e)
	case "complex":
		return l.complexCall(e)
	case "real", "imag":
		return name + "(" + arg(0) + ")"
	case "min", "max":
		return l.extreme(name, e)
	case "clear":
		return l.clearCall(e)
	}
	panic("lower: builtin " + name)
}

// length writes len or cap. That of an array is a constant behind the evaluation of
// the array.
func (l *lowerer) length(name string, e *ast.CallExpr) string {
	x := l.expr(e.Args[0])
	if l.without(Lengths) {
		return name + "(" + x + ")"
	}
	t := l.typeOf(e.Args[0])
	constant := func(n int64) string {
		typ := l.typ(t)
		return l.loader("len "+typ, func(name string) string {
			return fmt.Sprintf("func %s(%s) int { return %d }\n", name, typ, n)
		})
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return constant(u.Elem().Underlying().(*types.Array).Len()) + "(" + x + ")"
	case *types.Array:
		return constant(u.Len()) + "(" + l.value(target{blank: true}, e.Args[0]) + ")"
	}
	return name + "(" + x + ")"
}

// makeCall writes make. A channel of one direction is made of both.
func (l *lowerer) makeCall(e *ast.CallExpr) string {
	t := l.typeOf(e.Args[0])
	typ := l.typ(t)
	made := typ
	if c, ok := t.Underlying().(*types.Chan); ok && !l.without(ChannelDirections) {
		made = l.typ(types.NewChan(types.SendRecv, c.Elem()))
	}
	args := []string{made}
	for _, a := range e.Args[1:] {
		args = append(args, l.indexValue(a))
	}
	text := "make(" + strings.Join(args, ", ") + ")"
	if made != typ { // an interface would hold a channel of both directions
		text = conversion(typ, text)
	}
	return text
}

// newCall writes new, of a type or of a value.
func (l *lowerer) newCall(e *ast.CallExpr) string {
	if l.info.Types[e.Args[0]].IsType() {
		return "new(" + l.typ(l.typeOf(e.Args[0])) + ")"
	}
	t := l.typeOf(e).(*types.Pointer).Elem()
	if l.without(NewValues) {
		return "new(" + l.conv(e.Args[0], t) + ")"
	}
	typ := l.typ(t)
	return l.helper("new "+typ, func(name string) string {
		return fmt.Sprintf("func %s(x %s) *%s { return &x }\n", name, typ, typ)
	}) + "(" + l.conv(e.Args[0], t) + ")"
}

func (l *lowerer) printCall(name string, e *ast.CallExpr) string {
	var args []string
	for _, a := range e.Args {
		args = append(args, l.asAny(a))
	}
	return l.rt(map[string]string{"print": "Print", "println": "Println"}[name]) + "(" + strings.Join(args, ", ") + ")"
}

func (l *lowerer) complexCall(e *ast.CallExpr) string {
	part := types.Typ[types.Float64]
	if b := l.typeOf(e).Underlying().(*types.Basic); b.Kind() == types.Complex64 {
		part = types.Typ[types.Float32]
	}
	return "complex(" + l.conv(e.Args[0], part) + ", " + l.conv(e.Args[1], part) + ")"
}

// extreme writes min or max as calls of a helper of two arguments.
func (l *lowerer) extreme(name string, e *ast.CallExpr) string {
	t := l.typeOf(e)
	typ := l.typ(t)
	op := map[string]string{"min": "<", "max": ">"}[name]
	isFloat := false
	if b, ok := t.Underlying().(*types.Basic); ok {
		isFloat = b.Info()&types.IsFloat != 0
	}
	f := l.helper(name+" "+typ, func(fname string) string {
		nan := ""
		if isFloat {
			nan = "if x != x { return x }; if y != y { return y }; if x == 0 && y == 0 { if (1/x " + op + " 0) { return x }; return y }; "
		}
		return fmt.Sprintf("func %s(x, y %s) %s { %sif y %s x { return y }; return x }\n", fname, typ, typ, nan, op)
	})
	text := l.conv(e.Args[0], t)
	if l.without(Extremes) {
		f = name
	}
	for _, a := range e.Args[1:] {
		text = f + "(" + text + ", " + l.conv(a, t) + ")"
	}
	return text
}

// clearCall writes clear as the call of a helper.
func (l *lowerer) clearCall(e *ast.CallExpr) string {
	if l.without(Clearing) {
		return "clear(" + l.expr(e.Args[0]) + ")"
	}
	t := l.typeOf(e.Args[0])
	typ := l.typ(t)
	return l.helper("clear "+typ, func(name string) string {
		if _, ok := t.Underlying().(*types.Map); ok {
			return fmt.Sprintf("func %s(m %s) { %s(m) }\n", name, typ, l.rt("ClearMap"))
		}
		return fmt.Sprintf("func %s(s %s) { var zero %s; for i := range s { s[i] = zero } }\n", name, typ, l.typ(elemOf(t)))
	}) + "(" + l.expr(e.Args[0]) + ")"
}
