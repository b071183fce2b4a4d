package npy

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestLiterals reads literals as Python's repr writes them.
func TestLiterals(t *testing.T) {
	for text, want := range map[string]any{
		"True": true, "False": false, "0": int64(0), "-12": int64(-12), "3L": int64(3),
		"'a b'": "a b", `"it's"`: "it's", `'a\'b"'`: `a'b"`, `'\\'`: `\`, `'\n\t'`: "\n\t", `'\xe9'`: "é", "'é'": "é", `'\u20ac'`: "€", "' a '": " a ",
		"()": list(nil), "(1,)": list{int64(1)}, "[1, (2, 3)]": list{int64(1), list{int64(2), int64(3)}},
		"{}": dict{}, " { 'a' : 1 , 'b' : (), } ": dict{"a": int64(1), "b": list(nil)},
	} {
		if got, err := parseLiteral(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %#v, %v, want %#v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "is no value", "None": "is no value", "-": "is no value", "99999999999999999999": "is no value",
		"(1": "there is no ) before", "(1 2)": "there is no ) before", "[1)": "there is no ] before",
		"{'a' 1}": "there is no name before", "{1: 2}": "there is no name before", "{'a': 1 'b': 2}": "there is no } before", "{'a': }": "is no value",
		"'a": "a quote begins a text and none ends it", `'\q'`: "cannot be read", `'\`: "cannot be read",
		strings.Repeat("[", 30): "it is too deep",
	} {
		if got, err := parseLiteral(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is read as %#v, %v, want the error %q", text, got, err, want)
		}
	}
}

// TestLiteralsAreReadBack: a literal is what was written.
func TestLiteralsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := value(t, 3)
		if got, err := parseLiteral(repr(want)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %#v, %v, want %#v", repr(want), got, err, want)
		}
	})
}

// value draws a literal of a depth at most.
func value(t *rapid.T, depth int) any {
	most := 4
	if depth == 0 {
		most = 2
	}
	switch rapid.IntRange(0, most).Draw(t, "kind") {
	case 0:
		return rapid.Int64().Draw(t, "number")
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2:
		return rapid.String().Draw(t, "text")
	case 3:
		var l list
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			l = append(l, value(t, depth-1))
		}
		return l
	}
	d := dict{}
	for range rapid.IntRange(0, 3).Draw(t, "length") {
		d[rapid.String().Draw(t, "name")] = value(t, depth-1)
	}
	return d
}

// repr writes a literal as Python does.
func repr(v any) string {
	switch v := v.(type) {
	case bool:
		return map[bool]string{true: "True", false: "False"}[v]
	case string:
		var b strings.Builder
		for _, r := range v {
			switch {
			case r == '\'' || r == '\\':
				b.WriteString(`\` + string(r))
			case r < ' ':
				fmt.Fprintf(&b, `\x%02x`, r)
			default:
				b.WriteRune(r)
			}
		}
		return "'" + b.String() + "'"
	case list:
		var parts []string
		for _, e := range v {
			parts = append(parts, repr(e)+",")
		}
		return "(" + strings.Join(parts, " ") + ")"
	case dict:
		var parts []string
		for name, e := range v {
			parts = append(parts, repr(name)+": "+repr(e))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(v)
}
