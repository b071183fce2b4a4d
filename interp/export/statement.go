package export

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// A define is a statement of the cell's own level that declares variables.
type define struct {
	fn    bool     // it stands in a function that is not main
	all   []*place // that it assigns
	fresh []*place // of these, what it declares
}

// share makes the statement's variables shared where they cannot be main's: in
// a function that stands for the cell, and beside one that is shared, since :=
// declares them all where it stands.
func (d *define) share() bool {
	shared := d.fn
	for _, pl := range d.all {
		shared = shared || pl.shared
	}
	grown := false
	for _, pl := range d.fresh {
		grown = grown || shared && !pl.shared
		pl.shared = pl.shared || shared
	}
	return grown
}

// declares reports whether the statement still declares something.
func (d *define) declares() bool {
	for _, pl := range d.fresh {
		if !pl.shared {
			return true
		}
	}
	return false
}

func (d *define) token() string {
	if d.declares() {
		return ":="
	}
	return "="
}

// newDefine notes the statement that assigns to names.
func (c *cellExporter) newDefine(names []*ast.Ident) *define {
	d := &define{fn: c.fn}
	for _, id := range names {
		defined := c.Info.Defs[id]
		obj := defined
		if obj == nil {
			obj = c.Info.Uses[id]
		}
		pl := c.objs[obj]
		if pl == nil {
			continue // _
		}
		d.all = append(d.all, pl)
		if defined != nil && pl != c.before[id.Name] {
			d.fresh = append(d.fresh, pl)
		}
	}
	c.exporter.defines = append(c.exporter.defines, d)
	return d
}

// statement makes a piece of a statement of the cell's own level.
func (c *cellExporter) statement(x *piece, ch cell.Chunk, s ast.Stmt) {
	e := c.editor(ch)
	from, to := e.bounds(s)
	x.text = e.text(from, to)
	switch s := s.(type) {
	case *ast.ExprStmt:
		if show, ok := s.X.(*ast.CallExpr); ok && show == e.Shown {
			e.skip[show.Fun] = true
			e.insert(from, func() string { return e.needs(displayPath) + ".Show(" })
			for _, shown := range show.Args {
				e.walk(shown)
			}
			e.insert(to, text(")"))
			return
		}
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			x.after = e.define(s)
			return
		}
	case *ast.DeclStmt:
		x.text = e.varDecl(s.Decl.(*ast.GenDecl), from, to)
		return
	}
	e.walk(s)
}

// define edits x, y := ... If the statement leaves out an error and can declare err,
// after returns the check of err that follows it. Otherwise a helper takes the error.
func (e *editor) define(s *ast.AssignStmt) (after func() string) {
	d := e.newDefine(identsOf(s.Lhs))
	at, _ := e.Offset(s.TokPos)
	must, ok := s.Rhs[0].(*ast.CallExpr)
	if !ok || !isMust(must) || len(s.Rhs) > 1 {
		e.replace(at, at+len(":="), d.token)
		e.walk(s)
		return nil
	}
	e.skip[must.Fun] = true
	h := e.helperFor(must)
	below := func() bool { return d.declares() && e.hasErr() }
	_, end := e.bounds(s.Lhs[len(s.Lhs)-1])
	for _, x := range s.Lhs {
		e.walk(x)
	}
	e.insert(end, func() string {
		if below() {
			return ", err"
		}
		return ""
	})
	e.replace(at, at+len(":="), d.token)
	argFrom, argTo := e.bounds(must.Args[0])
	e.insert(argFrom, func() string {
		if below() {
			return ""
		}
		return e.helperName(h) + "("
	})
	e.walk(must.Args[0])
	e.insert(argTo, func() string {
		if below() {
			return ""
		}
		return ")"
	})
	return func() string {
		if below() {
			return "if err != nil {\n" + e.giveUp(h) + "\n}\n"
		}
		return ""
	}
}

func identsOf(list []ast.Expr) []*ast.Ident {
	var ids []*ast.Ident
	for _, x := range list {
		if id, ok := x.(*ast.Ident); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// varDecl edits a declaration of variables. Where one is not main's, or takes
// the place of an earlier one, the declaration becomes one of each line, or an
// assignment.
func (e *editor) varDecl(d *ast.GenDecl, from, to int) func() string {
	e.walk(d)
	var specs []*varSpec
	at := from
	for i, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		x := &varSpec{define: e.newDefine(spec.Names)}
		a, z := e.bounds(spec)
		if d.Lparen.IsValid() {
			gap := commentsOnly(e.ch.Code[at:a])
			x.lead = firstGap(gap)
			if i > 0 {
				specs[i-1].trail, x.lead, _ = partGap(gap)
			}
		}
		at = z
		x.whole = e.text(a, z)
		e.assigned(x, spec)
		specs = append(specs, x)
	}
	if n := len(specs); n > 0 && d.Lparen.IsValid() {
		trail, lead, _ := partGap(commentsOnly(e.ch.Code[at:to]))
		specs[n-1].trail = strings.TrimSpace(trail + "\n" + lead)
	}
	whole, written := e.text(from, to), identAt(e.ch.Code, from) == token.VAR.String()
	return func() string {
		local := written // else the check has taken it out of a group
		for _, x := range specs {
			local = local && x.local()
		}
		if local {
			return whole()
		}
		var lines []string
		for _, x := range specs {
			lines = append(lines, x.lead+x.text()+" "+x.trail)
		}
		return strings.Join(lines, "\n")
	}
}

// A varSpec is one line of a declaration of variables.
type varSpec struct {
	*define
	lead, trail   string // comments
	whole         func() string
	names, values func() string // values is nil where there are none
}

// assigned pairs the sides of an assignment.
func (e *editor) assigned(x *varSpec, spec *ast.ValueSpec) {
	from, _ := e.bounds(spec.Names[0])
	_, to := e.bounds(spec.Names[len(spec.Names)-1])
	x.names = e.text(from, to)
	if n := len(spec.Values); n > 0 {
		from, _ := e.bounds(spec.Values[0])
		_, to := e.bounds(spec.Values[n-1])
		x.values = e.text(from, to)
	}
}

// local reports whether all the variables are main's, and new.
func (x *varSpec) local() bool {
	return len(x.fresh) == len(x.all) && !slices.ContainsFunc(x.fresh, func(pl *place) bool { return pl.shared })
}

func (x *varSpec) text() string {
	if x.local() {
		return "var " + x.whole()
	}
	var lines []string
	for _, pl := range x.fresh {
		if !pl.shared {
			lines = append(lines, "var "+pl.final+" "+pl.typ())
		}
	}
	if x.values != nil {
		return strings.Join(append(lines, x.names()+" = "+x.values()), "\n")
	}
	for _, pl := range x.all {
		if !slices.Contains(x.fresh, pl) { // each time it is declared it is zero
			lines = append(lines, pl.final+" = "+pl.zero())
		}
	}
	return strings.Join(lines, "\n")
}
