package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/bounds"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// An attempt is one check of a cell and of the declarations that depend on the names that
// the cell redefines. Some dependences are found only by checking, so a check is a series
// of attempts, each with the knowledge of those before.
type attempt struct {
	*Session
	src   *Source
	known *knowledge

	stmts      []ast.Stmt // the cell's statements
	stmtFree   []*ast.Ident
	stmtPkgs   map[string]string  // packages that they name: path by name
	topVars    []*ast.Ident       // the session variables that they declare, in order
	lastIsStmt bool               // not a declaration
	silent     bool               // the last statement ends with a semicolon
	trailing   []ast.Stmt         // what only ends the last statement
	keep       *ast.AssignStmt    // the last statement, where a variable keeps what it displays
	imports    map[string]string  // the cell's own
	items      []*item            // declarations to be checked: the cell's, then the session's
	own        int                // how many of items are the cell's
	carried    map[string]*symbol // variables whose type gets a new version
	changed    map[string]bool    // names that mean something new
	removed    []string           // methods that their type loses
	kept       map[string]bool    // types declared anew that are what they were
	musts      map[int]bool       // the hidden functions that drop errors, by their results

	checkResult // of the last check of this attempt
}

// knowledge holds the findings of the attempts so far.
type knowledge struct {
	dropped map[string]string // why a name of the session cannot stay
	moved   map[string]bool   // variables that get a new type or place
	display *display          // what the cell displays, when that is known
	guess   guess             // or display is one

	sources map[string]*lower.Package // local packages that the cell imports
	reread  map[string]bool           // those whose source has changed
}

// Check parses, checks and rewrites a cell. It changes nothing in s: the names
// that the cell declares are the session's once [Session.Commit] says that the
// interpreter has accepted the program. An error is an [*Errors]; so is what a
// mistake of this package comes to.
func (s *Session) Check(src Source) (_ *Program, err error) {
	defer src.reportMistake(&err)
	a, errs := s.check(&src)
	if len(errs) > 0 {
		return nil, newErrors(src.Label, errs)
	}
	return a.program()
}

// program rewrites a cell that has been checked.
func (a *attempt) program() (*Program, error) {
	p, errs := a.emit()
	if len(errs) > 0 {
		return nil, newErrors(a.src.Label, errs)
	}
	return p, nil
}

// reportMistake turns a panic of this package, if there is one, into an error of
// the cell. It is to be deferred.
func (s *Source) reportMistake(err *error) {
	if e := recover(); e != nil {
		*err = newErrors(s.Label, []Error{s.errorAt(0, fmt.Sprintf("the kernel fails at this cell: please report it with this message: %v", e))})
	}
}

// check returns the attempt that finds nothing wrong with a cell.
func (s *Session) check(src *Source) (*attempt, []Error) {
	src.expand()
	src.outs = s.outs()
	chunks, errs := split(src)
	if len(errs) > 0 {
		return nil, adviseSyntax(errs)
	}
	known := &knowledge{
		dropped: map[string]string{}, moved: map[string]bool{},
		sources: map[string]*lower.Package{}, reread: map[string]bool{},
	}
	for {
		a := &attempt{Session: s, src: src, known: known, musts: map[int]bool{}}
		if errs := a.parse(chunks); len(errs) > 0 {
			return nil, adviseSyntax(errs)
		}
		if errs := a.orderVars(); len(errs) > 0 {
			return nil, errs
		}
		a.callInits()
		a.plan()
		if errs := a.pastBounds(); len(errs) > 0 {
			return nil, errs
		}
		a.settle()
		if a.guessedWrong() || a.learnDropped() {
			continue
		}
		if errs := a.cellErrors(); len(errs) > 0 {
			return nil, errs
		}
		if a.learnMoved() || a.learnDisplay() {
			continue
		}
		return a, nil
	}
}

// parse reads the cell's chunks.
func (a *attempt) parse(chunks []chunk) []Error {
	var errs []Error
	a.imports = map[string]string{}
	a.stmtPkgs = map[string]string{}
	var uses []*ast.Ident
	for _, c := range chunks {
		if len(errs) >= MaxErrors {
			return errs
		}
		switch c.kind {
		case ImportChunk:
			errs = append(errs, a.parseImports(c)...)
		case DeclChunk:
			items, more := a.smap.parseDecl(c)
			errs = append(errs, more...)
			a.items = append(a.items, items...)
		case StmtChunk:
			file, more := a.smap.parse(c)
			errs = append(errs, more...)
			if more != nil {
				continue
			}
			body := c.statements(file)
			if body == nil { // where brackets are nested too deep
				continue
			}
			a.take(c, body.List)
			free, before := freeNames(file, body)
			a.stmtFree = append(a.stmtFree, free...)
			uses = append(uses, before...)
		}
	}
	for _, c := range chunks {
		a.lastIsStmt = c.kind == StmtChunk && (a.lastIsStmt || !c.trails())
	}
	if len(errs) > 0 {
		return errs
	}
	a.own = len(a.items)
	a.nameMethods()
	a.keepLast()
	a.topVars = declared(a.stmts)
	if errs := a.redeclared(); len(errs) > 0 {
		return errs
	}
	a.bindPackages(uses)
	a.listVars()
	return nil
}

