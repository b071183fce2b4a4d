package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// stmt writes a statement; it ends with a line feed.
func (l *lowerer) stmt(s ast.Stmt) string {
	if _, ok := s.(*ast.EmptyStmt); ok {
		return ""
	}
	return l.at(s.Pos()) + l.stmtText(s)
}

func (l *lowerer) stmtText(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return l.exprStmt(s.X)
	case *ast.AssignStmt:
		return l.assign(s)
	case *ast.IncDecStmt:
		op := "+"
		if s.Tok == token.DEC {
			op = "-"
		}
		return l.opAssign(s.X, op, l.constAs(nil, one, l.typeOf(s.X)))
	case *ast.DeclStmt:
		return l.declStmt(s.Decl.(*ast.GenDecl))
	case *ast.BlockStmt:
		return "{\n" + l.block(s.List) + "}\n"
	case *ast.IfStmt:
		return l.ifStmt(s)
	case *ast.ForStmt:
		return l.scoped("", true, func() string { return l.forStmt(s, "") })
	case *ast.RangeStmt:
		return l.rangeLoop(s, "", "")
	case *ast.SwitchStmt:
		return l.scoped("", false, func() string { return l.switchStmt(s, "") })
	case *ast.TypeSwitchStmt:
		return l.scoped("", false, func() string { return l.typeSwitch(s, "") })
	case *ast.SelectStmt:
		return l.scoped("", false, func() string { return l.selectStmt(s, "") })
	case *ast.LabeledStmt:
		return l.labeled(s)
	case *ast.BranchStmt:
		return l.branch(s)
	case *ast.ReturnStmt:
		return l.returns(s)
	case *ast.GoStmt:
		return l.goStmt(s.Call)
	case *ast.DeferStmt:
		return l.deferStmt(s.Call)
	case *ast.SendStmt:
		ch := l.typeOf(s.Chan).Underlying().(*types.Chan)
		c, v := l.expr(s.Chan), l.conv(s.Value, ch.Elem())
		if isMade(l.typ(l.typeOf(s.Chan))) { // the interpreter does not know the elements of these channels
			return fmt.Sprintf("%s(false, %s(%s, %s))\n", l.rt("Select"), l.rt("Sending"), c, v)
		}
		return c + " <- " + v + "\n"
	}
	panic(fmt.Sprintf("lower: statement %T", s))
}

func (l *lowerer) label(name string) string { return name + rt.Mark + "l" }

func (l *lowerer) exprStmt(e ast.Expr) string {
	text := l.expr(e)
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		for strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") && e != ast.Unparen(e) {
			e = e.(*ast.ParenExpr).X
			text = text[1 : len(text)-1]
		}
		if tv := l.info.Types[call.Fun]; tv.IsType() {
			return "_ = " + text + "\n"
		}
		return text + "\n"
	}
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return "<-" + l.expr(u.X) + "\n"
	}
	return "_ = " + text + "\n"
}

func (l *lowerer) labeled(s *ast.LabeledStmt) string {
	head, label := l.label(s.Label.Name)+":\n", s.Label.Name
	if l.jumps[l.info.Defs[s.Label]] {
		// A goto finds no label inside a block, as those of loops and switches are here.
		return l.gotoLabel(label) + ":\n{\n}\n" + l.underLabel(s, head, label)
	}
	return l.underLabel(s, head, label)
}

// underLabel writes the statement under a label, which break and continue may name.
func (l *lowerer) underLabel(s *ast.LabeledStmt, head, label string) string {
	switch in := s.Stmt.(type) {
	case *ast.ForStmt:
		return l.scoped(label, true, func() string { return l.forStmt(in, head) })
	case *ast.RangeStmt:
		return l.rangeLoop(in, head, label)
	case *ast.SwitchStmt:
		return l.scoped(label, false, func() string { return l.switchStmt(in, head) })
	case *ast.TypeSwitchStmt:
		return l.scoped(label, false, func() string { return l.typeSwitch(in, head) })
	case *ast.SelectStmt:
		return l.scoped(label, false, func() string { return l.selectStmt(in, head) })
	case *ast.EmptyStmt:
		return ""
	}
	return l.stmt(s.Stmt)
}

// findJumps notes the labels that a goto in a function names.
func (l *lowerer) findJumps(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO {
			l.jumps[l.info.Uses[b.Label]] = true
		}
		return true
	})
}

func (l *lowerer) gotoLabel(name string) string { return name + rt.Mark + "j" }

func (l *lowerer) ifStmt(s *ast.IfStmt) string {
	var b strings.Builder
	if s.Init != nil {
		b.WriteString("{\n" + l.stmt(s.Init))
	}
	b.WriteString("if " + header(l.expr(s.Cond)) + " {\n" + l.block(s.Body.List) + "}")
	if s.Else != nil {
		b.WriteString(" else {\n" + l.stmt(s.Else) + "}")
	}
	b.WriteString("\n")
	if s.Init != nil {
		b.WriteString("}\n")
	}
	return b.String()
}

// declStmt writes a declaration of variables. Those of constants and types need none.
func (l *lowerer) declStmt(d *ast.GenDecl) string {
	if d.Tok != token.VAR {
		return ""
	}
	var b strings.Builder
	for _, spec := range d.Specs {
		s := spec.(*ast.ValueSpec)
		b.WriteString(l.at(s.Pos()))
		if len(s.Values) == 0 {
			for _, id := range s.Names {
				b.WriteString(l.declareZero(id))
			}
			continue
		}
		var lhs []target
		for _, id := range s.Names {
			lhs = append(lhs, l.declared(id, s.Type))
		}
		b.WriteString(l.assignTo(lhs, s.Values))
	}
	return b.String()
}

// declareZero writes the declaration of a variable that begins as its zero value.
func (l *lowerer) declareZero(id *ast.Ident) string {
	v, ok := l.info.Defs[id].(*types.Var)
	switch {
	case !ok || id.Name == "_":
		return ""
	case l.isSession(v):
		return l.renew(v)
	case l.heap[v]:
		return fmt.Sprintf("%s := new(%s)\n_ = %s\n", l.objName(v), l.typ(v.Type()), l.objName(v))
	}
	return fmt.Sprintf("var %s %s\n_ = %s\n", l.objName(v), l.typ(v.Type()), l.objName(v))
}

// declared returns the target of the value that a declaration with the type typ, which
// may be nil, gives a variable.
func (l *lowerer) declared(id *ast.Ident, typ ast.Expr) target {
	if id.Name == "_" {
		if typ == nil {
			return target{blank: true}
		}
		return target{blank: true, typ: l.typeOf(typ)}
	}
	v, _ := l.info.Defs[id].(*types.Var)
	return target{typ: l.subst(v.Type()), define: v}
}
