package watch

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	goruntime "github.com/nvsd-kernel/nvsd-kernel/interp/rt/runtime"
)

// fail makes an error of Go's runtime.
func fail(text string) error { return goruntime.New("runtime error: " + text) }

// badIndex returns Go's error for x[i], nil if i is in range.
func (n *node) badIndex(f *frame, _ any) error {
	x, ok := n.child[0].sequence(f)
	if !ok {
		return nil
	}
	i, ok := n.child[1].number(f)
	switch {
	case !ok || !i.negative && i.bits < uint64(x.Len()):
		return nil
	case i.negative:
		return fail(fmt.Sprintf("index out of range [%s]", i))
	}
	return fail(fmt.Sprintf("index out of range [%s] with length %d", i, x.Len()))
}

// largest is the size of the largest value that Go can allocate.
const largest = 1 << 48

// badCapacity returns Go's error for make([]T, length, capacity), at which the
// interpreter has failed, if there is nothing wrong with the length.
func (n *node) badCapacity(f *frame, _ any) error {
	if len(n.child) != 4 {
		return nil
	}
	made, ok := n.value(f)
	if !ok || made.Kind() != reflect.Slice {
		return nil
	}
	length, ok := n.child[2].number(f)
	if high, low := bits.Mul64(length.bits, uint64(made.Type().Elem().Size())); !ok || length.negative || high > 0 || low > largest {
		return nil
	}
	return fail("makeslice: cap out of range")
}

// keys returns the operands that are keys of maps where the interpreter looks up or
// sets their entries at n.
func (w *watcher) keys(n *node) (keys []*node) {
	switch w.generators[n] {
	case "getIndexMap", "getIndexMap2":
		return []*node{n.child[1]}
	case "_delete":
		return []*node{n.child[2]}
	case "mapLit":
		for _, entry := range n.child {
			if entry.kind == entryKind {
				keys = append(keys, entry.child[0])
			}
		}
		return keys
	}
	if assigns(w.generators[n]) {
		for _, place := range n.child {
			if w.generators[place] == "getIndexMap" {
				keys = append(keys, place.child[1])
			}
		}
	}
	return keys
}

// badKey returns Go's error for a key that has no hash, nil if n has no such key.
func (w *watcher) badKey(n *node, f *frame, panicked any) error {
	for _, key := range w.keys(n) {
		if v, ok := key.value(f); ok {
			if err := rt.Unhashable(panicked, v, w.stores(n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// stores reports whether an entry of a map is set at n, or looked up to be set.
func (w *watcher) stores(n *node) bool {
	generator := w.generators[n]
	return generator == "mapLit" || assigns(generator) ||
		generator == "getIndexMap" && n.anc != nil && assigns(w.generators[n.anc]) && slices.Contains(n.anc.child[:max(1, n.anc.nleft)], n)
}

// assigns reports whether a generator is that of an assignment.
func assigns(generator string) bool {
	return generator == "assign" || generator == "inc" || generator == "dec" || strings.HasSuffix(generator, "Assign")
}

// badSlice returns Go's error for x[i:], x[i:j] and x[i:j:k], nil if they are in range.
// badPrefix does so for x[:j] and x[:j:k].
func (n *node) badSlice(f *frame, _ any) error { return n.slicing(f, n.child[1:]) }

func (n *node) badPrefix(f *frame, _ any) error {
	return n.slicing(f, append([]*node{nil}, n.child[1:]...))
}

// slicing returns Go's error for a slice expression with these bounds, of which the
// first may be nil.
func (n *node) slicing(f *frame, operands []*node) error {
	x, ok := n.child[0].sequence(f)
	if !ok {
		return nil
	}
	bounds := []bound{{}, count(x.Len())}
	for k, operand := range operands {
		if operand == nil {
			continue
		}
		b, ok := operand.number(f)
		if !ok {
			return nil
		}
		bounds = append(bounds[:k], append([]bound{b}, bounds[min(k+1, len(bounds)):]...)...)
	}
	limit, named := count(x.Len()), "length"
	if x.Kind() == reflect.Slice {
		limit, named = count(x.Cap()), "capacity"
	}
	low, high, last := bounds[0], bounds[1], bounds[len(bounds)-1]
	three := len(bounds) == 3
	colons := ":"
	if three {
		colons = "::"
	}
	var text string
	switch {
	case last.negative:
		text = fmt.Sprintf("[%s%s]", colons, last)
	case last.above(limit):
		text = fmt.Sprintf("[%s%s] with %s %s", colons, last, named, limit)
	case three && high.negative:
		text = fmt.Sprintf("[:%s:]", high)
	case three && high.above(last):
		text = fmt.Sprintf("[:%s:%s]", high, last)
	case low.negative && three:
		text = fmt.Sprintf("[%s::]", low)
	case low.negative:
		text = fmt.Sprintf("[%s:]", low)
	case low.above(high) && three:
		text = fmt.Sprintf("[%s:%s:]", low, high)
	case low.above(high):
		text = fmt.Sprintf("[%s:%s]", low, high)
	default:
		return nil
	}
	return fail("slice bounds out of range " + text)
}
