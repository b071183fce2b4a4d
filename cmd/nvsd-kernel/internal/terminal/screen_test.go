package terminal

import (
	"fmt"
	"strings"
	"testing"
)

// While a person types, whole lines go above what is typed, and what is not finished waits.
func TestScreen(t *testing.T) {
	var out strings.Builder
	var above []string
	s := &screen{out: &out}
	fmt.Fprint(s, "one\nhow many? ")
	if s.tail() != "how many? " {
		t.Errorf("the question is %q", s.tail())
	}
	s.typing(func(lines string) { above = append(above, lines) })
	fmt.Fprint(s, "la")
	fmt.Fprint(s, "te\nand ")
	fmt.Fprint(s, "more\n")
	s.typing(nil)
	fmt.Fprint(s, "two\n")
	if out.String() != "one\nhow many? two\n" || fmt.Sprintf("%q", above) != `["late\n" "and more\n"]` {
		t.Errorf("%q, above %q", out.String(), above)
	}
}
