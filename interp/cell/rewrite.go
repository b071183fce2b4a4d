package cell

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A rewriter turns a checked attempt into the program that the interpreter
// runs. Its passes run over each declaration in turn and over the statements.
type rewriter struct {
	*attempt
	prog    *Program
	names   map[types.Object]string // emitted names
	aliases map[string]string       // of packages, by path
	temps   int
	pos     token.Pos // where the pass is, for what has no place of its own
	errs    []Error
}

// passes are what is done to a declaration or to the statements, in order.
// Each finds in info the types of what the user wrote; what a pass makes has
// none.
func (r *rewriter) passes() []func(root ast.Node) ast.Node {
	return []func(ast.Node) ast.Node{
		r.foldConstants,
		r.handOver,
		r.emitHidden,
		r.emitBuiltins,
		r.instantiate,
		r.emitLoops,
		r.rename,
	}
}

func (r *rewriter) rewrite(root ast.Node) ast.Node {
	for _, pass := range r.passes() {
		root = pass(root)
	}
	return root
}

// emit writes the program of an attempt that has no errors.
func (a *attempt) emit() (*Program, []Error) {
	a.programs++
	n := strconv.Itoa(a.programs)
	r := &rewriter{
		attempt: a,
		prog: &Program{
			File:   "cell" + string(Mark) + n,
			update: update{symbols: map[string]*symbol{}, removed: a.removed, imports: a.imports},
		},
		names:   map[types.Object]string{},
		aliases: map[string]string{},
	}
	r.refuse()
	if len(r.errs) > 0 {
		return nil, r.errs
	}
	r.noteFields()
	out := &output{smap: a.smap}
	if err := r.guard(func() { r.program(out, n) }); err != nil {
		return nil, append(r.errs, *err)
	}
	if len(r.errs) > 0 {
		return nil, r.errs
	}
	delete(r.prog.update.symbols, "ctx") // what a cell makes of ctx ends with it
	r.prog.Code, r.prog.Lines = out.finish(r.imports())
	return r.prog, nil
}

// guard runs f and turns a type that cannot be written into an Error.
func (r *rewriter) guard(f func()) (failed *Error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case unnameable:
			_, err := r.errorOf(types.Error{Fset: r.smap.fset, Pos: r.pos, Msg: e.Error()})
			failed = &err
		default:
			panic(e)
		}
	}()
	f()
	return nil
}

// program prints the declarations and the entry.
func (r *rewriter) program(out *output, n string) {
	r.nameItems()
	r.nameVars()
	r.noteSession()
	for _, it := range r.items {
		if it.typ != nil && it.names[0] != "_" {
			out.decl(r.rewrite(it.node).(ast.Decl))
			if r.isNamable(it) {
				out.decl(r.typeMethod(it))
			}
		}
	}
	var before []ast.Stmt
	for _, it := range r.items {
		if fn := it.fn(); fn != nil && fn.Name.Name != "_" {
			if it.names[0] == "init" {
				fn.Name.Name = hidden("init") + strconv.Itoa(r.temps)
				r.temps++
				before = append(before, &ast.ExprStmt{X: &ast.CallExpr{Fun: ast.NewIdent(fn.Name.Name)}})
			}
			out.decl(r.function(it))
		}
	}
	for _, id := range r.topVars {
		if sym := r.prog.update.symbols[id.Name]; sym != nil && !r.isReused(id.Name) {
			r.pos = id.Pos()
			out.decl(r.varDecl(id.Pos(), sym.emit, r.vars[id.Name].Type()))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.carried)) {
		decl, conv := r.carryOver(name)
		out.decl(decl)
		before = append(before, conv...)
	}
	before = append(before, r.keepValues()...)
	r.notices()
	if body := append(before, r.statements()...); len(body) > 0 {
		r.prog.Entry = hidden("cell") + n
		out.decl(&ast.FuncDecl{
			Name: ast.NewIdent(r.prog.Entry), Type: &ast.FuncType{Params: &ast.FieldList{}},
			Body: &ast.BlockStmt{List: body},
		})
	}
}

