package watch

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// run executes a program that declares f and returns what f panics with.
func run(t *testing.T, code string) (thrown any) {
	t.Helper()
	f := load(t, code)
	defer func() {
		thrown = recover()
		rt.TakeTrail()
	}()
	f()
	return nil
}

const operands = `
var global = []int{1, 2, 3}
func f() {
	five, minus, two := 5, -1, 2
	var small uint8 = 200
	var huge uint64 = 1<<64 - 1
	s := make([]int, 3, 5)
	a := [3]int{}
	text := "abc"
	p := &a
	flags := []bool{true}
	_, _, _, _, _, _, _, _, _, _ = five, minus, two, small, huge, s, a, text, p, flags
`

func TestIndexError(t *testing.T) {
	for statement, want := range map[string]string{
		"_ = s[five]":                           "[5] with length 3",
		"_ = s[minus]":                          "[-1]",
		"_ = s[7]":                              "[7] with length 3",
		"_ = s[five+two]":                       "[7] with length 3",
		"s[five] = 1":                           "[5] with length 3",
		"_ = &s[five]":                          "[5] with length 3",
		"_ = s[small]":                          "[200] with length 3",
		"_ = s[huge]":                           "[18446744073709551615] with length 3",
		"_ = a[five]":                           "[5] with length 3",
		"_ = p[five]":                           "[5] with length 3",
		"_ = text[five]":                        "[5] with length 3",
		"_ = global[five]":                      "[5] with length 3",
		"if flags[two] { f() }":                 "[2] with length 1",
		"if flags[1] { f() }":                   "[1] with length 1",
		"func() { _ = s[five] }()":              "[5] with length 3",
		"func() { func() { s[five] = 2 }() }()": "[5] with length 3",
		"g := func(i int) { for j := 0; j <= i; j++ { s[j]++ } }; g(five)": "[3] with length 3",
	} {
		check(t, statement, "runtime error: index out of range "+want)
	}
}

func TestSliceError(t *testing.T) {
	for expression, want := range map[string]string{
		"s[five:]":       "[5:3]",
		"s[:five+1]":     "[:6] with capacity 5",
		"s[five:two]":    "[5:2]",
		"s[minus:]":      "[-1:]",
		"s[:minus]":      "[:-1]",
		"s[minus:two]":   "[-1:]",
		"s[:two:6]":      "[::6] with capacity 5",
		"s[0:two:minus]": "[::-1]",
		"s[0:five:two]":  "[:5:2]",
		"s[:minus:two]":  "[:-1:]",
		"s[3:two:5]":     "[3:2:]",
		"s[minus:two:5]": "[-1::]",
		"text[five:]":    "[5:3]",
		"text[:five]":    "[:5] with length 3",
		"text[two:1]":    "[2:1]",
		"a[:five]":       "[:5] with length 3",
		"a[0:1:five]":    "[::5] with length 3",
		"p[:five]":       "[:5] with length 3",
		"s[:huge]":       "[:18446744073709551615] with capacity 5",
	} {
		check(t, "_ = "+expression, "runtime error: slice bounds out of range "+want)
		check(t, "func() { _ = "+expression+" }()", "runtime error: slice bounds out of range "+want)
	}
}

func check(t *testing.T, statement, want string) {
	t.Helper()
	got := run(t, operands+statement+"\n}")
	if err, ok := got.(runtime.Error); !ok || fmt.Sprint(err) != want {
		t.Errorf("%s: %v, not %s", statement, got, want)
	}
}

// TestOtherPanics: what else goes wrong where something is indexed stays as it
// is, and what goes right too.
func TestOtherPanics(t *testing.T) {
	if got := run(t, operands+"var q *[3]int; _ = q[two]\n}"); got == nil {
		t.Error("a nil pointer to an array can be indexed")
	}
	if got := run(t, operands+"func() { for i := range s { s[i] = i; _ = s[i:]; _ = text[:i] } }()\n}"); got != nil {
		t.Error(got)
	}
}
