package assist

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/comments"
)

// Inspect describes the name at the cursor, which may be that of a magic. If there is
// none, it describes the function in whose arguments the cursor is. With detail 1 the
// description has the source of what a cell has declared.
func (a *Analyzer) Inspect(code string, cursor, detail int) repl.Inspection {
	p := locate(code, cursor)
	switch p.kind {
	case inMagic:
		about := a.opt.About(p.code[p.from:p.to])
		return repl.Inspection{Plain: about, Markdown: about}
	case inShell, inPath:
		return repl.Inspection{}
	}
	i := &inspector{Analyzer: a, detail: detail}
	p.aim()
	ident := placeholder
	if p.from < p.to {
		ident = p.code[p.from:p.to]
	}
	if token.IsKeyword(ident) {
		return repl.Inspection{}
	}
	r := i.look(p, ident)
	if r == nil {
		r = i.called()
	}
	if r == nil {
		return repl.Inspection{}
	}
	return r.inspection()
}

// look describes the identifier at the word: in the code as it is, if that can be
// parsed, or else in the code before it.
func (i *inspector) look(p *place, ident string) *report {
	if ident != placeholder {
		i.scope = i.opt.Session().Look(p.code, p.from)
		if len(i.scope.Path) > 0 {
			if r := i.name(ident); r != nil {
				return r
			}
		}
	}
	i.scope = i.opt.Session().Look(mend(p, ident), p.from)
	return i.name(ident)
}

// aim moves the word to the name to describe if the cursor is in none: in a literal to
// its beginning, behind a call to the name of the function.
func (p *place) aim() {
	n := len(p.before)
	if p.kind != inCode {
		p.from = 0
		if n > 0 {
			p.from = p.before[n-1].end
		}
		p.to = p.from
		return
	}
	if p.from < p.to || n == 0 || p.before[n-1].tok != token.RPAREN || p.before[n-1].end != p.cursor {
		return
	}
	depth := 0
	for i := n - 1; i > 0; i-- {
		switch p.before[i].tok {
		case token.RPAREN:
			depth++
		case token.LPAREN:
			depth--
		}
		if name := p.before[i-1]; depth == 0 && p.before[i].tok == token.LPAREN {
			if name.tok == token.IDENT {
				p.from, p.to, p.before = name.off, name.end, p.before[:i-1]
			}
			return
		}
	}
}

// An inspector describes names that it sees in a cell.
type inspector struct {
	*Analyzer
	scope  *cell.Scope
	detail int
}

// name describes the identifier of the scope.
func (i *inspector) name(ident string) *report {
	if len(i.scope.Path) == 0 {
		if obj := i.opt.Session().Lookup(ident); obj != nil {
			return i.object(obj, i.owner(obj))
		}
		return nil
	}
	id, ok := i.scope.Path[0].(*ast.Ident)
	if !ok || ident == placeholder {
		return nil
	}
	if pkg := i.scope.Package(id); pkg != nil {
		return i.pkg(pkg.Name(), pkg.Path())
	}
	obj := i.scope.Info.ObjectOf(id)
	if obj == nil {
		if r := i.key(ident); r != nil {
			return r
		}
		if path, ok := i.packages()[ident]; ok {
			return i.pkg(ident, path)
		}
		return nil
	}
	return i.object(obj, i.owner(obj))
}

func (i *inspector) packages() map[string]string {
	all := i.opt.Session().Known()
	for name, path := range i.scope.Imports() {
		all[name] = path
	}
	return all
}

// owner returns the name of the type that declares a field or a method; of a field, the
// type in the selector or the literal around it.
func (i *inspector) owner(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.Func:
		if recv := obj.Signature().Recv(); recv != nil {
			return typeName(recv.Type())
		}
	case *types.Var:
		if !obj.IsField() {
			return ""
		}
		for _, n := range i.scope.Path {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				return i.declarer(n, obj)
			case *ast.CompositeLit:
				return typeName(i.scope.Info.TypeOf(n))
			case *ast.TypeSpec:
				return n.Name.Name
			}
		}
	}
	return ""
}

// declarer returns the name of the type, embedded perhaps, in which a selector finds a
// field.
func (i *inspector) declarer(sel *ast.SelectorExpr, field *types.Var) string {
	t := valid(i.scope.Info.TypeOf(sel.X))
	if t == nil {
		return ""
	}
	for _, m := range members(t, i.scope.Pkg, true) {
		if m.obj == field {
			return m.owner
		}
	}
	return ""
}

