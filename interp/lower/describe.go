package lower

import (
	"fmt"
	"go/types"
	"strings"
)

// desc returns an expression for the description of a type.
func (l *lowerer) desc(t types.Type) string {
	t = types.Unalias(l.subst(t))
	id := l.id(t)
	if d, ok := l.descs.get(id); ok {
		return d.name
	}
	name := l.temp("d")
	l.descs.put(id, description{name, t})
	fmt.Fprintf(&l.descHead, "var %s *%s\n", name, l.rt("Type"))
	if !l.mentions(t) {
		fmt.Fprintf(&l.descInit, "%s = %s((*%s)(nil))\n", name, l.rt("Native"), l.typ(t))
		return name
	}
	var made string
	switch t := t.(type) {
	case *types.Named:
		fmt.Fprintf(&l.descInit, "%s = %s(%q, %q)\n", name, l.rt("Named"), id, l.goName(t))
		if l.cells && t.Obj().Pkg().Path() == "main" && isGlobal(t.Obj()) {
			l.described[id] = t
		}
		l.queue = append(l.queue, l.describeLater(t, name))
		return name
	case *types.Pointer:
		made = l.rt("Pointer") + "(" + l.desc(t.Elem()) + ")"
		defer l.queueMethods(t, name)
	case *types.Slice:
		made = l.rt("Slice") + "(" + l.desc(t.Elem()) + ")"
	case *types.Array:
		made = fmt.Sprintf("%s(\"%d\", %s)", l.rt("Array"), t.Len(), l.desc(t.Elem()))
	case *types.Chan:
		dir := map[types.ChanDir]string{types.SendRecv: "chan", types.SendOnly: "chan<-", types.RecvOnly: "<-chan"}[t.Dir()]
		made = fmt.Sprintf("%s(%q, %s)", l.rt("Chan"), dir, l.desc(t.Elem()))
	case *types.Map:
		made = l.rt("Map") + "(" + l.desc(t.Key()) + ", " + l.desc(t.Elem()) + ")"
	case *types.Signature:
		made = fmt.Sprintf("%s(%q, %q, %d", l.rt("Func"), id, l.goName(t), t.Params().Len())
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range tuple.Variables() {
				made += ", " + l.desc(v.Type())
			}
		}
		made += ")"
	case *types.Interface:
		made = l.interfaceDesc(t, id)
	case *types.Struct:
		made = l.structDesc(t)
		defer l.queueMethods(t, name)
		defer l.descPointer(t)
	default:
		panic(fmt.Sprintf("lower: description of %T", t))
	}
	fmt.Fprintf(&l.descInit, "%s = %s\n", name, made)
	return name
}

// descPointer describes the pointer to a type where that has methods: reflection may come to
// it from the value.
func (l *lowerer) descPointer(t types.Type) {
	if p := types.NewPointer(t); types.NewMethodSet(p).Len() > 0 {
		l.desc(p)
	}
}

func (l *lowerer) structDesc(t *types.Struct) string {
	var parts []string
	for i := range t.NumFields() {
		f := t.Field(i)
		parts = append(parts, fmt.Sprintf("%s{%q, %q, %q, %s, %q, %t}", l.rt("Field"), f.Id(), f.Name(), l.fieldName(f, i), l.desc(f.Type()), t.Tag(i), f.Embedded()))
	}
	return l.rt("Struct") + "(" + strings.Join(parts, ", ") + ")"
}

// interfaceDesc describes an interface type by its methods and their types.
func (l *lowerer) interfaceDesc(t *types.Interface, id string) string {
	text := fmt.Sprintf("%s(%q, %q", l.rt("Interface"), id, l.goName(t))
	for m := range t.Methods() {
		text += fmt.Sprintf(", %q, %q", m.Id(), l.id(l.subst(m.Type())))
	}
	return text + ")"
}

func (l *lowerer) describeLater(t *types.Named, name string) func() {
	env := l.env
	return func() {
		saved := l.env
		l.env = env
		defer func() { l.env = saved }()
		switch u := l.underlying(t).(type) {
		case *types.Interface:
			fmt.Fprintf(&l.descInit, "%s.Is(%s)\n", name, l.interfaceDesc(u, l.id(u)))
		default:
			fmt.Fprintf(&l.descInit, "%s.Is(%s)\n", name, l.desc(u))
			l.describeMethods(t, name)
			l.descPointer(t)
		}
	}
}

func (l *lowerer) queueMethods(t types.Type, name string) {
	env := l.env
	l.queue = append(l.queue, func() {
		saved := l.env
		l.env = env
		defer func() { l.env = saved }()
		l.describeMethods(t, name)
	})
}

// describeMethods gives a description the methods of its type.
func (l *lowerer) describeMethods(t types.Type, name string) {
	set := types.NewMethodSet(t)
	if set.Len() == 0 {
		if _, declared := t.(*types.Named); !declared {
			return
		}
	}
	var has strings.Builder
	for i := range set.Len() {
		sel := set.At(i)
		m := sel.Obj().(*types.Func)
		if !m.Exported() && !l.isSource(m.Pkg()) {
			// Nobody but its package can call it.
			fmt.Fprintf(&has, "%s.HasHidden(%q)\n", name, m.Id())
			continue
		}
		sig := l.subst(sel.Type()).(*types.Signature)
		v := l.temp("v")
		names := l.paramNames(sig)
		params := l.signature(sig, names)
		params = "(" + v + " any" + comma(sig) + params[1:]
		head, first := l.method(v+".("+l.typ(t)+")", t, m, sel.Index())
		args := spread(sig, names)
		if first != "" {
			args = append([]string{first}, args...)
		}
		ret := ""
		if sig.Results().Len() > 0 {
			ret = "return "
		}
		thunk := l.temp(m.Name())
		fmt.Fprintf(&l.funcs, nowhere+"func %s%s {\n%s%s(%s)\n}\n", thunk, params, ret, head, strings.Join(args, ", "))
		if l.mentions(sig) {
			fmt.Fprintf(&has, "%s.HasOf(%q, %q, %s, %s)\n", name, m.Id(), l.id(sig), thunk, l.desc(sig))
			continue
		}
		fmt.Fprintf(&has, "%s.Has(%q, %q, %s)\n", name, m.Id(), l.id(sig), thunk)
	}
	fmt.Fprintf(&l.descInit, "%s.Methods()\n%s%s.Done()\n", name, has.String(), name)
}
