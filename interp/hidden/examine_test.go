package hidden

import (
	"strings"
	"testing"
)

// Each case is a notebook: of each cell the count of its last run and its code.
func TestExamine(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells []Source
		want  string
	}{
		{"in order", []Source{
			{Count: 1, Code: "x := 1"},
			{Count: 4, Code: "f := func() int { return x }\nfmt.Println(math.Abs(f()), ctx, _, _1)"},
			{Count: 5, Code: "type T struct{ A int }\nfunc (t T) M() int { return g(t.A) }\nfunc g(n int) int { return n }"},
			{Count: 9, Code: "%time T{A: 1}.M()\n!ls"},
			{Code: "x++"},
			{Count: 10, Code: "if err := g(x); err > 0 { x = err }\nfor i := range 3 { g(i) }\nvar m = map[string]int{\"a\": x}\nimport q \"math/rand\"\nq.Int()"},
			{Count: 12, Code: "%%html\n<b>undeclared</b>"},
			{Count: 13, Code: "set()\nfunc set() { y = 2 }\ny := 1"},
		}, ""},
		{"out of order", []Source{
			{Count: 3, Code: "x := 1", Title: "The data"},
			{Count: 2, Code: "x"},
			{Count: 4, Code: "x"},
			{Count: 1, Code: "x", Title: "A fit"},
		}, "cell 2 as In[2] ran before cell 1 (The data) as In[3], which stands above it\n" +
			"cell 4 (A fit) as In[1] ran before cell 3 as In[4], which stands above it"},
		{"names", []Source{
			{Code: "y := x + z"},
			{Code: "x := 1\nfunc f() int { return w }"},
			{Code: "w = 1\nspec.Tau = 2"},
			{Code: "no Go ("},
			{Code: "undeclared", Fails: true},
			{Code: "var w int"},
		}, "cell 1 uses x, which cell 2 below it declares and no cell above it\n" +
			"cell 1 uses z, which no cell declares\n" +
			"cell 2 uses w, which cell 6 below it declares and no cell above it\n" +
			"cell 3 uses spec, which no cell declares\n" +
			"cell 3 uses w, which cell 6 below it declares and no cell above it"},
		{"a file that is run", []Source{
			{Code: "%run lib.go"},
			{Code: "helper(1)"},
		}, ""},
		{"statements and what the cell declares below", []Source{
			{Code: "f()\nt := T{}\nfunc f() {}\ntype T struct{}"},
			{Code: "a := b\nb := 1"},
		}, "cell 2 uses b above its declaration"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i := range c.cells {
				c.cells[i].Number = i + 1
			}
			var got []string
			for _, f := range Examine(c.cells) {
				got = append(got, f.String())
			}
			if text := strings.Join(got, "\n"); text != c.want {
				t.Errorf("found\n%s\nnot\n%s", text, c.want)
			}
		})
	}
}
