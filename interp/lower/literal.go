package lower

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

func (l *lowerer) compositeLit(e *ast.CompositeLit, t types.Type) string {
	var b strings.Builder
	if p, ok := t.Underlying().(*types.Pointer); ok {
		// an element &T{...} whose type is elided
		return "&" + l.compositeLit(e, p.Elem())
	}
	b.WriteString(l.typ(t) + "{")
	elem := func(v ast.Expr, t types.Type) string {
		if lit, ok := v.(*ast.CompositeLit); ok && lit.Type == nil {
			return l.compositeLit(lit, l.subst(t))
		}
		return l.conv(v, t)
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i, el := range e.Elts {
			if i > 0 {
				b.WriteString(", ")
			}
			f, k, v := u.Field(i%max(u.NumFields(), 1)), i, el
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				v = kv.Value
				for j := range u.NumFields() {
					if u.Field(j).Name() == kv.Key.(*ast.Ident).Name {
						f, k = u.Field(j), j
					}
				}
			}
			b.WriteString(l.fieldName(f, k) + ": " + l.convField(v, f.Type(), f))
		}
	case *types.Map:
		if types.IsInterface(u.Key()) && len(e.Elts) > 1 && !l.without(InterfaceKeys) {
			// The interpreter takes keys of different types for the same.
			var w strings.Builder
			typ := l.typ(t)
			fmt.Fprintf(&w, "%sfunc() %s {\nm := make(%s)\n", rt.Part, typ, typ)
			for _, el := range e.Elts {
				kv := el.(*ast.KeyValueExpr)
				fmt.Fprintf(&w, "m[%s] = %s\n", elem(kv.Key, u.Key()), elem(kv.Value, u.Elem()))
			}
			return w.String() + "return m\n}()"
		}
		for i, el := range e.Elts {
			if i > 0 {
				b.WriteString(", ")
			}
			kv := el.(*ast.KeyValueExpr)
			b.WriteString(elem(kv.Key, u.Key()) + ": " + elem(kv.Value, u.Elem()))
		}
	case *types.Slice, *types.Array:
		var et types.Type
		if s, ok := u.(*types.Slice); ok {
			et = s.Elem()
		} else {
			et = u.(*types.Array).Elem()
		}
		at := int64(0)
		for i, el := range e.Elts {
			if i > 0 {
				b.WriteString(", ")
			}
			kv, keyed := el.(*ast.KeyValueExpr)
			if keyed {
				at, _ = constant.Int64Val(constant.ToInt(l.info.Types[kv.Key].Value))
				el = kv.Value
			}
			if keyed {
				fmt.Fprintf(&b, "%d: ", at)
			}
			b.WriteString(elem(el, et))
			at++
		}
	default:
		panic(fmt.Sprintf("lower: literal of %s", t))
	}
	b.WriteString("}")
	return b.String()
}

// pointerTo writes &T{...}.
func (l *lowerer) pointerTo(lit *ast.CompositeLit) string {
	return "&" + l.compositeLit(lit, l.typeOf(lit))
}
