package watch

import (
	"fmt"
	"reflect"
	"runtime"
)

// Error is an error of Go's runtime.
type Error string

var _ runtime.Error = Error("")

func (e Error) Error() string { return "runtime error: " + string(e) }

// RuntimeError tells it from other errors.
func (Error) RuntimeError() {}

// badIndex returns what Go says of x[i], nil if i is in range.
func (n *node) badIndex(f *frame) error {
	x, ok := n.child[0].sequence(f)
	if !ok {
		return nil
	}
	i, ok := n.child[1].number(f)
	switch {
	case !ok || !i.negative && i.bits < uint64(x.Len()):
		return nil
	case i.negative:
		return Error(fmt.Sprintf("index out of range [%s]", i))
	}
	return Error(fmt.Sprintf("index out of range [%s] with length %d", i, x.Len()))
}

// badSlice returns what Go says of x[i:], x[i:j] and x[i:j:k], nil if they are
// in range; badPrefix of x[:j] and x[:j:k].
func (n *node) badSlice(f *frame) error { return n.slicing(f, n.child[1:]) }

func (n *node) badPrefix(f *frame) error {
	return n.slicing(f, append([]*node{nil}, n.child[1:]...))
}

// slicing returns what Go says of a slice expression with these bounds, of
// which the first may be nil.
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
	return Error("slice bounds out of range " + text)
}
