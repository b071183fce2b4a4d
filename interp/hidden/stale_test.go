package hidden

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// A notebook is a session of cells, of which nothing runs.
type notebook struct {
	t     testing.TB
	l     *Ledger
	count int
}

func newNotebook(t testing.TB) *notebook { return &notebook{t: t, l: NewLedger()} }

// run runs a cell and returns its line.
func (n *notebook) run(id, code string) string {
	steps, err := cell.Steps(cell.Source{Code: code})
	if err != nil {
		n.t.Fatal(err)
	}
	n.count++
	r := n.l.Begin(id, n.count)
	r.Take(steps)
	if !r.End(false) {
		return ""
	}
	return n.l.Line(id)
}

// stale lists the stale cells and why they are.
func (n *notebook) stale() string {
	var list []string
	for _, s := range n.l.Stale() {
		var why []string
		for _, w := range s.Why {
			why = append(why, w.String())
		}
		list = append(list, fmt.Sprintf("[%d] %s", s.Count, strings.Join(why, "; ")))
	}
	return strings.Join(list, "\n")
}

// Each case is a session: a cell by its name, its code, and after the arrow the cells that have
// used what it changes.
func TestLines(t *testing.T) {
	for _, c := range []struct{ name, cells string }{
		{"top to bottom", `
a| x := 1
b| y := x
c| x = 2
d| x++
e| z := x + y`},
		{"an edited cell", `
a| x := 1
b| y := x
c| y
d| 7
a| x := 2 -> cells [2] and [3] have used the old x
b| y := x -> cell [3] has used the old y
c| y`},
		{"the same again", `
a| x := load("f")
b| y := x
a| x := load("f")
b| y := x
a| x := load( "f" ) // said in another way`},
		{"edited there and back", `
a| x := 1
b| y := x
a| x := 2 -> cell [2] has used the old x
a| x := 1`},
		{"only the statement that changed", `
a| x := 1; y := 2; z := y
b| x
c| z
a| x := 1; y := 3; z := y -> cell [3] has used the old z`},
		{"a cell that changes a part", `
a| spec := S{}
b| spec.Tau = 3
c| spec.Fit(x)
b| spec.Tau = 3
b| spec.Tau = 4 -> cell [3] has used the old spec
c| spec.Fit(x)
a| spec := S{1} -> cells [5] and [6] have used the old spec`},
		{"a cell before the change of a part", `
a| spec := S{}
b| spec.Fit(x)
c| spec.Tau = 3
d| spec.Fit(x)
c| spec.Tau = 4 -> cell [4] has used the old spec`},
		{"its own result", `
a| x := 1
b| x++
c| x
b| x++ -> cell [3] has used the old x`},
		{"shadowing", `
a| x := 1
b| x := x + 1
c| x
a| x := 1
b| x := x + 1
a| x := 3 -> cells [3] and [5] have used the old x`},
		{"run above, then below", `
a| x := 1
b| x := x + 1
c| x
a| x := 1
c| x
b| x := x + 1 -> cell [5] has used the old x`},
		{"functions see what is latest", `
a| k := 1
b| func f() int { return k }
c| y := f()
a| k := 2 -> cell [3] has used the old k
c| y := f()
b| func f() int { return k + 1 } -> cell [5] has used the old f`},
		{"functions that change", `
a| n := 0
b| func f() { n = 5 }
c| f()
d| n
b| func f() { n = 6 } -> cells [3] and [4] have used the old f`},
		{"types and methods", `
a| type T struct{ A int }
b| func (t T) M() int { return t.A }
c| t := T{1}
d| t.M()
b| func (t T) M() int { return 2 } -> cells [3] and [4] have used the old T.M
c| t := T{1} -> cell [4] has used the old t
d| t.M()
a| type T struct{ A, B int } -> cells [6] and [7] have used the old T`},
		{"a name that is no longer declared", `
a| spec := 1
b| f(spec)
a| spec2 := 1 -> cell [2] has used spec, which is no longer declared here and lives on
c| spec := 1
a| spec2 := 1`},
		{"a name that another cell takes", `
a| x := 1
b| x
c| x := 2
d| x
a| y := 1 -> cell [2] has used x, which is no longer declared here and lives on`},
		{"cells without identity", `
| x := 1
b| x
| x := 2
b| x`},
		{"many cells", `
a| x := 1
b1| x
b2| x
b3| x
b4| x
b5| x
b6| x
b7| x
b8| x
b9| x
a| x := 2 -> cells [2], [3], [4], [5], [6], [7], [8] and 2 more have used the old x`},
		{"imports", `
a| import m "a"
b| m.F()
a| import m "b" -> cell [2] has used the old m`},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNotebook(t)
			for line := range strings.Lines(strings.TrimSpace(c.cells)) {
				id, code, _ := strings.Cut(strings.TrimSpace(line), "| ")
				code, want, _ := strings.Cut(code, "->")
				got, _, _ := strings.Cut(n.run(strings.TrimPrefix(id, "|"), strings.ReplaceAll(code, ";", "\n")), " (%stale")
				if got != strings.TrimSpace(want) {
					t.Errorf("%s says %q, not %q", line, got, want)
				}
			}
		})
	}
}

