package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
)

// A checkResult is the result of go/types for an attempt.
type checkResult struct {
	pkg  *types.Package
	info *types.Info
	errs []checkError

	vars     map[string]*types.Var   // the cell's session variables
	inner    map[string]types.Object // the same, as function bodies see them
	old      map[string]types.Object // session names that the cell redeclares, under hidden names
	oldIDs   map[string]*ast.Ident   // where the block around the statements gives them their own
	oldLocal map[string]types.Object // what it declares there
	context  []types.Object          // the objects that mean the cell's context
	entry    *ast.BlockStmt          // the cell's statements
	carry    *token.File             // where carried variables are declared: the i-th at offset i
	carries  []string
}

type checkError struct {
	types.Error
	inBody bool
}

// hidden makes a name that no user can write.
func hidden(name string) string { return name + Mark }

// Hidden functions that the checker knows and emission replaces.
var (
	hiddenShow    = hidden("show")
	hiddenContext = hidden("ctx")
	hiddenMust    = hidden("must") // followed by the number of results that remain
)

// run checks everything once, in two phases. The first knows types,
// constants, the signatures of functions, and the cell's statements as the
// body of a function: it gives the cell's variables their types in Go's own
// order and scopes. The second checks function bodies, which see those
// variables, wherever in the cell they stand, as package variables.
func (a *attempt) run() {
	a.checkResult = checkResult{
		pkg:  types.NewPackage("main", "main"),
		info: generic.NewInfo(),
		vars: map[string]*types.Var{}, inner: map[string]types.Object{}, old: map[string]types.Object{},
		oldIDs: map[string]*ast.Ident{}, oldLocal: map[string]types.Object{},
	}
	a.info.Scopes = map[ast.Node]*types.Scope{} // completion asks for them
	bodies := false
	conf := types.Config{
		Importer:                 importerFunc(a.importNow),
		Sizes:                    types.SizesFor("gc", runtime.GOARCH),
		DisableUnusedImportCheck: true,
		Error: func(err error) {
			if e := err.(types.Error); !idle(e) {
				a.errs = append(a.errs, checkError{e, bodies})
			}
		},
	}
	check := types.NewChecker(&conf, a.smap.fset, a.pkg, a.info)
	a.declareSession()
	files, generics := a.declarations(), a.nameOldGenerics()
	check.Files(files)
	a.restoreOldGenerics(generics)
	for name, id := range a.oldIDs {
		a.oldLocal[name] = a.info.Defs[id]
		if a.isContext(a.old[name]) {
			a.context = append(a.context, a.oldLocal[name])
		}
	}
	a.publishVars()
	bodies = true
	check.Files(a.bodies())
}

// idle reports whether an error of go/types is none in a cell: the next cell may use
// what this one declares, and the first phase itself removes the bodies of functions.
func idle(e types.Error) bool {
	return e.Soft && (strings.Contains(e.Msg, "declared and not used") || strings.HasSuffix(e.Msg, "missing function body"))
}

