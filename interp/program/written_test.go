package program

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
)

// TestTemporariesAreWritten: in all lowered programs that are tried, a variable that package
// form has hoisted into is written on every way to where it is read, and so is the first
// value of v, ok := m[k], which the interpreter leaves as it is on a miss. What else may
// leave its target, an assertion with two values, a select and recover, no lowered program
// has. So nothing is read that an earlier evaluation has left.
func TestTemporariesAreWritten(t *testing.T) {
	sources := slices.Concat(proven(t), shownBySuite(t))
	checked := 0
	for _, s := range sources {
		found, functions := unwritten(t, s)
		checked += functions
		for _, f := range found {
			t.Error(f)
		}
	}
	t.Logf("%d functions of %d programs", checked, len(sources))
	if checked < 10000 {
		t.Error("too few functions")
	}
	without := 0
	for _, s := range sources {
		found, _ := unwritten(t, s, lower.MissedEntries)
		without += len(found)
	}
	if without == 0 {
		t.Error("without MissedEntries nothing is found")
	}
}

// unwritten lowers a program and tells of each variable that is read unwritten. It counts
// the functions.
func unwritten(t *testing.T, s *source, without ...lower.Rule) (found []string, functions int) {
	session := &lower.State{Library: s.library, Without: map[lower.Rule]bool{}}
	for _, r := range without {
		session.Without[r] = true
	}
	lowered, err := session.Program(s.main)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", lowered.Code, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			functions++
			w := &ways{fset: fset, code: lowered.Code, until: map[string]written{}}
			w.block(fn.Body.List, written{})
			found = append(found, w.found...)
		}
	}
	return found, functions
}

// written has the variables that are written on every way to a place; it is nil where no
// way leads.
type written map[string]bool

// and is what is written on both of two ways.
func (a written) and(b written) written {
	switch {
	case a == nil:
		return maps.Clone(b)
	case b == nil:
		return maps.Clone(a)
	}
	both := written{}
	for name := range a {
		if b[name] {
			both[name] = true
		}
	}
	return both
}

// ways follows the ways through a function.
type ways struct {
	fset  *token.FileSet
	code  string
	found []string
	until map[string]written // what leads to a label by goto, and out of and back to loops
	exits []string           // of loops and switches around, the innermost last: their ends
	label string             // of the next statement
	maybe map[string]string  // by a variable that says whether there is an entry, the entry's
}

// hoisted matches the names of the variables that package form hoists into.
var hoisted = regexp.MustCompile(`^tᐧv\d+$`)

func (w *ways) block(list []ast.Stmt, in written) written {
	for _, s := range list {
		in = w.statement(s, in)
	}
	return in
}

func (w *ways) leave(to string, in written) { w.until[to] = w.until[to].and(in) }

// around follows a loop or a switch, whose end break leads to.
func (w *ways) around(s ast.Node, follow func(end string) written) written {
	end := fmt.Sprint("end ", s.Pos())
	if w.label != "" {
		w.until["break "+w.label] = nil
	}
	label := w.label
	w.label = ""
	w.exits = append(w.exits, end)
	out := follow(end)
	w.exits = w.exits[:len(w.exits)-1]
	out = out.and(w.until[end])
	if label != "" {
		out = out.and(w.until["break "+label])
	}
	return out
}

