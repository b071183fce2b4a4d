package commands

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
)

// format runs fmt on standard input.
func formatInput(text string, args ...string) result {
	var out, errOut bytes.Buffer
	status := Execute(context.Background(), append([]string{"fmt"}, args...), Streams{strings.NewReader(text), &out, &errOut})
	return result{status, out.String(), errOut.String()}
}

// A formatter of JupyterLab gives a cell to standard input, and takes standard output.
func TestFormatInput(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"x:=1\n%time f( x )\n!ls\nf( x );", "x := 1\n%time f(x)\n!ls\nf(x);"},
		{"%%markdown\n#  A", "%%markdown\n#  A"},
		{"// %% One\nx:=1\n// %% [markdown]\n// *  a\n// %%\ny:=x", "// %% One\nx := 1\n// %% [markdown]\n// *  a\n// %%\ny := x"},
		{"", ""},
	} {
		if got := formatInput(c.in); got.status != 0 || got.out != c.want || got.err != "" {
			t.Errorf("%q: %+v", c.in, got)
		}
	}
	got := formatInput("x:=1\nfunc (")
	if got.status != exitFailed || got.out != "x:=1\nfunc (" || !strings.Contains(got.err, "standard input:2:") {
		t.Errorf("%+v", got)
	}
	if got := formatInput("x:=1", "-w"); got.status != exitUsage {
		t.Errorf("-w without a file: %+v", got)
	}
}

func TestFormatNotebook(t *testing.T) {
	const nb = "{\n \"cells\": [\n  {\n   \"cell_type\": \"code\",\n   \"execution_count\": 7,\n   \"id\": \"a\",\n   \"metadata\": {},\n   \"outputs\": [],\n" +
		"   \"source\": [\n    \"x:=1\\n\",\n    \"x\"\n   ]\n  },\n  {\n   \"cell_type\": \"markdown\",\n   \"id\": \"b\",\n   \"metadata\": {},\n" +
		"   \"source\": \"x:=1\"\n  },\n  {\n   \"cell_type\": \"code\",\n   \"execution_count\": null,\n   \"id\": \"c\",\n   \"metadata\": {\"odd\": [1,2]},\n   \"outputs\": [],\n" +
		"   \"source\": \"y := := 2\"\n  }\n ],\n \"metadata\": {},\n \"nbformat\": 4,\n \"nbformat_minor\": 5\n}\n"
	file := write(t, "n.ipynb", strings.ReplaceAll(nb, "{\"odd\": [1,2]}", "{}"))
	before, _ := os.ReadFile(file)
	got := command("fmt", "-l", "-w", file)
	if got.status != exitFailed || got.out != file+"\n" || !strings.Contains(got.err, "n.ipynb, cell 3:1:") {
		t.Errorf("%+v", got)
	}
	after, _ := os.ReadFile(file)
	if want := strings.Replace(string(before), "x:=1\\n", "x := 1\\n", 1); string(after) != want {
		t.Errorf("the notebook is\n%s\nwant\n%s", after, want)
	}
	if got := command("fmt", "-l", file); got.out != "" {
		t.Errorf("again: %+v", got)
	}
	other := write(t, "python.ipynb", `{"cells": [], "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4, "nbformat_minor": 5}`)
	if got := command("fmt", other); got.status != exitFailed || !strings.Contains(got.err, "python") {
		t.Errorf("%+v", got)
	}
}

func TestFormatScript(t *testing.T) {
	const script = "#!/usr/bin/env -S nvsd-kernel run\nx:=1\n\n// %% The second\n\nfunc f( )int{\nreturn x}\n\n// %% The third\ny:=:=1\n"
	const want = "#!/usr/bin/env -S nvsd-kernel run\nx := 1\n\n// %% The second\n\nfunc f() int {\n\treturn x\n}\n\n// %% The third\ny:=:=1\n"
	file := write(t, "s.go", script)
	if got := command("fmt", file); got.status != exitFailed || got.out != want || !strings.Contains(got.err, file+":10:") {
		t.Errorf("%+v", got)
	}
	shown := command("fmt", "-d", file).out
	for _, line := range []string{file + ":2\n", "-x:=1\n", "+x := 1\n", "+func f() int {\n", "+\treturn x\n"} {
		if !strings.Contains(shown, line) {
			t.Errorf("there is no %q in\n%s", line, shown)
		}
	}
	if text, _ := os.ReadFile(file); string(text) != script {
		t.Error("the file was written without -w")
	}
	program := write(t, "p.go", "package main\nfunc main( ){}\n")
	if got := command("fmt", program); got.status != 0 || got.out != "package main\n\nfunc main() {}\n" {
		t.Errorf("%+v", got)
	}
	// What cannot be formatted keeps no other file from it.
	if got := command("fmt", "missing.go", "x.txt", program); got.status != exitFailed || !strings.Contains(got.out, "func main() {}") ||
		!strings.Contains(got.err, "missing.go") || !strings.Contains(got.err, "x.txt") {
		t.Errorf("%+v", got)
	}
}
