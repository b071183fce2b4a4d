package notebooks

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestANSI(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"plain <&>", "plain &lt;&amp;&gt;"},
		{"\x1b[31mred\x1b[0m on", `<span class="ansi-fg-1">red</span> on`},
		{"\x1b[1;92;44mx\x1b[22;39my\x1b[mz", `<span class="ansi-bold ansi-fg-10 ansi-bg-4">x</span><span class="ansi-bg-4">y</span>z`},
		{"\x1b[3;4mx\x1b[23my\x1b[24mz", `<span class="ansi-italic ansi-underline">x</span><span class="ansi-underline">y</span>z`},
		{"\x1b[38;5;1mx", `<span class="ansi-fg-1">x</span>`},
		{"\x1b[38;5;208mx", `<span style="color:#ff8700">x</span>`},
		{"\x1b[48;5;255mx", `<span style="background-color:#eeeeee">x</span>`},
		{"\x1b[38;2;1;2;3;1mx", `<span class="ansi-bold" style="color:#010203">x</span>`},
		{"a\x1b[2Kb\x1b]0;title\x07c\x1b]8;;http://x\x1b\\d\x1b=e", "abcde"},
		{"cut \x1b[", "cut "},
		{"cut \x1b", "cut "},
		{"\x1b[38mx\x1b[38;5mx\x1b[99999999999999999999mx", "xxx"},
	} {
		if got := ansiHTML(tc.in); got != tc.want {
			t.Errorf("ansiHTML(%q) = %s, want %s", tc.in, got, tc.want)
		}
	}
}

// Whatever the escapes, the text itself comes through, and no HTML but spans.
func TestANSIKeepsTheText(t *testing.T) {
	spans := regexp.MustCompile(`<span( class="[-a-z0-9 ]+")?( style="[-a-z0-9#:;]+")?>|</span>`)
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[a-z<>&" ]*`)).Draw(rt, "words")
		var in strings.Builder
		for _, w := range words {
			in.WriteString(w + rapid.StringMatching("\x1b\\[[0-9;]{0,12}m").Draw(rt, "escape"))
		}
		got := ansiHTML(in.String())
		if text := html.UnescapeString(spans.ReplaceAllString(got, "")); text != strings.Join(words, "") {
			rt.Fatalf("%q became %s", in.String(), got)
		}
	})
}
