package lower

import (
	"cmp"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// goName returns the name of a type, as Go prints it.
func (l *lowerer) goName(t types.Type) string { return namer{l, false}.name(t) }

// A namer writes types as Go's compiler and runtime name them.
type namer struct {
	l *lowerer
	// whole is set for a type that is an argument of another: packages are named by their
	// paths, and unexported names with their package.
	whole bool
}

func (n namer) name(t types.Type) string {
	switch t := types.Unalias(n.l.subst(t)).(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return "unsafe.Pointer"
		}
		return types.Typ[t.Kind()].Name()
	case *types.Named:
		return n.declared(t)
	case *types.Pointer:
		return "*" + n.name(t.Elem())
	case *types.Slice:
		return "[]" + n.name(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + n.name(t.Elem())
	case *types.Map:
		return "map[" + n.name(t.Key()) + "]" + n.name(t.Elem())
	case *types.Chan:
		return n.channel(t)
	case *types.Signature:
		return "func" + n.signature(t)
	case *types.Struct:
		return n.structure(t)
	case *types.Interface:
		return n.methods(t)
	}
	return t.String()
}

// declared writes a declared type with its arguments. What a generic function
// declares has those of the function first.
func (n namer) declared(t *types.Named) string {
	obj := t.Obj()
	if obj.Pkg() == nil {
		return obj.Name() // error
	}
	inner := namer{n.l, true}
	var around, own []string
	local := n.l.isLocal(obj) && !isGlobal(obj)
	if env := n.l.env; local && env != nil && env.from <= obj.Pos() && obj.Pos() < env.to {
		params := slices.SortedFunc(maps.Keys(env.targs), func(a, b *types.TypeParam) int { return cmp.Compare(a.Index(), b.Index()) })
		for _, p := range params {
			around = append(around, inner.name(env.targs[p]))
		}
	}
	for a := range t.TypeArgs().Types() {
		own = append(own, inner.name(a))
	}
	name := n.qualify(obj.Pkg(), obj.Name())
	switch {
	case around != nil && own != nil:
		name += "[" + strings.Join(around, ",") + ";" + strings.Join(own, ",") + "]"
	case around != nil || own != nil:
		name += "[" + strings.Join(append(around, own...), ",") + "]"
	}
	if local && n.whole {
		name += "·" + strconv.Itoa(declaredBefore(obj.Pkg().Scope(), obj)+1)
	}
	return name
}

// declaredBefore counts the types that functions of a package declare before one.
func declaredBefore(s *types.Scope, obj *types.TypeName) int {
	count := 0
	for child := range s.Children() {
		for _, name := range child.Names() {
			if t, ok := child.Lookup(name).(*types.TypeName); ok && !t.IsAlias() && t.Pos() < obj.Pos() && !isTypeParam(t) {
				count++
			}
		}
		count += declaredBefore(child, obj)
	}
	return count
}

func isTypeParam(t *types.TypeName) bool {
	_, ok := t.Type().(*types.TypeParam)
	return ok
}

// qualify writes a name with its package.
func (n namer) qualify(p *types.Package, name string) string {
	if !n.whole {
		return p.Name() + "." + name
	}
	path := p.Path()
	last := strings.LastIndex(path, "/") + 1
	return path[:last] + strings.ReplaceAll(path[last:], ".", "%2e") + "." + name
}

// member writes the name of a field.
func (n namer) member(f *types.Var) string {
	if n.whole && !f.Exported() {
		return n.qualify(f.Pkg(), f.Name())
	}
	return f.Name()
}

func (n namer) channel(t *types.Chan) string {
	elem := n.name(t.Elem())
	switch t.Dir() {
	case types.RecvOnly:
		return "<-chan " + elem
	case types.SendOnly:
		return "chan<- " + elem
	}
	if strings.HasPrefix(elem, "<-") {
		elem = "(" + elem + ")"
	}
	return "chan " + elem
}

func (n namer) signature(t *types.Signature) string {
	var params, results []string
	for v := range t.Params().Variables() {
		params = append(params, n.name(v.Type()))
	}
	if last := len(params) - 1; t.Variadic() {
		params[last] = "..." + strings.TrimPrefix(params[last], "[]")
	}
	for v := range t.Results().Variables() {
		results = append(results, n.name(v.Type()))
	}
	text := "(" + strings.Join(params, ", ") + ")"
	switch len(results) {
	case 0:
		return text
	case 1:
		return text + " " + results[0]
	}
	return text + " (" + strings.Join(results, ", ") + ")"
}

func (n namer) structure(t *types.Struct) string {
	var fields []string
	for i := range t.NumFields() {
		f := t.Field(i)
		text := n.name(f.Type())
		if !f.Embedded() {
			text = n.member(f) + " " + text
		}
		if tag := t.Tag(i); tag != "" {
			text += " " + strconv.Quote(tag)
		}
		fields = append(fields, text)
	}
	return block("struct", fields)
}

func (n namer) methods(t *types.Interface) string {
	var methods []string
	for m := range t.Methods() {
		name := m.Name()
		if !m.Exported() { // Go names the package of a method everywhere
			name = n.qualify(m.Pkg(), name)
		}
		methods = append(methods, name+n.signature(m.Signature()))
	}
	return block("interface", methods)
}

func block(word string, parts []string) string {
	if parts == nil {
		return word + " {}"
	}
	return word + " { " + strings.Join(parts, "; ") + " }"
}
