package assist

import (
	"go/ast"
	"go/types"
)

// keyed returns the expectation of a literal for the key or the value of one of its
// elements.
func (a asker) keyed(n *ast.KeyValueExpr, child ast.Node, i int) expectation {
	if i+2 >= len(a.path) {
		return expectation{}
	}
	lit, ok := a.path[i+2].(*ast.CompositeLit)
	if !ok {
		return expectation{}
	}
	if n.Key.Pos() == n.Value.Pos() {
		return a.element(lit, n) // the key is the checker's
	}
	switch t := underlying(deref(a.typeOf(lit))).(type) {
	case *types.Struct:
		if n.Key == child {
			return a.element(lit, n)
		}
		id, ok := n.Key.(*ast.Ident)
		for f := range t.Fields() {
			if ok && f.Name() == id.Name {
				return expectation{typ: f.Type()}
			}
		}
	case *types.Map:
		if n.Key == child {
			return expectation{typ: t.Key()}
		}
		return expectation{typ: t.Elem()}
	case *types.Slice:
		return expectation{typ: t.Elem()}
	case *types.Array:
		return expectation{typ: t.Elem()}
	}
	return expectation{}
}

// element returns the expectation of a literal for one of its elements.
func (a asker) element(lit *ast.CompositeLit, child ast.Node) expectation {
	switch t := underlying(deref(a.typeOf(lit))).(type) {
	case *types.Struct:
		w := expectation{fields: t, set: map[string]bool{}}
		for i, e := range lit.Elts {
			kv, keyed := e.(*ast.KeyValueExpr)
			switch {
			case e == child && i < t.NumFields():
				w.typ = t.Field(i).Type()
			case !keyed || kv.Key.Pos() == kv.Value.Pos():
				w.fields = nil // it lists the values
			default:
				if id, ok := kv.Key.(*ast.Ident); ok {
					w.set[id.Name] = true
				}
			}
		}
		if len(w.set) > 0 {
			w.typ = nil
		}
		return w
	case *types.Slice:
		return expectation{typ: t.Elem()}
	case *types.Array:
		return expectation{typ: t.Elem()}
	case *types.Map:
		return expectation{typ: t.Key()}
	}
	return expectation{}
}

func (a asker) index(n *ast.IndexExpr) expectation {
	if tv := a.info.Types[n.X]; tv.IsType() {
		return expectation{kind: expectType}
	}
	switch t := underlying(deref(a.typeOf(n.X))).(type) {
	case *types.Map:
		return expectation{typ: t.Key()}
	case *types.Signature:
		return expectation{kind: expectType}
	}
	return expectation{typ: types.Typ[types.Int]}
}
