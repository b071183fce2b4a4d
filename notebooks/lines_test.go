package notebooks

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSplitLinesAsPythonDoes(t *testing.T) {
	for s, want := range map[string]list{
		"":                    {},
		"a":                   {"a"},
		"a\n":                 {"a\n"},
		"a\n\nb":              {"a\n", "\n", "b"},
		"a\r\nb\rc":           {"a\r\n", "b\r", "c"},
		"a\vb\fc\x1cd\u0085e": {"a\v", "b\f", "c\x1c", "d\u0085", "e"},
		"ä\u2028ö\u2029":      {"ä\u2028", "ö\u2029"},
	} {
		if got := splitLines(s); !reflect.DeepEqual(got, want) {
			t.Errorf("splitLines(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestLinesJoinAgain(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := strings.ToValidUTF8(rapid.StringOf(rapid.RuneFrom([]rune("ab\n\r\v\u2028é"))).Draw(rt, "s"), "")
		if got, ok := joinLines(splitLines(s)); !ok || got != s {
			rt.Fatalf("%q became %q", s, got)
		}
	})
}