// key describes a field whose key is being written in a literal.
func (i *inspector) key(ident string) *report {
	fields := expected(i.scope).fields
	if fields == nil {
		return nil
	}
	for f := range fields.Fields() {
		if f.Name() == ident {
			return i.object(f, i.owner(f))
		}
	}
	return nil
}

// typeName returns the name of a type, or of a pointer's element.
func typeName(t types.Type) string {
	if t == nil {
		return ""
	}
	if named, ok := types.Unalias(deref(t)).(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

// called describes the function in whose arguments the place is, or the type in whose
// literal it is.
func (i *inspector) called() *report {
	for n, outer := range i.scope.Path {
		if n == 0 {
			continue
		}
		inner := i.scope.Path[n-1]
		switch outer := outer.(type) {
		case *ast.CompositeLit:
			if named, ok := types.Unalias(deref(i.scope.Info.TypeOf(outer))).(*types.Named); ok && outer.Type != inner {
				return i.object(named.Obj(), "")
			}
		case *ast.CallExpr:
			if outer.Fun != inner {
				return i.function(outer.Fun)
			}
		}
	}
	return nil
}

// function describes the function that an expression names.
func (i *inspector) function(fun ast.Expr) *report {
	var id *ast.Ident
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	}
	obj := i.scope.Info.Uses[id]
	if obj == nil {
		return nil
	}
	return i.object(obj, i.owner(obj))
}

func (i *inspector) pkg(name, path string) *report {
	return &report{code: "package " + name, path: path, doc: i.opt.Doc(path, ""), example: i.opt.Example(path, "")}
}

// object describes an object; owner is the type of a field or a method.
func (i *inspector) object(obj types.Object, owner string) *report {
	name := obj.Name()
	r := &report{code: i.declaration(obj)}
	if owner != "" {
		name = owner + "." + name
	}
	switch pkg := obj.Pkg(); {
	case pkg == nil:
		r.doc = i.opt.Doc("builtin", name)
		return r
	case pkg.Path() != "main":
		r.path = pkg.Path()
		r.doc = i.opt.Doc(r.path, name)
		r.example = i.opt.Example(r.path, name)
	default:
		i.ownSource(r, name, owner)
	}
	if v, ok := obj.(*types.Var); ok && !v.IsField() {
		i.variable(r, v)
	}
	return r
}

// fieldComment returns the comment of a field of a type.
func (i *inspector) fieldComment(typ types.Object, field string) string {
	name := typ.Name() + "." + field
	if pkg := typ.Pkg(); pkg != nil && pkg.Path() != "main" {
		return i.opt.Doc(pkg.Path(), name)
	}
	text, ok := i.scope.Source(typ.Name())
	if !ok {
		_, text, _ = i.opt.Session().Source(typ.Name())
	}
	return comments.Parse(text)[name]
}

// ownSource adds the source of a name that the cells have declared.
func (i *inspector) ownSource(r *report, name, owner string) {
	text, ok := i.scope.Source(name)
	if !ok {
		r.label, text, ok = i.opt.Session().Source(name)
	}
	if !ok && owner != "" { // a field
		text, ok = i.scope.Source(owner)
		if !ok {
			r.label, text, _ = i.opt.Session().Source(owner)
		}
	}
	r.doc = comments.Parse(text)[name]
	if i.detail > 0 {
		r.source = strings.TrimRight(text, "\n")
	}
}

// variable adds the value and the type of a variable.
func (i *inspector) variable(r *report, v *types.Var) {
	if v.Name() == "ctx" && typeString(v.Type()) == "context.Context" {
		r.doc = "ctx is the context of the cell: it ends when the cell is interrupted. Calls that take a context first get it by themselves."
		return
	}
	session := i.opt.Session().Lookup(v.Name())
	if session != nil && types.Identical(session.Type(), v.Type()) {
		r.value, _ = i.opt.Value(v.Name())
	}
	named, ok := types.Unalias(deref(v.Type())).(*types.Named)
	if r.doc != "" || !ok || named.Obj().Pkg() == nil {
		return
	}
	of := i.object(named.Obj(), "")
	r.doc, r.path = of.doc, of.path
}