// isNamable tells whether a declaration is of a type that can have a method and
// has some.
func (r *rewriter) isNamable(it *item) bool {
	obj := r.pkg.Scope().Lookup(it.names[0])
	if obj == nil || it.typ.Assign.IsValid() || it.typ.TypeParams != nil || types.IsInterface(obj.Type()) {
		return false
	}
	if _, ok := obj.Type().Underlying().(*types.Pointer); ok {
		return false
	}
	return types.NewMethodSet(types.NewPointer(obj.Type())).Len() > 0
}

// typeMethod writes func (T) Typeᐧ() string { return "T" }.
func (r *rewriter) typeMethod(it *item) ast.Decl {
	name := it.names[0]
	return &ast.FuncDecl{
		Recv: &ast.FieldList{List: []*ast.Field{{Type: ast.NewIdent(r.names[r.pkg.Scope().Lookup(name)])}}},
		Name: ast.NewIdent(TypeMethod),
		Type: &ast.FuncType{Params: &ast.FieldList{}, Results: &ast.FieldList{List: []*ast.Field{{Type: ast.NewIdent("string")}}}},
		Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ReturnStmt{
			Results: []ast.Expr{&ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(name)}},
		}}},
	}
}

// isReused tells whether a variable of the cell is the session's old one.
func (r *rewriter) isReused(name string) bool {
	sym := r.symbols[name]
	return sym != nil && sym.emit == r.prog.update.symbols[name].emit
}

// nameItems gives each declaration a version of its name, and the session its
// symbol.
func (r *rewriter) nameItems() {
	for _, it := range r.items {
		stale := it.staleMsg != ""
		for _, name := range it.live {
			if strings.Contains(name, ".") {
				r.prog.update.symbols[name] = &symbol{decl: it.decl, stale: stale}
				continue
			}
			obj := r.pkg.Scope().Lookup(name)
			if obj == nil || name == "_" || name == "init" {
				continue
			}
			sym := &symbol{obj: obj, decl: it.decl, stale: stale}
			if _, ok := obj.(*types.Const); !ok {
				sym.emit = r.version(name)
			}
			r.names[obj] = sym.emit
			r.prog.update.symbols[name] = sym
		}
	}
}

// nameVars gives the cell's variables, and the carried ones, their names.
func (r *rewriter) nameVars() {
	for _, id := range r.topVars {
		v := r.vars[id.Name]
		if v == nil {
			continue
		}
		sym := &symbol{obj: r.inner[id.Name], captured: r.held[id.Name]}
		if r.reuses(id.Name) {
			sym.emit = r.symbols[id.Name].emit
		} else {
			sym.emit = r.version(id.Name)
		}
		r.names[v], r.names[sym.obj] = sym.emit, sym.emit
		r.prog.update.symbols[id.Name] = sym
	}
	for name := range r.carried {
		obj := r.pkg.Scope().Lookup(name)
		sym := &symbol{obj: obj, emit: r.version(name)}
		r.names[obj] = sym.emit
		r.prog.update.symbols[name] = sym
	}
}

// noteSession notes which of the session's variables the cell has come to
// hold, and what of the session is gone.
func (r *rewriter) noteSession() {
	for name := range r.heldOld {
		sym := r.symbols[name]
		if _, ok := r.prog.update.symbols[name]; !ok && sym != nil && !sym.captured {
			held := *sym
			held.captured = true
			r.prog.update.symbols[name] = &held
		}
	}
	for name, why := range r.known.dropped {
		if _, ok := r.prog.update.symbols[name]; !ok {
			gone := &symbol{gone: why}
			if old := r.symbols[name]; old != nil {
				gone.decl = old.decl
			}
			r.prog.update.symbols[name] = gone
		}
	}
}

