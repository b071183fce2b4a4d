package assist

import (
	"strings"
	"testing"
)

// at cuts the mark of the cursor out of a text.
func at(text string) (code string, cursor int) {
	before, after, ok := strings.Cut(text, "‸")
	if !ok {
		panic("no cursor in " + text)
	}
	return before + after, len(before)
}

func TestMend(t *testing.T) {
	for text, want := range map[string]string{
		"m.‸":                       "m.X\n",
		"foo(x, ‸":                  "foo(x, X)\n",
		"foo(x, ‸)\ny := 1":         "foo(x, X)\n",
		"Spec{Ker‸":                 "Spec{X}\n",
		"a[f(b, ‸":                  "a[f(b, X)]\n",
		"if x := m.‸":               "if x := m.X; {}\n",
		"if x ‸":                    "if x X {}\n",
		"if x := 1; x > ‸":          "if x := 1; x > X {}\n",
		"for i := 0; i < ‸":         "for i := 0; i < X; {}\n",
		"for i := 0; i < n; ‸":      "for i := 0; i < n; X {}\n",
		"for _, v := range m.‸":     "for _, v := range m.X {}\n",
		"for i := range 3 {\n\tf(‸": "for i := range 3 {\n\tf(X)}\n",
		"switch v.‸":                "switch v.X {}\n",
		"switch v {\ncase ‸":        "switch v {\ncase X}\n",
		"defer m.‸":                 "defer m.X()\n",
		"go func() {\n\tx.‸":        "go func() {\n\tx.X}()\n",
		"func f(a ‸":                "func f(a X) {}\n",
		"func f() ‸":                "func f() X {}\n",
		"func f() {\n\tif a {\n\t\tb.‸\n\t}\n}\nfunc g() {}": "func f() {\n\tif a {\n\t\tb.X}}\nfunc g() {}",
		"if a { b } else ‸": "if a { b } else X\n",
	} {
		code, cursor := at(text)
		if got := mend(locate(code, cursor), "X"); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
