package assist

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// Complete returns the completions at the cursor, a place between two bytes of code.
func (a *Analyzer) Complete(code string, cursor int) repl.Completions {
	p := locate(code, cursor)
	switch p.kind {
	case inNothing:
		return repl.Completions{Start: p.cursor, End: p.cursor}
	case inMagic:
		return a.completeMagic(p)
	case inImport:
		return a.completeImport(p)
	case inString, inShell, inPath:
		return a.completeFile(p)
	}
	q := a.query(p)
	q.collect()
	return repl.Completions{Start: p.from, End: p.to, Entries: q.ranked()}
}

// A query is a request for the completions at one place.
type query struct {
	*Analyzer
	p        *place
	scope    *cell.Scope
	expected expectation
	prefix   string
	found    []candidate
	seen     map[string]bool // texts in found
}

func (a *Analyzer) query(p *place) *query {
	if p.from == p.cursor {
		p.to = p.cursor // before a word, another one begins
	}
	q := &query{Analyzer: a, p: p, prefix: p.prefix(), seen: map[string]bool{}}
	q.scope = a.opt.Session().Look(mend(p, placeholder), p.from)
	q.expected = expected(q.scope)
	return q
}

// collect finds the candidates.
func (q *query) collect() {
	if sel := q.selector(); sel != nil {
		q.collectMembers(sel.X)
		return
	}
	if q.afterDot() || q.expected.kind == expectNothing {
		return
	}
	if q.expected.fields != nil {
		q.collectKeys()
		if len(q.expected.set) > 0 {
			return // the others have keys, and so must this one
		}
	}
	q.collectNames()
	q.collectDeep()
	q.collectKeywords()
}

// selector returns the selector whose last part is to be completed.
func (q *query) selector() *ast.SelectorExpr {
	if len(q.scope.Path) < 2 {
		return nil
	}
	sel, ok := q.scope.Path[1].(*ast.SelectorExpr)
	if !ok || sel.Sel != q.scope.Path[0] {
		return nil
	}
	return sel
}

// afterDot reports whether the place is behind a dot, however the parser has read it.
func (q *query) afterDot() bool {
	n := len(q.p.before)
	return n > 0 && q.p.before[n-1].tok.String() == "."
}

// collectMembers adds the names that may follow a dot behind x.
func (q *query) collectMembers(x ast.Expr) {
	if id, ok := x.(*ast.Ident); ok {
		if pkg := q.scope.Package(id); pkg != nil {
			q.collectPackage(pkg)
			return
		}
	}
	tv, ok := q.scope.Info.Types[x]
	if !ok || valid(tv.Type) == nil {
		return
	}
	pointers := tv.Addressable() || tv.IsType()
	for _, m := range members(tv.Type, q.scope.Pkg, pointers) {
		c := candidate{text: m.obj.Name(), obj: m.obj, kind: repl.FieldKind, tier: tier(m.depth), typ: m.obj.Type()}
		if _, ok := m.obj.(*types.Func); ok {
			c.kind = repl.MethodKind
		} else if tv.IsType() {
			continue // T.field is none
		}
		q.add(c)
	}
}

// collectPackage adds the exported names of a package.
func (q *query) collectPackage(pkg *types.Package) {
	for _, name := range pkg.Scope().Names() {
		if obj := pkg.Scope().Lookup(name); obj.Exported() {
			c := candidateOf(obj, 0)
			c.order = 0 // by name alone, as in the package's documentation
			q.add(c)
		}
	}
}

// collectKeys adds the fields of a struct that its literal may still set.
func (q *query) collectKeys() {
	colon := ": "
	if strings.HasPrefix(strings.TrimLeft(q.p.code[q.p.to:], " \t"), ":") {
		colon = ""
	}
	for f := range q.expected.fields.Fields() {
		if q.expected.set[f.Name()] || !f.Exported() && f.Pkg().Path() != q.scope.Pkg.Path() {
			continue
		}
		q.add(candidate{text: f.Name() + colon, obj: f, kind: repl.FieldKind, key: true, tier: keyTier, order: len(q.found), typ: f.Type()})
	}
}
