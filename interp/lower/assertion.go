package lower

import (
	"fmt"
	"go/types"
	"strings"
)

// assertion writes x.(T) of an interface.
func (l *lowerer) assertion(x string, from, to types.Type) string {
	t := l.typ(to)
	if l.without(Assertions) {
		return "(" + x + ").(" + t + ")"
	}
	if types.IsInterface(to) {
		if l.isCompiledIface(to) {
			return l.unbox(l.rt("MustWrap")+"("+x+", (*"+t+")(nil))", to)
		}
		return l.rt("AsIface") + "(" + x + ", " + l.iface(to) + ")"
	}
	return l.unbox(l.rt("As")+"("+x+", "+l.desc(to)+", "+fmt.Sprintf("%q", l.ifaceName(from))+")", to)
}

// unbox takes a value out of an interface that holds one of its type.
func (l *lowerer) unbox(x string, t types.Type) string {
	return x + ".(" + l.typ(t) + ")"
}

func (l *lowerer) ifaceName(t types.Type) string {
	if _, ok := types.Unalias(t).(*types.Named); ok {
		return l.goName(t)
	}
	if t.Underlying().(*types.Interface).NumMethods() == 0 {
		return "interface {}"
	}
	return "interface"
}

// iface returns an expression for the methods of an interface type of the
// program.
func (l *lowerer) iface(t types.Type) string {
	t = types.Unalias(t)
	id := "iface " + l.id(t)
	if d, ok := l.descs.get(id); ok {
		return d.name
	}
	name := l.temp("i")
	l.descs.put(id, description{name: name})
	var parts []string
	it := t.Underlying().(*types.Interface)
	for i := range it.NumMethods() {
		m := it.Method(i)
		sig := m.Signature()
		fn := "nil"
		if !l.mentions(sig) && m.Exported() {
			fn = "(*" + l.typ(sig) + ")(nil)"
		}
		parts = append(parts, fmt.Sprintf("{%q, %q, %s}", m.Id(), l.id(sig), fn))
	}
	fmt.Fprintf(&l.descHead, "var %s *%s\n", name, l.rt("Iface"))
	fmt.Fprintf(&l.descInit, "%s = &%s{%q, []%s{%s}}\n", name, l.rt("Iface"), l.goName(t), l.rt("IfaceMethod"), strings.Join(parts, ", "))
	return name
}

// commaOK writes the statements that set v and ok to what x.(T) gives.
func (l *lowerer) commaOK(v, ok, x string, from, to types.Type) string {
	t := l.typ(to)
	tmp := l.temp("x")
	var b strings.Builder
	fmt.Fprintf(&b, "var %s any = %s\n", tmp, x)
	switch {
	case l.without(TypeTests):
		fmt.Fprintf(&b, "%s, %s := %s.(%s)\n", v, ok, tmp, t)
	case types.IsInterface(to) && l.isCompiledIface(to):
		w := l.temp("w")
		fmt.Fprintf(&b, "var %s %s\nvar %s bool\n{\nvar %s any\n%s, %s = %s(%s, (*%s)(nil))\nif %s { %s = %s.(%s) }\n}\n",
			v, t, ok, w, w, ok, l.rt("Wrap"), tmp, t, ok, v, w, t)
	case types.IsInterface(to):
		fmt.Fprintf(&b, "var %s any\n%s := %s(%s, %s)\nif %s { %s = %s(%s) }\n", v, ok, l.rt("Implements"), tmp, l.iface(to), ok, v, l.rt("Any"), tmp)
	default:
		fmt.Fprintf(&b, "var %s %s\n%s := %s(%s, %s)\nif %s { %s = %s }\n", v, t, ok, l.rt("Is"), tmp, l.desc(to), ok, v, l.unbox(l.rt("Val")+"("+tmp+")", to))
	}
	return b.String()
}
