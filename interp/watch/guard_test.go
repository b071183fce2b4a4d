package watch

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// trail runs a program's f and returns the calls that its panic has left, as
// name@line; the first line of the code is line 2.
func trail(t *testing.T, code string) string {
	t.Helper()
	f := load(t, code)
	defer rt.TakeTrail()
	var calls []string
	func() {
		defer func() {
			recover()
			for _, c := range rt.TakeTrail() {
				calls = append(calls, fmt.Sprintf("%s@%d", strings.TrimPrefix(c.Func, "main."), c.At.Line))
			}
		}()
		f()
	}()
	return strings.Join(calls, " ")
}

// TestWhatPanicsIsGuarded: each kind of expression and statement that may panic
// is known by its line.
func TestWhatPanicsIsGuarded(t *testing.T) {
	for _, statement := range []string{
		"s[5] = 1",
		"n = s[minus]",
		"n += s[5]",
		"s = s[5:]",
		"n = n / zero",
		"n %= zero",
		"half = 7 % zero",
		"m[1] = 2",
		"m[n]++",
		"n = *p",
		"*p = 1",
		"*p += 1",
		"n = *p + 1",
		"if *p == 1 { n = 2 }",
		"if (*p) < 1 { n = 2 }",
		"return *p",
		"n = len(*q)",
		"n = t.a",
		"t.a = 1",
		"t.in.b = 1",
		"x := &t.in; _ = x",
		"n = e.(int)",
		"panic(1)",
		"close(c)",
		"s = make([]int, minus)",
		"none()",
		"n = strings.Repeat(text, minus)[0]",
		"k := map[interface{}]int{}; k[list] = 1",
	} {
		code := strings.ReplaceAll(`import "strings"
type inner struct{ b int }
type T struct { a int; in inner }
func f() { g() }
func g() int {
	var n, zero, minus, half = 1, 0, -1, 0
	var s = []int{1, 2}
	var m map[int]int
	var p *int
	var q *[3]int
	var t *T
	var e interface{} = "text"
	var c chan int
	var none func()
	var text = "x"
	var list interface{} = []int{}
	n++
	STATEMENT
	n++
	return n
}
var _ = strings.Repeat`, "STATEMENT", strings.Replace(statement, "n = strings.Repeat(text, minus)[0]", "text = strings.Repeat(text, minus)", 1))
		if got := trail(t, code); got != "g@19 f@5" {
			t.Errorf("%s: %q, not g@19 f@5", statement, got)
		}
	}
}

func TestPartsAreOneWithTheirFunction(t *testing.T) {
	for name, c := range map[string]struct{ code, want string }{
		"a body with deferred calls": {`import "rt"
func f() {
	rt.Run(/*part*/func(d *rt.D) {
		panic("a")
	})
}`, "f@5"},
		"a literal": {`func f() {
	func() {
		panic("a")
	}()
}`, "f.func1@4 f@3"},
		"a part called in place": {`func f() {
	n := /*part*/func() int {
		panic("a")
	}()
	n++
}`, "f@4"},
		"a callback": {`import "sort"
func f() {
	sort.Slice([]int{2, 1}, func(i, j int) bool {
		var p *int
		return *p == 1
	})
}`, "f.func1@6 f@4"},
		"a body called by another function": {`func each(yield func(int)) {
	yield(1)
}
func f() {
	each(/*part*/func(i int) {
		panic(i)
	})
}`, "f@7 each@3 f@6"},
	} {
		if got := trail(t, c.code); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
