package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// The interpreter has one place for a variable in each call of a function, and
// literals that share it over all iterations of a loop. So a variable that is
// declared in a loop, and that a literal or a pointer may hold, lives in memory
// of its own: its name stands for a pointer to it, which literals are given as
// an argument of a function around them.

// findHeap finds such variables in the body of a function, in the statements of a cell
// or in the initialiser of a package variable, and which of them the literals there use.
func (l *lowerer) findHeap(code ast.Stmt) {
	if l.without(OwnVariables) {
		return
	}
	f := &heapFinder{l: l, declared: map[*types.Var]place{}}
	f.walk(code, place{loop: hasGoto(code)})
	for v, p := range f.declared {
		switch {
		case p.loop && (f.captured[v] || f.addressed[v]):
			l.heap[v] = true
		case p.loop && !f.captured[v]:
			l.hoistable[v] = true
		}
		if f.assigned[v] {
			l.assigned[v] = true
		}
	}
	for lit, vars := range f.uses {
		for _, v := range vars {
			if l.heap[v] && !seen(l.captures[lit], v) {
				l.captures[lit] = append(l.captures[lit], v)
			}
		}
	}
}

func seen(list []*types.Var, v *types.Var) bool {
	for _, w := range list {
		if w == v {
			return true
		}
	}
	return false
}

// A place is the scope of a declaration: the literals around it, and whether it is in a
// loop of the innermost one.
type place struct {
	lits []*ast.FuncLit
	loop bool
}

type heapFinder struct {
	l                   *lowerer
	declared            map[*types.Var]place
	captured, addressed map[*types.Var]bool
	assigned            map[*types.Var]bool // after its declaration
	uses                map[*ast.FuncLit][]*types.Var
}

func hasGoto(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO {
			found = true
		}
		return !found
	})
	return found
}

func (f *heapFinder) walk(n ast.Node, at place) {
	if f.captured == nil {
		f.assigned = map[*types.Var]bool{}
		f.captured, f.addressed, f.uses = map[*types.Var]bool{}, map[*types.Var]bool{}, map[*ast.FuncLit][]*types.Var{}
	}
	ast.Inspect(n, func(m ast.Node) bool {
		if m == n {
			return true
		}
		switch m := m.(type) {
		case *ast.FuncLit:
			lits := append(append([]*ast.FuncLit{}, at.lits...), m)
			f.walk(m.Body, place{lits, hasGoto(m.Body)})
			return false
		case *ast.ForStmt:
			if !at.loop {
				f.walk(m, place{at.lits, true})
				return false
			}
		case *ast.CaseClause:
			if v, ok := f.l.info.Implicits[m].(*types.Var); ok {
				f.declared[v] = at
			}
		case *ast.Ident:
			if v, ok := f.l.info.Defs[m].(*types.Var); ok && !f.l.isSession(v) {
				f.declared[v] = at
			}
			if v, ok := f.l.info.Uses[m].(*types.Var); ok && !v.IsField() {
				f.use(v, at)
			}
		case *ast.AssignStmt:
			for _, e := range m.Lhs {
				f.assign(e)
			}
		case *ast.IncDecStmt:
			f.assign(m.X)
		case *ast.RangeStmt:
			if m.Tok == token.ASSIGN {
				f.assign(m.Key)
				f.assign(m.Value)
			}
			if !at.loop {
				f.walk(m, place{at.lits, true})
				return false
			}
		case *ast.UnaryExpr:
			if m.Op == token.AND {
				f.address(m.X)
			}
		case *ast.SliceExpr:
			if _, ok := f.l.info.TypeOf(m.X).Underlying().(*types.Array); ok {
				f.address(m.X)
			}
		case *ast.SelectorExpr:
			if sel := f.l.info.Selections[m]; sel != nil && sel.Kind() == types.MethodVal && isPointer(sel.Obj().(*types.Func).Signature().Recv().Type()) {
				f.address(m.X)
			}
		}
		return true
	})
}

func (f *heapFinder) use(v *types.Var, at place) {
	p, ok := f.declared[v]
	if !ok {
		return
	}
	for i := len(p.lits); i < len(at.lits); i++ {
		f.captured[v] = true
		f.uses[at.lits[i]] = append(f.uses[at.lits[i]], v)
	}
}

// assign records an assignment to a variable, or to part of it.
func (f *heapFinder) assign(e ast.Expr) {
	if v := f.root(e); v != nil {
		f.assigned[v] = true
	}
}

