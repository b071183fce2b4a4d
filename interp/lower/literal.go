package lower

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// compositeLit writes a composite literal of type t.
func (l *lowerer) compositeLit(e *ast.CompositeLit, t types.Type) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		// an element &T{...} whose type is elided
		return l.pointerTo(e, p.Elem())
	}
	typ := l.typ(t)
	var elements []string
	switch u := t.Underlying().(type) {
	case *types.Struct:
		elements = l.structElements(e, u)
	case *types.Map:
		if types.IsInterface(u.Key()) && len(e.Elts) > 1 && !l.without(InterfaceKeys) {
			return l.filledMap(e, t, u)
		}
		for _, el := range e.Elts {
			kv := el.(*ast.KeyValueExpr)
			elements = append(elements, l.element(kv.Key, u.Key())+": "+l.element(kv.Value, u.Elem()))
		}
	case *types.Slice:
		elements = l.listElements(e, u.Elem())
	case *types.Array:
		elements = l.listElements(e, u.Elem())
	default:
		panic(fmt.Sprintf("lower: literal of %s", t))
	}
	return typ + "{" + strings.Join(elements, ", ") + "}"
}

// element writes an element of a literal, whose type may be elided.
func (l *lowerer) element(v ast.Expr, t types.Type) string {
	if lit, ok := v.(*ast.CompositeLit); ok && lit.Type == nil {
		return l.compositeLit(lit, l.subst(t))
	}
	return l.conv(v, t)
}

// structElements writes the fields of a literal of a struct, with their names.
func (l *lowerer) structElements(e *ast.CompositeLit, t *types.Struct) (list []string) {
	for i, el := range e.Elts {
		at, v := i, el
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			at, v = fieldNamed(t, kv.Key.(*ast.Ident).Name), kv.Value
		}
		f := t.Field(at)
		list = append(list, l.fieldName(f, at)+": "+l.convField(v, f.Type(), f))
	}
	return list
}

// fieldNamed returns the index of a field of a struct that has it.
func fieldNamed(t *types.Struct, name string) int {
	for i := range t.NumFields() {
		if t.Field(i).Name() == name {
			return i
		}
	}
	panic("lower: no field " + name)
}

// listElements writes the elements of a literal of a slice or an array, those that have
// one with their index.
func (l *lowerer) listElements(e *ast.CompositeLit, t types.Type) (list []string) {
	for _, el := range e.Elts {
		index := ""
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			at, _ := constant.Int64Val(constant.ToInt(l.info.Types[kv.Key].Value))
			index, el = fmt.Sprintf("%d: ", at), kv.Value
		}
		list = append(list, index+l.element(el, t))
	}
	return list
}

// filledMap writes a literal of a map whose keys are in interfaces as a function that
// fills it: the interpreter takes keys of different types for the same.
func (l *lowerer) filledMap(e *ast.CompositeLit, t types.Type, m *types.Map) string {
	var b strings.Builder
	typ := l.typ(t)
	fmt.Fprintf(&b, "%sfunc() %s {\nm := make(%s)\n", rt.Part, typ, typ)
	for _, el := range e.Elts {
		kv := el.(*ast.KeyValueExpr)
		fmt.Fprintf(&b, "m[%s] = %s\n", l.element(kv.Key, m.Key()), l.element(kv.Value, m.Elem()))
	}
	return b.String() + "return m\n}()"
}

// pointerTo writes &T{...}, for a literal of type t. The interpreter makes new memory in
// each evaluation for structs only.
func (l *lowerer) pointerTo(lit *ast.CompositeLit, t types.Type) string {
	text := l.compositeLit(lit, t)
	if _, ok := t.Underlying().(*types.Struct); ok || l.without(LiteralAddresses) {
		return "&" + text
	}
	typ := l.typ(t)
	return l.loader("pointer to "+typ, func(name string) string {
		return "func " + name + "(x " + typ + ") *" + typ + " {\np := new(" + typ + ")\n*p = x\nreturn p\n}\n"
	}) + "(" + text + ")"
}
