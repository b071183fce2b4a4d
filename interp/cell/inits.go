package cell

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// The functions init of a cell are called, in their order, once the variables of the cell have
// begun that they may read or change, themselves or by functions and methods that they name,
// and behind declarations with var that follow. In a package all variables begin before.

// callInits adds the calls to the statements.
func (a *attempt) callInits() {
	after := 0
	for _, it := range a.items {
		if it.names[0] != "init" {
			continue
		}
		names := a.reached(it)
		for i := after; i < len(a.stmts); i++ {
			for _, id := range declaredBy(a.stmts[i]) {
				if names[id.Name] {
					after = i + 1
				}
			}
		}
		for after < len(a.stmts) && varDecl(a.stmts[after]) != nil {
			after++
		}
		name := &ast.Ident{NamePos: it.fn().Name.Pos(), Name: initName(it)}
		call := &ast.CallExpr{Fun: name, Lparen: name.Pos(), Rparen: name.Pos()}
		a.stmts = slices.Insert(a.stmts, after, ast.Stmt(&ast.ExprStmt{X: call}))
		after++
	}
}

// initName is the hidden name of a function init, which differs for each.
func initName(it *item) string { return hidden("init") + strconv.Itoa(it.chunk.off) }

// InitCalled returns the name of the function init that a statement of an analysis calls, at
// the place where it is declared; nil if it does not call one.
func InitCalled(s ast.Stmt) *ast.Ident {
	if x, ok := s.(*ast.ExprStmt); ok {
		if call, ok := x.X.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && strings.HasPrefix(id.Name, hidden("init")) {
				return id
			}
		}
	}
	return nil
}

// declareInits declares the functions init under their hidden names.
func (a *attempt) declareInits() {
	for _, it := range a.items[:a.own] {
		if it.names[0] == "init" {
			sig := types.NewSignatureType(nil, nil, nil, nil, nil, false)
			a.pkg.Scope().Insert(types.NewFunc(it.fn().Name.Pos(), a.pkg, initName(it), sig))
		}
	}
}

// reached returns the names that a declaration of the cell names, itself or by declarations
// of the cell and of the session. A method is taken for each one of its name.
func (a *attempt) reached(it *item) map[string]bool {
	names := map[string]bool{}
	var visit func(d *decl, node ast.Node)
	named := func(is func(name string) bool) {
		for _, own := range a.items {
			if slices.ContainsFunc(own.names, is) {
				visit(own.decl, own.node)
			}
		}
		for name, sym := range a.decls {
			if is(name) {
				visit(sym.decl, nil)
			}
		}
	}
	seen := map[*decl]bool{}
	visit = func(d *decl, node ast.Node) {
		if seen[d] {
			return
		}
		seen[d] = true
		for name := range d.deps {
			if !names[name] {
				names[name] = true
				named(func(other string) bool { return other == name || strings.HasPrefix(other, name+".") })
			}
		}
		if node == nil {
			return
		}
		ast.Inspect(node, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if method := "." + sel.Sel.Name; !names[method] {
					names[method] = true
					named(func(other string) bool { return strings.HasSuffix(other, method) })
				}
			}
			return true
		})
	}
	visit(it.decl, it.node)
	return names
}
