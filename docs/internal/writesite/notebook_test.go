package main

import (
	"strings"
	"testing"
)

// TestNotebooksLeadToPages: the links of Markdown cells, and nothing in code.
func TestNotebooksLeadToPages(t *testing.T) {
	const text = `{"cells":[{"cell_type":"markdown","source":["See [data](../docs/data.md#verbs)\n","and [it](choosing.ipynb), [all](../docs/README.md), [log](data/SOURCES.md), [web](https://go.dev/a.md)."]},` +
		`{"cell_type":"code","outputs":[],"source":["a[i](b.md)"]}]}`
	got, err := relinkNotebook([]byte(text), "notebooks/quickstart.ipynb", []string{"docs/data.md", "docs/README.md"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[data](../data.html#verbs)", "[it](choosing.html)", "[all](../contents.html)", "[log](" + repository + "notebooks/data/SOURCES.md)", "[web](https://go.dev/a.md)", "a[i](b.md)"} {
		if !strings.Contains(string(got), want) {
			t.Errorf("there is no %s in %s", want, got)
		}
	}
}
