package interp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// tree writes variables and their parts, one on a line, down to a depth.
func tree(list []repl.Variable, depth int, indent string) string {
	var b strings.Builder
	for _, v := range list {
		fmt.Fprintf(&b, "%s%s: %s (%s) %s\n", indent, v.Name, v.Type, v.Size, v.Value)
		if depth > 1 {
			b.WriteString(tree(v.Parts, depth-1, indent+"  "))
		}
	}
	return b.String()
}

// watching opens a session whose variables are watched, and runs cells in it.
func watching(t testing.TB, cells ...string) *notebook {
	n := open(t)
	n.s.Watch(true)
	for _, code := range cells {
		if o := n.run(code); o.failure != nil {
			t.Fatalf("%s: %v", code, o.failure)
		}
	}
	return n
}

func TestVariables(t *testing.T) {
	for _, c := range []struct {
		code  string
		depth int
		want  []string
	}{
		{"x := 0.25\ns := \"a\"\nok := true\nvar e error\nd := time.Second", 1, []string{
			"d: time.Duration () 1s", "e: error () <nil>", "ok: bool () true", "s: string () \"a\"", "x: float64 () 0.25",
		}},
		{"err := fmt.Errorf(\"no %d\", 7)", 1, []string{"err: error () \"no 7\""}},
		{"type P struct {\n\tX int\n\ttags []string\n}\np := P{1, []string{\"a\"}}\nq := &p\nvar none *P", 3, []string{
			"none: *P () <nil>",
			"p: P () {X:1 tags:[\"a\"]}", "  X: int () 1", "  tags: []string (1) [\"a\"]", "    0: string () \"a\"",
			"q: *P () &{X:1 tags:[\"a\"]}", "  X: int () 1", "  tags: []string (1) [\"a\"]", "    0: string () \"a\"",
		}},
		{"m := map[string]int{\"b\": 2, \"a\": 1}\nn := map[int]bool{10: true, 9: false}", 2, []string{
			"m: map[string]int (2) map[…]", "  \"a\": int () 1", "  \"b\": int () 2",
			"n: map[int]bool (2) map[…]", "  9: bool () false", "  10: bool () true",
		}},
		{"type P struct{ X int }\nall := []any{1, P{2}, nil}\nm := map[P][]P{{1}: {{3}}}", 3, []string{
			"all: []any (3) [1 {X:2} <nil>]", "  0: int () 1", "  1: P () {X:2}", "    X: int () 2", "  2: any () <nil>",
			"m: map[P][]P (1) map[…]", "  {X:1}: []P (1) [{X:3}]", "    0: P () {X:3}",
		}},
		{"type N struct {\n\tv int\n\tnext *N\n}\nring := &N{v: 1}\nring.next = ring", 2, []string{
			"ring: *N () &{v:1 next:&{v:… next:…}}", "  v: int () 1", "  next: *N () &{v:1 next:&{v:… next:…}}",
		}},
		{"n := 3\np := &n", 2, []string{"n: int () 3", "p: *int () &3", "  *: int () 3"}},
		{"A := mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6})", 2, []string{
			"A: *mat.Dense (2 x 3) [1 2 3] …", "  row 0:  () [1 2 3]", "  row 1:  () [4 5 6]",
		}},
		{"spec := kern.Gaussian{Width: kern.MedianDistance}", 2, []string{
			"spec: kern.Gaussian () {Width:\"median\"}", "  Width: kern.WidthRule () \"median\"",
		}},
		{"type S struct{ n int }\nfunc (s S) String() string { panic(\"called\") }\nfunc (s S) HTML() string { panic(\"called\") }\ns := S{1}", 2, []string{
			"s: S () {n:1}", "  n: int () 1",
		}},
	} {
		n := watching(t, c.code)
		want := strings.Join(c.want, "\n") + "\n"
		if got := tree(n.s.Variables(), c.depth, ""); got != want {
			t.Errorf("%s\nhas\n%s\nwant\n%s", c.code, got, want)
		}
	}
}

func TestVariablesOfResults(t *testing.T) {
	n := watching(t, "d := data.Load(\"diabetes\")\nparts := d.Split(data.Train(60), data.Valid(60), data.Test(60), data.Seed(1))",
		"spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01)}\n"+
			"m := spec.Fit(parts.Train, nvsd.TauFrac(0.4))")
	got := tree(n.s.Variables(), 2, "")
	for _, want := range []string{
		"d: *data.Frame (442 x 10) progression of age, sex,", "  bmi:  () [32.1 21.6 30.5", "  progression (target):  () [151 75",
		"m: *nvsd.Model (60 x 10) ", "  penalty:  () Lasso, tau", "  bmi:  () ✓ selected, norm per sd",
		"parts: data.Split () ", "  Train: *data.Frame (60 x 10)",
		"  Kernel: kern.Gaussian () {Width:\"median\"}",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q in\n%s", want, got)
		}
	}
}

