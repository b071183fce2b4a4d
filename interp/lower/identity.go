package lower

import (
	"go/types"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// mentions reports whether a type of the program is part of t.
func (l *lowerer) mentions(t types.Type) bool { return l.mentionsIn(t, map[types.Type]bool{}) }

func (l *lowerer) mentionsIn(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if l.isLocal(t.Obj()) {
			return true
		}
		for i := range t.TypeArgs().Len() {
			if l.mentionsIn(t.TypeArgs().At(i), seen) {
				return true
			}
		}
	case *types.Pointer:
		return l.mentionsIn(t.Elem(), seen)
	case *types.Slice:
		return l.mentionsIn(t.Elem(), seen)
	case *types.Array:
		return l.mentionsIn(t.Elem(), seen)
	case *types.Chan:
		return l.mentionsIn(t.Elem(), seen)
	case *types.Map:
		return l.mentionsIn(t.Key(), seen) || l.mentionsIn(t.Elem(), seen)
	case *types.Signature:
		for _, tup := range []*types.Tuple{t.Params(), t.Results()} {
			for i := range tup.Len() {
				if l.mentionsIn(tup.At(i).Type(), seen) {
					return true
				}
			}
		}
	case *types.Struct:
		if types.NewMethodSet(types.NewPointer(t)).Len() > 0 {
			return true // its methods have to be described
		}
		for i := range t.NumFields() {
			f := t.Field(i)
			if !f.Exported() || f.Embedded() || l.mentionsIn(f.Type(), seen) {
				return true // its fields have other names here, or are embedded
			}
		}
	case *types.Interface:
		return t.NumMethods() > 0
	}
	return false
}

// id identifies a type: two types are identical if they have one id.
func (l *lowerer) id(t types.Type) string {
	s := types.TypeString(rebuild(t, nil), func(p *types.Package) string { return p.Path() })
	return strings.ReplaceAll(s, "interface{}", "any") + l.localSuffix(t)
}

// localSuffix returns a suffix that tells apart types that functions declare, structs that
// embed aliases, and names of other packages that are not exported.
func (l *lowerer) localSuffix(t types.Type) string {
	var b strings.Builder
	seen := map[types.Type]bool{}
	member := func(o types.Object) {
		if !o.Exported() && o.Pkg() != nil && o.Pkg().Path() != "main" {
			b.WriteString(rt.Mark + "of " + o.Id())
		}
	}
	var walk func(t types.Type)
	walk = func(t types.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			if obj := t.Obj(); l.isLocal(obj) && isGlobal(obj) {
				name, _ := l.names.get(obj)
				if _, version, _ := strings.Cut(name, rt.Mark); version != "" && version != FirstVersion {
					b.WriteString(rt.Mark + name)
				}
			} else if l.isLocal(obj) {
				b.WriteString(rt.Mark + strconv.Itoa(int(obj.Pos())))
				if l.env != nil && l.env.from <= obj.Pos() && obj.Pos() < l.env.to {
					b.WriteString(l.env.suffix)
				}
			}
			for i := range t.TypeArgs().Len() {
				walk(t.TypeArgs().At(i))
			}
		case *types.Pointer:
			walk(t.Elem())
		case *types.Slice:
			walk(t.Elem())
		case *types.Array:
			walk(t.Elem())
		case *types.Chan:
			walk(t.Elem())
		case *types.Map:
			walk(t.Key())
			walk(t.Elem())
		case *types.Signature:
			for _, tup := range []*types.Tuple{t.Params(), t.Results()} {
				for i := range tup.Len() {
					walk(tup.At(i).Type())
				}
			}
		case *types.Struct:
			for f := range t.Fields() {
				if f.Embedded() && embeddedName(f.Type()) != f.Name() {
					b.WriteString(rt.Mark + "as " + f.Name()) // an alias is embedded under its own name
				}
				member(f)
				walk(f.Type())
			}
		case *types.Interface:
			for m := range t.Methods() {
				member(m)
				walk(m.Type())
			}
		}
	}
	walk(t)
	return b.String()
}

// embeddedName is the name of the field that embeds a type, if it is no alias.
func embeddedName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	switch t := t.(type) {
	case *types.Named:
		return t.Obj().Name()
	case *types.Basic:
		return t.Name()
	}
	return ""
}

// recursive reports whether a declared type that is no struct contains itself
// without a struct between.
func (l *lowerer) recursive(t *types.Named) bool {
	found := false
	seen := map[types.Type]bool{}
	var walk func(u types.Type)
	walk = func(u types.Type) {
		if found || seen[u] {
			return
		}
		switch u := types.Unalias(u).(type) {
		case *types.Named:
			if u == t {
				found = true
				return
			}
			seen[u] = true
			if _, ok := u.Underlying().(*types.Struct); !ok && l.isLocal(u.Obj()) {
				walk(u.Underlying())
			}
		case *types.Pointer:
			walk(u.Elem())
		case *types.Slice:
			walk(u.Elem())
		case *types.Array:
			walk(u.Elem())
		case *types.Chan:
			walk(u.Elem())
		case *types.Map:
			walk(u.Key())
			walk(u.Elem())
		case *types.Signature:
			for _, tup := range []*types.Tuple{u.Params(), u.Results()} {
				for i := range tup.Len() {
					walk(tup.At(i).Type())
				}
			}
		}
	}
	walk(t.Underlying())
	return found
}
