package watch

import (
	"fmt"
	"go/constant"
	"reflect"
)

// value returns the value of an operand in a frame, as the interpreter finds
// it.
func (n *node) value(f *frame) (reflect.Value, bool) {
	if n.rval.IsValid() {
		return n.rval, true
	}
	place, level := n.findex, n.level
	if n.sym != nil {
		place = n.sym.index
		if n.sym.global {
			level = globalLevel
		}
	}
	if level == globalLevel {
		f = f.root
	}
	for ; level > 0 && f != nil; level-- {
		f = f.anc
	}
	if f == nil || place < 0 || place >= len(f.data) || !f.data[place].IsValid() {
		return reflect.Value{}, false
	}
	return f.data[place], true
}

// number returns the value of an operand that is an integer.
func (n *node) number(f *frame) (bound, bool) {
	v, ok := n.value(f)
	switch {
	case !ok:
	case v.CanInt():
		return bound{uint64(v.Int()), v.Int() < 0}, true
	case v.CanUint():
		return bound{v.Uint(), false}, true
	case v.CanInterface():
		if c, ok := v.Interface().(constant.Value); ok {
			i, exact := constant.Int64Val(constant.ToInt(c))
			return bound{uint64(i), i < 0}, exact
		}
	}
	return bound{}, false
}

// sequence returns the value of an operand that is indexed or sliced.
func (n *node) sequence(f *frame) (v reflect.Value, ok bool) {
	v, ok = n.value(f)
	if ok && v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array, reflect.String:
		return v, ok
	}
	return v, false
}

// A bound is an index: a number of any integer type.
type bound struct {
	bits     uint64
	negative bool
}

func (b bound) String() string {
	if b.negative {
		return fmt.Sprint(int64(b.bits))
	}
	return fmt.Sprint(b.bits)
}

// above reports whether b cannot be an index up to most.
func (b bound) above(most bound) bool { return b.negative || b.bits > most.bits }

func count(n int) bound { return bound{bits: uint64(n)} }
