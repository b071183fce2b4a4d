package form

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// A writer writes a program with the forms of a table only.
type writer struct {
	*State
	table   *Table
	code    string
	lines   []token.Pos // from where the lines of code come
	file    *token.File // of code
	info    *types.Info
	scope   *types.Scope        // of the package
	shared  map[*types.Var]bool // variables of functions that others may change
	aliases map[string]string   // of packages, by path

	out     strings.Builder
	fn      *functionState
	ordered bool                // something of what is planned calls or receives
	hoisted map[ast.Expr]string // what is written as a variable: which, or "" where that is still to be made
	used    map[Form]bool
}

// A functionState is the state of the function that is written.
type functionState struct {
	sig   *types.Signature
	temps []string            // declarations
	free  map[string][]string // temps that nothing uses any more, by their type
	taken []taken             // those that the present statement uses
}

type taken struct{ typ, name string }

// source returns the text of a node.
func (w *writer) source(n ast.Node) string { return w.code[w.offset(n.Pos()):w.offset(n.End())] }

func (w *writer) offset(p token.Pos) int { return w.file.Offset(p) }

// mark returns the mark of a text that comes from the line of pos, of the program as it was.
func (w *writer) mark(pos token.Pos) string { return Mark(w.lines[w.file.Line(pos)-1]) }

// line writes a line that comes from pos.
func (w *writer) line(pos token.Pos, text string) { w.out.WriteString(w.mark(pos) + text + "\n") }

// refuse ends the writing: a form is missing without which e cannot be written.
func (w *writer) refuse(n ast.Node, what string) {
	panic(&Error{w.lines[w.file.Line(n.Pos())-1], fmt.Sprintf("the interpreter has not been shown to be right about %s in this place: put parts of it into variables first", what)})
}

// temp returns a variable of a type that nothing else uses during the present
// statement.
func (w *writer) temp(t types.Type) string {
	typ := w.typeText(t)
	if list := w.fn.free[typ]; len(list) > 0 {
		name := list[len(list)-1]
		w.fn.free[typ] = list[:len(list)-1]
		w.fn.taken = append(w.fn.taken, taken{typ, name})
		return name
	}
	name := w.name()
	w.fn.temps = append(w.fn.temps, "var "+name+" "+typ+"\n")
	w.fn.taken = append(w.fn.taken, taken{typ, name})
	return name
}

// name returns a name that nothing else has.
func (w *writer) name() string {
	w.serial++
	return "t" + tempMark + strconv.Itoa(w.serial)
}

// tempMark is in the name of every variable that is hoisted into.
const tempMark = "ᐧv"

// declaration writes a declaration of the program.
func (w *writer) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		head := "func " + d.Name.Name + strings.TrimPrefix(w.source(d.Type), "func "+d.Name.Name)
		w.out.WriteString(w.mark(d.Pos()) + head + " " + w.body(w.info.Defs[d.Name].Type(), d.Body) + "\n")
	case *ast.GenDecl:
		if d.Tok != token.IMPORT {
			w.line(d.Pos(), w.source(d))
		}
	}
}

// body writes the body of a function of a type.
func (w *writer) body(t types.Type, b *ast.BlockStmt) string {
	fn := w.fn
	w.fn = &functionState{sig: t.Underlying().(*types.Signature), free: map[string][]string{}}
	_, text := w.apart(func() string {
		w.block(b.List)
		return ""
	})
	text = "{\n" + strings.Join(w.fn.temps, "") + text + w.mark(b.End()-1) + "}"
	w.fn = fn
	return text
}

// result is the type of a result; nil if a call gives several.
func (f *functionState) result(i int) types.Type {
	if f.sig.Results().Len() <= i {
		return nil
	}
	return f.sig.Results().At(i).Type()
}

// block writes statements.
func (w *writer) block(list []ast.Stmt) {
	for _, s := range list {
		w.statement(s)
	}
}

// statement writes a statement. What it has hoisted is free after it.
func (w *writer) statement(s ast.Stmt) {
	n := len(w.fn.taken)
	w.stmt(s)
	for _, t := range w.fn.taken[n:] {
		w.fn.free[t.typ] = append(w.fn.free[t.typ], t.name)
	}
	w.fn.taken = w.fn.taken[:n]
}

func (w *writer) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.EmptyStmt:
	case *ast.ExprStmt:
		if text := w.alone(s.X); text != "" {
			w.line(s.Pos(), text)
		}
	case *ast.AssignStmt:
		text := w.assignment(s)
		w.line(s.Pos(), w.comment(s, rt.Hold)+text)
	case *ast.IncDecStmt:
		w.line(s.Pos(), w.target(s.X)+s.Tok.String())
	case *ast.DeclStmt:
		w.variables(s.Decl.(*ast.GenDecl))
	case *ast.BlockStmt:
		w.line(s.Pos(), "{")
		w.block(s.List)
		w.line(s.End()-1, "}")
	case *ast.IfStmt:
		w.ifStmt(s)
	case *ast.ForStmt:
		w.forStmt(s, "")
	case *ast.RangeStmt:
		w.rangeStmt(s, "")
	case *ast.SwitchStmt:
		w.switchStmt(s, "")
	case *ast.LabeledStmt:
		w.labeled(s)
	case *ast.BranchStmt:
		w.line(s.Pos(), w.source(s))
	case *ast.ReturnStmt:
		w.returns(s)
	case *ast.SendStmt:
		parts := w.operands(operand{e: s.Chan, at: Send}, operand{e: s.Value, at: Send, want: w.info.TypeOf(s.Chan).Underlying().(*types.Chan).Elem()})
		w.line(s.Pos(), parts[0].text+" <- "+parts[1].text)
	default:
		w.refuse(s, "a statement like this")
	}
}

