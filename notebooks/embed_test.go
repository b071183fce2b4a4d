package notebooks

import (
	"fmt"
	"html"
	"strings"
	"testing"
	"testing/fstest"
)

// TestEveryTagOfAPictureIsEmbedded: a page that may load nothing holds the pictures that HTML names, as those of
// Markdown, however the tag is written, in Markdown and in an output.
func TestEveryTagOfAPictureIsEmbedded(t *testing.T) {
	files := fstest.MapFS{"figs/a b.png": {Data: []byte("picture")}, "a&b.png": {Data: []byte("picture")}, "secret.txt": {Data: []byte("secret")}}
	const beside, attached = "data:image/png;base64,cGljdHVyZQ==", "data:image/png;base64,QUJD"
	for _, tc := range []struct{ source, want string }{
		{`<img src="figs/a%20b.png">`, `<img src="BESIDE">`},
		{`<img src='./figs/a b.png' alt='x'>`, `<img src="BESIDE" alt='x'>`},
		{`<img src=figs/a%20b.png width=100>`, `<img src="BESIDE" width=100>`},
		{`<IMG ALT="<img src=x>" SRC = "figs/../figs/a%20b.png" />`, `<IMG ALT="<img src=x>" SRC = "BESIDE" />`},
		{"text <img\nwidth='5'\nsrc=\" figs/a b.png \"> text", "<img\nwidth='5'\nsrc=\"BESIDE\"> text"},
		{`<img src="a&amp;b.png">`, `<img src="BESIDE">`},
		{`<img src="figs/a%20b.png" src="gone.png">`, `<img src="BESIDE" src="gone.png">`},
		{`<img src="gone.png" src="figs/a%20b.png">`, `<img src="gone.png" src="figs/a%20b.png">`},
		{`<div><a href="x"><img data-src="figs/a%20b.png" src="figs/a%20b.png"/></a></div>`, `<img data-src="figs/a%20b.png" src="BESIDE"/>`},
		{`<table><tr><td><img src="figs/a%20b.png"><td><img src="figs/a%20b.png"></table>`, `<td><img src="BESIDE"><td><img src="BESIDE">`},
		{`<img srcset="figs/a%20b.png 1x,gone.png 2x, figs/a%20b.png" src="figs/a%20b.png">`, `<img srcset="BESIDE 1x,gone.png 2x, BESIDE" src="BESIDE">`},
		{`<picture><source srcset="figs/a%20b.png, gone.png"><img src="gone.png"></picture>`, `<source srcset="BESIDE, gone.png"><img src="gone.png">`},
		{`<!-- <img src="figs/a%20b.png"> --> <img src="figs/a%20b.png">`, `<!-- <img src="figs/a%20b.png"> --> <img src="BESIDE">`},
		{`<textarea><img src="figs/a%20b.png"></TEXTAREA><img src="figs/a%20b.png">`, `<textarea><img src="figs/a%20b.png"></TEXTAREA><img src="BESIDE">`},
		{`<image src="figs/a%20b.png">`, `<image src="figs/a%20b.png">`},
		{`<img src="figs/a%20b.png"`, ``}, // no tag
		{`<img src="gone.png">`, `<img src="gone.png">`},
		{`<img src="../figs/a%20b.png">`, `<img src="../figs/a%20b.png">`},
		{`<img src="secret.txt">`, `<img src="secret.txt">`},
		{`<img src="https://example.org/figs/a%20b.png">`, `<img src="https://example.org/figs/a%20b.png">`},
		{`<img src="//example.org/figs/a%20b.png">`, `<img src="//example.org/figs/a%20b.png">`},
		{`<img src="data:image/gif;base64,R0lG">`, `<img src="data:image/gif;base64,R0lG">`},
		{`<img>`, `<img>`},
		{"`<img src=\"figs/a%20b.png\">`", `&lt;img src=&quot;figs/a%20b.png&quot;&gt;`},
	} {
		want := strings.ReplaceAll(tc.want, "BESIDE", html.EscapeString(beside))
		md := newMarkdown(files)
		got, err := md.render(tc.source, nil)
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("%s\nbecomes %s, %v\nexpected %s", tc.source, got, err, want)
		}
		if tc.want == "" && strings.Contains(got, "data:") {
			t.Errorf("%s\nbecomes %s", tc.source, got)
		}
		cell := fmt.Sprintf(`{"cell_type": "code", "execution_count": 1, "metadata": {}, "source": "", "outputs": [
			{"output_type": "display_data", "metadata": {}, "data": {"text/html": %q}}]}`, tc.source)
		shown := page(t, parseNotebook(t, cell), PageOptions{Files: files})
		if !strings.HasPrefix(tc.source, "`") && !strings.Contains(shown, want) {
			t.Errorf("the output %s\nbecomes %s\nexpected %s", tc.source, shown, want)
		}
	}
	shown := page(t, parseNotebook(t, `{"cell_type": "markdown", "metadata": {}, "attachments": {"x y.png": {"image/png": "QUJD"}},
		"source": "<img alt=\"a\" src=\"attachment:x%20y.png\"> <img alt='b' src='attachment:x y.png'> <img alt='c' src='attachment:gone.png'>"}`), PageOptions{})
	for _, want := range []string{`alt="a" src="` + attached + `"`, `alt='b' src="` + attached + `"`, `alt='c' src='attachment:gone.png'`} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// FuzzEmbedAll: HTML of any form passes through, whether or not it is well formed.
func FuzzEmbedAll(f *testing.F) {
	for _, text := range []string{`<img src="x.png" =a ='b" <c>`, `<!-- <img`, `<img src='`, `<img src=`, `<script><img></SCRIPT>`, `<ſtyle>`, "<img\x00src=x.png>", "<img src=\u0130>"} {
		f.Add(text)
	}
	md := newMarkdown(fstest.MapFS{})
	f.Fuzz(func(t *testing.T, text string) {
		if got := md.embedAll(text, nil); got != text {
			t.Errorf("%q became %q", text, got)
		}
	})
}
