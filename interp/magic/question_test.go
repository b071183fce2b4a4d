package magic

import (
	"slices"
	"strings"
	"testing"
)

// A line that asks has the name that it asks for, where that stands, and whether
// the source is wanted.
func TestQuestions(t *testing.T) {
	for _, c := range []struct {
		code string
		want []Action
	}{
		{"fmt.Println?", []Action{{Kind: Inspect, Arg: "fmt.Println"}}},
		{"?fmt.Println", []Action{{Kind: Inspect, Arg: "fmt.Println", At: 1}}},
		{"  ?? nvsd.Spec \nx?", []Action{{Kind: Inspect, Arg: "nvsd.Spec", Off: 2, At: 5, Source: true}, {Kind: Inspect, Arg: "x", Off: 16, At: 16}}},
		{"größe ??", []Action{{Kind: Inspect, Arg: "größe", Source: true}}},
		{"%time?", []Action{{Kind: Inspect, Arg: "%time"}}},
		{"?%%bench", []Action{{Kind: Inspect, Arg: "%%bench", At: 1}}},
		{"x?\n%reset", []Action{{Kind: Inspect, Arg: "x"}, {Kind: Reset, Off: 3}}},
	} {
		got, err := Parse(c.code)
		if err != nil {
			t.Errorf("%q: %v", c.code, err)
			continue
		}
		if !slices.Equal(got.Actions, c.want) {
			t.Errorf("%q: %+v, want %+v", c.code, got.Actions, c.want)
		}
		if blank := Blank(c.code, got.Edits); strings.Contains(blank, "?") {
			t.Errorf("%q leaves %q", c.code, blank)
		}
	}
}

func TestAbout(t *testing.T) {
	if got, want := About("%time"), "%time STATEMENT\n\nRun a statement, or show an expression, and say how long it took."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := About("%nope"); got != "" {
		t.Errorf("%%nope: %q", got)
	}
}
