package rt

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
)

// A D holds the deferred calls of a function that runs.
type D struct{ calls []deferred }

type deferred struct {
	call   func()
	direct bool // the function itself may call recover
}

// An inflight is a panic on its way up.
type inflight struct {
	value     any
	calls     []Call // that it has left
	recovered bool
}

// caught makes an inflight of what recover has returned.
func caught(v any) *inflight {
	if v == nil {
		return nil
	}
	return &inflight{value: v, calls: TakeTrail()}
}

// A chance to recover exists in a goroutine that panics while it runs a deferred
// function that may call recover.
type chance struct {
	now    *inflight
	open   bool    // the next function that looks is the deferred one itself
	around *chance // that the goroutine had before; nil if none
}

// take ends the chance.
func (c *chance) take() {
	if c.open {
		c.open = false
		chancesOpen.Add(-1)
	}
}

// The chances of all goroutines. While none is open, as in a program that does not
// panic, no goroutine looks for its own.
var (
	chances     sync.Map // by the goroutine
	chancesOpen atomic.Int64
)

// Run runs the body of a function that defers calls, and those after it.
func Run(body func(d *D)) {
	d := &D{}
	d.do(func() { body(d) })
	for len(d.calls) > 0 {
		d.next(nil)
	}
}

// Defer adds a call. Of direct functions recover may be called.
func (d *D) Defer(direct bool, call func()) {
	d.calls = append(d.calls, deferred{call, direct})
}

// do calls f, and if that panics or ends the goroutine, the deferred calls, on top of it as in
// Go. It reports whether f has panicked, and one of them has recovered it; if none has, the
// panic goes on.
func (d *D) do(f func()) (panicked bool) {
	defer func() {
		if f == nil {
			return
		}
		p := caught(recover())
		d.unwind(p)
		panicked = p != nil
	}()
	f()
	f = nil
	return false
}

// unwind makes the calls while p is on its way up, until one of them recovers it. It is nil
// while the goroutine ends.
func (d *D) unwind(p *inflight) {
	for len(d.calls) > 0 {
		if d.next(p) && p != nil {
			return // the call has panicked in the place of p, and another one has recovered that
		}
		if p != nil && p.recovered {
			return
		}
	}
	if p != nil {
		resumeTrail(p.calls)
		panic(p.value) // here, so that it is known for the same one
	}
}

// next makes the last call while p is on its way up, if that is not nil. It reports what do does.
func (d *D) next(p *inflight) (panicked bool) {
	last := len(d.calls) - 1
	c := d.calls[last]
	d.calls = d.calls[:last]
	may := &chance{now: p, open: p != nil && c.direct}
	if p != nil || chancesOpen.Load() > 0 {
		defer may.give()()
	}
	return d.do(c.call)
}

// give makes c the chance of this goroutine. The function that it returns restores the
// chance that the goroutine had.
func (c *chance) give() (undo func()) {
	n := self()
	if c.open {
		chancesOpen.Add(1)
	}
	if before, had := chances.Swap(n, c); had {
		c.around = before.(*chance)
	}
	return func() {
		c.take()
		if c.around != nil {
			chances.Store(n, c.around)
		} else {
			chances.Delete(n)
		}
	}
}

// A Frame is the panic that a function may recover from by calling recover, if there is one.
type Frame struct{ p *inflight }

// Enter begins a function that calls recover.
func Enter() Frame {
	if chancesOpen.Load() == 0 {
		return Frame{}
	}
	found, _ := chances.Load(self())
	c, ok := found.(*chance)
	if !ok || !c.open {
		return Frame{}
	}
	c.take()
	return Frame{c.now}
}

// Recover is Go's recover.
func (f Frame) Recover() any {
	if f.p == nil || f.p.recovered {
		return nil
	}
	f.p.recovered = true
	return Thrown(f.p.value, f.p.calls...)
}

// Panic is Go's panic.
func Panic(v any) { panic(Mute(v)) }

