package export

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// An editor turns a piece of a cell into its piece of the program: the user's own text,
// with the edits that the checked tree asks for. The names are those of the end, so that an
// edit is a function.
type editor struct {
	*cellExporter
	ch    cell.Chunk
	edits []edit
	funcs int // how many functions stand around the place at hand
	skip  map[ast.Node]bool
}

// An edit puts text in the place of the bytes from..to of the cell.
type edit struct {
	from, to int
	text     func() string
}

func (c *cellExporter) editor(ch cell.Chunk) *editor {
	return &editor{cellExporter: c, ch: ch, skip: map[ast.Node]bool{}}
}

func (e *editor) replace(from, to int, text func() string) {
	e.edits = append(e.edits, edit{from, to, text})
}

func (e *editor) insert(at int, text func() string) { e.replace(at, at, text) }

// text returns the edited bytes from..to.
func (e *editor) text(from, to int) func() string {
	return func() string {
		slices.SortStableFunc(e.edits, func(a, b edit) int { return a.from - b.from })
		var b strings.Builder
		at := from
		for _, ed := range e.edits {
			// What is put in at an end of the range belongs to it.
			if ed.from < at || ed.to > to {
				continue
			}
			b.WriteString(e.ch.Code[at:ed.from] + ed.text())
			at = ed.to
		}
		b.WriteString(e.ch.Code[at:to])
		return b.String()
	}
}

// walk edits the nodes below n.
func (e *editor) walk(n ast.Node) {
	var stack []func() // what is to be done at the ends of the nodes
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil {
			stack[len(stack)-1]()
			stack = stack[:len(stack)-1]
			return true
		}
		if e.skip[n] {
			return false
		}
		stack = append(stack, e.enter(n))
		return true
	})
}

// enter edits a node. The caller calls leave after the nodes below it.
func (e *editor) enter(n ast.Node) (leave func()) {
	leave = func() {}
	switch n := n.(type) {
	case *ast.FuncLit:
		e.funcs++
		leave = func() { e.funcs-- }
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok && isMust(call) {
			leave = e.mustStatement(call)
		}
	case *ast.AssignStmt:
		if n.TokPos == n.Pos() { // a silenced expression
			e.skip[n.Lhs[0]] = true
			from, _ := e.bounds(n)
			e.insert(from, text("_ = "))
		}
	case *ast.KeyValueExpr:
		if n.Colon == n.Key.Pos() {
			e.skip[n.Key] = true // in one package they may be left out again
		}
	case *ast.CallExpr:
		switch {
		case isMust(n) && !e.skip[n.Fun]:
			leave = e.wrap(n)
		case len(n.Args) > 0 && n.Args[0].Pos() == n.Lparen:
			e.passContext(n)
		}
	case *ast.Ident:
		e.ident(n)
	}
	return leave
}

// isMust reports whether a call takes an error away.
func isMust(call *ast.CallExpr) bool {
	_, ok := cell.MustCall(call)
	return ok
}

// helperFor returns the function that takes the error from the results of a
// call here.
func (e *editor) helperFor(call *ast.CallExpr) helper {
	results, _ := cell.MustCall(call)
	return helper{results: results, panics: e.funcs > 0 || e.fn}
}

// wrap puts the argument of a hidden call into a call of a helper.
func (e *editor) wrap(call *ast.CallExpr) (leave func()) {
	e.skip[call.Fun] = true
	h := e.helperFor(call)
	from, to := e.bounds(call.Args[0])
	e.insert(from, func() string { return e.helperName(h) + "(" })
	return func() { e.insert(to, text(")")) }
}

// mustStatement writes a statement whose error a cell leaves out.
func (e *editor) mustStatement(must *ast.CallExpr) (leave func()) {
	e.skip[must.Fun] = true
	h := e.helperFor(must)
	from, to := e.bounds(must.Args[0])
	before, behind := strings.Repeat("_, ", h.results)+"err := ", ""
	if hasLiteral(must.Args[0]) { // whose brace would begin the block
		before, behind = before+"(", ")"
	}
	e.insert(from, text("if "+before))
	return func() {
		e.insert(to, func() string { return behind + "; err != nil {\n" + e.giveUp(h) + "\n}" })
	}
}

// hasLiteral reports whether e shows a composite literal outside of parentheses.
func hasLiteral(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	found := false
	ast.Inspect(call.Fun, func(n ast.Node) bool {
		_, ok := n.(*ast.CompositeLit)
		found = found || ok
		return true
	})
	return found
}

// passContext writes the context that a call leaves out.
func (e *editor) passContext(call *ast.CallExpr) {
	id, ok := call.Args[0].(*ast.Ident)
	if !ok {
		return
	}
	e.skip[id] = true
	name := text(id.Name)
	if cell.IsCellContext(id) {
		name = e.cellContext()
	}
	at, _ := e.Offset(call.Lparen)
	more := ""
	if len(call.Args) > 1 {
		more = ", "
	}
	e.insert(at+1, func() string { return name() + more })
}

// cellContext names the context of the cells here.
func (e *editor) cellContext() func() string {
	fn := e.ch.Kind == cell.DeclChunk || e.fn
	return func() string { return e.contextName(fn) }
}

// ident writes a name as the program has it.
func (e *editor) ident(id *ast.Ident) {
	obj := e.Info.Uses[id]
	if obj == nil {
		obj = e.Info.Defs[id]
	}
	from, ok := e.Offset(id.Pos())
	if !ok {
		return
	}
	written := identAt(e.ch.Code, from)
	to := from + len(written)
	if id.Name == "_" && written != "_" { // a constant that another cell has taken over
		e.replace(from, to, text("_"))
		return
	}
	if pl := e.inits[id]; pl != nil {
		e.name(from, to, pl)
		return
	}
	switch obj := obj.(type) {
	case nil:
		return
	case *types.PkgName:
		im := e.importOf(written, obj.Imported().Path(), obj.Imported().Name())
		e.replace(from, to, func() string { return e.use(im) })
		return
	case *types.Var:
		if e.IsContext(obj) {
			e.replace(from, to, e.cellContext())
			return
		}
		if obj.Embedded() {
			e.embedded(from, to, obj)
			return
		}
	}
	if obj.Parent() == types.Universe {
		e.predeclared[obj.Name()] = true
	}
	if pl := e.objs[obj]; pl != nil {
		e.name(from, to, pl)
	}
}

func (e *editor) name(from, to int, pl *place) {
	e.uses[pl] = true
	e.replace(from, to, func() string { return pl.final })
}

// embedded gives an embedded field the name of its type.
func (e *editor) embedded(from, to int, field *types.Var) {
	t := field.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	var obj *types.TypeName
	switch t := t.(type) {
	case *types.Named:
		obj = t.Origin().Obj()
	case *types.Alias:
		obj = t.Origin().Obj()
	}
	if pl := e.objs[obj]; pl != nil {
		e.name(from, to, pl)
	}
}

// identAt returns the identifier that stands at an offset.
func identAt(code string, at int) string {
	end := strings.IndexFunc(code[at:], func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		return code[at:]
	}
	return code[at : at+end]
}
