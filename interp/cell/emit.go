package cell

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// An emitter turns a checked attempt into the program that the interpreter
// runs.
type emitter struct {
	*attempt
	prog *Program
	cell *lower.Cell
}

// emit writes the program of an attempt that has no errors.
func (a *attempt) emit() (*Program, []Error) {
	if errs := a.refusals(); len(errs) > 0 {
		return nil, errs
	}
	a.programs++
	var remarks []string
	if a.src.Out != "" {
		remarks = a.remarks()
	}
	e := &emitter{
		attempt: a,
		prog: &Program{
			Remarks: remarks,
			update:  update{label: a.src.Label, symbols: map[string]*symbol{}, removed: a.removed, imports: a.imports, display: a.known.display, sources: a.known.sources},
		},
		cell: &lower.Cell{
			Pkg: a.pkg, Info: a.info, Names: map[types.Object]string{}, Statements: a.entry.List,
			Meanings: map[types.Object]lower.Meaning{}, Keeps: a.isPartial,
		},
	}
	e.nameItems()
	e.nameVars()
	e.noteSession()
	e.functions()
	e.variables()
	e.looked()
	e.meanings()
	e.notices()
	for _, path := range slices.Sorted(maps.Keys(a.known.sources)) {
		e.cell.Packages = append(e.cell.Packages, a.known.sources[path])
	}
	for name := range a.declaredTypes() {
		if t, ok := a.pkg.Scope().Lookup(name).(*types.TypeName); ok {
			e.cell.Types = append(e.cell.Types, t)
		}
	}
	lowered, err := a.lowered.Cell(e.cell)
	var refused *lower.Error
	if errors.As(err, &refused) {
		_, err := a.errorOf(types.Error{Fset: a.smap.fset, Pos: refused.Pos, Msg: refused.Msg})
		return nil, []Error{err}
	}
	e.prog.Program = lowered.Program
	e.noteLeads()
	e.prog.Written = e.written(lowered.Described)
	e.prog.Label, e.prog.File = a.src.Label, "cell"+Mark+strconv.Itoa(a.programs)
	e.prog.Lines = a.smap.positions(lowered.Lines)
	e.prog.Places = placesOf(e.prog.Lines)
	e.prog.Steps = a.flow()
	return e.prog, nil
}

// placesOf returns the places of a program whose lines come from somewhere.
func placesOf(lines []Position) []rt.Place {
	var places []rt.Place
	for i, p := range lines {
		if n := len(places); n > 0 && places[n-1].Label == p.Label && places[n-1].Line == p.Line {
			continue
		}
		places = append(places, rt.Place{From: i + 1, Label: p.Label, Line: p.Line})
	}
	return places
}

// positions returns for each position where in which cell it is.
func (m *sourceMap) positions(list []token.Pos) []Position {
	lines := make([]Position, len(list))
	for i, pos := range list {
		if i > 0 && pos == list[i-1] {
			lines[i] = lines[i-1]
		} else if c, off, ok := m.chunkAt(pos); ok {
			at := c.src.errorAt(off, "")
			lines[i] = Position{Label: c.src.Label, Line: at.Line, Col: at.Col}
		} else if pos.IsValid() { // of a local package
			p := m.fset.Position(pos)
			lines[i] = Position{Label: p.Filename, Line: p.Line, Col: p.Column}
		}
	}
	return lines
}

// nameItems gives each declaration a name in the interpreter, and the session
// its symbol.
func (e *emitter) nameItems() {
	for _, it := range e.items {
		stale := it.staleMsg != ""
		for _, name := range it.live {
			if strings.Contains(name, ".") {
				e.prog.update.symbols[name] = &symbol{decl: it.decl, stale: stale}
				continue
			}
			obj := e.pkg.Scope().Lookup(name)
			if obj == nil || name == "_" || name == "init" {
				continue
			}
			sym := &symbol{obj: obj, decl: it.decl, stale: stale}
			switch old := e.symbols[name]; obj.(type) {
			case *types.Const:
			case *types.TypeName:
				if e.kept[name] {
					sym.emit = old.emit
				} else {
					sym.emit = e.version(name)
				}
			default:
				sym.emit = e.version(name)
			}
			if sym.emit != "" {
				e.cell.Names[obj] = sym.emit
			}
			e.prog.update.symbols[name] = sym
		}
	}
}

