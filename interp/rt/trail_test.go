package rt

import (
	"reflect"
	"runtime"
	"sync"
	"testing"
)

// leave makes a function that panics look like an interpreted one.
func leave(name string, f func()) {
	defer func() {
		if v := recover(); v != nil {
			Left(Call{Func: name})
			panic(v)
		}
	}()
	f()
}

func names(calls []Call) (list []string) {
	for _, c := range calls {
		list = append(list, c.Func)
	}
	return list
}

// caughtIn returns the calls that a panic in f has left.
func caughtIn(f func()) (calls []string) {
	defer func() {
		recover()
		calls = names(TakeTrail())
	}()
	f()
	return nil
}

func oh() { panic("oh") }

func TestTrail(t *testing.T) {
	for name, c := range map[string]struct {
		f    func()
		want []string
	}{
		"calls": {func() { leave("b", func() { leave("a", oh) }) }, []string{"a", "b"}},
		"after one that was recovered": {func() {
			leave("b", func() {
				func() {
					defer func() { recover() }()
					leave("x", oh)
				}()
				leave("a", oh)
			})
		}, []string{"a", "b"}},
		"through deferred calls": {func() {
			leave("b", func() {
				Run(func(d *D) {
					d.Defer(false, func() {})
					leave("a", oh)
				})
			})
		}, []string{"a", "b"}},
		"from deferred calls": {func() {
			leave("b", func() { Run(func(d *D) { d.Defer(false, func() { leave("a", oh) }) }) })
		}, []string{"a", "b"}},
		"while another one is recovered": {func() {
			leave("b", func() {
				Run(func(d *D) {
					d.Defer(true, func() {
						Run(func(d *D) {
							d.Defer(true, func() { f := Enter(); f.Recover() })
							leave("x", oh)
						})
					})
					leave("a", oh)
				})
			})
		}, []string{"a", "b"}},
	} {
		if got := caughtIn(c.f); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestTrailsOfGoroutines: each goroutine that panics has a trail of its own.
func TestTrailsOfGoroutines(t *testing.T) {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				got := caughtIn(func() { leave("c", func() { runtime.Gosched(); leave("b", func() { leave("a", oh) }) }) })
				if want := []string{"a", "b", "c"}; !reflect.DeepEqual(got, want) {
					t.Errorf("%v, want %v", got, want)
				}
			}
		})
	}
	all.Wait()
	if n := len(trails.of); n > 0 {
		t.Errorf("%d trails are left", n)
	}
}

func TestGoexitLeavesNoTrail(t *testing.T) {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { Leaving(Call{Func: "f"}, func() Operands { return Operands{} }) }()
		runtime.Goexit()
	}()
	<-done
	if n := len(trails.of); n > 0 {
		t.Errorf("%d trails are left", n)
	}
}

// TestAskedBy: a panic of reflection is the interpreter's own where the interpreter
// has called it, rather than a program.
func TestAskedBy(t *testing.T) {
	const interpreter = "github.com/traefik/yaegi/interp.assign.func1"
	for _, c := range []struct {
		names []string // of the functions that have panicked
		own   bool
	}{
		{[]string{"reflect.Value.assignTo", "reflect.Value.Set", interpreter}, true},
		{[]string{"reflect.flag.mustBe", "reflect.Value.Elem", "github.com/nvsd-kernel/nvsd-kernel/interp/rt.ValueElem", "reflect.Value.call"}, false},
		{[]string{"reflect.Value.NumField", "runtime.call64", "reflect.Value.call", interpreter}, false},
		{[]string{"reflect.Value.call", "reflect.Value.Call", interpreter}, false},
		{[]string{interpreter}, false},
		{[]string{"main.f", interpreter}, false},
	} {
		names := append(c.names, "", "")
		next := func() (name string) {
			if len(names) > 0 {
				name, names = names[0], names[1:]
			}
			return name
		}
		if got := askedBy(next(), next(), next); got != c.own {
			t.Errorf("%q: %t", c.names, got)
		}
	}
}