// parseImports reads an import declaration. It also loads the packages, so
// that a wrong path is an error although nothing uses the package.
func (a *attempt) parseImports(c chunk) []Error {
	file, errs := a.smap.parse(c)
	for _, spec := range importSpecs(file) {
		_, off, _ := a.smap.chunkAt(spec.Path.Pos())
		path, _ := strconv.Unquote(spec.Path.Value)
		pkg, err := a.load(path)
		if err == nil {
			path = pkg.Path()
		}
		switch {
		case err != nil:
			errs = append(errs, a.src.errorAt(off, fmt.Sprintf("could not import %s (%v)", path, err)))
			continue
		case spec.Name == nil:
			a.imports[pkg.Name()] = path
		case spec.Name.Name == ".":
			errs = append(errs, a.src.errorAt(off, "a cell cannot import a package with a dot: write "+pkg.Name()+"."))
		case spec.Name.Name != "_":
			a.imports[spec.Name.Name] = path
		}
	}
	return errs
}

func importSpecs(file *ast.File) []*ast.ImportSpec {
	if file == nil {
		return nil
	}
	return file.Imports
}

// declared returns the names that the statements declare for the session, the
// first time that each occurs.
func declared(stmts []ast.Stmt) []*ast.Ident {
	var names []*ast.Ident
	seen := map[string]bool{"_": true}
	for _, s := range stmts {
		for _, id := range declaredBy(s) {
			if !seen[id.Name] {
				seen[id.Name] = true
				names = append(names, id)
			}
		}
	}
	return names
}

// declaredBy returns the names to the left of a := or in a declaration of variables.
func declaredBy(s ast.Stmt) (names []*ast.Ident) {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		return declaredBy(s.Stmt)
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			return nil
		}
		for _, e := range s.Lhs {
			if id, ok := e.(*ast.Ident); ok {
				names = append(names, id)
			}
		}
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				names = append(names, v.Names...)
			}
		}
	}
	return names
}

// redeclared finds names that the cell declares twice where go/types does not see both
// declarations: it checks declarations at package level, variables inside a function,
// and unchanged declarations not at all.
func (a *attempt) redeclared() []Error {
	var errs []Error
	seen := map[string]bool{}
	add := func(name string, pos token.Pos) {
		if seen[name] && name != "_" && name != "init" && len(errs) < MaxErrors {
			_, off, _ := a.smap.chunkAt(pos)
			errs = append(errs, a.src.errorAt(off, name+" redeclared in this cell"))
		}
		seen[name] = true
	}
	for _, it := range a.items {
		for _, name := range it.names {
			if !strings.HasSuffix(name, "._") {
				add(name, it.node.Pos())
			}
		}
	}
	for _, id := range a.topVars {
		add(id.Name, id.Pos())
	}
	return errs
}

// pastBounds finds declarations that must not be checked, since checking them would
// take too much memory or time.
func (a *attempt) pastBounds() []Error {
	roots := make([]ast.Node, 0, len(a.items)+len(a.stmts))
	for _, it := range a.items {
		roots = append(roots, it.node)
	}
	for _, s := range a.stmts {
		roots = append(roots, s)
	}
	err := bounds.Check(roots, func(name string) types.Object {
		if sym := a.symbols[name]; sym != nil {
			return sym.obj
		}
		return nil
	})
	if err == nil {
		return nil
	}
	c, e := a.errorOf(types.Error{Pos: err.Pos, Msg: err.Msg})
	if c.src != nil && c.src != a.src { // what an earlier cell has declared grows with this one
		e = a.src.errorAt(0, fmt.Sprintf("%s:%d: %s", c.src.Label, e.Line, e.Msg))
	}
	return []Error{e}
}

// errorOf returns an error of go/types with its place in a cell, and the chunk there.
func (a *attempt) errorOf(e types.Error) (chunk, Error) {
	c, off, ok := a.smap.chunkAt(e.Pos)
	msg := a.words(e.Msg)
	if !ok {
		return c, a.src.errorAt(0, msg)
	}
	return c, c.src.errorAt(off, msg)
}

