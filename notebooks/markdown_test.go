package notebooks

import "testing"

func TestMarkdownMath(t *testing.T) {
	for _, tc := range []struct{ name, src, want string }{
		{"underscores", "$a_1 + b_1$", `<p><code class="math">a_1 + b_1</code></p>`},
		{"two", "$a$ and $b$", `<p><code class="math">a</code> and <code class="math">b</code></p>`},
		{"prices", "$5 and $6", `<p>$5 and $6</p>`},
		{"a price and emphasis", "$5 *and* 6$ x", `<p><code class="math">5 *and* 6</code> x</p>`},
		{"spaced", "a $ b $ c", `<p>a $ b $ c</p>`},
		{"escaped", `\$a\$`, `<p>$a$</p>`},
		{"block", "$$\na_1\n= b_1\n$$", `<p><code class="math"> a_1 = b_1 </code></p>`},
		{"open block", "$$ *a*", `<p>$$ <em>a</em></p>`},
		{"open across lines", "$a\nb$ x", "<p>$a\nb$ x</p>"},
		{"HTML inside", "$a<b$", `<p><code class="math">a&lt;b</code></p>`},
	} {
		got, err := newMarkdown(nil).render(tc.src, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got != tc.want+"\n" {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestMarkdownHeadingIDsDifferInAllOfThePage(t *testing.T) {
	m := newMarkdown(nil)
	for _, want := range []string{`<h2 id="again">Again</h2>`, `<h2 id="again-1">Again</h2>`} {
		got, err := m.render("## Again", nil)
		if err != nil {
			t.Fatal(err)
		}
		if got != want+"\n" {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
