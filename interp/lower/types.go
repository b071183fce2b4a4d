package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// typeOf returns the type of an expression.
func (l *lowerer) typeOf(e ast.Expr) types.Type { return l.subst(l.info.TypeOf(e)) }

// isLocal reports whether a declared type is lowered: one of the program, or a generic
// one of a compiled package.
func (l *lowerer) isLocal(obj types.Object) bool { return l.isSource(obj.Pkg()) || isGenericType(obj) }

// isSource reports whether the source of a package is lowered: that of the program or
// of the cells, one that these import as source, and one with generic functions.
func (l *lowerer) isSource(p *types.Package) bool {
	if p == nil {
		return false
	}
	_, have := l.sources.get(p)
	return have || p == l.pkg || p.Path() == "main" || l.Library.Has(p)
}

// typ writes the type that the interpreter has for t.
func (l *lowerer) typ(t types.Type) string {
	t = l.subst(t)
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		switch t.Kind() {
		case types.UnsafePointer:
			return l.alias("unsafe", "unsafe") + ".Pointer"
		case types.UntypedNil:
			return "any"
		}
		// byte and rune have one name with the types that they are, so that no conversion
		// is written between them.
		return types.Typ[types.Default(t).(*types.Basic).Kind()].Name()
	case *types.Named:
		obj := t.Obj()
		if obj.Pkg() == nil {
			return obj.Name() // error, comparable
		}
		if !l.isLocal(obj) {
			if _, err := l.Library.Import(obj.Pkg().Path()); err != nil || !obj.Exported() {
				path := rt.HiddenPath(obj.Pkg().Path(), obj.Name())
				l.hidden[path] = obj
				return l.alias(path, obj.Name()) + "." + rt.HiddenName
			}
			return l.alias(obj.Pkg().Path(), obj.Pkg().Name()) + "." + obj.Name()
		}
		return l.named(t)
	case *types.Pointer:
		return "*" + l.typ(t.Elem())
	case *types.Slice:
		return "[]" + l.typ(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + l.typ(t.Elem())
	case *types.Map:
		return "map[" + l.typ(t.Key()) + "]" + l.typ(t.Elem())
	case *types.Chan:
		return map[types.ChanDir]string{types.SendRecv: "chan ", types.SendOnly: "chan<- ", types.RecvOnly: "<-chan "}[t.Dir()] + l.chanElem(t)
	case *types.Signature:
		return "func" + l.signature(t, nil)
	case *types.Struct:
		return l.structType(t)
	case *types.Interface:
		return "any"
	case *types.TypeParam:
		panic(fmt.Sprintf("lower: free type parameter %s", t))
	case *types.Tuple:
		panic("lower: tuple")
	}
	panic(fmt.Sprintf("lower: type %T", t))
}

func (l *lowerer) chanElem(t *types.Chan) string {
	e := l.typ(t.Elem())
	if strings.HasPrefix(e, "<-") {
		return "(" + e + ")"
	}
	return e
}

// signature writes parameters and results, with the names that params give.
func (l *lowerer) signature(t *types.Signature, names []string) string {
	var b strings.Builder
	b.WriteString("(")
	n := t.Params().Len()
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		if names != nil {
			b.WriteString(names[i] + " ")
		}
		pt := t.Params().At(i).Type()
		if t.Variadic() && i == n-1 {
			if s, ok := types.Unalias(l.subst(pt)).Underlying().(*types.Slice); ok {
				b.WriteString("..." + l.typ(s.Elem()))
				continue
			}
		}
		b.WriteString(l.typ(pt))
	}
	b.WriteString(")")
	return b.String() + l.results(t.Results())
}

func (l *lowerer) results(t *types.Tuple) string {
	switch t.Len() {
	case 0:
		return ""
	case 1:
		return " " + l.typ(t.At(0).Type())
	}
	var parts []string
	for i := range t.Len() {
		parts = append(parts, l.typ(t.At(i).Type()))
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// named writes a declared type: a struct under a name of its own, anything else
// as what it is declared as.
func (l *lowerer) named(t *types.Named) string {
	under := l.underlying(t)
	if types.IsInterface(under) {
		return "any"
	}
	_, isStruct := under.(*types.Struct)
	if !isStruct && !l.recursive(t) {
		return l.typ(under)
	}
	id := l.id(t)
	if name, ok := l.structs.get(id); ok {
		l.alias(rt.TypesPath, "types")
		return name
	}
	s, isStruct := under.(*types.Struct)
	if !isStruct {
		structName := l.temp(exported(t.Obj().Name()))
		name := l.alias(rt.TypesPath, "types") + "." + structName
		l.structs.put(id, name)
		l.specs = append(l.specs, rt.StructSpec{Name: structName})
		at := len(l.specs) - 1
		l.specs[at].Other = l.typ(under)
		return name
	}
	return l.newStruct(id, t.Obj().Name(), l.goName(t), s)
}

// newStruct adds a struct type to those that the interpreter is given.
func (l *lowerer) newStruct(id, base, goName string, s *types.Struct) string {
	structName := l.temp(exported(base))
	name := l.alias(rt.TypesPath, "types") + "." + structName
	l.structs.put(id, name)
	spec := rt.StructSpec{Name: structName, GoName: goName}
	for i := range s.NumFields() {
		f := s.Field(i)
		spec.Fields = append(spec.Fields, rt.FieldSpec{Name: l.fieldName(f, i), Type: l.typ(f.Type()), Tag: s.Tag(i), Embedded: f.Embedded() && f.Exported()})
	}
	l.specs = append(l.specs, spec)
	return name
}

// structType writes a struct type without a name.
func (l *lowerer) structType(t *types.Struct) string {
	if t.NumFields() == 0 {
		return "struct{}"
	}
	id := "struct " + l.id(t)
	if name, ok := l.structs.get(id); ok {
		l.alias(rt.TypesPath, "types")
		return name
	}
	if !l.mentions(t) {
		return l.structBody(t)
	}
	return l.newStruct(id, "struct", l.goName(t), t)
}

func (l *lowerer) structBody(t *types.Struct) string {
	var b strings.Builder
	b.WriteString("struct {")
	for i := range t.NumFields() {
		if i > 0 {
			b.WriteString("; ")
		}
		f := t.Field(i)
		b.WriteString(l.fieldName(f, i) + " " + l.typ(f.Type()))
		if tag := t.Tag(i); tag != "" {
			b.WriteString(" " + strconv.Quote(tag))
		}
	}
	b.WriteString("}")
	return b.String()
}

// fieldName is the name of a field here; i is its index, for blank ones.
func (l *lowerer) fieldName(f *types.Var, i int) string {
	switch {
	case f.Pkg() != nil && !l.isSource(f.Pkg()) && !f.Embedded():
		return f.Name()
	case f.Name() == "_":
		return "F" + rt.Mark + strconv.Itoa(i)
	case token.IsExported(f.Name()), l.without(FieldNames):
		return f.Name()
	}
	return "F" + rt.Mark + f.Name()
}

// exported is the name of a member of the package of the program's types.
func exported(name string) string {
	if token.IsExported(name) {
		return name
	}
	return "T" + name
}
