package cell

import (
	"go/ast"
	"go/token"
	"go/types"
)

// findHeld notes which session variables something else than the session may
// hold from now on: a function literal that names them, a pointer to them or
// into them, a slice of an array. Declaring such a variable again makes a new
// one and leaves the old one to its holders.
func (a *attempt) findHeld() {
	cell := map[types.Object]string{}
	for name, v := range a.vars {
		cell[v], cell[a.inner[name]] = name, name
	}
	held := func(id *ast.Ident) {
		obj := a.info.Uses[id]
		if obj == nil {
			return
		}
		name := obj.Name()
		if _, ok := cell[obj]; ok {
			a.held[name] = true
		} else if sym := a.symbols[name]; obj == a.oldLocal[name] || sym != nil && sym.obj == obj {
			a.heldOld[name] = true
		}
	}
	a.holders(a.entry, held)
	for _, it := range a.items {
		a.holders(it.node, held)
	}
}

// holders calls f with every variable in root that something may hold: a
// function literal that names it, a pointer to it or into it, a slice of it.
func (a *attempt) holders(root ast.Node, f func(*ast.Ident)) {
	literals := 0
	var stack []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			if _, ok := stack[len(stack)-1].(*ast.FuncLit); ok {
				literals--
			}
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		switch n := n.(type) {
		case *ast.FuncLit:
			literals++
		case *ast.Ident:
			if literals > 0 {
				f(n)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				a.root(n.X, f)
			}
		case *ast.SliceExpr:
			if t := a.info.TypeOf(n.X); t != nil {
				if _, ok := t.Underlying().(*types.Array); ok {
					a.root(n.X, f)
				}
			}
		case *ast.SelectorExpr:
			a.receiver(n, f)
		}
		return true
	})
}

// receiver calls f with the variable whose address a method call takes.
func (a *attempt) receiver(n *ast.SelectorExpr, f func(*ast.Ident)) {
	sel := a.info.Selections[n]
	if sel == nil || sel.Kind() != types.MethodVal {
		return
	}
	fn := sel.Obj().(*types.Func)
	if _, ok := fn.Signature().Recv().Type().(*types.Pointer); !ok {
		return
	}
	if _, ok := sel.Recv().Underlying().(*types.Pointer); !ok {
		a.root(n.X, f)
	}
}

// root calls f with the variable in whose memory e lies, if there is one.
func (a *attempt) root(e ast.Expr, f func(*ast.Ident)) {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			f(x)
			return
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			if t := a.info.TypeOf(x.X); t == nil || isPointer(t) {
				return
			}
			e = x.X
		case *ast.IndexExpr:
			t := a.info.TypeOf(x.X)
			if t == nil {
				return
			}
			if _, ok := t.Underlying().(*types.Array); !ok {
				return
			}
			e = x.X
		default:
			return
		}
	}
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
