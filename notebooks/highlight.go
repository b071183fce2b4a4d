package notebooks

import (
	"html"
	"strings"

	"github.com/alecthomas/chroma/v2"
	chromahtml "github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
)

// highlight returns source in a language as HTML whose tokens have classes;
// the page's style colours them. In a language that is not known it is plain.
func highlight(source, language string) string {
	source = strings.TrimRight(source, "\n")
	code := html.EscapeString(source)
	if lexer := lexers.Get(language); language != "" && lexer != nil {
		var b strings.Builder
		f := chromahtml.New(chromahtml.WithClasses(true), chromahtml.WithAllClasses(true),
			chromahtml.PreventSurroundingPre(true))
		tokens, err := chroma.Coalesce(lexer).Tokenise(nil, source)
		if err == nil && f.Format(&b, styles.Fallback, tokens) == nil {
			code = strings.TrimRight(b.String(), "\n")
		}
	}
	return `<pre class="code"><code>` + code + "</code></pre>\n"
}
