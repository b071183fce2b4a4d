package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A cell that displays one value keeps it in a variable of the session, _7 for
// In[7]. In later cells _ means the variable of the value displayed last, and
// __ that of the one before, where Go expects a value; what _ means elsewhere
// is Go's. A function goes on meaning the values that its cell meant.

const (
	lastOut   = "_"
	beforeOut = "__"
)

// A display is the value that one cell has displayed.
type display struct {
	name string // of the variable that keeps it; empty: none does
	why  string // why none does
	code string // of the cell
}

// outs returns the variables that _ and __ mean.
func (s *Session) outs() map[string]string {
	outs := map[string]string{}
	for i, name := range []string{lastOut, beforeOut} {
		if n := len(s.displays) - 1 - i; n >= 0 && s.displays[n].name != "" {
			outs[name] = s.displays[n].name
		}
	}
	return outs
}

// Displayed records the display of the value of p's entry, which has been committed. Until
// then the variable that keeps the value cannot be used.
func (s *Session) Displayed(p *Program) {
	if p.update.display == nil {
		return
	}
	d := *p.update.display
	s.older[d.code] = slices.DeleteFunc(s.older[d.code], func(name string) bool {
		sym := s.symbols[name]
		return sym == nil || sym.gone != ""
	})
	s.displays = append(s.displays, d)
	if n := len(s.displays) - 2; n > 0 {
		if o := s.displays[0]; o.name != "" {
			s.older[o.code] = append(s.older[o.code], o.name)
		}
		s.displays = s.displays[n:]
	}
	if d.name != "" {
		s.set(d.name, p.update.symbols[d.name])
	}
}

// commitDisplay makes the variable of a value unusable until the value is displayed.
func (s *Session) commitDisplay(p *Program) {
	if d := p.update.display; d != nil && d.name != "" {
		s.set(d.name, &symbol{gone: "its cell ended before it displayed a value"})
	}
}

// dropReruns releases the values that earlier runs of the same cell have displayed: a
// cell that is run many times would fill the memory with them. The values that _, __
// and functions name stay.
func (a *attempt) dropReruns() {
	if a.src.Out == "" {
		return
	}
	for _, name := range a.older[a.src.Code] {
		if sym := a.symbols[name]; sym != nil && sym.gone == "" && !a.meant(name) {
			a.known.dropped[name] = "displaced when " + a.src.Label + " ran the same cell"
		}
	}
}

// meant reports whether a declaration of the session names name.
func (s *Session) meant(name string) bool {
	for _, sym := range s.decls {
		if sym.decl.deps[name] {
			return true
		}
	}
	return false
}

// learnDisplay finds out whether the cell displays a value and a variable can keep
// it. It reports whether that needs another attempt.
func (a *attempt) learnDisplay() bool {
	_, show := a.shown()
	if a.src.Out == "" || show == nil || a.known.display != nil {
		return false
	}
	d := &display{code: a.src.Code}
	t := a.info.TypeOf(show.Args[0])
	_, several := t.(*types.Tuple)
	switch {
	case several || len(show.Args) > 1:
		d.why = fmt.Sprintf("%s displayed several values: give them names", a.src.Label)
	case isNil(t):
		d.why = a.src.Label + " displayed nil"
	default:
		d.name = a.src.Out
	}
	a.known.display = d
	return d.name != ""
}

func isNil(t types.Type) bool { return t == types.Typ[types.UntypedNil] }

// A guess saves most cells that display a value a second attempt.
type guess int

const (
	_     guess = iota
	open        // display is a guess
	wrong       // it was
)

// guessDisplay guesses one value, which a variable can keep, for a last expression that is
// no call.
func (a *attempt) guessDisplay() {
	n := len(a.stmts) - 1
	if a.src.Out == "" || a.known.display != nil || a.known.guess != 0 || n < 0 || !a.lastIsStmt || a.silent {
		return
	}
	if x, ok := a.stmts[n].(*ast.ExprStmt); ok {
		if _, call := ast.Unparen(x.X).(*ast.CallExpr); !call {
			a.known.display = &display{code: a.src.Code, name: a.src.Out}
			a.known.guess = open
		}
	}
}

// guessedWrong takes back a guess that does not hold, or that may hide an error of the
// cell. It reports whether it did.
func (a *attempt) guessedWrong() bool {
	if a.known.guess != open {
		return false
	}
	if len(a.cellErrors()) == 0 && a.keep != nil && !isNil(a.info.TypeOf(a.keep.Lhs[0])) {
		return false
	}
	a.known.display, a.known.guess = nil, wrong
	return true
}

// keepLast gives the value of the last statement, an expression, to the
// variable that is to keep it.
func (a *attempt) keepLast() {
	a.dropReruns()
	a.guessDisplay()
	if d := a.known.display; d != nil && d.name != "" {
		n := len(a.stmts) - 1
		a.keep = assignment(d.name, token.DEFINE, a.stmts[n].(*ast.ExprStmt).X)
		a.stmts[n] = a.keep
	}
}

// bindOuts replaces each _ and __ among names by the variable that it means. own
// reports whether a name is declared as something else here.
func bindOuts(names []*ast.Ident, outs map[string]string, own func(name string) bool) {
	for _, id := range names {
		if out, ok := outs[id.Name]; ok && !own(id.Name) {
			id.Name = out
		}
	}
}

// explainBlank adds to a message of go/types that _ has no value why that is so.
func (s *Session) explainBlank(msg string) string {
	if msg != "cannot use _ as value" && msg != "cannot use _ as value or type" {
		return msg
	}
	if n := len(s.displays); n > 0 {
		return "cannot use _ as value: " + s.displays[n-1].why
	}
	return "cannot use _ as value: no cell has displayed one"
}

// IsOut reports whether name is the name of a variable that keeps a displayed value.
func IsOut(name string) bool {
	digits := strings.TrimPrefix(name, lastOut)
	return len(digits) == len(name)-1 && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// blankValues returns each _ within root that stands where Go wants a value.
func blankValues(root ast.Node) []*ast.Ident {
	declares := map[*ast.Ident]bool{}
	note := func(ids ...*ast.Ident) {
		for _, id := range ids {
			declares[id] = true
		}
	}
	places := func(list ...ast.Expr) {
		for _, e := range list {
			if id, ok := e.(*ast.Ident); ok {
				note(id)
			}
		}
	}
	var blanks []*ast.Ident
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			places(n.Lhs...)
		case *ast.RangeStmt:
			places(n.Key, n.Value)
		case *ast.ValueSpec:
			note(n.Names...)
		case *ast.Field:
			note(n.Names...)
		case *ast.FuncDecl:
			note(n.Name)
		case *ast.TypeSpec:
			note(n.Name)
		case *ast.LabeledStmt:
			note(n.Label)
		case *ast.BranchStmt:
			note(n.Label)
		case *ast.SelectorExpr:
			note(n.Sel)
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					places(kv.Key)
				}
			}
		case *ast.Ident:
			if n.Name == lastOut && !declares[n] {
				blanks = append(blanks, n)
			}
		}
		return true
	})
	return blanks
}
