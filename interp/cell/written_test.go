package cell

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// sourceOf runs cells, of which the last makes an interface of a value, and returns the last source of a type that has a method.
func sourceOf(t *testing.T, cells ...string) rt.Written {
	t.Helper()
	s := newTestSession(t, newTestImporter(t))
	var last rt.Written
	found := false
	for i, code := range cells {
		p, err := s.Check(Source{Label: "In", Count: i + 1, Code: code})
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		s.Commit(p)
		for _, w := range p.Written {
			last, found = w, true
		}
	}
	if !found {
		t.Fatal("no type is described")
	}
	return last
}

const sourced = `import "math"

type Inner struct{ X []float64 }

type T struct {
	In Inner
	N  int
}

func (t *T) Sum() float64 {
	s := 0.0
	for _, x := range t.In.X {
		s += scale(x)
	}
	return s
}

const (
	_ = iota
	one
)

func scale(x float64) float64 { return math.Abs(x) * one }
`

// TestSources: the source of a type has what the type leads to and nothing else, whatever the comments, the layout and the cells are.
func TestSources(t *testing.T) {
	const (
		inner = "type Inner struct{ X []float64 }"
		group = "const (\n\t_ = iota\n\tone\n)"
		typ   = "type T struct { In Inner; N int }"
		sum   = "func (t *T) Sum() float64 { s := 0.0; for _, x := range t.In.X { s += scale(x) }; return s }"
		scale = "func scale(x float64) float64 { return math.Abs(x) * one }"
		box   = "fmt.Println(T{})"
	)
	for name, cells := range map[string][]string{
		"one cell":               {inner + "\n" + group + "\n" + typ + "\n" + sum + "\n" + scale + "\n" + box},
		"many cells":             {group, scale, inner, typ, sum, box},
		"as written":             {sourced, box},
		"comments":               {group + " // a group", "// scale is.\n" + scale, inner, "/* T\nis */ " + typ, strings.Replace(sum, "return s", "// the end\n\treturn s /* it is */", 1), box},
		"another import":         {"import \"math\"\n" + group, scale, inner, typ, sum, box},
		"others":                 {"x := 3", "type U struct{}", "func other() int { return one() }\nfunc one() int { return 1 }", group, "func (U) Sum() {}", scale, inner, typ, sum, box, "x = 4"},
		"variables hidden":       {"In := 3\nN := 4\ns := 1", group, scale, inner, typ, sum, "fmt.Println(&T{N: 3})"},
		"run again":              {group, scale, inner, typ, sum, box, scale, group, box},
		"changed and back":       {group, scale, inner, typ, sum, box, "func scale(x float64) float64 { return 2*x }", scale, box},
		"an overridden constant": {strings.Replace(group, "one", "one\n\tscale", 1), scale, inner, typ, sum, box},
	} {
		want := sourced
		if name == "an overridden constant" {
			want = strings.Replace(sourced, "\tone\n", "\tone\n\t_\n", 1)
		}
		if got := sourceOf(t, cells...); got.Type != "T" || got.Refusal != "" || got.Source != want {
			t.Errorf("%s: %q %s\n%s", name, got.Refusal, got.Type, got.Source)
		}
	}
	for name, cells := range map[string][]string{
		"a function":          {group, strings.Replace(scale, "Abs", "Sqrt", 1), inner, typ, sum, box},
		"a constant":          {strings.Replace(group, "iota", "3 * iota", 1), scale, inner, typ, sum, box},
		"a field":             {group, scale, strings.Replace(inner, "X ", "Y, X ", 1), typ, sum, box},
		"a method":            {group, scale, inner, typ, strings.Replace(sum, "+=", "-=", 1), box},
		"one more":            {group, scale, inner, typ, sum, "func (T) Other() {}", box},
		"later":               {group, scale, inner, typ, sum, box, strings.Replace(scale, "Abs", "Sqrt", 1)},
		"later by a constant": {group, scale, inner, typ, sum, box, "const one = 2"},
	} {
		if got := sourceOf(t, cells...); got.Refusal != "" || got.Source == sourced {
			t.Errorf("%s: %q\n%s", name, got.Refusal, got.Source)
		}
	}
}

// TestGenericSources: the arguments of a type are part of its source.
func TestGenericSources(t *testing.T) {
	pair := "type Pair[A, B any] struct { First A; Second B }\nfunc (p Pair[A, B]) Both() (A, B) { return p.First, p.Second }"
	got := sourceOf(t, pair, "type In struct{ X int }", "import tm \"time\"", "fmt.Println(Pair[In, []tm.Duration]{})")
	if got.Refusal != "" || got.Type != "Pair[In, []time.Duration]" || !strings.Contains(got.Source, "type In struct{ X int }") || !strings.Contains(got.Source, "import \"time\"\n") {
		t.Errorf("%q %s\n%s", got.Refusal, got.Type, got.Source)
	}
}

// TestRefusedSources: what no text can have is named.
func TestRefusedSources(t *testing.T) {
	const box = "fmt.Println(T{})"
	for want, cells := range map[string][]string{
		"T uses the variable limit of the cells, whose value can change: make it a field of T, a constant or a function": {
			"limit := 3", "type T struct{}\nfunc (T) M() int { return limit }", box},
		"T uses the variable f of the cells": {"f := func() int { return 1 }", "func g() int { return f() }\ntype T struct{}\nfunc (T) M() int { return g() }", box},
		"T uses two packages that cells call m, strings and math": {
			"import m \"math\"\nfunc f() float64 { return m.Sqrt(2) }", "import m \"strings\"\ntype T struct{}\nfunc (T) M() string { return m.ToUpper(fmt.Sprint(f())) }", box},
		"T uses two meanings of the name max": {
			"func f() int { return max(1, 2) }", "func max() int { return 3 }", "type T struct{}\nfunc (T) M() int { return max() + f() }", box},
		"T uses two meanings of the name math": {
			"func f() float64 { return math.Sqrt(2) }", "func math() int { return 3 }", "type T struct{}\nfunc (T) M() float64 { return float64(math()) + f() }", box},
	} {
		if got := sourceOf(t, cells...); !strings.Contains(got.Refusal, want) {
			t.Errorf("%q, want %q\n%s", got.Refusal, want, got.Source)
		}
	}
}
