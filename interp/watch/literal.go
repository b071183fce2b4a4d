package watch

import (
	"maps"
	"reflect"
	"slices"
	"sync/atomic"

	"github.com/traefik/yaegi/interp"
)

// The interpreter gives the value of a function literal a copy of the frame around it, with all
// that was in it: the values of the literals before it, each with such a copy, and the frames of
// the callers. So what a literal was made for is kept until the function around it returns, and a
// timer that starts itself again keeps all that it was.

// release makes a function literal see a frame of its own, with the variables that it uses and no
// more.
func (w *watcher) release(lit *node) bool {
	if w.generators[lit] != "getFunc" || lit.level != 0 {
		return false
	}
	used := uses{places: map[int]bool{}}
	for _, c := range lit.child {
		used.see(c, 1)
	}
	places := slices.Sorted(maps.Keys(used.places))
	size := max(lit.findex, slices.Max(append(places, 0))) + 1
	gen := lit.gen
	lit.gen = func(n *node) {
		gen(n)
		do := n.exec
		n.exec = func(f *frame) (next action) {
			own := newFrame(f)
			own.data = make([]reflect.Value, size)
			for _, place := range places {
				own.data[place] = f.data[place]
			}
			if used.beyond {
				own.anc = f.anc
			}
			next = do(own)
			f.data[n.findex] = own.data[n.findex]
			clear(own.data)
			return next
		}
	}
	return true
}

// uses are the variables of the function around a literal that the literal uses.
type uses struct {
	places map[int]bool // in the frame
	beyond bool         // it uses those of functions further out too
}

// see adds the variables that n uses, which is so many literals inside.
func (u *uses) see(n *node, inside int) {
	if n == nil {
		return
	}
	switch {
	case n.level > inside:
		u.beyond = true
	case n.level == inside:
		u.add(n.findex)
		if n.sym != nil && !n.sym.global {
			u.add(n.sym.index)
		}
	}
	if n.kind == literalKind {
		inside++
	}
	for _, c := range n.child {
		u.see(c, inside)
	}
}

func (u *uses) add(place int) {
	if place >= 0 {
		u.places[place] = true
	}
}

// newFrame makes a frame in the place of f, without what is in it.
func newFrame(f *frame) *frame {
	made := (*frame)(reflect.New(frameType).UnsafePointer())
	made.id, made.debug, made.root, made.done = atomic.LoadUint64(&f.id), f.debug, f.root, f.done
	return made
}

// frameType is the interpreter's type of frames.
var frameType = pointed(reflect.TypeFor[interp.Interpreter](), "frame")
