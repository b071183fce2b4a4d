package mathml

import (
	"encoding/xml"
	"io"
	"iter"
	"maps"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// body returns the formula without what is the same for all.
func body(t *testing.T, tex string) string {
	t.Helper()
	s, err := Write(tex, false)
	if err != nil {
		t.Fatalf("%s: %v", tex, err)
	}
	s = strings.TrimPrefix(s, "<math><semantics>")
	s, _, _ = strings.Cut(s, "<annotation")
	return s
}

func TestWrite(t *testing.T) {
	for _, tc := range []struct{ tex, want string }{
		{`x`, `<mi>x</mi>`},
		{`x+1`, `<mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow>`},
		{`10^{-3.5}`, `<msup><mn>10</mn><mrow><mo>−</mo><mn>3.5</mn></mrow></msup>`},
		{`x_a^2`, `<msubsup><mi>x</mi><mi>a</mi><mn>2</mn></msubsup>`},
		{`x^2_a`, `<msubsup><mi>x</mi><mi>a</mi><mn>2</mn></msubsup>`},
		{`f'`, `<msup><mi>f</mi><mrow><mo>′</mo></mrow></msup>`},
		{`\tfrac12 x`, `<mrow><mstyle displaystyle="false"><mfrac><mn>1</mn><mn>2</mn></mfrac></mstyle><mi>x</mi></mrow>`},
		{`x^10`, `<mrow><msup><mi>x</mi><mn>1</mn></msup><mn>0</mn></mrow>`},
		{`\mathbf{\frac12}`, `<mfrac><mn>𝟏</mn><mn>𝟐</mn></mfrac>`},
		{`f:=1`, `<mrow><mi>f</mi><mo>:=</mo><mn>1</mn></mrow>`},
		{`\frac{a}b`, `<mfrac><mi>a</mi><mi>b</mi></mfrac>`},
		{`\sqrt[3]{x}`, `<mroot><mi>x</mi><mn>3</mn></mroot>`},
		{`\hat f`, `<mover accent="true"><mi>f</mi><mo>^</mo></mover>`},
		{`\tau_{\max}`, `<msub><mi>τ</mi><mrow><mo movablelimits="true" lspace="0" rspace="0">max</mo><mo>` + "\u2061" + `</mo></mrow></msub>`},
		{`\sum_{i=1}^n`, `<munderover><mo movablelimits="true">∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>`},
		{`\int\limits_0`, `<munder><mo>∫</mo><mn>0</mn></munder>`},
		{`\log_2 x`, `<mrow><msub><mi>log</mi><mn>2</mn></msub><mo>` + "\u2061" + `</mo><mspace width="0.1667em"></mspace><mi>x</mi></mrow>`},
		{`\log(x)`, `<mrow><mi>log</mi><mo>` + "\u2061" + `</mo><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo></mrow>`},
		{`\operatorname*{arg\,min}_f`, `<mrow><munder><mo movablelimits="true" lspace="0" rspace="0">arg` + "\u2009" + `min</mo><mi>f</mi></munder><mo>` + "\u2061" + `</mo></mrow>`},
		{`\mathbb R`, `<mi mathvariant="normal">ℝ</mi>`},
		{`\mathbf{x}1`, `<mrow><mi mathvariant="normal">𝐱</mi><mn>1</mn></mrow>`},
		{`\text{if } x<0`, `<mrow><mtext>if` + "\u00a0" + `</mtext><mi>x</mi><mo>&lt;</mo><mn>0</mn></mrow>`},
		{`\left\{x\right.`, `<mrow><mo stretchy="true">{</mo><mi>x</mi><mo stretchy="true"></mo></mrow>`},
		{`\begin{cases}1&x\\0\end{cases}`, `<mrow><mo stretchy="true">{</mo><mtable><mtr><mtd style="text-align:left"><mn>1</mn></mtd>` +
			`<mtd style="text-align:left"><mi>x</mi></mtd></mtr><mtr><mtd style="text-align:left"><mn>0</mn></mtd></mtr></mtable></mrow>`},
		{"a % not seen\n b", `<mrow><mi>a</mi><mi>b</mi></mrow>`},
		{``, `<mrow></mrow>`},
	} {
		if got := body(t, tc.tex); got != tc.want {
			t.Errorf("%s:\n%s, want\n%s", tc.tex, got, tc.want)
		}
	}
}

func TestWriteKeepsTheSource(t *testing.T) {
	got, err := Write(` a<b `, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<math display="block">`, `<annotation encoding="application/x-tex">a&lt;b</annotation>`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s has no %s", got, want)
		}
	}
}

// TestErrors has what the package says of a formula that it cannot write.
func TestErrors(t *testing.T) {
	for _, tc := range []struct{ tex, want string }{
		{`\color{red}x`, `the command \color is not known`},
		{`\begin{tikzpicture}\end{tikzpicture}`, "the environment tikzpicture is not known"},
		{`{x`, `a "{" has no "}"`},
		{`x}`, `"}" cannot stand there`},
		{`x & y`, `"&" cannot stand there`},
		{`\left(x`, `a \left has no \right`},
		{`\left x`, `"x" is no bracket`},
		{`\sqrt[3{x}`, `the index of a root has no "]"`},
		{`x_1_2`, "two indices of one symbol"},
		{`x^1^2`, "two powers of one symbol"},
		{`x^`, "the formula ends where something must follow"},
		{`\frac{a}`, "the formula ends where something must follow"},
		{`\begin{matrix}a`, `\begin{matrix} has no \end`},
		{`\begin{matrix}a\end{cases}`, `\begin{matrix} ends with \end{cases}`},
		{`\begin{array}{|l|}a\end{array}`, `an array has columns l, c and r, not "|l|"`},
		{`\text{a $b$}`, "a text with commands or mathematics inside"},
		{`\text a`, `a text must stand in braces, not "a"`},
		{`a \\ b`, `the command \\ is not known`},
		{`\`, `"\\" cannot stand there`},
		{strings.Repeat("{", 1000), "nested too deep"},
	} {
		got, err := Write(tc.tex, false)
		if err == nil {
			t.Errorf("%s is written as %s", tc.tex, got)
		} else if !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", tc.tex, err, tc.want)
		}
	}
}

// TestEverySymbol writes each command of the tables, with an index and a power.
func TestEverySymbol(t *testing.T) {
	var names []string
	for name := range identifiers {
		names = append(names, name)
	}
	for name := range operators {
		names = append(names, name)
	}
	for name := range largeOperators {
		names = append(names, name)
	}
	for name := range functions {
		names = append(names, name)
	}
	for name := range fences {
		names = append(names, name, `left\`+name+` x\right\`+name+" ")
	}
	for name := range spaces {
		names = append(names, name)
	}
	for _, name := range names {
		wellFormed(t, body(t, `a\`+name+` b`))
	}
}

// TestDocumented holds the list of the page for users to the tables.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/pages.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []iter.Seq[string]{
		maps.Keys(identifiers), maps.Keys(operators), maps.Keys(fences), maps.Keys(largeOperators), maps.Keys(functions), maps.Keys(commands()),
	} {
		for name := range table {
			if !strings.Contains(string(page), "`\\"+strings.ReplaceAll(name, "|", `\|`)+"`") {
				t.Errorf("docs/pages.md does not list \\%s", name)
			}
		}
	}
	for name := range environments {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/pages.md does not list the environment %s", name)
		}
	}
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func wellFormed(t fataler, markup string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(markup))
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", markup, err)
		}
	}
}

// TestAnything holds that whatever stands in a formula, it is either refused or written as
// well-formed markup with the source in it and no element of HTML.
func TestAnything(t *testing.T) {
	pieces := []string{"x", "1", "{", "}", "^", "_", "'", `\frac`, `\sqrt`, "[", "]", `\left(`, `\right)`, `\begin{matrix}`, `\end{matrix}`,
		"&", `\\`, `\sum`, `\max`, `\text{<script>}`, "<script>", `\mathbf`, "%", "\n", " ", "$", `\`, `\hat`, "é", "∑", "\x00", `\operatorname*{a}`}
	rapid.Check(t, func(t *rapid.T) {
		tex := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 20).Draw(t, "tex"), "")
		got, err := Write(tex, rapid.Bool().Draw(t, "display"))
		if err != nil {
			return
		}
		wellFormed(t, strings.ReplaceAll(got, "\x00", ""))
		if strings.Contains(got, "<script") {
			t.Fatalf("%q becomes %s", tex, got)
		}
	})
}

func FuzzWrite(f *testing.F) {
	f.Add(`\frac{\partial f}{\partial x_a}`)
	f.Fuzz(func(t *testing.T, tex string) {
		if got, err := Write(tex, true); err == nil && !strings.HasSuffix(got, "</math>") {
			t.Errorf("%q becomes %s", tex, got)
		}
	})
}
