package cell

import (
	"slices"
	"testing"
)

// TestNamed: of what need not be Go, the names that it was to declare.
func TestNamed(t *testing.T) {
	for _, c := range []struct {
		code string
		want []string
	}{
		{"d := data.CSV(\"a.csv\", sep=\";\")", []string{"d"}},
		{"a, b := f()\nc = 3\nd <- 4", []string{"a", "b", "c", "d"}},
		{"d := data.CSV(\"a.csv\"", []string{"d"}},
		{"var x, y float64 = 1, 2\nconst k = 3\ntype T struct{ n int }\nfunc f(a int) { b := a }", []string{"x", "y", "k", "T", "f"}},
		{"func (t T) M() { u := 1 }\nfor i := range 3 { j := i }\nif ok := f(); ok { }", nil},
		{"xs[0] = 1\nm.Field = 2\nf(x == 1)\n// a = 3\ng := func() { h := 1 }", []string{"g"}},
		{"# a comment\nd$x = 3\n“text”\nd := 1", []string{"d"}},
		{"x > 2 and y < 3\n)\nz := 1", []string{"z"}},
		{"", nil},
	} {
		if got := named(c.code); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.code, got, c.want)
		}
	}
}