type importerFunc func(string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// declareSession declares in the package the names of the session that the attempt uses and
// does not itself declare: so the cost of a check does not grow with the session.
func (a *attempt) declareSession() {
	scope := a.pkg.Scope()
	declared := map[string]bool{}
	for _, it := range a.items {
		for _, name := range it.live {
			declared[name] = true
		}
	}
	top := map[string]bool{}
	for _, id := range a.topVars {
		top[id.Name] = true
	}
	add := func(name string, inStmt bool) {
		sym := a.symbols[name]
		switch {
		case top[name]:
			if inStmt && a.old[name] == nil {
				a.declareOld(name, sym)
			}
		case declared[name] || scope.Lookup(name) != nil:
		case name == "ctx" && sym == nil:
			scope.Insert(a.contextVar("ctx"))
		case sym != nil && sym.obj != nil && !a.changed[name]:
			scope.Insert(sym.obj)
		}
	}
	for _, id := range a.stmtFree {
		add(id.Name, true)
	}
	for _, it := range a.items {
		for name := range it.deps {
			add(name, false)
		}
	}
	for _, sym := range a.carried {
		Mentions(sym.obj.Type(), func(obj *types.TypeName) { add(obj.Name(), false) })
	}
	scope.Insert(a.contextVar(hiddenContext))
	scope.Insert(showFunc(a.pkg))
	for n := range a.musts {
		scope.Insert(mustFunc(a.pkg, n))
	}
	a.declareInits()
}

// declareOld gives the statements of a cell that declares name anew the
// session's name until they do so, as in x := x + 1.
func (a *attempt) declareOld(name string, sym *symbol) {
	var obj types.Object
	switch {
	case name == "ctx" && sym == nil:
		obj = a.contextVar(hidden(name + "old"))
	case sym == nil || sym.obj == nil || sym.decl == nil && a.typeChanged(sym.obj.Type()) || a.unborn[name] != "":
		return
	default:
		obj = renamed(sym.obj, a.pkg, hidden(name+"old"))
	}
	a.old[name] = obj
	a.pkg.Scope().Insert(obj)
}

// renamed copies a package-level object under another name.
func renamed(obj types.Object, pkg *types.Package, name string) types.Object {
	switch obj := obj.(type) {
	case *types.Const:
		return types.NewConst(token.NoPos, pkg, name, obj.Type(), obj.Val())
	case *types.TypeName:
		return types.NewTypeName(token.NoPos, pkg, name, obj.Type())
	case *types.Func:
		return types.NewFunc(token.NoPos, pkg, name, obj.Signature())
	}
	return types.NewVar(token.NoPos, pkg, name, obj.Type())
}

// contextVar returns a variable for the cell's context.
func (a *attempt) contextVar(name string) types.Object {
	v := types.NewVar(token.NoPos, a.pkg, name, a.contextType())
	a.context = append(a.context, v)
	return v
}

func (a *attempt) isContext(obj types.Object) bool {
	return obj != nil && slices.Contains(a.context, obj)
}

func (s *Session) contextType() types.Type {
	if p, err := s.Import("context"); err == nil {
		if obj := p.Scope().Lookup("Context"); obj != nil {
			return obj.Type()
		}
	}
	return types.Typ[types.Invalid]
}

// declarations returns the files of the first phase.
func (a *attempt) declarations() []*ast.File {
	var files []*ast.File
	for _, it := range a.items {
		if it.typ != nil {
			hideName(a.pkg.Scope(), it.typ)
		}
		switch fn := it.fn(); {
		case fn == nil:
			files = append(files, fileOf(it.imports, it.node))
		case fn.Name.Name == "_" || it.names[0] == "init":
		default:
			files = append(files, fileOf(it.imports, &ast.FuncDecl{Recv: fn.Recv, Name: fn.Name, Type: fn.Type}))
		}
	}
	if f := a.carriedFile(); f != nil {
		files = append(files, f)
	}
	return append(files, a.entryFile())
}

// hideName puts parentheses around a type of an earlier cell that is all that
// another type is declared as. go/types follows such names from declaration to
// declaration, and has none of a name that it finds in the package.
func hideName(scope *types.Scope, spec *ast.TypeSpec) {
	if id, ok := spec.Type.(*ast.Ident); ok && scope.Lookup(id.Name) != nil {
		spec.Type = &ast.ParenExpr{Lparen: id.Pos(), X: id, Rparen: id.End()}
	}
}

// entryFile returns the cell's statements as the body of a function, inside a block that
// declares the session's meaning of names that they redeclare.
func (a *attempt) entryFile() *ast.File {
	a.entry = &ast.BlockStmt{List: a.stmts}
	outer := &ast.BlockStmt{}
	for _, id := range a.topVars {
		obj := a.old[id.Name]
		if obj == nil || isGenericObject(obj) {
			continue
		}
		name, value := ast.NewIdent(id.Name), ast.NewIdent(obj.Name())
		a.oldIDs[id.Name] = name
		var spec ast.Spec = &ast.ValueSpec{Names: []*ast.Ident{name}, Values: []ast.Expr{value}}
		tok := token.VAR
		switch obj.(type) {
		case *types.Const:
			tok = token.CONST
		case *types.TypeName:
			tok, spec = token.TYPE, &ast.TypeSpec{Name: name, Assign: 1, Type: value}
		}
		outer.List = append(outer.List, &ast.DeclStmt{Decl: &ast.GenDecl{Tok: tok, Specs: []ast.Spec{spec}}})
	}
	outer.List = append(outer.List, a.entry)
	return fileOf(a.stmtPkgs, &ast.FuncDecl{Name: ast.NewIdent("_"), Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: outer})
}

// carriedFile declares the variables that the session keeps although their
// type gets a new version.
func (a *attempt) carriedFile() *ast.File {
	if len(a.carried) == 0 {
		return nil
	}
	a.carries = slices.Sorted(maps.Keys(a.carried))
	a.carry = a.smap.fset.AddFile("carried", -1, len(a.carries))
	imports := map[string]string{}
	group := &ast.GenDecl{Tok: token.VAR}
	for i, name := range a.carries {
		pos := a.carry.Pos(i)
		w := typeWriter{
			pos:   pos,
			local: func(obj *types.TypeName) string { return obj.Name() },
			pkg: func(p *types.Package) string {
				name := p.Name()
				if path, ok := imports[name]; ok && path != p.Path() {
					name = strings.NewReplacer("/", "_", ".", "_", "-", "_").Replace(p.Path())
				}
				imports[name] = p.Path()
				return hidden(name)
			},
		}
		group.Specs = append(group.Specs, &ast.ValueSpec{
			Names: []*ast.Ident{w.ident(name)}, Type: w.expr(a.carried[name].obj.Type()),
		})
	}
	return fileOf(imports, group)
}

// carriedAt returns the carried variable that is declared at pos.
func (a *attempt) carriedAt(pos token.Pos) (string, bool) {
	if a.carry == nil || a.smap.fset.File(pos) != a.carry {
		return "", false
	}
	return a.carries[min(a.carry.Offset(pos), len(a.carries)-1)], true
}

// publishVars makes the variables of the statements visible to function
// bodies.
func (a *attempt) publishVars() {
	for _, id := range a.topVars {
		v, ok := a.info.Defs[id].(*types.Var)
		if !ok {
			continue
		}
		a.vars[id.Name] = v
		obj := types.NewVar(id.Pos(), a.pkg, id.Name, v.Type())
		a.inner[id.Name] = obj
		a.pkg.Scope().Insert(obj)
	}
}

// bodies returns the files of the second phase: every function once more, now with its body
// and without a name, since it has been declared.
func (a *attempt) bodies() []*ast.File {
	var files []*ast.File
	for _, it := range a.items {
		if fn := it.fn(); fn != nil && fn.Body != nil {
			it.body = &ast.FuncDecl{
				Recv: fn.Recv, Name: &ast.Ident{NamePos: fn.Name.NamePos, Name: "_"}, Type: fn.Type, Body: fn.Body,
			}
			files = append(files, fileOf(it.imports, it.body))
		}
	}
	return files
}

// fileOf makes a file of the cells' package of one declaration.
func fileOf(imports map[string]string, d ast.Decl) *ast.File {
	f := &ast.File{Package: d.Pos(), Name: ast.NewIdent("main")}
	if len(imports) > 0 {
		group := &ast.GenDecl{Tok: token.IMPORT}
		for _, name := range slices.Sorted(maps.Keys(imports)) {
			spec := &ast.ImportSpec{
				Name: ast.NewIdent(hidden(name)),
				Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(imports[name])},
			}
			group.Specs = append(group.Specs, spec)
			f.Imports = append(f.Imports, spec)
		}
		f.Decls = append(f.Decls, group)
	}
	f.Decls = append(f.Decls, d)
	return f
}
