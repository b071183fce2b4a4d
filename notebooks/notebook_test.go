package notebooks

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const sample = "testdata/sample.ipynb"

func readSample(t *testing.T) *Notebook {
	t.Helper()
	nb, err := ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func written(t *testing.T, nb *Notebook) string {
	t.Helper()
	var buf bytes.Buffer
	if err := nb.Write(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// parseNotebook reads a notebook of the given cells.
func parseNotebook(t *testing.T, cells string) *Notebook {
	t.Helper()
	src := `{"cells": [` + cells + `], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`
	nb, err := Read(strings.NewReader(src), "test.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// fileStyles are files as programs write them, each with a cell of code.
var fileStyles = map[string]string{
	"unsorted keys":       "{\n \"nbformat\": 4,\n \"metadata\": {},\n \"cells\": [" + styledCell + "],\n \"nbformat_minor\": 2\n}\n",
	"other indent":        "{\n  \"cells\": [\n" + styledCell + "\n  ],\n  \"nbformat\": 4\n}\n",
	"tabs":                "{\n\t\"cells\": [\n\t\t" + styledCell + "\n\t],\n\t\"nbformat\": 4\n}\n",
	"Windows":             "{\r\n \"cells\": [\r\n  " + styledCell + "\r\n ],\r\n \"nbformat\": 4\r\n}\r\n",
	"no newline":          "{\n \"cells\": [" + styledCell + "],\n \"nbformat\": 4\n}",
	"one line":            `{"cells":[` + styledCell + `],"nbformat":4,"nbformat_minor":5}`,
	"Python's one line":   `{"cells": [` + styledCell + `], "nbformat": 4, "nbformat_minor": 5}` + "\n",
	"space everywhere":    " \n{ \"cells\" :\t[ " + styledCell + " ] ,\n\n \"nbformat\"\t: 4 } \n\n",
	"a mark at the begin": "\ufeff{\n \"cells\": [" + styledCell + "],\n \"nbformat\": 4\n}\n",
	"escapes":             "{\n \"cells\": [" + styledCell + "],\n \"metadata\": {\"\\u00e9\": \"a\\/b \\ud83d\\ude00 \\u2028 é\\t\"},\n \"nbformat\": 4\n}\n",
	"numbers":             "{\n \"cells\": [" + styledCell + "],\n \"metadata\": {\"n\": [1.0, 1e5, -0, 12345678901234567890, 0.10, 1E+2]},\n \"nbformat\": 4\n}\n",
	"a key twice":         "{\n \"cells\": [" + styledCell + "],\n \"metadata\": {\"a\": 1, \"a\": {}},\n \"nbformat\": 4\n}\n",
	"empty containers":    "{\n \"cells\": [" + styledCell + "],\n \"metadata\": {\"a\": { }, \"b\": [\n]},\n \"nbformat\": 4\n}\n",
	"later minor":         "{\n \"cells\": [" + styledCell + ",{\"cell_type\": \"novel\",\"source\": \"x\"}],\n \"nbformat\": 4,\n \"nbformat_minor\": 99\n}\n",
}

const styledCell = `{"cell_type":"code", "execution_count":null,"metadata":{ "x-unknown":[1,  2] },"outputs": [ ],"source":"a\nb","id":"kept"}`

// A notebook comes back byte by byte, whichever program wrote it and whatever else it holds.
func TestWriteKeepsWhatWasRead(t *testing.T) {
	want, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	if got := written(t, readSample(t)); got != string(want) {
		t.Errorf("written back as\n%s", got)
	}
	for name, src := range fileStyles {
		nb, err := Read(strings.NewReader(src), name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := written(t, nb); got != src {
			t.Errorf("%s: written back as %q", name, got)
		}
	}
}

// What a run changes is the outputs and the number of the run: everything around them stays, and what is
// new has the layout of the file.
func TestWriteChangesNothingElse(t *testing.T) {
	for name, src := range fileStyles {
		nb, err := Read(strings.NewReader(src), name)
		if err != nil {
			t.Fatal(err)
		}
		nb.cells[0].setCount(3)
		nb.cells[0].setOutputs([]Output{{Type: StreamOutput, Name: "stdout", Written: "1\n"}})
		got := written(t, nb)
		for _, kept := range []string{`"metadata":{ "x-unknown":[1,  2] }`, `"source":"a\nb"`, `"id":"kept"`} {
			if !strings.Contains(got, kept) {
				t.Errorf("%s: %s is not as it was:\n%s", name, kept, got)
			}
		}
		root, err := parseKept([]byte(strings.TrimPrefix(src, "\ufeff")))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range root.(*object).members {
			if m.key != "cells" && !strings.Contains(got, string(m.text)) {
				t.Errorf("%s: %s is not as it was:\n%s", name, m.text, got)
			}
		}
		if !strings.HasPrefix(got, nb.begin+"{") || !strings.HasSuffix(got, "}"+nb.end) {
			t.Errorf("%s: it begins or ends otherwise than before: %q", name, got)
		}
		if strings.Contains(src, "\r") != strings.Contains(strings.ReplaceAll(got, "\\r", ""), "\r\n") || !strings.Contains(src[:len(src)-1], "\n") && strings.Contains(got[:len(got)-1], "\n") {
			t.Errorf("%s: the lines end otherwise than before: %q", name, got)
		}
		again, err := Read(strings.NewReader(got), name)
		if err != nil {
			t.Fatalf("%s: it cannot be read again: %v", name, err)
		}
		if c := again.cells[0]; c.Count() != 3 || len(c.Outputs()) != 1 || c.Source() != "a\nb" || c.ID() != "kept" {
			t.Errorf("%s: read again it is %q", name, got)
		}
	}
}

// What Jupyter stored is what the package would store.
func TestEncodingIsJupyters(t *testing.T) {
	nb := readSample(t)
	want := written(t, nb)
	for _, c := range nb.cells {
		c.SetSource(c.Source())
		if c.Kind() == Code {
			c.setOutputs(c.Outputs())
			c.setCount(c.Count())
		}
	}
	if got := written(t, nb); got != want {
		t.Errorf("decoded and encoded again it is\n%s", got)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, tc := range []struct{ name, src, says string }{
		{"empty", "", "empty"},
		{"not JSON", "{\n\"cells\": [,]\n}", `it is not JSON: line 2, column 11: ',' stands where a value should be, at "cells": [,]`},
		{"a comma too many", "{\n \"é\": 1,\n}", `line 3, column 1: '}' stands where a name in quotes should be, at }`},
		{"a comma too few", "{\n \"é\": 1 \"b\": 2}", `line 2, column 9: '"' stands where a comma or } should be, at "é": 1 "b": 2}`},
		{"no colon", `{"a" 1}`, "column 6: '1' stands where a colon should be"},
		{"a line end in a text", "{\"a\": \"b\n\"}", "line 1, column 9: '\\n' stands where the rest of a text"},
		{"an escape that is none", `{"a": "\x"}`, `column 7: a text has an escape`},
		{"a merge", "{\n<<<<<<< HEAD\n}", "line 2, column 1: '<' stands where a name in quotes should be, at <<<<<<< HEAD"},
		{"a number that is none", `{"a": 01}`, "column 8: '1' stands where a comma or } should be"},
		{"cut", `{"cells": [`, "line 1, column 12: the text ends where a value should be: is the file complete?"},
		{"cut in a text", `{"cells": ["a`, "the text ends where the end of a text should be"},
		{"more than one", `{} {}`, "follows the end"},
		{"not UTF-8", "{\"\xff\": 1}", "line 1, column 3: the text is not UTF-8"},
		{"a list", `[]`, "not an object"},
		{"no format", `{"cells": []}`, `no number "nbformat"`},
		{"format 3", `{"nbformat": 3, "worksheets": []}`, "its format is nbformat 3, and only 4 is known: open and save it in a current Jupyter, or run jupyter nbconvert --to notebook"},
		{"no cells", `{"nbformat": 4}`, `no list "cells"`},
		{"a cell that is none", `{"nbformat": 4, "cells": [1]}`, "cell 1 is not an object"},
		{"no type", `{"nbformat": 4, "cells": [{"source": ""}]}`, `cell 1: it has no "cell_type"`},
		{"no source", `{"nbformat": 4, "cells": [{"cell_type": "code", "outputs": []}]}`, `"source"`},
		{"no outputs", `{"nbformat": 4, "cells": [{"cell_type": "code", "source": ""}]}`, `"outputs"`},
		{"deep", strings.Repeat("[", 10000), "nested"},
	} {
		_, err := Read(strings.NewReader(tc.src), "some.ipynb")
		if err == nil || !strings.Contains(err.Error(), tc.says) || !strings.Contains(err.Error(), "some.ipynb") {
			t.Errorf("%s: error %v, want one that says %s, and of which file", tc.name, err, tc.says)
		}
	}
	if _, err := ReadFile("testdata/absent.ipynb"); err == nil || !strings.Contains(err.Error(), "absent.ipynb") {
		t.Errorf("a file that is not there: error %v", err)
	}
}

func TestWriteFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out.ipynb")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	nb := readSample(t)
	if err := nb.WriteFile(file); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != written(t, nb) {
		t.Error("the file is not what was to be written")
	}
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode became %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), ".*")); len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
	err = nb.WriteFile(filepath.Join(t.TempDir(), "no", "such", "folder.ipynb"))
	if err == nil || !strings.Contains(err.Error(), "folder.ipynb") {
		t.Errorf("a folder that is not there: error %v", err)
	}
}

func FuzzRead(f *testing.F) {
	data, err := os.ReadFile(sample)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	for _, src := range fileStyles {
		f.Add([]byte(src))
	}
	f.Add([]byte(`{"cells":[{"cell_type":"code","source":["a"],"outputs":[{"output_type":"stream","text":1}]}],"nbformat":4}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		nb, err := Read(bytes.NewReader(data), "fuzz")
		if err != nil {
			return
		}
		if got := written(t, nb); got != string(data) {
			t.Fatalf("%q is written back as %q", data, got)
		}
		for _, c := range nb.cells {
			c.SetSource(c.Source())
		}
		once := written(t, nb)
		again, err := Read(strings.NewReader(once), "fuzz")
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		for i, c := range nb.cells {
			if again.cells[i].Source() != c.Source() {
				t.Fatalf("the source %q became %q", c.Source(), again.cells[i].Source())
			}
		}
		if err := WriteHTML(&bytes.Buffer{}, nb, PageOptions{}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestOutputsOfTheCellAlone: what a line of progress left in a notebook is no output, nor is what
// the kernel says of other cells.
func TestOutputsOfTheCellAlone(t *testing.T) {
	nb, err := Read(strings.NewReader(`{"cells":[{"cell_type":"code","execution_count":1,"id":"a","metadata":{},"source":"1","outputs":[
		{"output_type":"display_data","data":{},"metadata":{}},
		{"output_type":"display_data","data":{"text/plain":"cell [2] has used the old x"},"metadata":{"nvsd":{"notice":true}}},
		{"output_type":"stream","name":"stdout","text":"1\n"},
		{"output_type":"display_data","data":{"text/plain":""},"metadata":{}}]}],
		"metadata":{},"nbformat":4,"nbformat_minor":5}`), "empty.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	outs := nb.Cells()[0].Outputs()
	if len(outs) != 2 || outs[0].Type != StreamOutput {
		t.Errorf("outputs %+v", outs)
	}
}
