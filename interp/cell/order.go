package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"strings"
)

// The statements of a cell run in order, and so do its declarations of variables. But where
// Go would initialise variables of a package in another order, a cell does too: within one
// declaration, var (...), and where functions of the cell lead from an initialiser to a
// variable that the next declarations declare. A file that is pasted whole is one declaration.

// A unit is a line of declarations of variables that follow one another.
type unit struct {
	spec  *ast.ValueSpec
	group *ast.GenDecl // in which it stands
	stmt  int          // the statement of the cell
}

// orderVars puts declarations of variables that follow one another into the order in which
// Go initialises the variables of a package.
func (a *attempt) orderVars() []Error {
	for from := 0; from < len(a.stmts); from++ {
		to := from
		var units []unit
		for ; to < len(a.stmts); to++ {
			d := varDecl(a.stmts[to])
			if d == nil {
				break
			}
			for _, spec := range d.Specs {
				units = append(units, unit{spec.(*ast.ValueSpec), d, to})
			}
		}
		if len(units) > 1 && a.mayReorder(units) {
			stmts, errs := a.ordered(units)
			if len(errs) > 0 {
				return errs
			}
			if stmts != nil {
				a.stmts = slices.Replace(a.stmts, from, to, stmts...)
				to = from + len(stmts)
			}
		}
		from = to
	}
	a.topVars = declared(a.stmts)
	return nil
}

func varDecl(s ast.Stmt) *ast.GenDecl {
	if d, ok := s.(*ast.DeclStmt); ok && d.Decl.(*ast.GenDecl).Tok == token.VAR {
		return d.Decl.(*ast.GenDecl)
	}
	return nil
}

// mayReorder reports whether a unit names a later one of its declaration, or functions of the
// cell name one. So other cells cost nothing.
func (a *attempt) mayReorder(units []unit) bool {
	names := map[string]bool{}
	for _, u := range units {
		for _, id := range u.spec.Names {
			names[id.Name] = true
		}
	}
	for _, it := range a.items {
		for name := range it.deps {
			if names[name] && it.fn() != nil {
				return true
			}
		}
	}
	later := false
	for i, u := range units {
		a.eachFree(u.spec, func(id *ast.Ident) {
			later = later || slices.ContainsFunc(units[i+1:], func(v unit) bool { return a.together(u, v) && v.declares(id.Name) })
		})
	}
	return later
}

// together reports whether two units are of one declaration.
func (a *attempt) together(u, v unit) bool { return u.group == v.group || a.src.pasted != "" }

func (u unit) declares(name string) bool {
	return slices.ContainsFunc(u.spec.Names, func(id *ast.Ident) bool { return id.Name == name })
}

// eachFree calls f with the names in a part of the cell's statements that it does not declare.
func (a *attempt) eachFree(n ast.Node, f func(*ast.Ident)) {
	for _, id := range a.stmtFree {
		if n.Pos() <= id.Pos() && id.Pos() < n.End() {
			f(id)
		}
	}
}

// ordered returns declarations of the units, each of one initialiser, in their order; nil if
// this is the order in which they are written.
func (a *attempt) ordered(units []unit) (stmts []ast.Stmt, errs []Error) {
	restore, earlier := a.hideEarlier(units)
	order, cycles := a.initOrder(units)
	restore()
	for _, e := range cycles {
		if slices.ContainsFunc(units, func(u unit) bool { return a.grouped(u) && u.spec.Pos() <= e.Pos && e.Pos < u.spec.End() }) {
			_, err := a.errorOf(e)
			errs = append(errs, err)
		}
	}
	if len(cycles) > 0 || slices.IsSortedFunc(order, func(x, y unit) int { return int(x.spec.Pos() - y.spec.Pos()) }) {
		return nil, errs
	}
	if earlier { // the order would give the name another meaning
		return nil, nil
	}
	for _, u := range order {
		d := &ast.GenDecl{Tok: token.VAR, TokPos: u.spec.Pos(), Specs: []ast.Spec{u.spec}}
		stmts = append(stmts, &ast.DeclStmt{Decl: d})
	}
	return stmts, nil
}

