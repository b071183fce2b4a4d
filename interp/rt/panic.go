package rt

import (
	"fmt"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// A D holds the deferred calls of a function that runs.
type D struct {
	calls  []deferred
	normal bool
}

type deferred struct {
	call   func()
	direct bool // the function itself may call recover
}

// An inflight is a panic on its way up.
type inflight struct {
	value     any
	recovered bool
}

// goroutine is what a goroutine knows of its panics.
type goroutine struct {
	now    *inflight
	direct bool // the next function that looks is the deferred one itself
}

var goroutines sync.Map // by number

func number() int {
	var buf [40]byte
	s := string(buf[:runtime.Stack(buf[:], false)])
	s, _, _ = strings.Cut(strings.TrimPrefix(s, "goroutine "), " ")
	n, _ := strconv.Atoi(s)
	return n
}

var onRecover atomic.Pointer[func()]

// OnRecover makes f be called when a panic has been recovered from.
func OnRecover(f func()) { onRecover.Store(&f) }

// Run runs the body of a function that defers calls, and those after it.
func Run(body func(d *D)) {
	d := &D{}
	defer d.finish()
	body(d)
	d.normal = true
}

// Defer adds a call. Of direct functions recover may be called.
func (d *D) Defer(direct bool, call func()) {
	d.calls = append(d.calls, deferred{call, direct})
}

func (d *D) finish() {
	var p *inflight
	if !d.normal {
		if v := recover(); v != nil {
			p = &inflight{value: v}
		}
	}
	if len(d.calls) > 0 {
		n := number()
		old, _ := goroutines.Load(n)
		defer func() {
			if old == nil {
				goroutines.Delete(n)
			} else {
				goroutines.Store(n, old)
			}
		}()
		for len(d.calls) > 0 {
			c := d.calls[len(d.calls)-1]
			d.calls = d.calls[:len(d.calls)-1]
			goroutines.Store(n, &goroutine{now: p, direct: c.direct})
			if next := run(c.call); next != nil {
				p = next
			} else if p != nil && p.recovered {
				p = nil
				if f := onRecover.Load(); f != nil {
					(*f)()
				}
			}
		}
	}
	if p != nil {
		panic(p.value)
	}
}

func run(call func()) (p *inflight) {
	defer func() {
		if v := recover(); v != nil {
			p = &inflight{value: v}
		}
	}()
	call()
	return nil
}

// A Frame is what a function that calls recover knows when it begins.
type Frame struct{ p *inflight }

// Enter begins a function that calls recover.
func Enter() Frame {
	g, ok := goroutines.Load(number())
	if !ok {
		return Frame{}
	}
	s := g.(*goroutine)
	if !s.direct {
		return Frame{}
	}
	s.direct = false
	return Frame{s.now}
}

// Recover is Go's recover.
func (f Frame) Recover() any {
	if f.p == nil || f.p.recovered {
		return nil
	}
	f.p.recovered = true
	return Thrown(f.p.value)
}

// Panic is Go's panic.
func Panic(v any) { panic(v) }

// Thrown returns what a panic was begun with: what goes wrong inside the
// interpreter is an error of Go's runtime.
func Thrown(v any) any {
	for {
		r, ok := v.(reflect.Value)
		if !ok || !r.IsValid() || !r.CanInterface() {
			break
		}
		v = r.Interface()
	}
	var s string
	switch v := v.(type) {
	case *reflect.ValueError:
		return nilDereference
	case Unhandled:
		return v.Err
	case string:
		s = v
	case error:
		s = v.Error()
	default:
		return v
	}
	if text := runtimeText(s); text != "" {
		return fail(text)
	}
	return v
}

// runtimeText returns what Go's runtime says where reflection, or the runtime of a
// type that reflection has made, says s; "" for anything else.
func runtimeText(s string) string {
	for _, prefix := range []string{"hash of unhashable type: ", "runtime error: hash of unhashable type "} {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			return "runtime error: hash of unhashable type " + userType(rest)
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
	case "reflect.Value.Call: call of nil function", "reflect: Method on nil interface value":
		return nilDereference.Error()
	case "reflect: slice index out of range", "reflect: array index out of range", "reflect: string index out of range":
		return "runtime error: index out of range"
	}
	if strings.HasPrefix(s, "reflect.Value.Slice") {
		return "runtime error: slice bounds out of range"
	}
	return ""
}

// PanicText is what Go prints of a panic with the value v.
func PanicText(v any) string {
	switch e := v.(type) {
	case error:
		return e.Error()
	case Str:
		return e.String()
	}
	o, isObj := boxed(v)
	if !isObj {
		switch v.(type) {
		case string:
			return fmt.Sprint(v)
		}
		return fmt.Sprintf("%T(%v)", v, v)
	}
	return fmt.Sprintf("%s(%v)", o.T.name, o.V)
}
