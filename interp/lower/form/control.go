package form

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// ifStmt writes an if statement.
func (w *writer) ifStmt(s *ast.IfStmt) {
	if s.Init != nil {
		w.refuse(s.Init, "a statement before a condition")
	}
	w.line(s.Pos(), "if "+w.operands(operand{e: s.Cond, at: If})[0].text+" {")
	w.block(s.Body.List)
	if s.Else != nil {
		w.line(s.Body.End()-1, "} else {")
		if b, ok := s.Else.(*ast.BlockStmt); ok {
			w.block(b.List)
		} else {
			w.statement(s.Else)
		}
	}
	w.line(s.End()-1, "}")
}

// forStmt writes a for loop under its label. What its condition and what its end
// hoist is done in each iteration.
func (w *writer) forStmt(s *ast.ForStmt, head string) {
	if s.Init != nil {
		w.block([]ast.Stmt{s.Init})
	}
	post, after := w.apart(func() string {
		if s.Post == nil {
			return ""
		}
		return w.simple(s.Post)
	})
	cond, before := w.apart(func() string {
		if s.Cond == nil {
			return ""
		}
		return w.operands(operand{e: s.Cond, at: For})[0].text
	})
	first := ""
	if after != "" { // at the beginning of all iterations but the first
		first = w.temp(types.Typ[types.Bool])
		w.line(s.Pos(), first+" = true")
		after = "if !" + first + " {\n" + after + w.mark(s.Post.Pos()) + post + "\n}\n" + first + " = false\n"
		post = ""
	}
	if before+after != "" && cond != "" {
		before += w.mark(s.Cond.Pos()) + "if " + cond + " {\n} else {\nbreak\n}\n"
		cond = ""
	}
	w.line(s.Pos(), head+"for ; "+cond+"; "+post+" {")
	w.out.WriteString(after + before)
	w.block(s.Body.List)
	w.line(s.End()-1, "}")
}

// apart returns the text of write, and the lines that it has hoisted, which are not written.
func (w *writer) apart(write func() string) (text, hoisted string) {
	outer := w.out
	w.out = strings.Builder{}
	text = write()
	hoisted = w.out.String()
	w.out = outer
	return text, hoisted
}

// simple writes the statement at the end of a for clause, without its line.
func (w *writer) simple(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return w.assignment(s)
	case *ast.IncDecStmt:
		return w.target(s.X) + s.Tok.String()
	case *ast.ExprStmt:
		return w.alone(s.X)
	}
	w.refuse(s, "a statement like this")
	return ""
}

// rangeStmt writes a range loop under its label.
func (w *writer) rangeStmt(s *ast.RangeStmt, head string) {
	text := "for "
	if s.Key != nil {
		text += w.source(s.Key)
		if s.Value != nil {
			text += ", " + w.source(s.Value)
		}
		text += " " + s.Tok.String() + " "
	}
	if s.Tok == token.ASSIGN {
		w.refuse(s, "a loop that assigns")
	}
	w.line(s.Pos(), head+text+"range "+w.operands(operand{e: s.X, at: Range})[0].text+" {")
	w.block(s.Body.List)
	w.line(s.End()-1, "}")
}

// switchStmt writes a switch over a number under its label.
func (w *writer) switchStmt(s *ast.SwitchStmt, head string) {
	if s.Init != nil || s.Tag == nil {
		w.refuse(s, "a switch like this")
	}
	w.line(s.Pos(), head+"switch "+w.operands(operand{e: s.Tag, at: Switch})[0].text+" {")
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			w.line(c.Pos(), "default:")
		} else {
			var list []operand
			for _, e := range c.List {
				list = append(list, operand{e: e, at: Case})
			}
			w.line(c.Pos(), "case "+join(w.operands(list...))+":")
		}
		w.clause(c.Body)
	}
	w.line(s.End()-1, "}")
}

// clause writes the body of a case: in a block of its own, in which the interpreter
// finds labels, before a fallthrough.
func (w *writer) clause(body []ast.Stmt) {
	n := len(body)
	if n == 0 {
		return
	}
	var last []ast.Stmt
	if b, ok := body[n-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
		body, last = body[:n-1], body[n-1:]
	}
	if len(body) > 0 {
		w.line(body[0].Pos(), "{")
		w.block(body)
		w.line(body[0].Pos(), "}")
	}
	w.block(last)
}

// labeled writes a statement under a label.
func (w *writer) labeled(s *ast.LabeledStmt) {
	head := s.Label.Name + ":\n"
	switch in := s.Stmt.(type) {
	case *ast.ForStmt:
		w.forStmt(in, head)
	case *ast.RangeStmt:
		w.rangeStmt(in, head)
	case *ast.SwitchStmt:
		w.switchStmt(in, head)
	case *ast.BlockStmt:
		w.line(s.Pos(), head+"{")
		w.block(in.List)
		w.line(in.End()-1, "}")
	default:
		w.line(s.Pos(), head+"{\n}")
		w.statement(in)
	}
}
