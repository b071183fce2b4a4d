package notebooks

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

func page(t *testing.T, nb *Notebook, opts PageOptions) string {
	t.Helper()
	var buf bytes.Buffer
	if err := WriteHTML(&buf, nb, opts); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// TestPageGolden leaves out the style sheet, which has a file of its own.
func TestPageGolden(t *testing.T) {
	got := page(t, readSample(t), PageOptions{})
	got = strings.Replace(got, pageCSS, "", 1)
	golden.Check(t, "testdata/sample.html", got)
}

func TestPageShowsEachOutputOnce(t *testing.T) {
	got := page(t, parseNotebook(t, `{"cell_type": "code", "metadata": {}, "source": "m", "outputs": [
		{"output_type": "display_data", "metadata": {}, "data":
			{"text/plain": "as text", "text/html": "<b>as html</b>", "image/svg+xml": "<svg/>", "image/png": "AAAA"}}]}`), PageOptions{})
	if !strings.Contains(got, "<b>as html</b>") {
		t.Error("the richest rendering is not shown")
	}
	for _, other := range []string{"as text", "data:image"} {
		if strings.Contains(got, other) {
			t.Errorf("a second rendering is shown: %s", other)
		}
	}
}

func TestPageLoadsAndRunsNothing(t *testing.T) {
	got := page(t, parseNotebook(t, `{"cell_type": "markdown", "metadata": {}, "source": "x"}`), PageOptions{})
	if !strings.Contains(got, `content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"`) {
		t.Error("the page does not forbid scripts and loading")
	}
	for _, s := range []string{"<script", "<link", "@import", "url("} {
		if strings.Contains(got, s) {
			t.Errorf("the page has %s", s)
		}
	}
}

func TestPageTitle(t *testing.T) {
	for _, tc := range []struct{ cells, title, want string }{
		{`{"cell_type": "markdown", "metadata": {}, "source": "intro\n\n# A & *b*\n"}`, "", "<title>A &amp; b</title>"},
		{`{"cell_type": "markdown", "metadata": {}, "source": "# A"}`, "Given", "<title>Given</title>"},
		{`{"cell_type": "markdown", "metadata": {}, "source": "no heading"}`, "", "<title>test</title>"},
	} {
		if got := page(t, parseNotebook(t, tc.cells), PageOptions{Title: tc.title}); !strings.Contains(got, tc.want) {
			t.Errorf("the page of %s has no %s", tc.cells, tc.want)
		}
	}
}

func TestPageEmbedsPictures(t *testing.T) {
	files := fstest.MapFS{"figs/a b.png": {Data: []byte("picture")}, "secret.txt": {Data: []byte("secret")}}
	got := page(t, parseNotebook(t, `{"cell_type": "markdown", "metadata": {},
		"attachments": {"x y.png": {"image/png": "QUJD"}},
		"source": "![a](figs/a%20b.png) ![b](attachment:x%20y.png) ![c](../up.png) ![d](https://example.org/e.png) ![e](secret.txt) ![f](gone.png)"}`),
		PageOptions{Files: files})
	for _, want := range []string{
		`src="data:image/png;base64,cGljdHVyZQ==" alt="a"`, `src="data:image/png;base64,QUJD" alt="b"`,
		`src="../up.png"`, `src="https://example.org/e.png"`, `src="secret.txt"`, `src="gone.png"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}
