package notebooks

import "testing"

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
