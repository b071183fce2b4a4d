package form

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// This file decides what is hoisted, before any part of a statement is written. The order
// of evaluation is that of Go's compiler, which decides more than the language does:
// calls, receptions and some other values from left to right, then the operands that only
// load a value.

// An event is something in an expression whose place in time matters.
type event struct {
	operand
	kind  eventKind
	early bool     // what acts later does not show in it
	parts []*event // of its operands; they happen before it
}

type eventKind int

const (
	passes  eventKind = iota // matters for its parts only
	loads                    // finds a value, and may panic
	acts                     // calls, or receives
	differs                  // is hoisted because the table says so
	leaves                   // is hoisted in the order of what acts
)

// plan decides which of some operands, evaluated one after the other, are hoisted.
func (w *writer) plan(list []operand) *event { return w.planFrom(list, false) }

// planFrom is plan for operands that follow others. loaded reports whether one of those
// only loads a value.
func (w *writer) planFrom(list []operand, loaded bool) *event {
	outer := w.ordered
	w.ordered = outer || slices.ContainsFunc(list, func(o operand) bool { return w.acts(o.e) })
	all := &event{}
	for _, o := range list {
		all.parts = append(all.parts, w.visit(o))
	}
	w.ordered = outer
	all.callsFirst(loaded)
	all.inOrder(false, false)
	return all
}

// visit returns the event that an operand is.
func (w *writer) visit(o operand) *event {
	o.e = ast.Unparen(o.e)
	if w.hoisted[o.e] != "" {
		return &event{operand: o}
	}
	f := w.formOf(o)
	e := &event{operand: o, early: !o.kept && w.copiedInTurn(o, f.Kind)}
	inTurn := w.ordered && w.inTurn(o.e, f.Kind)
	switch {
	case !w.table.Has(f) && (inTurn || w.actsItself(o.e, f.Kind)):
		e.kind = leaves
	case !w.table.Has(f):
		e.kind = differs
		if w.ordered {
			value := o
			value.at = NameValue
			for _, p := range w.operandsOf(value) {
				e.parts = append(e.parts, w.visit(p))
			}
		}
	case f.Kind == Logic:
		e.kind = w.logicEvent(o)
	default:
		for _, p := range w.operandsOf(o) {
			e.parts = append(e.parts, w.visit(p))
		}
		switch f.Kind {
		case Call:
			if isLoad(o.e.(*ast.CallExpr)) {
				e.kind = loads
			}
		case Field, Element, Byte, Entry, Star, Slice, Division, Assert, Reshape, Length:
			e.kind = loads
		}
		if e.kind == passes && w.ordered && !isOperandAsIs(f.Kind) && w.changes(o.e) {
			e.kind = loads
		}
		if inTurn || w.actsItself(o.e, f.Kind) {
			e.kind = acts
		}
		if inTurn && f.Kind == Literal {
			w.entriesInTurn(e)
		}
	}
	return e
}

// isOperandAsIs reports whether the interpreter evaluates an operand of a kind where it
// uses it.
func isOperandAsIs(kind Kind) bool {
	switch kind {
	case Name, Variable, Constant, Nil, Function, Method, Closure:
		return true
	}
	return false
}

// boxes reports whether an operand that is no interface is converted to one there.
func (w *writer) boxes(o operand) bool {
	t := w.info.TypeOf(o.e)
	return o.want != nil && types.IsInterface(o.want) && t != nil && !types.IsInterface(t) && !isNil(t)
}

// actsItself reports whether an expression calls or receives something, other than
// its operands.
func (w *writer) actsItself(e ast.Expr, kind Kind) bool {
	switch kind {
	case Call, Calls, Do, Receive, Effect, Builtin:
		call, ok := e.(*ast.CallExpr)
		return !ok || !w.loadsOnly(call)
	}
	return false
}

// entriesInTurn makes the entries of a map be found one after the other; of each, a
// value that acts before a key that is only loaded.
func (w *writer) entriesInTurn(e *event) {
	for i := 0; i+1 < len(e.parts); i += 2 {
		if entry := e.parts[i : i+2]; entry[1].acting() && !entry[0].acting() && !entry[0].early {
			slices.Reverse(entry)
		}
	}
	for _, p := range e.parts {
		if p.finds() || w.changes(p.e) {
			p.kind = leaves
		}
	}
}

// acting reports whether an event happens in the order of the operands that act.
func (e *event) acting() bool {
	return e.kind == acts || e.kind == leaves || slices.ContainsFunc(e.parts, (*event).acting)
}

// finds reports whether an event, or a part of it, loads a value or acts.
func (e *event) finds() bool { return e.kind != passes || slices.ContainsFunc(e.parts, (*event).finds) }

// loadsOnly reports whether a call stands for what is none in the program, and does
// nothing but to find a value, or to panic: a comparison, a value in an interface that is
// not copied for that, or an assertion, which itself says whether it is found in turn.
func (w *writer) loadsOnly(e *ast.CallExpr) bool {
	if isLoad(e) {
		return true
	}
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := w.info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Pkg().Path() != rt.RuntimePath { // Error has no package
		return false
	}
	switch f.Name() {
	case "Any", "As", "Eq", "SameChan":
		return true
	case "Box":
		return !w.copiedToBox(e.Args[1])
	}
	return false
}

// inTurn reports whether Go's compiler finds a value in its turn among the calls of a
// statement, other than what only loads a value.
func (w *writer) inTurn(e ast.Expr, kind Kind) bool {
	switch kind {
	case Slice, Length, Logic:
		return true
	case Literal:
		return categoryOf(w.info.TypeOf(e)) == Map
	case Assert:
		return !isPointer(w.info.TypeOf(e))
	case Reshape:
		x := w.info.TypeOf(e.(*ast.CallExpr).Args[0])
		return categoryOf(w.info.TypeOf(e)) == List && categoryOf(x) == String
	}
	return false
}

