package cell

import (
	"go/ast"
	"go/token"
	"strings"
)

// A define is a statement of the cell's own level that declares variables.
type define struct {
	cell  *plainCell
	all   []*place // that it assigns
	fresh []*place // of these, what it declares
}

// share makes the statement's variables shared where they cannot be main's: in
// a function that stands for the cell, and beside one that is shared, since :=
// declares them all where it stands.
func (d *define) share() bool {
	shared := d.cell.fn
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

// declares tells whether the statement still declares something.
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
func (c *plainCell) newDefine(names []*ast.Ident) *define {
	d := &define{cell: c}
	for _, id := range names {
		defined := c.attempt.info.Defs[id]
		obj := defined
		if obj == nil {
			obj = c.attempt.info.Uses[id]
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
	c.plain.defines = append(c.plain.defines, d)
	return d
}

// statement edits a statement of the cell's own level.
func (c *plainCell) statement(ch chunk, s ast.Stmt) func() string {
	e := c.editor(ch)
	from, to := e.bounds(s)
	switch s := s.(type) {
	case *ast.ExprStmt:
		if show, ok := s.X.(*ast.CallExpr); ok && isHidden(show) && show.Fun.(*ast.Ident).Name == hiddenShow {
			e.skip[show.Fun] = true
			e.insert(from, func() string { return e.needs(DisplayPath) + ".Show(" })
			e.walk(show.Args[0])
			e.insert(to, text(")"))
			return e.text(from, to)
		}
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return e.define(s)
		}
	case *ast.DeclStmt:
		return e.varDecl(s.Decl.(*ast.GenDecl), from, to)
	}
	e.walk(s)
	return e.text(from, to)
}

// define edits x, y := ... An error that it leaves out is looked at below it,
// where that can be, and in a helper else.
func (e *plainEditor) define(s *ast.AssignStmt) func() string {
	from, to := e.bounds(s)
	d := e.newDefine(identsOf(s.Lhs))
	_, at, _ := e.attempt.smap.chunkAt(s.TokPos)
	must, ok := s.Rhs[0].(*ast.CallExpr)
	if !ok || !isMust(must) || len(s.Rhs) > 1 {
		e.replace(at, at+len(":="), d.token)
		e.walk(s)
		return e.text(from, to)
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
			return "\nif err != nil {\n" + e.giveUp(h) + "\n}"
		}
		return ")"
	})
	return e.text(from, to)
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
// the place of an earlier one, the declaration becomes assignments.
func (e *plainEditor) varDecl(d *ast.GenDecl, from, to int) func() string {
	e.walk(d)
	var specs []func() string
	var defines []*define
	at := from
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		def := e.newDefine(spec.Names)
		defines = append(defines, def)
		a, z := e.bounds(spec)
		comments := ""
		if d.Lparen.IsValid() {
			trail, lead, _ := partGap(commentsOnly(e.ch.src.Code[at:a]))
			comments = strings.TrimPrefix(trail+"\n"+lead, "\n")
		}
		at = z
		assign := e.assignSpec(spec, def)
		specs = append(specs, func() string { return comments + assign() })
	}
	whole := e.text(from, to)
	return func() string {
		local := true
		for _, def := range defines {
			local = local && len(def.fresh) == len(def.all)
			for _, pl := range def.fresh {
				local = local && !pl.shared
			}
		}
		if local {
			return whole()
		}
		var lines []string
		for _, spec := range specs {
			lines = append(lines, spec())
		}
		return strings.Join(lines, "\n")
	}
}

// assignSpec writes a declaration of variables as assignments.
func (e *plainEditor) assignSpec(spec *ast.ValueSpec, d *define) func() string {
	nameFrom, _ := e.bounds(spec.Names[0])
	_, nameTo := e.bounds(spec.Names[len(spec.Names)-1])
	names := e.text(nameFrom, nameTo)
	var values func() string
	if n := len(spec.Values); n > 0 {
		from, _ := e.bounds(spec.Values[0])
		_, to := e.bounds(spec.Values[n-1])
		values = e.text(from, to)
	}
	return func() string {
		var lines []string
		isFresh := map[*place]bool{}
		for _, pl := range d.fresh {
			isFresh[pl] = true
			if !pl.shared {
				lines = append(lines, "var "+pl.final+" "+pl.typ())
			}
		}
		if values != nil {
			return strings.Join(append(lines, names()+" = "+values()), "\n")
		}
		for _, pl := range d.all {
			if !isFresh[pl] {
				lines = append(lines, pl.final+" = "+pl.zero())
			}
		}
		return strings.Join(lines, "\n")
	}
}
