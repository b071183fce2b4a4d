package lower

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

func (l *lowerer) builtin(e *ast.CallExpr, fun ast.Expr) string {
	name := ""
	switch f := fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		return l.unsafeBuiltin(e, f.Sel.Name)
	}
	arg := func(i int) string { return l.expr(e.Args[i]) }
	switch name {
	case "len", "cap":
		x := arg(0)
		if l.without(Lengths) {
			return name + "(" + x + ")"
		}
		t := l.typeOf(e.Args[0])
		if p, ok := t.Underlying().(*types.Pointer); ok {
			typ := l.typ(t)
			return l.loader("len "+typ, func(name string) string {
				return fmt.Sprintf("func %s(%s) int { return %d }\n", name, typ, p.Elem().Underlying().(*types.Array).Len())
			}) + "(" + x + ")"
		}
		if a, ok := t.Underlying().(*types.Array); ok {
			typ := l.typ(t)
			return l.loader("len "+typ, func(name string) string {
				return fmt.Sprintf("func %s(%s) int { return %d }\n", name, typ, a.Len())
			}) + "(" + l.value(target{blank: true}, e.Args[0]) + ")"
		}
		return name + "(" + x + ")"
	case "append":
		return l.appending(e)
	case "copy":
		return "copy(" + arg(0) + ", " + arg(1) + ")"
	case "make":
		t := l.typeOf(e.Args[0])
		typ := l.typ(t)
		if c, ok := t.Underlying().(*types.Chan); ok && !l.without(ChannelDirections) {
			typ = l.typ(types.NewChan(types.SendRecv, c.Elem()))
		}
		args := []string{typ}
		for _, a := range e.Args[1:] {
			args = append(args, l.indexValue(a))
		}
		return "make(" + strings.Join(args, ", ") + ")"
	case "new":
		if !l.info.Types[e.Args[0]].IsType() { // new(expr)
			t := l.typeOf(e).(*types.Pointer).Elem()
			if l.without(NewValues) {
				return "new(" + l.conv(e.Args[0], t) + ")"
			}
			typ := l.typ(t)
			return l.helper("new "+typ, func(name string) string {
				return fmt.Sprintf("func %s(x %s) *%s { return &x }\n", name, typ, typ)
			}) + "(" + l.conv(e.Args[0], t) + ")"
		}
		return "new(" + l.typ(l.typeOf(e.Args[0])) + ")"
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
		var args []string
		for _, a := range e.Args {
			args = append(args, l.asAny(a))
		}
		return l.rt(map[string]string{"print": "Print", "println": "Println"}[name]) + "(" + strings.Join(args, ", ") + ")"
	case "complex":
		t := l.typeOf(e)
		part := types.Typ[types.Float64]
		if b := t.Underlying().(*types.Basic); b.Kind() == types.Complex64 {
			part = types.Typ[types.Float32]
		}
		return "complex(" + l.conv(e.Args[0], part) + ", " + l.conv(e.Args[1], part) + ")"
	case "real", "imag":
		return name + "(" + arg(0) + ")"
	case "min", "max":
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
	case "clear":
		if l.without(Clearing) {
			return "clear(" + arg(0) + ")"
		}
		t := l.typeOf(e.Args[0])
		typ := l.typ(t)
		return l.helper("clear "+typ, func(name string) string {
			if _, ok := t.Underlying().(*types.Map); ok {
				return fmt.Sprintf("func %s(m %s) { %s(m) }\n", name, typ, l.rt("ClearMap"))
			}
			return fmt.Sprintf("func %s(s %s) { var zero %s; for i := range s { s[i] = zero } }\n", name, typ, l.typ(elemOf(t)))
		}) + "(" + arg(0) + ")"
	}
	panic("lower: builtin " + name)
}
