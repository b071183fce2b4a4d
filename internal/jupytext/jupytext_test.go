package jupytext

import (
	"slices"
	"strings"
	"testing"
)

const top = "// ---\n// jupyter:\n//   jupytext:\n//     text_representation:\n//       format_name: percent\n// ---\n"

// TestPlain: of a script with jupytext's header, magics are no comments, and every line keeps its number.
func TestPlain(t *testing.T) {
	for _, tc := range []struct{ line, want string }{
		{"// %time f(x)", "%time f(x)"},
		{"//%time f(x)", "%time f(x)"},
		{"// // %time f(x)", "// %time f(x)"}, // a comment in the notebook
		{"// %%bench", "%%bench"},
		{"// !ls -l", "!ls -l"},
		{"// %%", "// %%"}, // begins a cell
		{"// %% a title", "// %% a title"},
		{"// 5 % of it", "// 5 % of it"},
		{"x % y // %time", "x % y // %time"},
		{"\t// %time f(x)", "\t// %time f(x)"},
		{"// %time f(x) // noescape", "// %time f(x) // noescape"},
		{"%time f(x)", "%time f(x)"},
		{"// !ls\r", "!ls\r"},
	} {
		got := strings.Split(Plain(top+"\n"+tc.line+"\nend"), "\n")
		if want := append(make([]string, 7), tc.want, "end"); !slices.Equal(got, want) {
			t.Errorf("%q becomes %q", tc.line, got)
		}
		for _, other := range []string{"", "// ---\n// a rule\n// ---\n", "// text\n" + top, strings.TrimSuffix(top, "// ---\n") + "\n"} {
			if text := other + tc.line; Plain(text) != text {
				t.Errorf("%q becomes %q", text, Plain(text))
			}
		}
		if text := "// %% A title [markdown] x=1\n" + tc.line; strings.TrimLeft(Plain(top+text), "\n") != text {
			t.Errorf("in Markdown, %q becomes %q", tc.line, Plain(top+text))
		}
		if got, want := Plain(top+"// %% [raw]\n// %%\n"+tc.line), strings.Repeat("\n", 6)+"// %% [raw]\n// %%\n"+tc.want; got != want {
			t.Errorf("behind a raw cell, %q becomes %q", tc.line, got)
		}
		left := strings.Replace(top, "//     text", "//     comment_magics: false\n//     text", 1)
		if got := strings.TrimLeft(Plain(left+tc.line), "\n"); got != tc.line {
			t.Errorf("with comment_magics: false, %q becomes %q", tc.line, got)
		}
	}
}

// TestCommented: a script without the header keeps such comments, and it is told where they are.
func TestCommented(t *testing.T) {
	text := "// %time f()\n%time f()\n// %d is a verb\n// 5 %time\n// !ls\n// %%bench\r\n// %%\n// ! no"
	if got, want := Commented(text, []string{"%time", "!", "%%bench"}), []int{1, 5, 6}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Commented(top+text, []string{"%time"}); got != nil {
		t.Errorf("with a header %v", got)
	}
}
