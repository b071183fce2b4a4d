package cell

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// told writes steps as the tables have them: what each gives, changes and reads, without what
// the language declares.
func told(steps []Step) string {
	var b strings.Builder
	for _, s := range steps {
		var changes []string
		for _, c := range s.Changes {
			text := c.Name + c.Part
			if c.Again {
				text += " again"
			}
			changes = append(changes, text)
		}
		reads := slices.DeleteFunc(slices.Clone(s.Reads), func(name string) bool { return types.Universe.Lookup(name) != nil })
		fmt.Fprintf(&b, "%s|%s|%s\n", strings.Join(s.Gives, " "), strings.Join(changes, ","), strings.Join(reads, " "))
	}
	return strings.TrimSpace(b.String())
}

func TestSteps(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"", ""},
		{"x := 1", "x||"},
		{"x, err := f(y)", "x err||f y"},
		{"var a, b int = c, 2", "a b||c"},
		{"x = y + x", "x||x y"},
		{"x += y", "|x again|x y"},
		{"x++", "|x again|x"},
		{"spec.Tau = 3", "|spec=.Tau|"},
		{"spec.Tau = spec.Tau * 2", "|spec=.Tau again|spec"},
		{"xs[i].A, *p = 1, q", "|p=*p,xs=[i].A|i q"},
		{"json.Unmarshal(b, &cfg)", "|cfg|b cfg json"},
		{"p := &x", "p||x"},
		{"for i := range xs { ys[i] = xs[i] }", "|ys|xs ys"},
		{"for i = range 3 { f(i) }", "|i again|f i"},
		{"if x := f(); x > 0 { y = x }", "|y|f y"},
		{"g := func(a int) int { n++; return a + b }", "g|n again|b n"},
		{"m.Score(test)", "||m test"},
		{"a, b.c", "||a b"},
		{"s := T{A: 1, B: b}", "s||T b"},
		{"s := map[string]int{k: v}", "s||k v"},
		{"s := []int{i: v}", "s||i v"},
		{"import \"math\"\nimport m \"math/rand\"\nimport \"example.org/a/v2\"", "math||\nm||\na||"},
		{"const (\n\tA = iota\n\tB\n)", "A B||"},
		{"type T[P any] struct{ U; f func(P) V }", "T||U V"},
		{"func f(a T) (r R) { x = a.g(h); return }", "f|x|R T h x"},
		{"func (t *T[P]) M() { y++ }", "T.M|y again|T y"},
		{"x := 1\ny := x", "x||\ny||x"},
		{"L: for { break L }", "||"},
		{"x := _ + __", "x||_ __"},
	} {
		steps, err := Steps(Source{Code: c.code})
		if err != nil {
			t.Errorf("%s: %v", c.code, err)
		} else if got := told(steps); got != c.want {
			t.Errorf("%s\nhas %s\nnot %s", c.code, got, c.want)
		}
	}
}

// Layout and comments are no part of a step.
func TestStepTexts(t *testing.T) {
	text := func(code string) string {
		steps, err := Steps(Source{Code: code})
		if err != nil {
			t.Fatal(err)
		}
		return steps[0].Text
	}
	for _, same := range [][2]string{
		{"x := f(1,2) // why", "x := f(1, 2)"},
		{"func f() {\n\treturn // here\n}", "func f() { return }"},
		{"x := []int{\n\t1,\n}", "x := []int{1,}"},
	} {
		if a, b := text(same[0]), text(same[1]); a != b && strings.ReplaceAll(a, "; ", "") != strings.ReplaceAll(b, "; ", "") {
			t.Errorf("%q is %q, %q is %q", same[0], a, same[1], b)
		}
	}
	if a, b := text("x := 1"), text("x := 2"); a == b {
		t.Errorf("both are %q", a)
	}
}

// Types tell which methods are called, and which calls stand for what they change.
func TestTypedSteps(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	var got []string
	for i, code := range []string{
		"type P struct{ n int }\nfunc (p P) Get() int { return p.n }\nfunc (p *P) Set(n int) { p.n = n }\nfunc (p *P) Save() error { return nil }\nfunc (p *P) Next() int { p.n++; return p.n }",
		"p := &P{}",
		"p.Set(3)",
		"p.Get()",
		"p.Save()",
		"p.Next();",
		"x := _4 + _",
		"func f() { p.Set(1) }",
	} {
		n := i + 1
		prog, err := s.Check(Source{Label: fmt.Sprintf("In[%d]", n), Count: n, Code: code, Out: fmt.Sprintf("_%d", n)})
		if err != nil {
			t.Fatal(err)
		}
		s.Commit(prog)
		s.Displayed(prog)
		got = append(got, told(prog.Steps))
	}
	want := []string{
		"P||\nP.Get||P\nP.Set||P\nP.Save||P\nP.Next||P",
		"p||P",
		"|p|P.Set p",
		"_4||P.Get p",
		"||P.Save p",
		"|p|P.Next p",
		"x||_4",
		"f|p|P.Set p",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("cell %d has\n%s\nnot\n%s", i+1, got[i], want[i])
		}
	}
}
