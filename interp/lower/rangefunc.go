package lower

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// A loop over a function is a call of it with the body as a function literal.
// What leaves the body leaves it by returning false, having noted where to go:
//
//	next := 0
//	f(func(k K, v V) bool {
//		body
//		return true
//	})
//	if next == 1 { return results }
//	if next == 2 { continue outer }

// A loopBody is the body of such a loop while it is written.
type loopBody struct {
	block *ast.BlockStmt
	next  string // the variable that says where to go
	exits []exit
}

// has reports whether a label is in the body.
func (b *loopBody) has(label types.Object) bool {
	return b.block.Pos() <= label.Pos() && label.Pos() < b.block.End()
}

// An exit is a way out of a body: a statement of what is around it.
type exit struct {
	stmt *ast.BranchStmt // nil: a return
}

// A leavable is a statement that break or continue may leave.
type leavable struct {
	label string
	loop  bool
	body  *loopBody // of a loop over a function
}

func (l *lowerer) rangeFunc(s *ast.RangeStmt, sig *types.Signature, label string) string {
	body := &loopBody{block: s.Body, next: l.temp("next")}
	yield := sig.Params().At(0).Type().Underlying().(*types.Signature)
	var names []string
	pre := ""
	for i, e := range []ast.Expr{s.Key, s.Value}[:yield.Params().Len()] {
		name := l.temp("v")
		names = append(names, name)
		if e != nil {
			pre += l.setRange(s, e, name, l.subst(yield.Params().At(i).Type()))
		}
	}
	loop := l.temp("loop")
	f := l.expr(s.X)

	saved := *l.fn
	l.fn.scopes = append(append([]leavable{}, saved.scopes...), leavable{label, true, body})
	l.fn.bodies = append(append([]*loopBody{}, saved.bodies...), body)
	text := l.block(s.Body.List)
	saved.results, saved.hoisted = l.fn.results, l.fn.hoisted
	*l.fn = saved

	var b strings.Builder
	ways := strings.NewReplacer(leaves, fmt.Sprintf("%s = %d\nreturn false\n", loop, rt.LoopLeft), continues, loop+" = 0\nreturn true\n")
	fmt.Fprintf(&b, "{\n%s, %s := 0, 0\n%s(%sfunc%s {\nif %s != 0 { %s(%s) }\n%s = %d\n%s})\nif %s == %d { %s() }\n%s = %d\n",
		body.next, loop, f, rt.Part, l.signature(yield, names), loop, l.rt("NoIteration"), loop, loop, rt.LoopWithin,
		pre+ways.Replace(text+continues), loop, rt.LoopWithin, l.rt("BodyPanicked"), loop, rt.LoopOver)
	for i, x := range body.exits {
		fmt.Fprintf(&b, "if %s == %d {\n", body.next, i+1)
		switch {
		case x.stmt != nil:
			b.WriteString(l.branch(x.stmt))
		case len(l.fn.bodies) > 0:
			b.WriteString(l.leave(nil))
		default:
			b.WriteString(l.returnResults())
		}
		b.WriteString("}\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// leaves and continues stand for the statements that end an iteration, until the loop
// that they belong to is known.
const leaves, continues = "\x03", "\x04"

// leave writes the way out of the innermost body of a loop over a function. stmt says
// where it leads; nil is a return.
func (l *lowerer) leave(stmt *ast.BranchStmt) string {
	body := l.fn.bodies[len(l.fn.bodies)-1]
	for i, x := range body.exits {
		if x.stmt == stmt {
			return fmt.Sprintf("%s = %d\n"+leaves, body.next, i+1)
		}
	}
	body.exits = append(body.exits, exit{stmt})
	return fmt.Sprintf("%s = %d\n"+leaves, body.next, len(body.exits))
}

// branch writes break, continue, goto or fallthrough.
func (l *lowerer) branch(s *ast.BranchStmt) string {
	word := s.Tok.String()
	if word == "fallthrough" {
		return "fallthrough\n"
	}
	if word == "goto" {
		if n := len(l.fn.bodies); n > 0 && !l.fn.bodies[n-1].has(l.info.Uses[s.Label]) {
			return l.leave(s)
		}
		return "goto " + l.gotoLabel(s.Label.Name) + "\n"
	}
	// Which statement is meant, and is a body between?
	for i := len(l.fn.scopes) - 1; i >= 0; i-- {
		e := l.fn.scopes[i]
		meant := s.Label == nil && (word == "break" || e.loop) || s.Label != nil && e.label == s.Label.Name
		if meant {
			switch {
			case e.body != nil && word == "continue":
				return continues
			case e.body != nil:
				return leaves
			case s.Label != nil:
				return word + " " + l.label(s.Label.Name) + "\n"
			}
			return word + "\n"
		}
		if e.body != nil { // out of this body first
			if l.fn.bodies[len(l.fn.bodies)-1] == e.body {
				labelled := s
				if s.Label == nil {
					break
				}
				return l.leave(labelled)
			}
		}
	}
	if s.Label != nil {
		return word + " " + l.label(s.Label.Name) + "\n"
	}
	return word + "\n"
}

// returnResults writes a return of the variables that hold the results.
func (l *lowerer) returnResults() string {
	if l.fn.inBody || len(l.fn.results) == 0 {
		return "return\n"
	}
	return "return " + strings.Join(l.fn.results, ", ") + "\n"
}

// scoped writes a statement that break or, if it is a loop, continue may leave.
func (l *lowerer) scoped(label string, loop bool, write func() string) string {
	saved := l.fn.scopes
	l.fn.scopes = append(append([]leavable{}, saved...), leavable{label: label, loop: loop})
	defer func() { l.fn.scopes = saved }()
	return write()
}

// rangesFuncs reports whether a body, function literals apart, has loops over
// functions.
func (l *lowerer) rangesFuncs(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.RangeStmt:
			if t := l.typeOf(n.X); t != nil {
				_, ok := t.Underlying().(*types.Signature)
				found = found || ok
			}
		}
		return !found
	})
	return found
}
