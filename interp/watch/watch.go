// Package watch makes the interpreter report panics as Go does: with the numbers of an
// index out of range, and with the line in each function that the panic has left. The
// interpreter indexes by reflection, whose panics have no numbers, and reports only
// where a function begins.
package watch

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/chain"
)

// Watch watches a compiled program that has not been executed yet. file is the compiled
// file, parsed with its comments. from has the places that its lines come from and the
// names of its functions. It does nothing on an interpreter whose
// structures are not those of yaegi v0.16.1: there the panics stay as they are.
//
// yaegi turns each node of its syntax tree into a closure, by a generator that
// the node has. Watch puts a generator of its own around those of the nodes that
// may panic. Function literals have been generated when a program has been
// compiled, and are generated again.
func Watch(fset *token.FileSet, file *ast.File, p *interp.Program, from Origins) {
	if p == nil || !known {
		return
	}
	if from.Zeros == nil {
		from.Zeros = &Zeros{}
	}
	w := watcher{
		fset: fset, parts: map[token.Pos]bool{}, holds: map[token.Pos]bool{}, generators: map[*node]string{}, literals: map[string]int{}, names: map[string]string{},
		source: &chain.Source{Fset: fset, Origin: from.Line}, from: from,
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			w.parts[c.End()] = c.Text == rt.Part
			w.holds[c.End()] = c.Text == rt.Hold
		}
	}
	w.walk((*program)(unsafe.Pointer(p)).root, "main")
	for _, lit := range w.stale {
		regenerate(lit)
	}
}

// Origins are the places that the lines of a lowered program come from, and the names
// of its functions.
type Origins struct {
	// Line returns the place that a line comes from. Its line is 0 if there is none.
	Line func(line int) token.Position
	// Func returns Go's name of a declared function.
	Func func(name string) string
	// Zeros is the same for all programs of an interpreter; nil if this is the only one.
	Zeros *Zeros
}

type watcher struct {
	fset       *token.FileSet
	from       Origins
	source     *chain.Source
	literals   map[string]int     // how many function literals there are in a function
	names      map[string]string  // what Go calls a function
	parts      map[token.Pos]bool // function literals that are parts, by where they begin
	holds      map[token.Pos]bool // definitions of variables that are others, by where they begin
	generators map[*node]string   // their names, of the nodes that have been seen
	stale      []*node            // function literals to be generated again, inner ones first
}

// walk looks at n, which stands in function, and at what is below it. It reports
// whether the function has what is watched.
func (w *watcher) walk(n *node, function string) (found bool) {
	if n == nil {
		return false
	}
	if _, seen := w.generators[n]; seen {
		return false
	}
	w.generators[n] = n.generator()
	within := function
	switch {
	case n.kind == declarationKind:
		within += "." + n.child[1].ident
	case n.kind == literalKind && !w.parts[n.pos]:
		within = w.literal(function)
	}
	for _, c := range n.child {
		found = w.walk(c, within) || found
	}
	if n.kind == literalKind {
		if found {
			w.stale = append(w.stale, n)
		}
		return w.release(n)
	}
	w.keepZeros(n)
	found = w.guard(n, function) || found
	return w.hold(n) || found
}

// hold makes a definition x := *p give x the memory to which p points.
func (w *watcher) hold(n *node) bool {
	if !w.holds[n.pos] || n.gen == nil || len(n.child) != 2 || len(n.child[1].child) != 1 {
		return false
	}
	gen := n.gen
	n.gen = func(n *node) {
		gen(n)
		do, x, p := n.exec, n.child[0].findex, n.child[1].child[0].findex
		n.exec = func(f *frame) action {
			next := do(f)
			f.data[x] = f.data[p].Elem()
			return next
		}
	}
	return true
}

// literal names the next function literal in a function, as Go does.
func (w *watcher) literal(function string) string {
	w.literals[function]++
	number := strconv.Itoa(w.literals[function])
	if literalIn(function) {
		return function + "." + number
	}
	return function + literalMark + number
}

// literalMark is in the name of a function literal, behind that of the declared
// function that it is in.
const literalMark = ".func"

func literalIn(function string) bool { return strings.Contains(function, literalMark) }

// call returns the call that a panic at n leaves.
func (w *watcher) call(n *node, function string) rt.Call {
	return rt.Call{Func: function, At: w.fset.Position(n.pos), Joins: w.joins(n), Link: w.link(n, function)}
}

// joins reports whether what is called at n is a part of the function.
func (w *watcher) joins(n *node) bool {
	return slices.ContainsFunc(n.child, func(c *node) bool { return c.kind == literalKind && w.parts[c.pos] })
}

// link returns the link by which package chain knows the call n.
func (w *watcher) link(n *node, function string) *chain.Link {
	name, ok := w.names[function]
	if !ok {
		declared, literal, is := strings.Cut(function, literalMark)
		name = w.from.Func(declared)
		if is {
			name += literalMark + literal
		}
		w.names[function] = name
	}
	return &chain.Link{Func: name, Joins: w.joins(n), At: n.pos, In: w.source}
}

// regenerate makes the closures of a function literal anew, from the end of
// its flow of control to the beginning, as the interpreter does.
func regenerate(lit *node) {
	body := lit.child[3]
	cleared := map[*node]bool{}
	var reset func(n *node)
	reset = func(n *node) {
		if n == nil || cleared[n] {
			return
		}
		cleared[n] = true
		n.exec = nil
		reset(n.tnext)
		reset(n.fnext)
		if n.kind == literalKind {
			return
		}
		for _, c := range n.child {
			reset(c)
		}
	}
	reset(body)
	reset(body.start)
	seen := map[*node]bool{}
	var set func(n *node)
	set = func(n *node) {
		if n == nil || n.exec != nil {
			return
		}
		seen[n] = true
		for _, next := range []*node{n.tnext, n.fnext} {
			switch {
			case next == nil || next.exec != nil:
			case seen[next]: // a loop: its exec comes later
				next.exec = func(f *frame) action { return next.exec(f) }
			default:
				set(next)
			}
		}
		n.gen(n)
	}
	set(body.start)
}
