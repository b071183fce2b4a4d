package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// emitLoops gives loops the meaning that they have since Go 1.22: each
// iteration has its own variables, and range goes over integers. Loops whose
// variables nothing can hold beyond an iteration stay as they are.
func (r *rewriter) emitLoops(root ast.Node) ast.Node {
	return astutil.Apply(root, nil, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.ForStmt:
			r.emitFor(n, labelOf(c))
		case *ast.RangeStmt:
			if t, ok := r.info.TypeOf(n.X).Underlying().(*types.Basic); ok && t.Info()&types.IsInteger != 0 {
				c.Replace(r.emitRangeInt(n))
				return true
			}
			r.emitRange(n)
		}
		return true
	})
}

func labelOf(c *astutil.Cursor) string {
	if l, ok := c.Parent().(*ast.LabeledStmt); ok {
		return l.Label.Name
	}
	return ""
}

// emitFor writes
//
//	for i := 0; i < n; i++ { body }
//
// whose variable a closure holds as
//
//	for i1 := 0; i1 < n; i1++ { i2 := i1; body; i1 = i2 }
//
// with the last assignment before each continue too, and without it where
// the body leaves i alone.
func (r *rewriter) emitFor(n *ast.ForStmt, label string) {
	init, ok := n.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE {
		return
	}
	var copies, back []ast.Stmt
	for _, e := range init.Lhs {
		obj := r.info.Defs[e.(*ast.Ident)]
		if obj == nil || !r.heldIn(n.Body, obj) {
			continue
		}
		outer, inner := r.temp(obj.Name()), r.temp(obj.Name())
		written := r.writtenIn(n.Body, obj)
		r.renameUses(n.Body, obj, inner)
		r.names[obj] = outer
		copies = append(copies, assign(n.Body.Lbrace, inner, token.DEFINE, outer))
		if written {
			back = append(back, assign(n.Body.Rbrace, outer, token.ASSIGN, inner))
		}
	}
	if len(back) > 0 {
		beforeContinue(n.Body, label, back)
	}
	n.Body.List = append(append(copies, n.Body.List...), back...)
}

// emitRange gives the variables of a range loop that something holds a copy
// for each iteration.
func (r *rewriter) emitRange(n *ast.RangeStmt) {
	if n.Tok != token.DEFINE {
		return
	}
	var copies []ast.Stmt
	for _, e := range []ast.Expr{n.Key, n.Value} {
		id, ok := e.(*ast.Ident)
		if !ok {
			continue
		}
		obj := r.info.Defs[id]
		if obj == nil || !r.heldIn(n.Body, obj) {
			continue
		}
		outer, inner := r.temp(obj.Name()), r.temp(obj.Name())
		r.renameUses(n.Body, obj, inner)
		r.names[obj] = outer
		copies = append(copies, assign(n.Body.Lbrace, inner, token.DEFINE, outer))
	}
	n.Body.List = append(copies, n.Body.List...)
}

// emitRangeInt writes for i := range n { body } as
//
//	for i1, n1 := T(0), T(n); i1 < n1; i1++ { i := i1; body }
func (r *rewriter) emitRangeInt(n *ast.RangeStmt) ast.Stmt {
	pos := n.For
	r.pos = pos
	t := types.Default(r.info.TypeOf(n.X))
	if id, ok := n.Key.(*ast.Ident); ok {
		if typ := r.info.TypeOf(id); typ != nil {
			t = typ
		}
	}
	counter, limit := r.temp("i"), r.temp("n")
	ident := func(name string) *ast.Ident { return &ast.Ident{NamePos: pos, Name: name} }
	conv := func(e ast.Expr) ast.Expr {
		return &ast.CallExpr{Fun: r.typeExpr(pos, t), Lparen: pos, Args: []ast.Expr{e}, Rparen: e.End()}
	}
	body := n.Body.List
	switch id, _ := n.Key.(*ast.Ident); {
	case n.Key == nil || id != nil && id.Name == "_":
	case n.Tok == token.ASSIGN:
		body = append([]ast.Stmt{&ast.AssignStmt{Lhs: []ast.Expr{n.Key}, TokPos: pos, Tok: token.ASSIGN, Rhs: []ast.Expr{ident(counter)}}}, body...)
	default:
		inner := r.temp(id.Name)
		r.renameUses(n.Body, r.info.Defs[id], inner)
		body = append([]ast.Stmt{assign(pos, inner, token.DEFINE, counter)}, body...)
	}
	return &ast.ForStmt{
		For: pos,
		Init: &ast.AssignStmt{
			Lhs: []ast.Expr{ident(counter), ident(limit)}, TokPos: pos, Tok: token.DEFINE,
			Rhs: []ast.Expr{conv(intLit(pos, 0)), conv(n.X)},
		},
		Cond: &ast.BinaryExpr{X: ident(counter), OpPos: pos, Op: token.LSS, Y: ident(limit)},
		Post: &ast.IncDecStmt{X: ident(counter), TokPos: pos, Tok: token.INC},
		Body: &ast.BlockStmt{Lbrace: n.Body.Lbrace, List: body, Rbrace: n.Body.Rbrace},
	}
}

func assign(pos token.Pos, lhs string, tok token.Token, rhs string) ast.Stmt {
	return &ast.AssignStmt{
		Lhs: []ast.Expr{&ast.Ident{NamePos: pos, Name: lhs}}, TokPos: pos, Tok: tok,
		Rhs: []ast.Expr{&ast.Ident{NamePos: pos, Name: rhs}},
	}
}

// heldIn tells whether something in body can hold the variable obj beyond an
// iteration: a function literal, or a pointer.
func (r *rewriter) heldIn(body ast.Node, obj types.Object) bool {
	found := false
	r.holders(body, func(id *ast.Ident) { found = found || r.info.Uses[id] == obj })
	return found
}

// writtenIn tells whether something in body assigns the variable obj, or
// could through a pointer.
func (r *rewriter) writtenIn(body ast.Node, obj types.Object) bool {
	found := false
	is := func(id *ast.Ident) { found = found || r.info.Uses[id] == obj }
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				r.root(e, is)
			}
		case *ast.IncDecStmt:
			r.root(n.X, is)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				r.root(n.Key, is)
				r.root(n.Value, is)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				r.root(n.X, is)
			}
		case *ast.SliceExpr:
			r.root(n.X, is)
		case *ast.SelectorExpr:
			r.receiver(n, is)
		}
		return !found
	})
	return found
}

// renameUses calls the uses of a local variable in body by another name.
func (r *rewriter) renameUses(body ast.Node, obj types.Object, name string) {
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && r.info.Uses[id] == obj {
			id.Name = name
			delete(r.info.Uses, id)
		}
		return true
	})
}

// beforeContinue puts stmts before every continue of the loop with this body
// and label.
func beforeContinue(body *ast.BlockStmt, label string, stmts []ast.Stmt) {
	depth := 0
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			depth++
		case *ast.BranchStmt:
			ours := n.Label == nil && depth == 0 || n.Label != nil && n.Label.Name == label
			if n.Tok == token.CONTINUE && ours {
				list := append(append([]ast.Stmt{}, stmts...), n)
				c.Replace(&ast.BlockStmt{Lbrace: n.Pos(), List: list, Rbrace: n.End()})
				return false
			}
		}
		return true
	}, func(c *astutil.Cursor) bool {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			depth--
		}
		return true
	})
}