// A value with many parts takes nothing from the others.
func TestVariablesAreBounded(t *testing.T) {
	n := watching(t, "type T struct{ kids []T }\nfunc grow(n int) T {\n\tif n == 0 {\n\t\treturn T{}\n\t}\n\treturn T{[]T{grow(n-1), grow(n-1), grow(n-1)}}\n}\n"+
		"big := grow(8)\nlong := make([]int, 506)\nsmall := []int{7}")
	var count func(list []repl.Variable) int
	count = func(list []repl.Variable) int {
		sum := len(list)
		for _, v := range list {
			sum += count(v.Parts)
		}
		return sum
	}
	all := n.s.Variables()
	if c := count(all); c > 2200 {
		t.Errorf("there are %d parts", c)
	}
	long := all[1].Parts
	if len(long) != 101 || long[100].Value != "100 of 506 elements are shown" {
		t.Errorf("long has %d parts, the last %+v", len(long), long[len(long)-1])
	}
	if got := tree(all[2:], 2, ""); got != "small: []int (1) [7]\n  0: int () 7\n" {
		t.Errorf("got %s", got)
	}
}

// Go ends a process that reads a map while a goroutine writes to it.
func TestMapsOfGoroutinesAreLeftAlone(t *testing.T) {
	n := watching(t, "m := map[int]int{}\nstop := make(chan bool)\ngo func() {\n\tfor i := 0; ; i++ {\n\t\tselect {\n\t\tcase <-stop:\n\t\t\treturn\n\t\tdefault:\n\t\t\tm[i%50] = i\n\t\t}\n\t}\n}()")
	for range 50 {
		if o := n.run("1"); o.failure != nil {
			t.Fatal(o.failure)
		}
	}
	if v := n.s.Variables()[0]; v.Name != "m" || v.Parts != nil {
		t.Errorf("got %+v", v)
	}
	n.run("stop <- true\ntime.Sleep(50 * time.Millisecond)")
	if v := n.s.Variables()[0]; len(v.Parts) != 50 {
		t.Errorf("after the goroutine, got %+v", v)
	}
}

func TestVariablesAreThoseOfTheLastCell(t *testing.T) {
	n := open(t)
	n.run("x := 1")
	if got := tree(n.s.Variables(), 1, ""); got != "x: int () 1\n" {
		t.Errorf("before anybody watches: %s", got)
	}
	running := newGate(t)
	id := n.queue("x = 2\n" + running.wait())
	n.s.Watch(true)
	if got := tree(n.s.Variables(), 1, ""); got != "x: int () 1\n" {
		t.Errorf("while a cell runs: %s", got)
	}
	running.open()
	n.finish(id)
	for _, c := range []struct{ code, want string }{
		{"1", "x: int () 2\n"},
		{"func f() { x = 3 }\nf()", "x: int () 3\n"}, // no cell has named x
		{"x = 4\nvar p *int\n*p = 1", "p: *int () <nil>\nx: int () 4\n"},
		{"y :=", "p: *int () <nil>\nx: int () 4\n"},
		{"x := \"new\"", "p: *int () <nil>\nx: string () \"new\"\n"},
		{"%reset", ""},
	} {
		n.run(c.code)
		if got := tree(n.s.Variables(), 1, ""); got != c.want {
			t.Errorf("after %q: %s", c.code, got)
		}
	}
	n.s.Watch(false)
	n.run("z := 1")
	if got := tree(n.s.Variables(), 1, ""); got != "z: int () 1\n" {
		t.Errorf("when nobody watches any more: %s", got)
	}
	n.s.Watch(true)
	if got := tree(n.s.Variables(), 1, ""); got != "z: int () 1\n" {
		t.Errorf("between cells: %s", got)
	}
}

func TestVariablesAfterAnInterrupt(t *testing.T) {
	n := watching(t)
	id := n.queue("x := 7\nfmt.Println(\"on\")\nfor {\n}")
	for {
		if _, ok := n.event().(repl.Stream); ok {
			break
		}
	}
	n.send(repl.Interrupt{})
	n.finish(id)
	if got := tree(n.s.Variables(), 1, ""); got != "x: int () 7\n" {
		t.Errorf("got %s", got)
	}
}

func TestRenderedVariables(t *testing.T) {
	n := watching(t, "type P struct{ X, Y int }\ntype H struct{ n int }\nfunc (h H) HTML() string { panic(\"called\") }\n"+
		"ps := []P{{1, 2}}\nh := H{3}\nA := mat.NewDense(2, 2, nil)\nd := data.Load(\"diabetes\")")
	for name, want := range map[string][]string{
		"ps": {"text/html", "<td"}, "A": {"text/html", "2 × 2 matrix"}, "d": {"text/html", "442 observations"},
		"h": {"text/plain", "n      int       3"},
	} {
		if got := string(n.s.Render(name).Data[want[0]]); !strings.Contains(got, want[1]) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if b := n.s.Render("nothing"); b.Size() > 0 {
		t.Errorf("got %v", b)
	}
	// One that has been rendered stays so.
	n.run("h = H{4}")
	running := newGate(t)
	id := n.queue("h = H{5}\n" + running.wait())
	if got := plain(n.s.Render("h")); !strings.HasSuffix(got, " 4") {
		t.Errorf("while a cell runs: %s", got)
	}
	running.open()
	n.finish(id)
}

// BenchmarkCellThatIsWatched has 50 variables and a matrix of 500 x 500. Its difference to
// BenchmarkCell is what a variables panel costs at the end of each cell.
func BenchmarkCellThatIsWatched(b *testing.B) {
	n := watching(b, "A := mat.NewDense(500, 500, nil)")
	for i := range 25 {
		n.run(fmt.Sprintf("x%d := %d\ns%d := make([]float64, 1000)", i, i, i))
	}
	for b.Loop() {
		if o := n.run("1+1"); o.result != "2" {
			b.Fatalf("%+v", o)
		}
	}
}
