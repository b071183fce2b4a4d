package watch

import (
	"testing"

	"github.com/traefik/yaegi/interp"
)

// Whoever holds a function that has been rebound calls what it goes on as; a call
// that is under way does not notice.
func TestRebind(t *testing.T) {
	i := interp.New(interp.Options{Stderr: reports{}})
	eval := func(code string) any {
		t.Helper()
		v, err := i.Eval(code)
		if err != nil {
			t.Fatal(err)
		}
		return v.Interface()
	}
	eval(`package main
func one(a int, b string) (int, string) { return a, b }
func two(a int, b string) (int, string) { c := a * 2; d := b + b; return c, d }
func three(a int, b string) (n int, s string) { for _, x := range []int{a, a, a} { n += x }; s = b; return }
var held = one
func calls() int { a, _ := one(5, "x"); return a }
var through = func() int { a, _ := one(7, "x"); return a }
func waits(c chan int) int { _ = 0; for { if n := <-c; n > 0 { return n } } }
func quick(c chan int) int { return -1 }`)
	held := eval("main.held").(func(int, string) (int, string))
	calls, through := eval("main.calls").(func() int), eval("main.through").(func() int)
	waits := eval("main.waits").(func(chan int) int)
	r, err := NewRebinder(i)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, n, ofCalls, ofThrough int, text string) {
		t.Helper()
		if a, b := held(3, "y"); a != n || b != text || calls() != ofCalls || through() != ofThrough {
			t.Errorf("%s: %d, %q, %d and %d", what, a, b, calls(), through())
		}
	}
	check("before", 3, 5, 7, "y")
	if !r.Rebind("one", "two") {
		t.Fatal("one is not rebound")
	}
	check("once", 6, 10, 14, "yy")
	if !r.Rebind("two", "three") {
		t.Fatal("two is not rebound")
	}
	check("twice", 9, 15, 21, "y")

	c, done := make(chan int), make(chan int)
	go func() { done <- waits(c) }()
	c <- 0
	r.Rebind("waits", "quick")
	c <- 0
	c <- 4
	if n := <-done; n != 4 {
		t.Errorf("a call that was under way returns %d", n)
	}
	if n := waits(nil); n != -1 {
		t.Errorf("a call that has begun since returns %d", n)
	}
	if r.Rebind("none", "one") || r.Rebind("one", "held") {
		t.Error("what is no function is rebound")
	}
}
