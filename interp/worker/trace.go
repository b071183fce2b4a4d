package worker

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
)

// A trace knows which line each function of a program was at. yaegi reports of
// a panic the functions that it leaves, but no lines. So newTrace gives every
// function a variable and has it set to the number of the line ahead of each
// line that may panic: 12 ns each time. A loop or a branch that can panic on
// one line only is marked once, before it, so that tight loops stay as tight
// as they were.
//
// A function that runs on several goroutines at once, or calls itself, shares
// its variable; then the line may be that of another of its calls.
type trace struct {
	spans    []span
	resolved bool
}

// A span is where a function's body stands, and the variable with its line.
type span struct {
	from, to token.Position
	variable string
	line     *int // its value
}

// newTrace puts the marks into a file. Serial makes their variables' names
// unlike those of other files. Lines of one origin need one mark, and those of
// none do not matter.
func newTrace(fset *token.FileSet, file *ast.File, serial int, origins []int) *trace {
	m := marker{fset: fset, imports: map[string]bool{}, serial: serial, origins: origins, trace: &trace{}}
	for _, s := range file.Imports {
		if s.Name != nil {
			m.imports[s.Name.Name] = true
		}
	}
	for _, d := range file.Decls {
		ast.Inspect(d, m.functions)
	}
	for _, s := range m.trace.spans {
		file.Decls = append(file.Decls, &ast.GenDecl{
			Tok: token.VAR,
			Specs: []ast.Spec{&ast.ValueSpec{
				Names: []*ast.Ident{ast.NewIdent(s.variable)},
				Type:  ast.NewIdent("int"),
			}},
		})
	}
	return m.trace
}

// resolve finds the variables among the interpreter's, once it has executed the
// file.
func (t *trace) resolve(globals map[string]reflect.Value) {
	t.resolved = true
	for k := range t.spans {
		s := &t.spans[k]
		if v := globals[s.variable]; v.CanAddr() {
			s.line, _ = v.Addr().Interface().(*int)
		}
	}
}

// at returns the line that the function which begins at line and column was at
// last.
func (t *trace) at(line, column int) int {
	// Inner functions come after the outer ones they stand in.
	for _, s := range slices.Backward(t.spans) {
		if !before(line, column, s.from) && before(line, column, s.to) {
			if s.line != nil && *s.line != 0 {
				return *s.line
			}
			break
		}
	}
	return line
}

func before(line, column int, p token.Position) bool {
	return line < p.Line || line == p.Line && column < p.Column
}

// marker is the state of newTrace.
type marker struct {
	fset    *token.FileSet
	imports map[string]bool // names of packages
	serial  int
	origins []int // Program.Origins
	trace   *trace
	current string // the variable of the function being marked
}

// functions marks each function that ast.Inspect comes to.
func (m *marker) functions(n ast.Node) bool {
	var body *ast.BlockStmt
	switch n := n.(type) {
	case *ast.FuncDecl:
		body = n.Body
	case *ast.FuncLit:
		body = n.Body
	}
	if body == nil {
		return true
	}
	m.current = fmt.Sprintf("ᐧline%d_%d", m.serial, len(m.trace.spans))
	m.trace.spans = append(m.trace.spans, span{
		from: m.fset.Position(body.Pos()), to: m.fset.Position(body.End()), variable: m.current,
	})
	body.List = m.list(body.List)
	return true
}

// list returns statements with the marks among them.
func (m *marker) list(stmts []ast.Stmt) []ast.Stmt {
	marked := make([]ast.Stmt, 0, 2*len(stmts))
	last := 0 // the line of the last mark, while it certainly holds
	for _, s := range stmts {
		risks := m.risks(s)
		for line := range risks {
			if len(risks) == 1 && line != last {
				marked = append(marked, m.mark(s.Pos(), line))
				last = line
			}
		}
		if len(risks) > 1 {
			if line := m.line(s.Pos()); line > 0 {
				marked = append(marked, m.mark(s.Pos(), line))
			}
			m.inside(s)
			last = 0
		}
		marked = append(marked, s)
	}
	return marked
}

// inside marks the statements that a statement is made of.
func (m *marker) inside(s ast.Stmt) {
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BlockStmt:
			if !clauses(n) {
				n.List = m.list(n.List)
				return false
			}
		case *ast.CaseClause:
			n.Body = m.list(n.Body)
			return false
		case *ast.CommClause:
			n.Body = m.list(n.Body)
			return false
		}
		return true
	})
}

// clauses reports whether a block is that of a switch or select.
func clauses(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[0].(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// mark returns the statement that notes a line.
func (m *marker) mark(pos token.Pos, line int) ast.Stmt {
	return &ast.AssignStmt{
		Lhs:    []ast.Expr{&ast.Ident{NamePos: pos, Name: m.current}},
		TokPos: pos,
		Tok:    token.ASSIGN,
		Rhs:    []ast.Expr{&ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: fmt.Sprint(line)}},
	}
}

// risks returns the lines of a statement on which something may panic, without
// those of the function literals in it.
func (m *marker) risks(s ast.Stmt) map[int]bool {
	lines := map[int]bool{}
	ast.Inspect(s, func(n ast.Node) bool {
		if n == nil || !m.mayPanic(n) {
			_, literal := n.(*ast.FuncLit)
			return !literal
		}
		if line := m.line(place(n)); line > 0 {
			lines[line] = true
		}
		return true
	})
	return lines
}

// line returns the line of a position, or the first one of the same origin, or 0
// if nobody wrote it.
func (m *marker) line(pos token.Pos) int {
	line := m.fset.Position(pos).Line
	if line < 1 || line > len(m.origins) {
		return line
	}
	return m.origins[line-1]
}

// place returns where an operation stands: at its operator, as in a chain of
// calls over several lines.
func place(n ast.Node) token.Pos {
	switch n := n.(type) {
	case *ast.CallExpr:
		return n.Lparen
	case *ast.IndexExpr:
		return n.Lbrack
	case *ast.SelectorExpr:
		return n.Sel.Pos()
	case *ast.BinaryExpr:
		return n.OpPos
	}
	return n.Pos()
}

func (m *marker) mayPanic(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.TypeAssertExpr, *ast.SendStmt:
		return true
	case *ast.SelectorExpr: // through a nil pointer, unless it is a package's
		id, ok := n.X.(*ast.Ident)
		return !ok || !m.imports[id.Name]
	case *ast.BinaryExpr:
		return divides(n.Op, n.Y)
	case *ast.AssignStmt:
		return len(n.Rhs) == 1 && divides(n.Tok, n.Rhs[0])
	}
	return false
}

// divides reports whether an operator with its right operand may be a division
// by zero or a shift by a negative count.
func divides(op token.Token, right ast.Expr) bool {
	switch op {
	case token.QUO, token.REM, token.SHL, token.SHR,
		token.QUO_ASSIGN, token.REM_ASSIGN, token.SHL_ASSIGN, token.SHR_ASSIGN:
		_, literal := right.(*ast.BasicLit)
		return !literal
	}
	return false
}
