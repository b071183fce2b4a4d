package notebooks

import (
	"slices"
	"strings"
	"testing"
)

const cellScript = `#!/usr/bin/env nvsd-kernel
import "fmt"

// %% Parameters tags=["parameters"]
n := 3

// %% [markdown]
// # A title
//
// some *text*
//%% The sum of all (1 [one] to n)
x := "// %% in a line is none"
  // %% nor is one behind spaces

// %%
// %% not a list tags=[parameters]
n
`

func readScript(t *testing.T, text string) *Notebook {
	t.Helper()
	nb, err := ReadScript(strings.NewReader(text), "s.go")
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// TestReadScript: lines of the form // %% part a script into cells with their
// kinds, titles, tags and lines.
func TestReadScript(t *testing.T) {
	want := []struct {
		kind   Kind
		title  string
		tags   []string
		source string
		line   int
	}{
		{Code, `import "fmt"`, nil, `import "fmt"`, 2},
		{Code, "Parameters", []string{"parameters"}, "n := 3", 5},
		{Markdown, "# A title", nil, "# A title\n\nsome *text*", 8},
		{Code, "The sum of all (1 [one] to n)", nil, "x := \"// %% in a line is none\"\n  // %% nor is one behind spaces", 12},
		{Code, "", nil, "", 16},
		{Code, "not a list tags=[parameters]", nil, "n", 17},
	}
	for name, text := range map[string]string{"unix": cellScript, "windows": strings.ReplaceAll(cellScript, "\n", "\r\n")} {
		cells := readScript(t, text).Cells()
		if len(cells) != len(want) {
			t.Fatalf("%s: %d cells, want %d", name, len(cells), len(want))
		}
		for i, w := range want {
			c := cells[i]
			if c.Kind() != w.kind || c.Summary() != w.title || c.Source() != w.source || !slices.Equal(c.Tags(), w.tags) {
				t.Errorf("%s: cell %d: %s %q %v\n%s", name, i+1, c.Kind(), c.Summary(), c.Tags(), c.Source())
			}
			if c.line != w.line {
				t.Errorf("%s: cell %d is at line %d, want %d", name, i+1, c.line, w.line)
			}
		}
	}
}

// TestScriptIsANotebook: what a script is written as can be read as a notebook
// of the same cells.
func TestScriptIsANotebook(t *testing.T) {
	nb := readScript(t, cellScript)
	if err := nb.SetParams([]Param{{"n", "7"}}); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := nb.Write(&text); err != nil {
		t.Fatal(err)
	}
	back, err := Read(strings.NewReader(text.String()), "s.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	if back.Language() != "go" || len(back.Cells()) != len(nb.Cells()) {
		t.Fatalf("language %q, %d cells of %d", back.Language(), len(back.Cells()), len(nb.Cells()))
	}
	for i, c := range nb.Cells() {
		if b := back.Cells()[i]; b.Source() != c.Source() || b.Kind() != c.Kind() || b.Summary() != c.Summary() {
			t.Errorf("cell %d comes back as %s %q", i+1, b.Kind(), b.Source())
		}
	}
}

// TestScriptRefusals: what is no script is refused with the reason, and the
// line where there is one.
func TestScriptRefusals(t *testing.T) {
	for _, test := range []struct {
		text string
		say  []string
	}{
		{"package main\n", []string{"s.go", "package main"}},
		{"// A library.\npackage tools\n", []string{"s.go", "tools"}},
		{"x := 1\n// %% [markdown]\n// text\nx = 2\n", []string{"s.go:4:", "comment"}},
	} {
		_, err := ReadScript(strings.NewReader(test.text), "s.go")
		if err == nil {
			t.Errorf("%q was read", test.text)
			continue
		}
		for _, word := range test.say {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%q: %v: does not say %q", test.text, err, word)
			}
		}
	}
}
