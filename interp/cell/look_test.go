package cell

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
)

// see looks at the identifier before the mark of the cursor.
func see(s *Session, text string) *Scope {
	before, after, _ := strings.Cut(text, "‸")
	off := strings.LastIndexFunc(before, func(r rune) bool { return r > 0x7f || !isIdentByte(byte(r)) }) + 1
	return s.Look(before+after, off)
}

func TestLook(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	transcript(s, Source{Label: "In[1]", Count: 1, Code: "x := 1\ntype T struct{ n int }\nfunc f() T { return T{} }"})
	for text, want := range map[string]string{
		"x‸":                                "int",
		"x := \"s\"\nx‸":                    "string",
		"x := x‸ + 1":                       "int",
		"v := f()\nv.n‸":                    "int",
		"v := strconv.Atoi(\"1\")\nv‸":      "int", // the error is dropped
		"fit.Fit(fit.CSV(\"a\")).Tau‸":      "float64",
		"func g(a []string) { b := a; b‸ }": "[]string",
		"y := 2.5\nfunc g() { y‸ }":         "float64", // a variable of the session, wherever it stands
		"bad := #\nx‸":                      "int",
		"import \"no/such\"\nx‸":            "int",
		"z := 1\nfunc z() {}\nx‸":           "int",
	} {
		v, got := see(s, text), ""
		if len(v.Path) > 0 {
			if obj := v.Info.ObjectOf(v.Path[0].(*ast.Ident)); obj != nil {
				got = obj.Type().String()
			}
		}
		if got != want {
			t.Errorf("%q: the type is %q, want %q", text, got, want)
		}
	}
}

func TestLocals(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	for text, want := range map[string]string{
		"a := 1\n{ b := 2\n_ = b }\nc := 3\nx‸":                     "a c",
		"func f(p int) (r int) { q := p; if s := q; s > 0 { x‸ } }": "p q r s",
		"a := func(p int) { x‸ }":                                   "p",
		"for i, v := range []int{} { x‸ }":                          "i v",
		"x‸ := 1":                                                   "",
	} {
		v := see(s, text)
		if got := strings.Join(slices.Sorted(maps.Keys(v.Locals())), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What is no Go at all is looked at too, in a time that grows as the text does: else
// these take longer than tests may.
func TestLookAtAnything(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	for name, text := range map[string]string{
		"brackets":       strings.Repeat("(", 1_000_000),
		"open strings":   strings.Repeat("\"\n", 100_000),
		"closing braces": strings.Repeat("}\n", 100_000),
		"declared twice": strings.Repeat("func f() {}\n", 10_000),
	} {
		if v := see(s, text+"‸"); len(v.Path) > 0 {
			t.Errorf("%s: something was found", name)
		}
	}
}

// Looking changes nothing that the next cell sees.
func TestLookLeavesNoTrace(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	transcript(s, Source{Label: "In[1]", Count: 1, Code: "x := 1\ntype T struct{ n int }"})
	symbols, versions := maps.Clone(s.symbols), maps.Clone(s.versions)
	see(s, "import \"os\"\ntype T string\nx := \"text\"\nfunc f() { x‸ }")
	if !maps.Equal(symbols, s.symbols) || !maps.Equal(versions, s.versions) || len(s.imports) > 0 {
		t.Error("the session is another than before")
	}
}