// Thrown returns the value of a panic that has left these calls. For a panic inside the
// interpreter that is the error of Go's runtime, or an error that names the interpreter.
func Thrown(v any, calls ...Call) any {
	own := len(calls) > 0 && calls[0].Own
	for {
		r, ok := v.(reflect.Value)
		if !ok || !r.IsValid() || !r.CanInterface() {
			break
		}
		v = r.Interface()
	}
	var s string
	switch v := v.(type) {
	case *mute:
		return v.error
	case *reflect.ValueError:
		if own || len(calls) == 0 {
			return nilDereference
		}
		return v
	case Unhandled:
		return v.Err
	case string:
		s = v
	case error:
		if !ofRuntime(v) {
			return v
		}
		s = v.Error()
	default:
		return v
	}
	if text := runtimeText(s); text != "" {
		return fail(text)
	}
	if own && strings.HasPrefix(s, "reflect") {
		return fail("the interpreter fails here, and Go would not: write this line in smaller steps, with variables of their own, and please report it with this reason: " + s)
	}
	return v
}

// runtimeText returns the text of Go's runtime for a panic of reflection with the text
// s; "" if there is none.
func runtimeText(s string) string {
	for _, prefix := range []string{unhashable, unhashableEmpty} {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			return prefix + userType(rest)
		}
	}
	if rest, ok := strings.CutPrefix(s, "reflect: cannot convert slice with length"); ok {
		return "runtime error: cannot convert slice with length" + strings.Replace(rest, " to pointer to array", " to array or pointer to array", 1)
	}
	switch s {
	case "reflect.MakeChan: negative buffer size", "makechan: size out of range":
		return "makechan: size out of range"
	case "runtime: allocation size out of range", "reflect.MakeSlice: negative len":
		return "runtime error: makeslice: len out of range"
	case "reflect.MakeSlice: negative cap", "reflect.MakeSlice: len > cap":
		return "runtime error: makeslice: cap out of range"
	case "reflect.Value.Grow: slice overflow", "reflect.Append: slice overflow":
		return "runtime error: growslice: len out of range"
	case "reflect.Value.Call: call of nil function", "reflect: Method on nil interface value", "reflect: Call using zero Value argument":
		return nilDereference.Error()
	case "reflect: slice index out of range", "reflect: array index out of range", "reflect: string index out of range":
		return "runtime error: index out of range"
	}
	if strings.HasPrefix(s, "reflect.Value.Slice") {
		return "runtime error: slice bounds out of range"
	}
	return ""
}

// PanicText returns the text that Go prints of a panic with the value v. failed is the panic
// of the value's own Error or String method, nil if there is none.
func PanicText(v any) (text string, failed any) {
	defer func() {
		if p := caught(recover()); p != nil {
			failed = Thrown(p.value, p.calls...)
		}
	}()
	switch e := v.(type) {
	case error:
		return e.Error(), nil
	case fmt.Stringer:
		return e.String(), nil
	}
	o, isObj := boxed(v)
	if !isObj {
		switch v.(type) {
		case string, bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, uintptr,
			float32, float64, complex64, complex128:
			return fmt.Sprint(v), nil
		}
		o = Obj{TypeOf(v), v}
	}
	return o.T.name + inParentheses(reflect.ValueOf(o.V)), nil
}

// PanicMessage is PanicText, or else says why there is none.
func PanicMessage(v any) string {
	text, failed := PanicText(v)
	if failed != nil {
		kind := strings.ReplaceAll(Sprintf("%T", v), "main.", "")
		return "a value of type " + kind + ", whose text cannot be shown, since its method panics too: " + strings.TrimPrefix(PanicMessage(failed), "runtime error: ")
	}
	return text
}

// inParentheses returns the text that Go prints of the value of a panic behind the name of its type.
func inParentheses(v reflect.Value) string {
	switch {
	case v.Kind() == reflect.String:
		return `("` + v.String() + `")`
	case v.CanComplex():
		return fmt.Sprint(v) // it has some
	}
	return fmt.Sprintf("(%v)", v)
}