// nameVars gives the cell's variables, and the carried ones, their names.
func (e *emitter) nameVars() {
	for _, id := range e.topVars {
		v := e.vars[id.Name]
		if v == nil {
			continue
		}
		sym := &symbol{obj: e.inner[id.Name]}
		if old := e.symbols[id.Name]; e.reuses(id.Name) {
			sym.emit, sym.read = old.emit, old.read
		} else {
			sym.emit = e.version(id.Name)
		}
		if _, unborn := e.unborn[id.Name]; unborn || !e.reuses(id.Name) {
			e.prog.update.vars = append(e.prog.update.vars, id.Name)
		}
		e.cell.Names[v], e.cell.Names[sym.obj] = sym.emit, sym.emit
		e.prog.update.symbols[id.Name] = sym
	}
	for name := range e.carried {
		sym := *e.symbols[name]
		sym.obj = e.pkg.Scope().Lookup(name)
		e.cell.Names[sym.obj] = sym.emit
		e.prog.update.symbols[name] = &sym
	}
	for name, obj := range e.oldLocal {
		if sym := e.symbols[name]; sym != nil && sym.emit != "" {
			if _, isType := obj.(*types.TypeName); !isType {
				e.cell.Names[obj] = sym.emit
			}
		}
	}
}

// noteSession notes which variables of the session the functions of the cell name,
// and which names of the session are gone.
func (e *emitter) noteSession() {
	for _, it := range e.items {
		if it.fn() == nil {
			continue
		}
		for name := range it.deps {
			if sym := e.prog.update.symbols[name]; sym != nil {
				sym.read = isVar(sym)
			} else if sym := e.symbols[name]; sym != nil && isVar(sym) && !sym.read {
				read := *sym
				read.read = true
				e.prog.update.symbols[name] = &read
			}
		}
	}
	for name, why := range e.known.dropped {
		if _, ok := e.prog.update.symbols[name]; !ok {
			gone := &symbol{gone: why}
			if old := e.symbols[name]; old != nil {
				gone.decl = old.decl
			}
			e.prog.update.symbols[name] = gone
		}
	}
}

func isVar(sym *symbol) bool {
	_, ok := sym.obj.(*types.Var)
	return ok
}

// functions passes on the functions, with their bodies as checked.
func (e *emitter) functions() {
	for _, it := range e.items {
		fn := it.fn()
		if fn == nil || fn.Name.Name == "_" || it.body == nil {
			continue
		}
		checked, ok := e.info.Defs[it.body.Name].(*types.Func)
		if !ok {
			continue
		}
		f := lower.Func{Body: lower.Body{Decl: it.body, Sig: checked.Signature(), Info: e.info, Stale: it.staleMsg}}
		if it.names[0] == "init" {
			f.Obj = e.pkg.Scope().Lookup(initName(it)).(*types.Func)
			e.cell.Inits = append(e.cell.Inits, f)
			continue
		}
		if obj, ok := e.info.Defs[fn.Name].(*types.Func); ok {
			f.Obj = obj
			e.cell.Funcs = append(e.cell.Funcs, f)
			if old := e.rebinds(it, obj); old != nil {
				e.cell.Rebound = append(e.cell.Rebound, lower.Rebound{Old: old, New: obj, Until: e.awaited(it)})
			}
		}
	}
}

// rebinds returns the function of the session whose holders are to call the function
// of an item instead: a function declared in the same words, or the method of that
// name of the type as it was. Both have the same type. It returns nil if there is none.
func (e *emitter) rebinds(it *item, now *types.Func) *types.Func {
	sym := e.symbols[it.names[0]]
	if sym == nil || sym.decl == nil {
		return nil
	}
	var old *types.Func
	if it.recv == "" {
		old, _ = sym.obj.(*types.Func)
		if sym.decl.text != it.text || !maps.Equal(sym.decl.imports, it.imports) {
			return nil
		}
	} else if typ := e.symbols[it.recv]; typ != nil && typ.obj != nil && e.kept[it.recv] {
		if n, ok := typ.obj.Type().(*types.Named); ok {
			obj, _, _ := types.LookupFieldOrMethod(n, true, typ.obj.Pkg(), now.Name())
			old, _ = obj.(*types.Func)
		}
	}
	if old == nil || !e.keeps(now.Signature(), e.kept) || signature(old) != signature(now) {
		return nil
	}
	return old
}

