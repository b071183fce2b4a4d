package cell

import (
	"strings"
	"testing"
)

func TestCompleteness(t *testing.T) {
	for _, c := range []struct {
		code  string
		state State
		more  string
	}{
		{"", Complete, ""},
		{"// only a comment", Complete, ""},
		{"x := 1", Complete, ""},
		{"x := 1;", Complete, ""},
		{"import \"fmt\"\nfmt.Println(1)", Complete, ""},
		{"func f() {\n\treturn\n}\nf()", Complete, ""},
		{"s := \"{ ( [\" // {", Complete, ""},
		{"s := '{'", Complete, ""},
		{"for i := 0; i < 3; i++ { f(i) }", Complete, ""},
		{"undeclared.Name(1)", Complete, ""},
		{"func f() {", Incomplete, "    "},
		{"for {\n\tif x {", Incomplete, "        "},
		{"f(1,", Incomplete, "    "},
		{"x := 1 +", Incomplete, "    "},
		{"x :=", Incomplete, "    "},
		{"d.Describe().", Incomplete, "    "},
		{"s := `raw {", Incomplete, ""},
		{"x := 1 /* and", Incomplete, ""},
		{"f(1))", Invalid, ""},
		{"f(1]", Invalid, ""},
		{"x := \"open", Invalid, ""},
		{"x := 1 2", Invalid, ""},
		{"func f()\n{\n}", Invalid, ""},
		{"x := #", Invalid, ""},
	} {
		if got, more := Completeness(c.code); got != c.state || more != c.more {
			t.Errorf("%q: got %q, indent %q; want %q, %q", c.code, got, more, c.state, c.more)
		}
	}
}

// A text that is no Go at all is not read once for each thing that is wrong: that
// would take longer than tests may.
func TestCompletenessOfAnything(t *testing.T) {
	if got, _ := Completeness(strings.Repeat("€", 300_000)); got != Invalid {
		t.Errorf("it is %q", got)
	}
}

func FuzzCompleteness(f *testing.F) {
	f.Add("x := 1")
	f.Add("func (")
	f.Add("type T struct {")
	f.Fuzz(func(t *testing.T, code string) {
		state, indentation := Completeness(code)
		if state == Complete && indentation != "" {
			t.Errorf("complete with an indent")
		}
	})
}
