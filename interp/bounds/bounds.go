// Package bounds makes the interpreter say what Go says of an index or a slice
// that is out of range, with the numbers. The interpreter indexes by
// reflection, whose panics have none.
package bounds

import (
	"reflect"
	"runtime"
	"strings"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// Watch makes the index and slice expressions of a compiled program that has
// not been executed yet panic as Go's do. It does nothing on an interpreter
// whose structures are not those of yaegi v0.16.1: there the panics stay as
// they are.
//
// yaegi turns each node of its syntax tree into a closure, by a generator that
// the node has. Watch puts a generator of its own around those of index and
// slice expressions; its closures recover a panic, look at the operands once
// more, and panic with the error of Go's runtime. Function literals have been
// generated when a program has been compiled, and are generated again.
func Watch(p *interp.Program) {
	if p == nil || !known {
		return
	}
	w := watcher{seen: map[*node]bool{}}
	w.walk((*program)(unsafe.Pointer(p)).root)
	for _, lit := range w.stale {
		regenerate(lit)
	}
}

type watcher struct {
	seen  map[*node]bool
	stale []*node // function literals to be generated again, inner ones first
}

// walk looks at n and what is below it, and reports whether the function that n
// is part of has what is watched.
func (w *watcher) walk(n *node) (found bool) {
	if n == nil || w.seen[n] {
		return false
	}
	w.seen[n] = true
	for _, c := range n.child {
		found = w.walk(c) || found
	}
	if n.kind == literalKind {
		if found {
			w.stale = append(w.stale, n)
		}
		return false
	}
	return n.watch() || found
}

// watch puts a generator around that of an index or slice expression.
func (n *node) watch() bool {
	if n.gen == nil {
		return false
	}
	full := runtime.FuncForPC(reflect.ValueOf(n.gen).Pointer()).Name()
	var outOfRange func(n *node, f *frame) error
	switch strings.TrimPrefix(full, reflect.TypeFor[interp.Program]().PkgPath()+".") {
	case "getIndexArray":
		outOfRange = (*node).badIndex
	case "slice":
		outOfRange = (*node).badSlice
	case "slice0":
		outOfRange = (*node).badPrefix
	default:
		return false
	}
	gen := n.gen
	n.gen = func(n *node) {
		gen(n)
		n.exec = guarded(n, n.exec, outOfRange)
	}
	return true
}

// guarded returns do with the panics that Go has.
func guarded(n *node, do action, outOfRange func(n *node, f *frame) error) action {
	return func(f *frame) (next action) {
		done := false
		defer func() {
			if done {
				return
			}
			v := recover()
			if err := outOfRange(n, f); err != nil {
				panic(err)
			}
			panic(v)
		}()
		next = do(f)
		done = true
		return next
	}
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
