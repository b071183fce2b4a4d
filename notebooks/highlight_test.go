package notebooks

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestHighlight(t *testing.T) {
	for _, c := range []struct{ source, language, want string }{
		{"for i := range 3 {}", "go", `<span class="k">for</span> i := <span class="k">range</span> <span class="m">3</span> {}`},
		{"fmt.Println(\"a<b\") // c", "go", `fmt.<span class="nf">Println</span>(<span class="s">&#34;a&lt;b&#34;</span>) <span class="c">// c</span>`},
		{"var x []int = nil\n", "go", `<span class="k">var</span> x []<span class="k">int</span> = <span class="k">nil</span>`},
		{`x := "open`, "go", `x := <span class="s">&#34;open</span>`},
		{"%time f(`a\r\nb`)", "go", "%time <span class=\"nf\">f</span>(<span class=\"s\">`a\nb`</span>)"},
		{`{"k": 1.5}`, "json", `{<span class="s">&#34;k&#34;</span>: <span class="m">1.5</span>}`},
		{"for x in y: <z>", "python", "for x in y: &lt;z&gt;"},
		{"a < b", "", "a &lt; b"},
	} {
		if got, want := highlight(c.source, c.language), `<pre class="code"><code>`+c.want+"</code></pre>\n"; got != want {
			t.Errorf("%q\n got %s\nwant %s", c.source, got, want)
		}
	}
}

var tag = regexp.MustCompile(`</?span[^>]*>`)

// Whatever the source is, the page shows it and nothing else.
func TestHighlightShowsTheSource(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.OneOf(rapid.String(), rapid.StringMatching("[a-z0-9(){}\"'`/*<>&;.\n ]{0,40}")).Draw(t, "source")
		text := strings.TrimSuffix(strings.TrimPrefix(highlight(source, "go"), `<pre class="code"><code>`), "</code></pre>\n")
		want := strings.TrimRight(strings.ReplaceAll(source, "\r", ""), "\n")
		if got := html.UnescapeString(tag.ReplaceAllString(text, "")); got != html.UnescapeString(html.EscapeString(want)) {
			t.Fatalf("%q is shown as %q", want, got)
		}
	})
}