// isPointer reports whether a value is nothing but a pointer in memory.
func isPointer(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return true
	}
	return false
}

// logicEvent returns the event of && or ||. The right side may not be evaluated, so that
// no part of it can be hoisted alone.
func (w *writer) logicEvent(o operand) eventKind {
	acting := w.acts(o.e)
	switch hoists := w.plan(w.operandsOf(o)).hoists(); {
	case hoists && acting:
		return leaves
	case hoists && w.ordered:
		return leaves
	case hoists:
		return differs
	case acting || w.ordered:
		return acts
	}
	return loads
}

// hoists reports whether anything is hoisted.
func (e *event) hoists() bool {
	return e.kind == leaves || e.kind == differs || slices.ContainsFunc(e.parts, (*event).hoists)
}

// callsFirst marks the calls for hoisting that follow an operand that only loads a value.
// It reports whether such an operand has been seen.
func (e *event) callsFirst(loaded bool) bool {
	before := loaded
	for _, p := range e.parts {
		loaded = p.callsFirst(loaded || e.kind == differs)
	}
	switch e.kind {
	case acts:
		if before {
			e.kind = leaves
		}
		return before
	case leaves:
		return before
	case loads, differs:
		return true
	}
	return loaded
}

// inOrder marks for hoisting the operands that act before one that is hoisted, and the
// early operands before one that acts. acted and left report whether a later operand acts
// or is hoisted; the results do so for the operands from here on.
func (e *event) inOrder(acted, left bool) (bool, bool) {
	if e.kind == acts && left || e.early && e.kind != acts && acted {
		e.kind = leaves
	}
	if e.kind == leaves {
		return true, true
	}
	for _, p := range slices.Backward(e.parts) {
		acted, left = p.inOrder(acted, left)
	}
	return acted || e.kind == acts, left || e.kind == differs
}

// Load begins the name of a function that stands for an operation that is no call in the
// program. It only loads a value, or panics.
const Load = "ᐧload"

// isLoad reports whether a call is one of such a function.
func isLoad(e *ast.CallExpr) bool {
	f, ok := e.Fun.(*ast.Ident)
	return ok && strings.HasPrefix(f.Name, Load)
}

// acts reports whether an expression calls or receives something.
func (w *writer) acts(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			switch w.callKind(n) {
			case Convert, Reshape, Length:
			default:
				found = found || !w.loadsOnly(n)
			}
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// operands writes operands that are evaluated one after the other.
func (w *writer) operands(list ...operand) []piece {
	w.leave(w.plan(list))
	return w.write(list)
}

// leave hoists the operands that are marked, and notes those that are hoisted later.
func (w *writer) leave(e *event) {
	switch e.kind {
	case leaves:
		w.hoisted[e.e] = w.hoist(e.operand)
		return
	case differs:
		w.hoisted[e.e] = ""
	}
	for _, p := range e.parts {
		w.leave(p)
	}
}

func (w *writer) write(list []operand) []piece {
	parts := make([]piece, len(list))
	for i, o := range list {
		parts[i] = w.expr(o)
	}
	return parts
}

// expr writes an expression, in its place or as the variable that it is hoisted into.
func (w *writer) expr(o operand) piece {
	o.e = ast.Unparen(o.e)
	if name, ok := w.hoisted[o.e]; ok {
		if name == "" {
			delete(w.hoisted, o.e)
			name = w.hoist(o)
		}
		return piece{name, atomic}
	}
	f := w.formOf(o)
	w.used[f] = true
	return w.compose(o, w.write(w.operandsOf(o)))
}

// hoist writes the statements that give a variable the value of an expression, and
// returns its name.
func (w *writer) hoist(o operand) string {
	t := w.info.TypeOf(o.e)
	if isNil(t) || isUntyped(t) && o.want != nil && !types.IsInterface(o.want) {
		t = o.want
	}
	if o.kept {
		w.refuse(o.e, "the address of what stands here")
	}
	if logic, ok := o.e.(*ast.BinaryExpr); ok && w.binaryKind(logic) == Logic {
		return w.hoistLogic(logic, t)
	}
	value := operand{e: o.e, at: NameValue, want: t}
	tuple, several := t.(*types.Tuple)
	if several {
		value.at = SeveralValue
	}
	if !w.table.Has(w.formOf(value)) {
		w.refuse(o.e, "a value like this")
	}
	text := w.operands(value)[0].text
	var names []string
	define := " = "
	if several {
		for v := range tuple.Variables() {
			names = append(names, w.temp(v.Type()))
		}
	} else if w.nameable(t) {
		names = []string{w.temp(t)}
	} else {
		names, define = []string{w.name()}, " := "
	}
	list := strings.Join(names, ", ")
	w.line(o.e.Pos(), list+define+text)
	return list
}

// hoistLogic is hoist for && and ||, whose right side is evaluated only if the left one
// does not decide the result.
func (w *writer) hoistLogic(e *ast.BinaryExpr, t types.Type) string {
	name := w.temp(t)
	side := func(x ast.Expr) {
		value := operand{e: ast.Unparen(x), at: NameValue, want: t}
		if !w.table.Has(w.formOf(value)) {
			w.refuse(x, "a condition like this")
		}
		w.line(x.Pos(), name+" = "+w.operands(value)[0].text)
	}
	side(e.X)
	if e.Op == token.LAND {
		w.line(e.Pos(), "if "+name+" {")
	} else {
		w.line(e.Pos(), "if !"+name+" {")
	}
	side(e.Y)
	w.line(e.Pos(), "}")
	return name
}

func isUntyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}
