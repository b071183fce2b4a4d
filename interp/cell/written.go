package cell

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// A value of a cell's type can go to another process with the source of its type: a cell with all
// declarations that the type leads to. The text of this cell depends on nothing else. Comments, the
// layout and the cells in which the declarations stand do not change it.

// written returns the sources of types with methods, by the ids of the types.
func (e *emitter) written(described map[string]*types.Named) map[string]rt.Written {
	all := map[string]rt.Written{}
	for id, t := range described {
		if types.NewMethodSet(types.NewPointer(t)).Len() == 0 || types.IsInterface(t) {
			continue
		}
		w := &writer{emitter: e, name: TypeName(t), imports: map[string]string{}, found: map[string]*decl{}}
		all[id] = w.write(t)
	}
	return all
}

// noteLeads records what the declarations of the attempt name, as they have been checked.
func (e *emitter) noteLeads() {
	for _, it := range e.items {
		it.leads, it.language = map[string]bool{}, map[string]bool{}
		look := func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				e.noteLead(it.decl, e.info.Uses[id])
			}
			return true
		}
		ast.Inspect(it.node, look)
		if it.body != nil {
			ast.Inspect(it.body, look)
		}
	}
}

func (e *emitter) noteLead(d *decl, obj types.Object) {
	switch {
	case obj == nil || containsMark(obj.Name()):
	case obj.Pkg() == nil:
		d.language[obj.Name()] = true
	case isCellPackage(obj.Pkg()) && (obj.Parent() == obj.Pkg().Scope() || e.means(obj.Name(), obj)):
		d.leads[obj.Name()] = true
	}
}

// means reports whether a name means an object once the program runs.
func (e *emitter) means(name string, obj types.Object) bool {
	sym := e.meaningOf(name)
	return sym != nil && sym.obj == obj
}

// declares reports whether a name means what d declares once the program runs.
func (e *emitter) declares(d *decl, name string) bool {
	sym := e.meaningOf(name)
	return sym != nil && sym.decl == d
}

// meaningOf returns the symbol that a name has once the program runs, or nil.
func (e *emitter) meaningOf(name string) *symbol {
	if sym := e.prog.update.symbols[name]; sym != nil {
		return sym
	}
	if slices.Contains(e.removed, name) {
		return nil
	}
	return e.symbols[name]
}

// A writer writes the source of a type.
type writer struct {
	*emitter
	name    string            // of the type
	imports map[string]string // path by name
	found   map[string]*decl  // by the first of their names
	refusal string            // the first
}

func (w *writer) refuse(format string, args ...any) {
	if w.refusal == "" {
		w.refusal = w.name + " " + fmt.Sprintf(format, args...)
	}
}

func (w *writer) write(t *types.Named) rt.Written {
	Mentions(t, func(obj *types.TypeName) {
		if !w.means(obj.Name(), obj) {
			w.refuse("is of a type %s that later cells have replaced: make the value again", obj.Name())
		}
		w.visit(obj.Name())
	})
	expr := TypeExpr(t, (*types.TypeName).Name, func(p *types.Package) string {
		w.add(p.Name(), p.Path())
		return p.Name()
	})
	w.agree()
	source := w.source()
	if w.refusal != "" {
		return rt.Written{Refusal: w.refusal}
	}
	return rt.Written{Type: types.ExprString(expr), Source: source}
}

// visit adds the declaration of a name, and all to which it leads.
func (w *writer) visit(name string) {
	sym := w.meaningOf(name)
	switch {
	case sym == nil && name == "ctx": // the context of the cells
		return
	case sym == nil || sym.gone != "":
		w.refuse("uses %s, which the cells do not have any more", name)
		return
	case sym.decl == nil:
		w.refuse("uses the variable %s of the cells, whose value can change: make it a field of %s, a constant or a function", name, w.name)
		return
	case sym.stale:
		w.refuse("uses %s, which does not check any more", name)
		return
	case w.found[sym.decl.names[0]] == sym.decl:
		return
	}
	w.found[sym.decl.names[0]] = sym.decl
	for _, as := range slices.Sorted(maps.Keys(sym.decl.imports)) {
		w.add(as, sym.decl.imports[as])
	}
	for _, use := range slices.Sorted(maps.Keys(sym.decl.leads)) {
		w.visit(use)
	}
	if _, isType := sym.obj.(*types.TypeName); isType {
		for _, method := range w.methodsOf(name) {
			w.visit(method)
		}
	}
}

