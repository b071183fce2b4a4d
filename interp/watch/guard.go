package watch

import (
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/chain"
)

// guard puts a generator around that of a node that may panic. Its closures report a
// panic to package rt. Those of index and slice expressions recover it first, look at
// the operands once more, and panic with the error of Go's runtime.
func (w *watcher) guard(n *node, function string) bool {
	if n.gen == nil || !w.mayPanic(n) {
		return false
	}
	var explain func(n *node, f *frame, panicked any) error
	calls := false
	switch w.generators[n] {
	case "call", "callBin":
		calls = true
	case "getIndexArray":
		explain = (*node).badIndex
	case "slice":
		explain = (*node).badSlice
	case "slice0":
		explain = (*node).badPrefix
	case "_make":
		explain = (*node).badCapacity
	default:
		if len(w.keys(n)) > 0 {
			explain = w.badKey
		}
	}
	gen := n.gen
	n.gen = func(n *node) {
		gen(n)
		switch do := n.exec; {
		case do == nil:
		case explain != nil:
			n.exec = w.explained(n, function, do, explain)
		case calls:
			n.exec = w.linked(n, function, do)
		default:
			n.exec = w.told(n, function, do)
		}
	}
	return true
}

// told returns do with its panics reported to package rt.
func (w *watcher) told(n *node, function string, do action) action {
	return func(f *frame) (next action) {
		done := false
		defer func() {
			if !done {
				rt.Leaving(w.call(n, function), func() rt.Operands { return w.operands(n, f) })
			}
		}()
		next = do(f)
		done = true
		return next
	}
}

// linked returns do, a call, with its panics reported and its place found on the stack. What
// compiled code throws is an error that the interpreter must not ask for its text.
func (w *watcher) linked(n *node, function string, do action) action {
	link := w.link(n, function)
	compiled := w.generators[n] == "callBin"
	return func(f *frame) (next action) {
		done := false
		defer func() {
			if done {
				return
			}
			begun := rt.Leaving(w.call(n, function), func() rt.Operands { return w.operands(n, f) })
			if !begun && !compiled {
				return
			}
			if v := recover(); v != nil {
				panic(rt.Mute(v))
			}
		}()
		chain.At(link, func() {
			if chain.Depth() < rt.Deep {
				next = do(f)
			} else {
				next = elsewhere(do, f)
			}
		})
		done = true
		return next
	}
}

// elsewhere calls do in another goroutine, and returns its result.
func elsewhere(do action, f *frame) (next action) {
	rt.Elsewhere(func() { next = do(f) })
	return next
}

// explained returns do with its panics reported as the errors of Go.
func (w *watcher) explained(n *node, function string, do action, explain func(n *node, f *frame, panicked any) error) action {
	return func(f *frame) (next action) {
		done := false
		defer func() {
			if done {
				return
			}
			rt.Leaving(w.call(n, function), func() rt.Operands { return w.operands(n, f) })
			v := recover()
			if err := explain(n, f, v); err != nil {
				v = err
			}
			panic(v)
		}()
		next = do(f)
		done = true
		return next
	}
}

// mayPanic reports whether the interpreter may panic at n. Watching costs a few
// nanoseconds, so the nodes that are most frequent in loops are not watched.
func (w *watcher) mayPanic(n *node) bool {
	generator := w.generators[n]
	switch generator {
	case "quo", "rem":
		if divides(n) {
			return true
		}
	case "quoAssign", "remAssign":
		if divides(n) || !w.isPlace(n.child[0]) {
			return true
		}
	case "addAssign", "subAssign", "mulAssign", "andAssign", "orAssign", "xorAssign", "andNotAssign", "shlAssign", "shrAssign", "inc", "dec":
		if !w.isPlace(n.child[0]) {
			return true
		}
	case "assign":
		for _, dest := range n.child[:n.nleft] {
			if !w.isPlace(dest) {
				return true
			}
		}
	case "getIndexSeq":
		if path, ok := n.val.([]int); !ok || len(path) > 1 { // through embedded pointers
			return true
		}
	case "deref":
		if n.fnext != nil {
			return true
		}
	default:
		if !harmless[generator] {
			return true
		}
	}
	// What a nil pointer points to goes unnoticed until it is used.
	return slices.ContainsFunc(n.child, w.dereferences)
}

// dereferences reports whether the value of n may be what a nil pointer points to.
func (w *watcher) dereferences(n *node) bool {
	switch w.generators[n] {
	case "deref":
		return true
	case "nop": // parentheses
		return len(n.child) == 1 && w.dereferences(n.child[0])
	}
	return false
}

// divides reports whether a division may be by zero.
func divides(n *node) bool { return !n.child[1].rval.IsValid() }

// isPlace reports whether n can always be assigned to, unlike an entry of a map and
// what a pointer points to.
func (w *watcher) isPlace(n *node) bool {
	switch w.generators[n] {
	case "getIndexArray", "getIndexSeq", "getPtrIndexSeq", "getIndexSeqField":
		return true
	}
	return n.ident != ""
}

// generator names the function that makes the closure of a node.
func (n *node) generator() string {
	if n.gen == nil {
		return ""
	}
	full := runtime.FuncForPC(reflect.ValueOf(n.gen).Pointer()).Name()
	return strings.TrimPrefix(full, reflect.TypeFor[interp.Program]().PkgPath()+".")
}

// harmless are generators of closures that do not panic, as long as the operands
// have values.
var harmless = set(
	"nop", "empty", "reset", "branch", "getFunc", "_case", "_return", "assignFromCall", "addr", "convert",
	"_range", "rangeMap", "rangeChan", "_len", "_cap", "_new", "_recover", "_real", "_imag", "_complex",
	"add", "sub", "mul", "and", "or", "xor", "andNot", "shl", "shr",
	"neg", "pos", "bitNot", "not", "land", "lor",
	"equal", "notEqual", "lower", "lowerEqual", "greater", "greaterEqual", "isNilChild.func1", "isNotNil",
)

func set(names ...string) map[string]bool {
	m := map[string]bool{}
	for _, name := range names {
		m[name] = true
	}
	return m
}
