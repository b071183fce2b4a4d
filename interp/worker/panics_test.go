package worker

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

func TestPanicsHaveLines(t *testing.T) {
	p := start(t)
	cases := []struct {
		name, code string
		message    string
		// The functions, the innermost first, as func@line; the first line of
		// the code is line 2.
		chain string
	}{
		{"index", `
func f(x []int, i int) int {
	y := 1
	y++
	return x[i]
}
func ENTRY() {
	x := []int{1, 2, 3}
	_ = f(x, 1)
	_ = f(x, 5)
}`, "index out of range [5] with length 3", "f@5 ENTRY@10"},
		{"division", `
func ENTRY() {
	a, b := 1, 0
	b += 0
	println("so far")
	a = a / b
}`, "integer divide by zero", "ENTRY@6"},
		{"nil map", `
func ENTRY() {
	var m map[string]int
	if len(m) == 0 {
		m["a"] = 1
	}
}`, "assignment to entry in nil map", "ENTRY@5"},
		{"nil pointer", `
type T struct{ x int }
func ENTRY() {
	var p *T
	for i := 0; i < 3; i++ {
		println(i)
		if i == 2 {
			p.x = i
		}
	}
}`, "invalid memory address or nil pointer dereference", "ENTRY@8"},
		{"explicit", `
func g() {
	func() {
		panic("oh")
	}()
}
func ENTRY() {
	g()
}`, "oh", "g.func1@4 g@3 ENTRY@8"},
		{"one line loop", `
func ENTRY() {
	x := make([]int, 3)
	for i := 0; i < 9; i++ {
		x[i] = i
	}
	println(x[0])
}`, "index out of range [3] with length 3", "ENTRY@5"},
		{"after a recovered one", `
func ENTRY() {
	func() {
		defer func() { recover() }()
		panic("a")
	}()
	panic("b")
}`, "b", "ENTRY@7"},
		{"compiled", `
import "strings"
func ENTRY() {
	println(1)
	s := strings.Repeat("x", 2)
	s = strings.Repeat(s, -1)
}`, "strings: negative Repeat count", "ENTRY@6"},
		{"callback", `
import "sort"
func ENTRY() {
	x := []int{3, 1, 2}
	sort.Slice(x, func(i, j int) bool {
		return x[i+9] < x[j]
	})
}`, "index out of range [10] with length 3", "ENTRY.func1@6 ENTRY@5"},
		{"switch", `
func ENTRY() {
	var v map[int]int
	switch n := 2; n {
	case 1:
		println(1)
	case 2:
		println(2)
		v[n] = 1
	}
}`, "assignment to entry in nil map", "ENTRY@9"},
		{"recursion", `
func f(n int) int {
	if n == 0 {
		panic("deep")
	}
	return f(n-1) + 1
}
func ENTRY() {
	f(3)
}`, "deep", "f@4 f@6 f@6 f@6 ENTRY@9"},
	}
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			entry := fmt.Sprintf("cellᐧ%d", i)
			// Each case has names of its own.
			names := strings.NewReplacer("ENTRY", entry, "f(", fmt.Sprintf("fᐧ%d(", i), "g(", fmt.Sprintf("gᐧ%d(", i), "T ", fmt.Sprintf("Tᐧ%d ", i), "*T", fmt.Sprintf("*Tᐧ%d", i))
			r := do(t, p, rt.Program{
				Label: "In[1]", File: fmt.Sprintf("cell%d", i), Entry: entry,
				Code: "package main\n" + strings.TrimPrefix(names.Replace(c.code), "\n"),
			})
			if r.outcome == nil || r.outcome.Message != c.message {
				t.Fatalf("%+v %+v", r.outcome, r.exited)
			}
			var chain []string
			for _, call := range r.outcome.Calls {
				name := strings.NewReplacer("main.", "", entry, "ENTRY", fmt.Sprintf("ᐧ%d", i), "").Replace(call.Func)
				chain = append(chain, fmt.Sprintf("%s@%d", name, call.Line))
			}
			if got := strings.Join(chain, " "); got != c.chain {
				t.Errorf("calls %s, want %s", got, c.chain)
			}
			if r.stderr != "" {
				t.Errorf("stderr %q", r.stderr)
			}
		})
	}
}