// signature writes the type of a function, and of its receiver, in the names of the
// cells.
func signature(f *types.Func) string {
	sig := f.Signature()
	qualify := func(p *types.Package) string { return p.Path() }
	var b strings.Builder
	shapeParams(&b, sig.TypeParams(), qualify)
	if sig.Recv() != nil {
		b.WriteString(types.TypeString(sig.Recv().Type(), qualify))
	}
	for _, list := range []*types.Tuple{sig.Params(), sig.Results()} {
		b.WriteString("(")
		for v := range list.Variables() {
			b.WriteString(types.TypeString(v.Type(), qualify) + ",")
		}
		b.WriteString(")")
	}
	fmt.Fprint(&b, sig.Variadic())
	return b.String()
}

// variables passes on the variables that the cell declares, and the variables of the
// session that are to be released: those whose names now stand for something else, or
// nothing, unless functions that were declared before still use them.
func (e *emitter) variables() {
	for _, id := range e.topVars {
		sym, old := e.prog.update.symbols[id.Name], e.symbols[id.Name]
		if sym == nil || old != nil && old.emit == sym.emit {
			continue
		}
		e.cell.Vars = append(e.cell.Vars, sym.obj.(*types.Var))
	}
	for _, name := range slices.Sorted(maps.Keys(e.prog.update.symbols)) {
		old := e.symbols[name]
		if old == nil || old.obj == nil || old.emit == e.prog.update.symbols[name].emit || old.read {
			continue
		}
		if v, ok := old.obj.(*types.Var); ok {
			e.cell.Released = append(e.cell.Released, v)
		}
	}
}

// maxLooked is the largest number of variables whose values are kept when a cell ends.
const maxLooked = 30

// looked passes on the variables of the session that the statements name: inspection
// shows their values.
func (e *emitter) looked() {
	seen := map[string]bool{}
	ast.Inspect(e.entry, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || seen[id.Name] || len(e.cell.Looked) == maxLooked || containsMark(id.Name) || IsOut(id.Name) {
			return true
		}
		sym := e.prog.update.symbols[id.Name]
		if sym == nil {
			sym = e.symbols[id.Name]
		}
		if sym == nil || sym.obj == nil {
			return true
		}
		if v, ok := sym.obj.(*types.Var); ok {
			seen[id.Name] = true
			e.cell.Looked = append(e.cell.Looked, v)
		}
		return true
	})
}

// meanings emits the meanings of the hidden names.
func (e *emitter) meanings() {
	scope := e.pkg.Scope()
	e.cell.Meanings[scope.Lookup(hiddenShow)] = lower.Show
	for n := range e.musts {
		e.cell.Meanings[scope.Lookup(hiddenMust+strconv.Itoa(n))] = lower.Must
	}
	for _, obj := range e.context {
		e.cell.Meanings[obj] = lower.Context
	}
}

// notices adds notices of the declarations that the cell has undone.
func (e *emitter) notices() {
	say := func(format string, args ...any) {
		e.prog.Notices = append(e.prog.Notices, Notice(fmt.Sprintf(format, args...)))
	}
	if e.src.pasted != "" {
		say("%s", e.src.notice())
	}
	for _, name := range slices.Sorted(maps.Keys(e.known.dropped)) {
		if _, unborn := e.unborn[name]; unborn {
			continue // the user knows it from the failure of the cell
		}
		if old := e.symbols[name]; old != nil && old.gone == "" && !IsOut(name) && e.prog.update.symbols[name].gone != "" {
			say("%s: %s", name, e.known.dropped[name])
		}
	}
	for _, name := range e.removed {
		say("the method %s is gone: %s declares its type without it", name, e.src.Label)
	}
	for _, it := range e.items {
		if it.staleMsg != "" {
			say("%s", it.staleMsg)
		}
	}
}

// refusals returns errors for the code that Go allows and a cell cannot have.
func (a *attempt) refusals() []Error {
	var errs []Error
	complain := func(n ast.Node, msg string) {
		_, err := a.errorOf(types.Error{Fset: a.smap.fset, Pos: n.Pos(), Msg: msg})
		errs = append(errs, err)
	}
	look := func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for _, e := range assign.Lhs {
			if id, ok := e.(*ast.Ident); ok && slices.Contains(a.context, a.info.Uses[id]) {
				complain(assign, "ctx is the context of the cell and cannot be assigned; declare a variable with :=")
			}
		}
		return true
	}
	ast.Inspect(a.entry, look)
	for _, it := range a.items[:a.own] {
		ast.Inspect(it.node, look)
	}
	return errs
}
