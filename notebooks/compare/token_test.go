package compare

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestTokens writes tokens as kind:text, and words as they are.
func TestTokens(t *testing.T) {
	letters := map[kind]string{number: "n", coordinate: "c", colour: "h", passing: "p", drawn: "d"}
	for _, tc := range []struct {
		format format
		text   string
		want   string
	}{
		{plain, "RMSE 0.8271, -3 and +1e-05", "RMSE n:0.8271, n:-3 and n:+1e-05"},
		{plain, "x10 In[3] f1-2 a-3 2-1", "x10 In[n:3] f1-n:2 a-n:3 n:2-n:1"},
		{plain, ".5 5. 1e5 1e", "n:.5 n:5. n:1e5 n:1e"},
		{plain, "−2.5 and - 2", "n:−2.5 and - n:2"},
		{plain, "2024-01-05", "n:2024-n:01-n:05"},
		{plain, "0xc000123456 0x1f", "p:0xc000123456 n:0x1f"},
		{plain, "took 1.5s, 3m2.25s, 12ms", "took p:1.5s, p:3m2.25s, p:12ms"},
		{plain, "2026-11-23 12:00:01.5 +0000 UTC m=+0.1 at 12:00:01", "p:2026-11-23 12:00:01.5 +0000 UTC m=+0.1 at p:12:00:01"},
		{plain, "#123456 {123456}", "#n:123456 {n:123456}"},
		{data, "#1f77b4 #12 {1F77B4}", "h:#1f77b4 #n:12 {n:1F77B4}"},
		{tex, "{1F77B4}", "h:{1F77B4}"},
		{plain, "9007199254740993 123456789012345 -0001", "9007199254740993 n:123456789012345 n:-0001"},
		{plain, "1e999 +Inf NaN", "1e999 +Inf NaN"},
		{plain, "x ⣀⡇", "x d:⣀d:⡇"},
		{markup, `<text x="1.5" font-size="9" fill="#222222">x3 3.72</text>`,
			`<text x="c:1.5" font-size="n:9" fill="h:#222222">x3 n:3.72</text>`},
		{markup, `<path d="M1.5-2L3 4h.01"/> a < 2`, `<path d="Mc:1.5c:-2Lc:3 c:4hc:.01"/> a < n:2`},
		{markup, `<svg data-x="0.5" x="1">`, `<svg data-x="n:0.5" x="c:1">`},
		{markup, `<p style="margin:0 0 .4em">5`, `<p style="margin:n:0 n:0 n:.4em">n:5`},
		{tex, `\vM1.5,2;x3 & 5.81 \\[4pt] \color{x}`, `\vMc:1.5,c:2;x3 & n:5.81 \\[c:4pt] \color{x}`},
		{pdf, `q 0.133 g BT 12.00 236.41 Td (x3 3.72) Tj ET Q`, `q c:0.133 g BT c:12.00 c:236.41 Td (x3 n:3.72) Tj ET Q`},
	} {
		var got strings.Builder
		for _, tok := range tokens(tc.text, tc.format) {
			if l := letters[tok.kind]; l != "" {
				got.WriteString(l + ":")
			}
			got.WriteString(tok.text)
		}
		if got.String() != tc.want {
			t.Errorf("%q as format %d:\n%s\nwant\n%s", tc.text, tc.format, got.String(), tc.want)
		}
	}
}

// TestTokensAreTheLine: no character is lost, whatever the line.
func TestTokensAreTheLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOf(rapid.SampledFrom([]string{"<", ">", `d="`, `"`, "(", ")", "1", "-", ".", "e", "x", " ", "⣀", "#ab12cd", "0xc000000000", `\vM`, ";", "é", "\xff", "1.5s"})).Draw(t, "pieces")
		line := strings.Join(pieces, "")
		for f := plain; f <= pdf; f++ {
			var all strings.Builder
			for _, tok := range tokens(line, f) {
				if tok.text == "" {
					t.Fatalf("format %d: an empty token in %q", f, line)
				}
				all.WriteString(tok.text)
			}
			if all.String() != line {
				t.Fatalf("format %d: %q, want %q", f, all.String(), line)
			}
		}
	})
}

// TestEveryNumberIsRead: what Go prints as a number is one number of that value.
func TestEveryNumberIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1e300, 1e300).Draw(t, "v")
		text := fmt.Sprintf(rapid.SampledFrom([]string{"%v", "%.3f", "%.2e"}).Draw(t, "verb"), v)
		toks := tokens("is "+text+" m", plain)
		if n := len(toks); n != 5 || toks[2].kind != number || toks[2].text != text {
			t.Fatalf("%q: %+v", text, toks)
		}
	})
}