// address records a pointer to a variable, or to part of it.
func (f *heapFinder) address(e ast.Expr) {
	if v := f.root(e); v != nil {
		f.addressed[v] = true
	}
}

// root returns the variable of which e is part, or through which it is reached.
func (f *heapFinder) root(e ast.Expr) *types.Var {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			v, _ := f.l.info.Uses[x].(*types.Var)
			return v
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// hold finds the variables of the session that an outermost literal names, and gives
// the literal names of its own for them. The literal keeps the variables, whatever
// later cells declare under their names.
func (l *lowerer) hold(lit *ast.FuncLit) map[*types.Var]string {
	held, names := map[*types.Var]string{}, map[string]string{}
	ast.Inspect(lit, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if v, ok := l.info.Uses[id].(*types.Var); ok && l.isCellVar(v) && l.meanings[v] == 0 {
			name := l.objName(v)
			if names[name] == "" {
				names[name] = l.temp(v.Name())
			}
			held[v] = names[name]
		}
		return true
	})
	return held
}

// capture gives a literal the variables that it uses: those in memory of their
// own, and those of the session that it holds.
func (l *lowerer) capture(lit *ast.FuncLit, text string, held map[*types.Var]string) string {
	vars := l.captures[lit]
	if len(vars) == 0 && len(held) == 0 {
		return text
	}
	var params, args []string
	for _, v := range vars {
		params = append(params, l.objName(v)+" *"+l.typ(v.Type()))
		args = append(args, l.objName(v))
	}
	hold := ""
	given := map[string]bool{}
	for _, v := range slices.SortedFunc(maps.Keys(held), func(v, w *types.Var) int { return strings.Compare(held[v], held[w]) }) {
		if name := held[v]; !given[name] {
			given[name] = true
			p := l.temp("p")
			params = append(params, p+" *"+l.typ(v.Type()))
			args = append(args, "&"+l.objName(v))
			hold += rt.Hold + name + " := *" + p + "\n_ = " + name + "\n"
		}
	}
	return rt.Part + "func(" + strings.Join(params, ", ") + ") " + l.typ(l.typeOf(lit)) + " {\n" + hold + "return " + text + "\n}(" + strings.Join(args, ", ") + ")"
}

// onHeap makes memory for a variable with a value.
func (l *lowerer) onHeap(typ, value string) string {
	return l.helper("cell "+typ, func(name string) string {
		return "func " + name + "(x " + typ + ") *" + typ + " {\np := new(" + typ + ")\n*p = x\nreturn p\n}\n"
	}) + "(" + value + ")"
}

var identifier = regexp.MustCompile(`^[\pL_][\pL\d_]*$`)

// define declares a variable with a value.
func (l *lowerer) define(v *types.Var, value string) string {
	typ, name := l.typ(v.Type()), l.objName(v)
	if l.isSession(v) {
		pre := ""
		if !identifier.MatchString(value) || value == name {
			t := l.temp("t")
			pre, value = fmt.Sprintf("var %s %s = %s\n", t, typ, value), t
		}
		return pre + l.renew(v) + name + " = " + value + "\n"
	}
	if l.hoists(v) {
		l.fn.hoisted = append(l.fn.hoisted, "var "+name+" "+typ+"\n")
		return name + " = " + value + "\n"
	}
	if l.heap[v] {
		return name + " := " + l.onHeap(typ, value) + "\n_ = " + name + "\n"
	}
	return "var " + name + " " + typ + " = " + value + "\n_ = " + name + "\n"
}

// hoists reports whether a variable that is declared in a loop is declared at the
// beginning of its function instead: the interpreter would make a new one in
// each iteration, which takes longer than the rest of a small loop. It makes no
// difference, since nothing holds the variable.
func (l *lowerer) hoists(v *types.Var) bool {
	if !l.hoistable[v] || len(l.fn.bodies) > 0 {
		return false
	}
	switch t := l.subst(v.Type()).Underlying().(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	case *types.Slice, *types.Pointer, *types.Map:
		return true
	}
	return false
}

// rangeVar returns the name of the variable that a range clause declares, if
// the loop of the interpreter may have it itself: nothing holds it, nor does
// anything but the loop give it values.
func (l *lowerer) rangeVar(s *ast.RangeStmt, e ast.Expr) (string, bool) {
	id, ok := e.(*ast.Ident)
	if !ok || id.Name == "_" || s.Tok != token.DEFINE {
		return "", false
	}
	v := l.info.Defs[id].(*types.Var)
	if l.heap[v] || l.assigned[v] || !l.hoistable[v] || l.isSession(v) {
		return "", false
	}
	return l.objName(v), true
}
