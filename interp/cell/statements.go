package cell

import (
	"go/ast"
	"go/token"
)

// statements are the cell's, rewritten: what declares a variable of the
// session becomes an assignment to it, in its place.
func (r *rewriter) statements() []ast.Stmt {
	if len(r.entry.List) == 0 {
		return nil
	}
	var list []ast.Stmt
	for _, s := range r.spread(r.entry.List) {
		list = append(list, r.assignTop(s)...)
	}
	return r.rewrite(&ast.BlockStmt{List: list}).(*ast.BlockStmt).List
}

func (r *rewriter) assignTop(s ast.Stmt) []ast.Stmt {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		inner := r.assignTop(s.Stmt)
		s.Stmt = inner[0]
		return append([]ast.Stmt{s}, inner[1:]...)
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE && r.declaresTop(s.Lhs) {
			s.Tok = token.ASSIGN
		}
	case *ast.DeclStmt:
		d := s.Decl.(*ast.GenDecl)
		if d.Tok != token.VAR {
			break
		}
		var list []ast.Stmt
		for _, spec := range d.Specs {
			list = append(list, r.assignVar(spec.(*ast.ValueSpec))...)
		}
		if len(list) == 0 {
			list = append(list, &ast.EmptyStmt{Semicolon: s.Pos(), Implicit: true})
		}
		return list
	}
	return []ast.Stmt{s}
}

// declaresTop tells a definition of the cell's variables from the ones that
// the rewriter adds.
func (r *rewriter) declaresTop(lhs []ast.Expr) bool {
	for _, e := range lhs {
		if id, ok := e.(*ast.Ident); ok && (r.info.Defs[id] != nil || r.info.Uses[id] != nil) {
			return true
		}
	}
	return false
}

func (r *rewriter) assignVar(spec *ast.ValueSpec) []ast.Stmt {
	pos := spec.Pos()
	if len(spec.Values) > 0 {
		s := &ast.AssignStmt{TokPos: pos, Tok: token.ASSIGN, Rhs: spec.Values}
		for _, id := range spec.Names {
			s.Lhs = append(s.Lhs, id)
		}
		return []ast.Stmt{s}
	}
	var list []ast.Stmt
	for _, id := range spec.Names {
		v := r.vars[id.Name]
		if v == nil {
			continue
		}
		// A variable without a value is zero again each time the cell runs.
		r.pos = pos
		zero := r.temp("v")
		list = append(list,
			&ast.DeclStmt{Decl: r.varDecl(pos, zero, v.Type())},
			&ast.AssignStmt{Lhs: []ast.Expr{id}, TokPos: pos, Tok: token.ASSIGN, Rhs: []ast.Expr{&ast.Ident{NamePos: pos, Name: zero}}})
	}
	return list
}
