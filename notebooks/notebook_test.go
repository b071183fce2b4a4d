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

// A notebook comes back byte by byte, with its order of keys, digits of
// numbers, escapes and whatever else it holds.
func TestWriteKeepsWhatWasRead(t *testing.T) {
	want, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	if got := written(t, readSample(t)); got != string(want) {
		t.Errorf("written back as\n%s", got)
	}
	for name, src := range map[string]string{
		"unsorted keys":    "{\n \"nbformat\": 4,\n \"metadata\": {},\n \"cells\": [],\n \"nbformat_minor\": 2\n}\n",
		"other indent":     "{\n  \"cells\": [],\n  \"nbformat\": 4\n}\n",
		"no newline":       "{\n \"cells\": [],\n \"nbformat\": 4\n}",
		"later minor":      "{\n \"cells\": [\n  {\n   \"cell_type\": \"novel\",\n   \"source\": \"x\"\n  }\n ],\n \"nbformat\": 4,\n \"nbformat_minor\": 99\n}\n",
		"source as string": "{\n \"cells\": [\n  {\n   \"cell_type\": \"raw\",\n   \"metadata\": {},\n   \"source\": \"a\\nb\"\n  }\n ],\n \"nbformat\": 4\n}\n",
	} {
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
		{"not JSON", "{\n\"cells\": [,]\n}", "not JSON: line 2"},
		{"cut", `{"cells": [`, "unexpected EOF"},
		{"more than one", `{} {}`, "follows the end"},
		{"not UTF-8", "{\"\xff\": 1}", "UTF-8"},
		{"a list", `[]`, "not an object"},
		{"no format", `{"cells": []}`, `no number "nbformat"`},
		{"format 3", `{"nbformat": 3, "worksheets": []}`, "nbconvert"},
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
	f.Add([]byte(`{"cells":[{"cell_type":"code","source":["a"],"outputs":[{"output_type":"stream","text":1}]}],"nbformat":4}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		nb, err := Read(bytes.NewReader(data), "fuzz")
		if err != nil {
			return
		}
		once := written(t, nb)
		again, err := Read(strings.NewReader(once), "fuzz")
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if written(t, again) != once {
			t.Fatal("written twice it differs")
		}
		if err := WriteHTML(&bytes.Buffer{}, nb, PageOptions{}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestEmptyDisplays: what a line of progress left in a notebook is no output.
func TestEmptyDisplays(t *testing.T) {
	nb, err := Read(strings.NewReader(`{"cells":[{"cell_type":"code","execution_count":1,"id":"a","metadata":{},"source":"1","outputs":[
		{"output_type":"display_data","data":{},"metadata":{}},
		{"output_type":"stream","name":"stdout","text":"1\n"},
		{"output_type":"display_data","data":{"text/plain":""},"metadata":{}}]}],
		"metadata":{},"nbformat":4,"nbformat_minor":5}`), "empty.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	outs := nb.Cells()[0].Outputs()
	if len(outs) != 2 || outs[0].Type != streamOutput {
		t.Errorf("outputs %+v", outs)
	}
}