// What %stale lists says of each name what has become of it.
func TestReasons(t *testing.T) {
	n := newNotebook(t)
	n.run("a", "x := 1")
	n.run("b", "y := x")
	n.run("c", "y")
	n.run("a", "x := 2")
	if got, want := n.stale(), "[2] x, which [4] has changed\n[3] y of [2], which is stale"; got != want {
		t.Errorf("%s", got)
	}
	n.run("a", "z := 2")
	if got, want := n.stale(), "[2] x, which [5] no longer declares: the old value is still there\n[3] y of [2], which is stale"; got != want {
		t.Errorf("%s", got)
	}
	n.run("d", "x := 5")
	if got, want := n.stale(), "[2] x, which is now that of [6]\n[3] y of [2], which is stale"; got != want {
		t.Errorf("%s", got)
	}
	n.l.Forget([]string{"b"})
	if got, want := n.stale(), "[3] y of [2], which is stale"; got != want {
		t.Errorf("%s", got)
	}
	n.l.Reset()
	if got := n.stale(); got != "" {
		t.Errorf("%s", got)
	}
}

// A cell that has failed is not stale, and what it may have written is new.
func TestFailed(t *testing.T) {
	n := newNotebook(t)
	n.run("a", "x := 1")
	n.run("b", "x")
	steps, _ := cell.Steps(cell.Source{Code: "x := 1"})
	r := n.l.Begin("a", 3)
	r.Take(steps)
	r.End(true)
	if got, want := n.stale(), "[2] x, which [3] has changed"; got != want {
		t.Errorf("%s", got)
	}
	if line := n.run("a", "x := 1"); line != "" || n.stale() != "" {
		t.Errorf("%s, %s", line, n.stale())
	}
	r = n.l.Begin("b", 5)
	steps, _ = cell.Steps(cell.Source{Code: "y := x"})
	r.Take(steps)
	r.End(true)
	if line := n.run("a", "x := 2"); line != "" {
		t.Errorf("%s", line)
	}
}

// The cells of a random notebook, edited and run again in any order, are stale if and only if
// what they have computed differs from what the whole notebook, run anew, would compute. Each cell
// has a variable of its own, made of some of those above.
func TestStaleIsWhatWouldDiffer(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cells := rapid.IntRange(2, 7).Draw(rt, "cells")
		n := newNotebook(t)
		type source struct {
			edit int
			uses []int
		}
		sources := make([]source, cells)
		live := make([]string, cells) // the value of each variable, as a term
		term := func(s source, values []string) string {
			var args []string
			for _, u := range s.uses {
				args = append(args, fmt.Sprintf("v%d=%s", u, values[u]))
			}
			return fmt.Sprintf("f%d(%s)", s.edit, strings.Join(args, ","))
		}
		draw := func(i int) source {
			s := source{edit: rapid.IntRange(0, 2).Draw(rt, "edit")}
			for u := range i {
				if rapid.Bool().Draw(rt, "uses") {
					s.uses = append(s.uses, u)
				}
			}
			return s
		}
		run := func(i int) {
			var args []string
			for _, u := range sources[i].uses {
				args = append(args, fmt.Sprintf("v%d", u))
			}
			n.run(fmt.Sprint(i), fmt.Sprintf("v%d := f%d(%s)", i, sources[i].edit, strings.Join(args, ", ")))
			live[i] = term(sources[i], live)
		}
		for i := range cells {
			sources[i] = draw(i)
			run(i)
			if got := n.stale(); got != "" {
				rt.Fatalf("from top to bottom: %s", got)
			}
		}
		for range rapid.IntRange(1, 12).Draw(rt, "runs") {
			i := rapid.IntRange(0, cells-1).Draw(rt, "cell")
			if rapid.Bool().Draw(rt, "edited") {
				sources[i] = draw(i)
			}
			run(i)
			fresh := make([]string, cells)
			var want, got []string
			for k := range cells {
				fresh[k] = term(sources[k], fresh)
				if fresh[k] != live[k] {
					want = append(want, fmt.Sprint(k))
				}
			}
			for _, s := range n.l.Stale() {
				got = append(got, s.ID)
			}
			if !slices.Equal(got, want) {
				rt.Fatalf("after a run of %d the stale cells are %v, not %v", i, got, want)
			}
		}
	})
}

// Running the first stale cell again, each once, leaves no stale cell that has not run, whatever
// cells shadow and change of each other's variables.
func TestRefreshEnds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		names := []string{"x", "y", "z"}
		name := rapid.SampledFrom(names)
		draw := func() string {
			a, b := name.Draw(rt, "to"), name.Draw(rt, "from")
			form := rapid.SampledFrom([]string{"%s := f(%s, %d)", "%s.A = g(%s, %d)", "%[1]s = h(%[1]s, %[3]d)", "show(%[2]s, %[3]d)"}).Draw(rt, "form")
			return fmt.Sprintf(form, a, b, rapid.IntRange(0, 1).Draw(rt, "edit"))
		}
		n := newNotebook(t)
		n.run("first", "x := 1\ny := 2\nz := 3")
		sources := map[string]string{}
		cells := rapid.IntRange(2, 6).Draw(rt, "cells")
		for i := range cells {
			id := fmt.Sprint(i)
			sources[id] = draw()
			n.run(id, sources[id])
		}
		for range 3 {
			id := fmt.Sprint(rapid.IntRange(0, cells-1).Draw(rt, "cell"))
			sources[id] = draw()
			n.run(id, sources[id])
		}
		done := map[string]bool{}
		for {
			list := n.l.Stale()
			i := slices.IndexFunc(list, func(s Stale) bool { return !done[s.ID] && sources[s.ID] != "" })
			if i < 0 {
				break
			}
			done[list[i].ID] = true
			n.run(list[i].ID, sources[list[i].ID])
		}
		for _, s := range n.l.Stale() {
			old := slices.ContainsFunc(s.Why, func(w Reason) bool { return w.Kind == Undeclared || w.Kind == Follows })
			if !old && !done[s.ID] {
				rt.Fatalf("still stale: %s", n.stale())
			}
		}
	})
}