// grouped reports whether a unit is initialised as in a package whatever it names: a cycle is
// an error.
func (a *attempt) grouped(u unit) bool { return len(u.group.Specs) > 1 || a.src.pasted != "" }

// hideEarlier hides the names in initialisers by which they mean what has been before the
// cell: those of the unit itself, and of later declarations. later reports whether there are
// any of the second kind.
func (a *attempt) hideEarlier(units []unit) (restore func(), later bool) {
	var list []*ast.Ident
	for i, u := range units {
		a.eachFree(u.spec, func(id *ast.Ident) {
			if u.declares(id.Name) {
				list = append(list, id)
			} else if slices.ContainsFunc(units[i+1:], func(v unit) bool { return !a.together(u, v) && v.declares(id.Name) }) {
				list, later = append(list, id), true
			}
		})
	}
	for _, id := range list {
		id.Name = hidden(id.Name)
	}
	return func() {
		for _, id := range list {
			id.Name = strings.TrimSuffix(id.Name, Mark)
		}
	}, later
}

// initOrder asks go/types for the order of the units, split by their initialisers, and for the
// cycles among them. All other errors are those of a check that comes later.
func (a *attempt) initOrder(units []unit) (order []unit, cycles []types.Error) {
	pkg := types.NewPackage("main", "main")
	own := map[string]bool{}
	group := &ast.GenDecl{Tok: token.VAR}
	byValue := map[ast.Expr]unit{}
	for _, u := range units {
		spec := &ast.ValueSpec{Names: u.spec.Names, Type: u.spec.Type, Values: u.spec.Values}
		if len(spec.Values) == 0 { // so that it has a place in the order
			for _, id := range spec.Names {
				spec.Values = append(spec.Values, zeroOf(id.Pos(), spec.Type))
			}
			byValue[spec.Values[0]] = u
		} else if len(spec.Values) != len(spec.Names) {
			byValue[spec.Values[0]] = u
		} else {
			for i, v := range spec.Values {
				byValue[v] = unit{spec: &ast.ValueSpec{Names: spec.Names[i : i+1], Type: spec.Type, Values: spec.Values[i : i+1]}}
			}
		}
		group.Specs = append(group.Specs, spec)
		for _, id := range spec.Names {
			own[id.Name] = true
		}
	}
	var files []*ast.File
	for _, it := range a.items {
		for _, name := range it.names {
			own[name] = true
		}
	}
	add := func(name string) {
		if sym := a.symbols[name]; sym != nil && sym.obj != nil && !own[name] {
			pkg.Scope().Insert(sym.obj)
		}
	}
	for _, id := range a.stmtFree {
		add(id.Name)
	}
	for _, it := range a.items {
		for name := range it.deps {
			add(name)
		}
		files = append(files, fileOf(it.imports, it.node))
		if it.typ != nil {
			hideName(pkg.Scope(), it.typ)
		}
	}
	files = append(files, fileOf(a.stmtPkgs, group))
	inCycle := false
	info := &types.Info{}
	conf := types.Config{
		Importer: importerFunc(a.importNow), Sizes: types.SizesFor("gc", runtime.GOARCH), DisableUnusedImportCheck: true,
		Error: func(err error) {
			e := err.(types.Error)
			switch {
			case strings.HasPrefix(e.Msg, "initialization cycle"):
				inCycle = true
				cycles = append(cycles, e)
			case inCycle && strings.HasPrefix(e.Msg, "\t"):
				cycles[len(cycles)-1].Msg += "\n" + e.Msg
			default:
				inCycle = false
			}
		},
	}
	types.NewChecker(&conf, a.smap.fset, pkg, info).Files(files)
	for _, in := range info.InitOrder {
		if u, ok := byValue[in.Rhs]; ok {
			order = append(order, u)
		}
	}
	return order, cycles
}

// zeroOf makes an expression of a type that names nothing.
func zeroOf(pos token.Pos, typ ast.Expr) ast.Expr {
	result := &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{{NamePos: pos, Name: "x"}}, Type: typ}}}
	ft := &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}, Results: result}
	return &ast.CallExpr{
		Fun:    &ast.FuncLit{Type: ft, Body: &ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{&ast.ReturnStmt{Return: pos}}, Rbrace: pos}},
		Lparen: pos, Rparen: pos,
	}
}