// emitted returns the emitted name of what the cell or the session declares.
func (r *rewriter) emitted(obj types.Object) (string, bool) {
	if name, ok := r.names[obj]; ok {
		return name, true
	}
	sym := r.symbols[obj.Name()]
	if sym != nil && (sym.obj == obj || r.oldLocal[obj.Name()] == obj) {
		return sym.emit, true
	}
	return "", false
}

// notices tells the user what the cell has undone.
func (r *rewriter) notices() {
	say := func(format string, args ...any) {
		r.prog.Notices = append(r.prog.Notices, Notice(fmt.Sprintf(format, args...)))
	}
	for _, name := range slices.Sorted(maps.Keys(r.known.dropped)) {
		if old := r.symbols[name]; old != nil && old.gone == "" {
			say("%s: %s", name, r.known.dropped[name])
		}
	}
	for _, name := range r.removed {
		say("the method %s is gone: %s declares its type without it", name, r.src.Label)
	}
	for _, it := range r.items {
		if it.staleMsg != "" {
			say("%s", it.staleMsg)
		}
	}
}

// function rewrites a function; one that no longer checks becomes one that
// says so when it is called.
func (r *rewriter) function(it *item) ast.Decl {
	fn := it.fn()
	if it.staleMsg != "" {
		fn.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, Rbrace: fn.Body.Rbrace, List: []ast.Stmt{&ast.ExprStmt{X: &ast.CallExpr{
			Fun: &ast.Ident{NamePos: fn.Body.Lbrace, Name: "panic"},
			Args: []ast.Expr{&ast.CallExpr{
				Fun:  r.runtime(fn.Body.Lbrace, RuntimeStale),
				Args: []ast.Expr{&ast.BasicLit{ValuePos: fn.Body.Lbrace, Kind: token.STRING, Value: strconv.Quote(it.staleMsg)}},
			}},
		}}}}
	}
	return r.rewrite(fn).(ast.Decl)
}

// varDecl is var name typ.
func (r *rewriter) varDecl(pos token.Pos, name string, t types.Type) *ast.GenDecl {
	return &ast.GenDecl{Tok: token.VAR, TokPos: pos, Specs: []ast.Spec{
		&ast.ValueSpec{Names: []*ast.Ident{{NamePos: pos, Name: name}}, Type: r.typeExpr(pos, t)},
	}}
}

// carryOver declares a variable anew under the new version of its type, and
// takes its value over. In the interpreter the two types are one, which an
// assertion from an interface can use and a conversion, checked by names,
// cannot.
func (r *rewriter) carryOver(name string) (ast.Decl, []ast.Stmt) {
	sym := r.prog.update.symbols[name]
	t := sym.obj.Type()
	tmp := r.temp("v")
	return r.varDecl(token.NoPos, sym.emit, t), []ast.Stmt{
		&ast.DeclStmt{Decl: &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{
			Names: []*ast.Ident{ast.NewIdent(tmp)}, Type: ast.NewIdent("any"), Values: []ast.Expr{ast.NewIdent(r.symbols[name].emit)},
		}}}},
		&ast.AssignStmt{
			Lhs: []ast.Expr{ast.NewIdent(sym.emit)}, Tok: token.ASSIGN,
			Rhs: []ast.Expr{&ast.TypeAssertExpr{X: ast.NewIdent(tmp), Type: r.typeExpr(token.NoPos, t)}},
		},
	}
}

// keepValues lets a variable that gets a new place begin with its old value:
// functions that the cell calls before it assigns the variable read it there.
func (r *rewriter) keepValues() []ast.Stmt {
	var list []ast.Stmt
	for _, id := range r.topVars {
		sym, old := r.prog.update.symbols[id.Name], r.symbols[id.Name]
		if sym == nil || old == nil || old.obj == nil || old.emit == sym.emit {
			continue
		}
		if v, ok := old.obj.(*types.Var); ok && types.Identical(v.Type(), sym.obj.Type()) {
			list = append(list, &ast.AssignStmt{
				Lhs: []ast.Expr{ast.NewIdent(sym.emit)}, Tok: token.ASSIGN, Rhs: []ast.Expr{ast.NewIdent(old.emit)},
			})
		}
	}
	return list
}

