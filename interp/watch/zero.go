package watch

import (
	"math"
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// The interpreter does not pass an argument that is zero to reflection, since the
// parameter is zero anyway. A negative zero, or a struct or an array with one in it,
// thus loses its sign. The caller notes such arguments, under the frame of the call,
// and the called function takes them where it begins.

// Zeros are the negative zeros that are on their way to functions of one interpreter.
type Zeros struct {
	noted atomic.Int64
	calls sync.Map // the arguments of a call, by the frame of who calls
}

// An argument is the value of a parameter.
type argument struct {
	place int // in the frame of the function
	value reflect.Value
}

// keepZeros makes a call note its negative zeros, and a declared function take those of
// its call.
func (w *watcher) keepZeros(n *node) {
	switch {
	case w.generators[n] == "call":
		w.noteZeros(n)
	case n.kind == declarationKind && len(n.child) > 3 && n.child[3].start != nil:
		w.takeZeros(n, n.child[3].start)
	}
}

// noteZeros makes a call note its negative zeros.
func (w *watcher) noteZeros(call *node) {
	zeros, gen := w.from.Zeros, call.gen
	call.gen = func(n *node) {
		gen(n)
		do, places := n.exec, n.signedPlaces()
		if do == nil || len(places) == 0 {
			return
		}
		n.exec = func(f *frame) action {
			if list := n.negativeZeros(f, places); len(list) > 0 {
				defer zeros.note(f, list)()
			}
			return do(f)
		}
	}
}

// takeZeros makes a declared function, which begins at start, take the negative zeros
// of its call.
func (w *watcher) takeZeros(declared, start *node) {
	zeros, gen := w.from.Zeros, start.gen
	if gen == nil {
		return
	}
	start.gen = func(n *node) {
		gen(n)
		do := n.exec
		if do == nil || !anySign(declared.types) {
			return
		}
		n.exec = func(f *frame) action {
			if zeros.noted.Load() != 0 {
				zeros.take(f)
			}
			return do(f)
		}
	}
}

// signedPlaces returns for each argument of a call of a declared function the place
// of its parameter, or -1 where no sign can be lost.
func (n *node) signedPlaces() []int {
	if n.child[0].val == nil || !n.child[0].isFunction() {
		return nil
	}
	declared := (*node)((*struct{ typ, data unsafe.Pointer })(unsafe.Pointer(&n.child[0].val)).data)
	if declared.kind != declarationKind {
		return nil
	}
	results := 0
	if signature := declared.child[2].child; len(signature) > 2 {
		results = len(signature[2].child)
	}
	places, any := make([]int, len(n.child)-1), false
	for i := range places {
		places[i] = -1
		if at := results + i; at < len(declared.types) && hasSign(declared.types[at]) {
			places[i], any = at, true
		}
	}
	if !any {
		return nil
	}
	return places
}

// isFunction reports whether the value of n is the node of a function.
func (n *node) isFunction() bool {
	return reflect.TypeOf(n.val) == reflect.PointerTo(pointed(reflect.TypeFor[interp.Program](), "root"))
}

// anySign reports whether a value of one of the types can have a sign at zero.
func anySign(list []reflect.Type) bool {
	for _, t := range list {
		if hasSign(t) {
			return true
		}
	}
	return false
}

// hasSign reports whether a value of a type can be, or have in it, a negative zero.
func hasSign(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return true
	case reflect.Array:
		return t.Len() > 0 && hasSign(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasSign(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// negativeZeros returns the arguments of a call that would lose a sign.
func (n *node) negativeZeros(f *frame, places []int) (list []argument) {
	for i, place := range places {
		if place < 0 {
			continue
		}
		if v, ok := n.child[i+1].value(f); ok && isNegativeZero(v) {
			list = append(list, argument{place, v})
		}
	}
	return list
}

// isNegativeZero reports whether v equals zero, but for a sign in it.
func isNegativeZero(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		x := v.Float()
		return x == 0 && math.Signbit(x)
	case reflect.Complex64, reflect.Complex128:
		z := v.Complex()
		return z == 0 && (math.Signbit(real(z)) || math.Signbit(imag(z)))
	case reflect.Array, reflect.Struct:
		return v.IsZero() && hasNegativeZero(v)
	}
	return false
}

func hasNegativeZero(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array:
		for i := range v.Len() {
			if hasNegativeZero(v.Index(i)) {
				return true
			}
		}
		return false
	case reflect.Struct:
		for i := range v.NumField() {
			if hasNegativeZero(v.Field(i)) {
				return true
			}
		}
		return false
	}
	return isNegativeZero(v)
}

// note keeps arguments for the function that is called from a frame, until the
// function that it returns is called.
func (z *Zeros) note(caller *frame, list []argument) (done func()) {
	z.calls.Store(caller, list)
	z.noted.Add(1)
	return func() {
		z.noted.Add(-1)
		z.calls.Delete(caller)
	}
}

// take sets the parameters of a function that begins to the arguments noted for it.
func (z *Zeros) take(f *frame) {
	list, ok := z.calls.LoadAndDelete(f.anc)
	if !ok {
		return
	}
	for _, a := range list.([]argument) {
		if a.place < len(f.data) && f.data[a.place].CanSet() && f.data[a.place].Type() == a.value.Type() {
			f.data[a.place].Set(a.value)
		}
	}
}