func (w *ways) statement(s ast.Stmt, in written) written {
	if l, ok := s.(*ast.LabeledStmt); ok {
		in = in.and(w.until["goto "+l.Label.Name])
		w.label = l.Label.Name
		return w.statement(l.Stmt, in)
	}
	switch s := s.(type) {
	case *ast.ForStmt:
		return w.around(s, func(string) written {
			if s.Init != nil {
				in = w.statement(s.Init, in)
			}
			w.reads(s.Cond, in)
			out := w.block(s.Body.List, maps.Clone(in))
			if s.Post != nil && out != nil {
				w.statement(s.Post, out)
			}
			if s.Cond == nil {
				return nil
			}
			return in
		})
	case *ast.RangeStmt:
		w.reads(s.X, in)
		return w.around(s, func(string) written {
			w.block(s.Body.List, maps.Clone(in))
			return in
		})
	case *ast.SwitchStmt:
		w.reads(s.Tag, in)
		return w.around(s, func(string) written {
			var out written
			before, complete := maps.Clone(in), false
			for _, c := range s.Body.List {
				c := c.(*ast.CaseClause)
				complete = complete || c.List == nil
				end := w.block(c.Body, maps.Clone(before))
				if n := len(c.Body); n > 0 {
					if b, ok := c.Body[n-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
						continue
					}
				}
				out = out.and(end)
			}
			if !complete {
				out = out.and(in)
			}
			return out
		})
	case *ast.IfStmt:
		w.reads(s.Cond, in)
		yes := w.block(s.Body.List, maps.Clone(in))
		no := maps.Clone(in)
		if not, ok := s.Cond.(*ast.UnaryExpr); ok && no != nil && not.Op == token.NOT {
			if id, ok := not.X.(*ast.Ident); ok && w.maybe[id.Name] != "" {
				no[w.maybe[id.Name]] = true // there is an entry
			}
		}
		if s.Else != nil {
			no = w.statement(s.Else, no)
		}
		return yes.and(no)
	case *ast.BlockStmt:
		return w.block(s.List, in)
	case *ast.BranchStmt:
		w.branch(s, in)
		return nil
	case *ast.ReturnStmt:
		for _, e := range s.Results {
			w.reads(e, in)
		}
		return nil
	case *ast.AssignStmt:
		return w.assign(s, in)
	case *ast.SelectStmt, *ast.TypeSwitchStmt:
		w.tell(s, "a lowered program has no such statement")
	default:
		w.reads(s, in)
	}
	return in
}

func (w *ways) branch(s *ast.BranchStmt, in written) {
	switch {
	case s.Tok == token.GOTO:
		w.leave("goto "+s.Label.Name, in)
	case s.Tok == token.BREAK && s.Label != nil:
		w.leave("break "+s.Label.Name, in)
	case s.Tok == token.BREAK:
		w.leave(w.exits[len(w.exits)-1], in)
	}
}

func (w *ways) assign(s *ast.AssignStmt, in written) written {
	entry := false
	for _, e := range s.Rhs {
		if _, ok := e.(*ast.IndexExpr); ok && len(s.Lhs) == 2 && len(s.Rhs) == 1 {
			entry = true
		}
		if _, ok := e.(*ast.TypeAssertExpr); ok && len(s.Lhs) == 2 && len(s.Rhs) == 1 {
			w.tell(s, "a lowered program has no such assertion")
		}
		if id, ok := s.Lhs[0].(*ast.Ident); !ok || id.Name != "_" {
			w.reads(e, in)
		}
	}
	for _, e := range s.Lhs {
		if _, ok := e.(*ast.Ident); !ok || s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
			w.reads(e, in)
		}
	}
	if in == nil {
		return nil
	}
	for i, e := range s.Lhs {
		id, ok := e.(*ast.Ident)
		switch {
		case !ok:
		case entry && i == 0:
			delete(in, id.Name)
			in["entry "+id.Name] = true
			if w.maybe == nil {
				w.maybe = map[string]string{}
			}
			w.maybe[s.Lhs[1].(*ast.Ident).Name] = id.Name
		default:
			in[id.Name] = true
		}
	}
	return in
}

// reads tells of the variables that are read unwritten. A literal is followed from where it
// stands.
func (w *ways) reads(n ast.Node, in written) {
	if n == nil || in == nil {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			inner := &ways{fset: w.fset, code: w.code, until: map[string]written{}}
			inner.block(n.Body.List, maps.Clone(in))
			w.found = append(w.found, inner.found...)
			return false
		case *ast.SelectorExpr:
			w.reads(n.X, in)
			return false
		case *ast.DeclStmt:
			for _, spec := range n.Decl.(*ast.GenDecl).Specs {
				for _, v := range spec.(*ast.ValueSpec).Values {
					w.reads(v, in)
				}
			}
			return false
		case *ast.Ident:
			if (hoisted.MatchString(n.Name) || in["entry "+n.Name]) && !in[n.Name] {
				w.tell(n, n.Name+" is read, and not written on every way")
			}
		}
		return true
	})
}

func (w *ways) tell(n ast.Node, what string) {
	at := w.fset.Position(n.Pos()).Line
	lines := strings.Split(w.code, "\n")
	w.found = append(w.found, fmt.Sprintf("%s:\n%s", what, strings.Join(lines[max(at-8, 0):min(at+2, len(lines))], "\n")))
}