// cellErrors returns the errors in the cell itself. Where it names what an earlier cell failed to
// declare, these names are all that is wrong with it, each once.
func (a *attempt) cellErrors() []Error {
	var errs, doubtful, absences []Error
	var places []token.Pos // of errs
	absent := map[string]bool{}
	for _, e := range a.errs {
		if len(errs) >= MaxErrors {
			break
		}
		aside := misleading(e.Error)
		if aside && len(doubtful) >= MaxErrors {
			continue
		}
		c, err := a.errorOf(e.Error)
		name, why := a.absent(rt.UserNames(e.Msg))
		switch {
		case c.src != a.src || absent[name]:
		case why != "":
			absent[name] = true
			absences = append(absences, err)
		case aside:
			doubtful = append(doubtful, err)
		default:
			a.advise(&err, e.Pos)
			errs, places = append(errs, err), append(places, e.Pos)
		}
	}
	switch {
	case len(absences) > 0:
		return absences
	case len(errs) == 0:
		return doubtful
	}
	return a.withoutMended(errs, places)
}

// misleading reports whether an error is the consequence of another. Where a literal has too few
// or too many values, go/types also reports each value of an unexported field. Where an argument
// has no type, it counts the arguments of the call, from which the context may be left out.
func misleading(e types.Error) bool {
	return strings.HasPrefix(e.Msg, implicitAssignment) || strings.Contains(e.Msg, "have (") && strings.Contains(e.Msg, "unknown type")
}

// learnDropped finds the declarations that the session must drop because of this cell:
// those that no longer check outside of a function's body, and variables whose type has
// another structure. It reports whether it found something new.
func (a *attempt) learnDropped() bool {
	n := len(a.known.dropped)
	for _, e := range a.errs {
		if name, ok := a.carriedAt(e.Pos); ok {
			a.known.dropped[name] = a.replacedType(a.carried[name])
			continue
		}
		it := a.itemAt(e.Pos)
		if it == nil {
			continue
		}
		_, err := a.errorOf(e.Error)
		if strings.HasPrefix(err.Msg, "\t") { // it goes on with an error of the cell
			continue
		}
		if e.inBody {
			if it.staleMsg == "" {
				it.staleMsg = a.stale(it, e.Msg, err)
			}
			continue
		}
		why := fmt.Sprintf("its declaration in %s no longer checks: %s", it.chunk.src.Label, err.Msg)
		for _, name := range it.names {
			a.known.dropped[name] = why
		}
	}
	a.kept = a.keptTypes()
	for _, name := range slices.Sorted(maps.Keys(a.carried)) {
		sym := a.carried[name]
		obj := a.pkg.Scope().Lookup(name)
		if obj == nil || !a.keeps(obj.Type(), a.kept) {
			a.known.dropped[name] = a.replacedType(sym)
		}
	}
	return len(a.known.dropped) > n
}

// stale returns the reason why the body of a function no longer checks.
func (a *attempt) stale(it *item, msg string, err Error) string {
	since := "no longer works since " + a.src.Label
	if name, ok := strings.CutPrefix(msg, "undefined: "); ok && a.unborn[name] != "" {
		since = "does not work"
	}
	return fmt.Sprintf("%s of %s %s: line %d: %s", it.names[0], it.chunk.src.Label, since, err.Line, err.Msg)
}

func (a *attempt) replacedType(sym *symbol) string {
	return fmt.Sprintf("dropped when %s replaced its type %s", a.src.Label, TypeName(sym.obj.Type()))
}

// TypeName writes a type as the user would.
func TypeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if isCellPackage(p) {
			return ""
		}
		return p.Name()
	})
}

// learnMoved finds the variables that get a new type and that declarations of the
// session use. It reports whether it found any.
func (a *attempt) learnMoved() bool {
	n := len(a.known.moved)
	for _, id := range a.topVars {
		name := id.Name
		if a.changed[name] || a.reuses(name) {
			continue
		}
		if a.meant(name) {
			a.known.moved[name] = true
		}
	}
	return len(a.known.moved) > n
}

// reuses reports whether the cell's variable of a name takes the place of the
// session's: they have the same type. Literals and pointers that hold the old one keep
// it.
func (a *attempt) reuses(name string) bool {
	sym, v := a.symbols[name], a.vars[name]
	if sym == nil || v == nil {
		return false
	}
	old, ok := sym.obj.(*types.Var)
	return ok && types.Identical(old.Type(), v.Type())
}

// itemAt returns the session's declaration in which pos lies, or nil.
func (a *attempt) itemAt(pos token.Pos) *item {
	for _, it := range a.items[a.own:] {
		if it.node.Pos() <= pos && pos <= it.node.End() {
			return it
		}
	}
	return nil
}

// newErrors returns the errors in order, each once.
func newErrors(label string, list []Error) *Errors {
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
	})
	return &Errors{Label: label, List: slices.Compact(list)}
}
