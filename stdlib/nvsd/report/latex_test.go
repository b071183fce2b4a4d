package report

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// written is a table with all that can stand in it.
var written = Table{
	Title:   "Norms of f_1 & g",
	Columns: []Column{{Name: "input"}, {Name: "norm", Unit: "mmHg"}, {Name: "relative gap", Spread: true}, {Name: "in"}, {Name: "selected"}},
	Rows: [][]any{
		{"größe", 12.5, 2.34e-7, Percent(1), Marked(true, "selected")},
		{"[b_2]", -0.25678, -0.001, Percent(0.3), Marked(false, "selected")},
		{"<c>|*", 0.0, nil, nil, Mark{Word: "undecided"}},
	},
	Notes:    []string{"in: 50 % of the samples"},
	Facts:    []Fact{{"penalty", "Lasso, tau 0.1"}},
	Warnings: []string{"two inputs are constant"},
}

func TestLaTeX(t *testing.T) {
	want := `\noindent \textbf{Norms of f\_1 \& g}\par
\noindent \begin{tabular}{lrrrl}
\toprule
input & norm (mmHg) & relative gap & in & selected \\
\midrule
größe & 12.50 & $2.34\times 10^{-7}$ & 100 \% & $\checkmark$ selected \\
{[}b\_2{]} & $-$0.26 & $-$0.001 & 30 \% & -- \\
\textless{}c\textgreater{}\textbar{}{*} & 0 &  &  & undecided \\
\bottomrule
\end{tabular}\par
\noindent in: 50 \% of the samples\par
\noindent \textbf{penalty}: Lasso, tau 0.1\par
\noindent \textbf{Warning:} two inputs are constant\par
`
	if got := written.LaTeX(); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
	wide := Table{Columns: Columns(strings.Split(strings.Repeat("a", lineColumns+1), "")...)}
	if got := wide.LaTeX(); !strings.Contains(got, `\resizebox`) {
		t.Errorf("a wide table leaves the page:\n%s", got)
	}
}

// hostile draws names that mean something in HTML, Markdown, LaTeX or CSV.
var hostile = rapid.OneOf(
	rapid.String(),
	rapid.StringMatching("[\\\\`*_\\[\\]<>|~$&#{}^%@!().\"'0-9 +=-]*"),
	rapid.SampledFrom([]string{`<script>alert(1)</script>`, `\input{/etc/passwd}`, `\\[1cm]`, `a & b \\`, `x | y`, "```", "$$", `" onload="x`, "1. a", "- a", "a\nb", "![x](y)"}),
)

// whatLaTeXDoes matches the commands that EscapeLaTeX writes.
var whatLaTeXDoes = regexp.MustCompile(`\\text(backslash|asciitilde|asciicircum|less|greater|bar)\{\}|\\ldots\{\}|\{[\[\]*]\}|\$\\[a-z]+\$|\\[{}$&#_%]`)

// Without the commands that it writes itself, no text has a character that LaTeX acts upon.
func TestLaTeXDoesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got := EscapeLaTeX(hostile.Draw(t, "text"))
		if rest := whatLaTeXDoes.ReplaceAllString(got, ""); strings.ContainsAny(rest, "\\{}$&#_%^~[]*\n") {
			t.Fatalf("%q is left of %q", rest, got)
		}
	})
}