// temp makes a name that no other has.
func (r *rewriter) temp(name string) string {
	r.temps++
	return hidden(name) + "t" + strconv.Itoa(r.temps)
}

// alias names a package in the program.
func (r *rewriter) alias(path_, name string) string {
	if alias, ok := r.aliases[path_]; ok {
		return alias
	}
	alias := hidden(name)
	for n := 2; slices.Contains(slices.Collect(maps.Values(r.aliases)), alias); n++ {
		alias = hidden(name) + strconv.Itoa(n)
	}
	r.aliases[path_] = alias
	return alias
}

// imports is the import declaration of what the program has come to use.
func (r *rewriter) imports() string {
	var b strings.Builder
	for _, p := range slices.Sorted(maps.Keys(r.aliases)) {
		fmt.Fprintf(&b, "import %s %q\n", r.aliases[p], p)
	}
	return b.String()
}

// runtime names a function of the runtime package.
func (r *rewriter) runtime(pos token.Pos, name string) ast.Expr {
	return &ast.SelectorExpr{
		X:   &ast.Ident{NamePos: pos, Name: r.alias(RuntimePath, path.Base(RuntimePath))},
		Sel: &ast.Ident{NamePos: pos, Name: name},
	}
}

// runtimeCall makes a call of a function of the runtime package in the place of
// arg.
func (r *rewriter) runtimeCall(name string, arg ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{Fun: r.runtime(arg.Pos(), name), Lparen: arg.Pos(), Args: []ast.Expr{arg}, Rparen: arg.End()}
}

// typeExpr writes a type with emitted names.
func (r *rewriter) typeExpr(pos token.Pos, t types.Type) ast.Expr {
	w := typeWriter{
		pos: pos,
		local: func(obj *types.TypeName) string {
			if name, ok := r.emitted(obj); ok {
				return name
			}
			return obj.Name()
		},
		pkg: func(p *types.Package) string { return r.alias(p.Path(), p.Name()) },
	}
	return w.expr(t)
}

// noteFields finds the fields of Program.Fields.
func (r *rewriter) noteFields() {
	look := func(n ast.Node) bool {
		if s, ok := n.(*ast.StructType); ok {
			for _, f := range s.Fields.List {
				for _, id := range f.Names {
					if _, ok := LooksUnexported(id.Name); ok {
						r.prog.Fields = append(r.prog.Fields, id.Name)
					}
				}
			}
		}
		return true
	}
	ast.Inspect(r.entry, look)
	for _, it := range r.items {
		ast.Inspect(it.node, look)
	}
}

// refuse reports what Go allows and a cell cannot have.
func (r *rewriter) refuse() {
	complain := func(n ast.Node, msg string) {
		_, err := r.errorOf(types.Error{Fset: r.smap.fset, Pos: n.Pos(), Msg: msg})
		r.errs = append(r.errs, err)
	}
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			id, ok := n.X.(*ast.Ident)
			if !ok || r.info.Types[n].Value != nil && r.info.Types[n].Value.Kind() != constant.Unknown {
				break
			}
			if p, ok := r.info.Uses[id].(*types.PkgName); ok {
				if why := r.opt.Missing(p.Imported().Path(), n.Sel.Name); why != "" {
					complain(n, why)
				}
			}
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if id, ok := e.(*ast.Ident); ok && slices.Contains(r.context, r.info.Uses[id]) {
					complain(n, "ctx is the context of the cell and cannot be assigned; declare a variable with :=")
				}
			}
		case *ast.RangeStmt:
			if t := r.info.TypeOf(n.X); t != nil {
				if _, ok := t.Underlying().(*types.Signature); ok {
					complain(n.X, "a cell cannot range over a function yet; call it with a function literal")
				}
			}
		}
		return true
	}
	ast.Inspect(r.entry, look)
	for _, it := range r.items[:r.own] {
		ast.Inspect(it.node, look)
	}
}
