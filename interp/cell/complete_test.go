package cell

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

func TestCompleteness(t *testing.T) {
	for _, c := range []struct {
		code  string
		state repl.CompletenessState
		more  string
	}{
		{"", repl.Complete, ""},
		{"// only a comment", repl.Complete, ""},
		{"x := 1", repl.Complete, ""},
		{"x := 1;", repl.Complete, ""},
		{"import \"fmt\"\nfmt.Println(1)", repl.Complete, ""},
		{"func f() {\n\treturn\n}\nf()", repl.Complete, ""},
		{"s := \"{ ( [\" // {", repl.Complete, ""},
		{"s := '{'", repl.Complete, ""},
		{"for i := 0; i < 3; i++ { f(i) }", repl.Complete, ""},
		{"undeclared.Name(1)", repl.Complete, ""},
		{"func f() {", repl.Incomplete, "    "},
		{"for {\n\tif x {", repl.Incomplete, "        "},
		{"f(1,", repl.Incomplete, "    "},
		{"x := 1 +", repl.Incomplete, "    "},
		{"x :=", repl.Incomplete, "    "},
		{"d.Describe().", repl.Incomplete, "    "},
		{"s := `raw {", repl.Incomplete, ""},
		{"x := 1 /* and", repl.Incomplete, ""},
		{"f(1))", repl.Invalid, ""},
		{"f(1]", repl.Invalid, ""},
		{"x := \"open", repl.Invalid, ""},
		{"x := 1 2", repl.Invalid, ""},
		{"func f()\n{\n}", repl.Invalid, ""},
		{"x := #", repl.Invalid, ""},
	} {
		if got := Completeness(c.code); got.State != c.state || got.Indent != c.more {
			t.Errorf("%q: got %q, indent %q; want %q, %q", c.code, got.State, got.Indent, c.state, c.more)
		}
	}
}

// A text that is no Go at all is not read once for each thing that is wrong: that
// would take longer than tests may.
func TestCompletenessOfAnything(t *testing.T) {
	if got := Completeness(strings.Repeat("€", 300_000)); got.State != repl.Invalid {
		t.Errorf("it is %q", got.State)
	}
}

func FuzzCompleteness(f *testing.F) {
	f.Add("x := 1")
	f.Add("func (")
	f.Add("type T struct {")
	f.Fuzz(func(t *testing.T, code string) {
		c := Completeness(code)
		if c.State == repl.Complete && c.Indent != "" {
			t.Errorf("complete with an indent")
		}
	})
}
