package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
)

// listing returns the names of the commands that get all variables.
func listing() []string { return []string{"Vars", "Snapshot"} }

// listVars gives each call of a listing command among the cell's statements the variables
// that there are at its place. Their types follow when they are known.
func (a *attempt) listVars() {
	if !slices.ContainsFunc(a.stmts, func(s ast.Stmt) bool { return varsCall(s) != nil }) {
		return
	}
	here := map[string]bool{}
	for _, v := range a.Variables() {
		here[v.Name()] = true
	}
	for _, s := range a.stmts {
		if call := varsCall(s); call != nil {
			for _, name := range slices.Sorted(maps.Keys(here)) {
				id := &ast.Ident{NamePos: call.Pos(), Name: name}
				call.Args = append(call.Args, stringAt(call.Pos(), name), stringAt(call.Pos(), ""), id)
				a.stmtFree = append(a.stmtFree, id)
			}
		}
		for _, id := range declared([]ast.Stmt{s}) {
			if !IsOut(id.Name) {
				here[id.Name] = true
			}
		}
	}
}

// Variables returns the variables of the session by their names, without those that keep
// displayed values.
func (s *Session) Variables() []*types.Var {
	var list []*types.Var
	for _, name := range slices.Sorted(maps.Keys(s.symbols)) {
		if v, ok := s.Lookup(name).(*types.Var); ok && !IsOut(name) {
			list = append(list, v)
		}
	}
	return list
}

// varsCall returns the call of a listing command that s is, or nil.
func varsCall(s ast.Stmt) *ast.CallExpr {
	if x, ok := s.(*ast.ExprStmt); ok {
		if call, ok := x.X.(*ast.CallExpr); ok {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && slices.Contains(listing(), sel.Sel.Name) {
				if id, ok := sel.X.(*ast.Ident); ok && id.Name == hidden(hidden(CommandsName)) {
					return call
				}
			}
		}
	}
	return nil
}

// typeVars writes the types into a call of a listing command.
func (f *fixer) typeVars(call *ast.CallExpr) bool {
	listed := func(name string) bool { return f.commandCall(call, name) }
	if len(call.Args) == 0 || !slices.ContainsFunc(listing(), listed) {
		return false
	}
	done := false
	for i := 0; i+2 < len(call.Args); i += 3 {
		lit, t := call.Args[i+1].(*ast.BasicLit), f.info.TypeOf(call.Args[i+2])
		if text := strconv.Quote(TypeName(t)); t != nil && lit.Value != text {
			lit.Value = text
			done = true
		}
	}
	return done
}

func stringAt(pos token.Pos, s string) *ast.BasicLit {
	return &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: strconv.Quote(s)}
}