// methodsOf returns the names of the methods that cells declare for a type.
func (w *writer) methodsOf(typ string) []string {
	found := map[string]bool{}
	for _, names := range []map[string]*symbol{w.decls, w.prog.update.symbols} {
		for name := range names {
			if recv, _, ok := strings.Cut(name, "."); ok && recv == typ && w.meaningOf(name) != nil {
				found[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// add adds an import.
func (w *writer) add(name, path string) {
	switch had, ok := w.imports[name]; {
	case containsMark(name):
		w.refuse("uses a magic")
	case ok && had != path:
		w.refuse("uses two packages that cells call %s, %s and %s: give one of them another name", name, had, path)
	case w.known.sources[path] != nil || w.sources[path] != nil:
		w.refuse("uses the package %s, whose files are beside the notebook and not in its cells", path)
	}
	w.imports[name] = path
}

// agree refuses declarations in which a name means what it does not mean beside the others.
func (w *writer) agree() {
	declared := map[string]bool{}
	for _, d := range w.found {
		for _, name := range d.names {
			declared[name] = declared[name] || w.declares(d, name)
		}
	}
	clash := func(name string) {
		if declared[name] {
			w.refuse("uses two meanings of the name %s: give one of them another name", name)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(w.found)) {
		d := w.found[key]
		for _, name := range slices.Sorted(maps.Keys(d.language)) {
			clash(name)
			if w.imports[name] != "" {
				w.refuse("uses the package %s beside the name %s of the language: give it another name", w.imports[name], name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.imports)) {
		clash(name)
	}
}

// source writes the imports, by their paths, and the declarations, by their names.
func (w *writer) source() string {
	var lines []string
	for name, from := range w.imports {
		line := "import "
		if pkg, err := w.importNow(from); err != nil || pkg.Name() != name || name != path.Base(from) {
			line += name + " "
		}
		lines = append(lines, line+strconv.Quote(from))
	}
	slices.SortFunc(lines, func(a, b string) int {
		return strings.Compare(a[strings.IndexByte(a, '"'):], b[strings.IndexByte(b, '"'):])
	})
	text := strings.Join(lines, "\n")
	for _, key := range slices.Sorted(maps.Keys(w.found)) {
		if text != "" {
			text += "\n\n"
		}
		d := w.found[key]
		own, err := d.canonical(func(name string) bool { return w.declares(d, name) })
		if err != nil {
			w.refuse("cannot be written: %v", err)
		}
		text += own
	}
	return text + "\n"
}

// canonical writes a declaration without comments, in a layout that depends on its tokens alone,
// and with the names of constants that are live.
func (d *decl) canonical(live func(name string) bool) (string, error) {
	const head = "package p\n\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", head+d.oneLine(), parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	if group, ok := file.Decls[0].(*ast.GenDecl); ok && group.Tok == token.CONST {
		for _, spec := range group.Specs {
			for _, id := range spec.(*ast.ValueSpec).Names {
				if id.Name != "_" && !live(id.Name) {
					id.Name = "_"
				}
			}
		}
	}
	var b strings.Builder
	if err := format.Node(&b, fset, file); err != nil {
		return "", err
	}
	return strings.TrimSpace(strings.TrimPrefix(b.String(), head)), nil
}

// oneLine returns the tokens of a declaration in one line.
func (d *decl) oneLine() string {
	var b strings.Builder
	if d.isType {
		b.WriteString("type ")
	}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(d.text)), []byte(d.text), nil, 0)
	ends := false // a statement, whose semicolon is not written
	for {
		_, tok, lit := s.Scan()
		switch {
		case ends && tok != token.RPAREN && tok != token.RBRACE && tok != token.EOF:
			b.WriteString("; ")
		case tok == token.EOF:
			return b.String()
		}
		ends = tok == token.SEMICOLON && lit == "\n"
		switch {
		case ends:
		case lit != "" && tok != token.SEMICOLON:
			b.WriteString(lit + " ")
		default:
			b.WriteString(tok.String() + " ")
		}
	}
}