// alone writes an expression that is a statement. It returns "" where the expression is
// hoisted, since the variable that has its value is no statement.
func (w *writer) alone(e ast.Expr) string {
	o := operand{e: ast.Unparen(e), at: Statement}
	if !w.table.Has(w.formOf(o)) {
		w.hoist(o)
		return ""
	}
	return w.operands(o)[0].text
}

// comment returns a comment if it stands before a node: some mean something to those
// who watch the program.
func (w *writer) comment(n ast.Node, comment string) string {
	if strings.HasSuffix(w.code[:w.offset(n.Pos())], comment) {
		return comment
	}
	return ""
}

// returns writes a return statement.
func (w *writer) returns(s *ast.ReturnStmt) {
	at := Results
	if len(s.Results) == 1 {
		at = Result
	}
	var list []operand
	for i, e := range s.Results {
		list = append(list, operand{e: e, at: at, want: w.fn.result(i)})
	}
	parts := w.operands(list...)
	w.line(s.Pos(), strings.TrimSpace("return "+join(parts)))
}

// assignment writes an assignment, all but its line.
func (w *writer) assignment(s *ast.AssignStmt) string {
	switch {
	case len(s.Lhs) > 1:
		return w.several(s)
	case s.Tok != token.ASSIGN && s.Tok != token.DEFINE:
		at := NameUpdate
		if !isName(s.Lhs[0]) {
			at = OtherUpdate
		}
		return w.assign(s.Lhs[0], s.Tok, s.Rhs[0], at)
	}
	return w.assign(s.Lhs[0], s.Tok, s.Rhs[0], w.valuePlace(s.Lhs[0]))
}

func isName(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.Ident)
	return ok
}

// valuePlace is the place of what is assigned to e.
func (w *writer) valuePlace(e ast.Expr) Place {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if e.Name == "_" {
			return BlankValue
		}
		return NameValue
	case *ast.SelectorExpr:
		return FieldValue
	case *ast.IndexExpr:
		if _, ok := w.info.TypeOf(e.X).Underlying().(*types.Map); ok {
			return EntryValue
		}
		return ElementValue
	case *ast.StarExpr:
		return PointedValue
	}
	w.refuse(e, "an assignment to this")
	return ""
}

// assign writes the assignment of a value, which stands in a place, by an operator.
func (w *writer) assign(to ast.Expr, op token.Token, value ast.Expr, at Place) string {
	to = ast.Unparen(to)
	o := operand{e: to, kept: true}
	targets := w.operandsOf(o)
	parts := w.operands(append(slices.Clone(targets), operand{e: value, at: at, want: w.typeOf(to, value), over: op == token.ASSIGN})...)
	last := len(parts) - 1
	return w.compose(o, parts[:last]).text + " " + op.String() + " " + parts[last].text
}

// typeOf is the type of what is assigned to, or of the value where that has none.
func (w *writer) typeOf(to, value ast.Expr) types.Type {
	if t := w.info.TypeOf(to); t != nil {
		return t
	}
	return types.Default(w.info.TypeOf(value))
}

// target writes the left side of an assignment.
func (w *writer) target(e ast.Expr) string {
	o := operand{e: ast.Unparen(e), kept: true}
	return w.compose(o, w.operands(w.operandsOf(o)...)).text
}

// several writes an assignment to several names.
func (w *writer) several(s *ast.AssignStmt) string {
	var names []string
	for _, e := range s.Lhs {
		if !isName(e) {
			w.refuse(s, "an assignment to several places")
		}
		names = append(names, w.source(e))
	}
	var list []operand
	if len(s.Rhs) == len(s.Lhs) && s.Tok == token.ASSIGN && !w.uses(s.Rhs, s.Lhs) {
		return w.oneByOne(s, names)
	}
	for i, e := range s.Rhs {
		list = append(list, operand{e: e, at: SeveralValue, want: w.info.TypeOf(s.Lhs[i])})
	}
	return strings.Join(names, ", ") + " " + s.Tok.String() + " " + join(w.operands(list...))
}

// oneByOne writes an assignment of several values to names that are in none of them,
// all but the last line: what is hoisted of any comes before.
func (w *writer) oneByOne(s *ast.AssignStmt, names []string) string {
	var list []operand
	for i, e := range s.Rhs {
		list = append(list, operand{e: e, at: w.valuePlace(s.Lhs[i]), want: w.typeOf(s.Lhs[i], e)})
	}
	w.leave(w.planFrom(list, true))
	last := len(list) - 1
	for i, o := range list[:last] {
		w.line(s.Pos(), names[i]+" = "+w.expr(o).text)
	}
	return names[last] + " = " + w.expr(list[last]).text
}

// uses reports whether expressions use a variable that is assigned to.
func (w *writer) uses(list, names []ast.Expr) bool {
	found := false
	for _, e := range list {
		ast.Inspect(e, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && slices.ContainsFunc(names, func(name ast.Expr) bool {
				v := w.info.ObjectOf(ast.Unparen(name).(*ast.Ident))
				return v != nil && v == w.info.Uses[id]
			})
			return !found
		})
	}
	return found
}

// variables writes a declaration of variables in a function.
func (w *writer) variables(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		s, ok := spec.(*ast.ValueSpec)
		if !ok || len(s.Names) > 1 || len(s.Values) > 1 {
			w.refuse(d, "a declaration like this")
		}
		text := "var " + s.Names[0].Name
		if s.Type != nil {
			text += " " + w.source(s.Type)
		}
		if len(s.Values) == 1 {
			text += " = " + w.operands(operand{e: s.Values[0], at: NameValue, want: w.info.Defs[s.Names[0]].Type()})[0].text
		}
		w.line(s.Pos(), text)
	}
}
