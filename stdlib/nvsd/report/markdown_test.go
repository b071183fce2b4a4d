package report

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMarkdown(t *testing.T) {
	want := `**Norms of f\_1 \& g**

| input | norm (mmHg) | relative gap | in | selected |
| :-- | --: | --: | --: | :-- |
| größe | 12.50 | 2.34e-07 | 100 % | ✓ selected |
| \[b\_2\] | -0.26 | -0.001 | 30 % | – |
| \<c\>\|\* | 0 |  |  | undecided |

in: 50 % of the samples

- **penalty**: Lasso, tau 0.1

**Warning:** two inputs are constant
`
	if got := written.Markdown(); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
}

func TestMarkdownNotes(t *testing.T) {
	for note, want := range map[string]string{"1. a": `1\. a`, "12) a": `12\) a`, "- a": `\- a`, "+ a": `\+ a`, "# a": `\# a`, "1 a.": "1 a.", "-": `\-`, "": ""} {
		if got := markdownLine(note); got != want+"\n" {
			t.Errorf("%q is written as %q, want %q", note, got, want)
		}
	}
}

var escapedRune = regexp.MustCompile(`\\.`)

// A hostile text stays one cell of its row, and has no character that Markdown acts upon.
func TestMarkdownDoesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells := []any{hostile.Draw(t, "cell"), hostile.Draw(t, "cell")}
		table := Table{Columns: Columns(hostile.Draw(t, "name"), hostile.Draw(t, "name")), Rows: [][]any{cells}}
		lines := strings.Split(strings.TrimSuffix(table.Markdown(), "\n"), "\n")
		if len(lines) != 3 {
			t.Fatalf("there are %d lines: %q", len(lines), lines)
		}
		for _, line := range lines {
			rest := escapedRune.ReplaceAllString(line, "")
			if strings.Count(rest, "|") != 3 || strings.ContainsAny(rest, "\\`*_[]<>~$&#") {
				t.Fatalf("%q is left of %q", rest, line)
			}
		}
	})
}
