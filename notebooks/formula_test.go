package notebooks

import (
	"regexp"
	"strings"
	"testing"
)

// semantics is what a formula has around its markup.
var semantics = regexp.MustCompile(`(?s)<math( display="block")?><semantics>|<annotation.*?</math>`)

func TestFormulasInMarkdown(t *testing.T) {
	for _, tc := range []struct{ name, src, want string }{
		{"underscores", "$a_1b_1$", `<p><mrow><msub><mi>a</mi><mn>1</mn></msub><msub><mi>b</mi><mn>1</mn></msub></mrow></p>`},
		{"two", "$a$ and $b$", `<p><mi>a</mi> and <mi>b</mi></p>`},
		{"prices", "$5 and $6", `<p>$5 and $6</p>`},

		{"spaced", "a $ b $ c", `<p>a $ b $ c</p>`},
		{"escaped", `\$a\$`, `<p>$a$</p>`},
		{"an escape", `\*a`, `<p>*a</p>`},
		{"block", "$$\na\n$$", `<p><mi>a</mi></p>`},
		{"environment", "\\begin{align*}\na\n\\end{align*}", `<p><mtable displaystyle="true"><mtr><mtd style="text-align:right;padding-right:0"><mi>a</mi></mtd></mtr></mtable></p>`},
		{"open environment", `\begin{align} *a*`, `<p>\begin{align} <em>a</em></p>`},
		{"open block", "$$ *a*", `<p>$$ <em>a</em></p>`},
		{"open across lines", "$a\nb$ x", "<p>$a\nb$ x</p>"},
		{"HTML inside", "$a<b$", `<p><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></p>`},
		{"not known", `$\color{red}<a$`, `<p><code class="math">\color{red}&lt;a</code></p>`},
	} {
		got, err := newMarkdown(nil).render(tc.src, nil)
		if err != nil {
			t.Fatal(err)
		}
		got = semantics.ReplaceAllString(got, "")
		if got != tc.want+"\n" {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestFormulaOfItsOwnLine(t *testing.T) {
	for _, tc := range []struct {
		src  string
		want bool
	}{{"$a$", false}, {"$$a$$", true}, {"\\begin{equation}a\\end{equation}", true}} {
		got, err := newMarkdown(nil).render(tc.src, nil)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(got, `display="block"`) != tc.want {
			t.Errorf("%s: %s", tc.src, got)
		}
	}
}

func TestLatexOutputs(t *testing.T) {
	for _, tc := range []struct{ latex, want string }{
		{"$$x$$", `<math display="block">`}, {"$x$", "<math>"}, {`\frac ab`, `<math display="block">`},
		{`$$\color{red}x$$`, `<code class="math">\color{red}x</code>`},
	} {
		if got := latexHTML(tc.latex); !strings.HasPrefix(got, tc.want) {
			t.Errorf("%s: %s, want %s", tc.latex, got, tc.want)
		}
	}
}
