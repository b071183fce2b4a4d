package commands

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const failing = `// %% The data
xs := []int{1, 2, 3}
fmt.Print("three of them: ")
len(xs)

// %% The fourth
func at(i int) int {
	return xs[i]
}
at(3)

// %% Never
fmt.Println("never")
`

// TestRunScript: a script's values go to standard output as text, and its
// first failure ends it with status 1, the cell and the line in the file.
func TestRunScript(t *testing.T) {
	file := write(t, "s.go", failing)
	got := command("run", file)
	if got.status != exitFailed || got.out != "three of them: \n3\n" {
		t.Errorf("status %d, standard output %q", got.status, got.out)
	}
	for _, part := range []string{`cell 2, "The fourth"`, file + ":8", file + ":10"} {
		if !strings.Contains(got.err, part) {
			t.Errorf("standard error does not say %q:\n%s", part, got.err)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != failing {
		t.Errorf("the script was changed (%v)", err)
	}
}

// TestRunScriptErrors: a script that does not compile says all that is wrong,
// by the lines of the file.
func TestRunScriptErrors(t *testing.T) {
	file := write(t, "s.go", "// %%\nx := 1\n// %% Wrong\n\nx = \"a\"\ny := nothing\n")
	got := command("run", file)
	if got.status != exitFailed || !strings.Contains(got.err, file+":5:5: cannot use") || !strings.Contains(got.err, file+":6:6: undefined") {
		t.Errorf("status %d: %s", got.status, got.err)
	}
}

// TestRunQuietly: what cells print and show is the same with --quiet and without, of a script and
// of a notebook; the names of cells and the notes are left out.
func TestRunQuietly(t *testing.T) {
	script := write(t, "s.go", "// %% The sum\nfmt.Println(\"sum\")\n1 + 2\n// %% The end\nfmt.Fprint(os.Stderr, \"end\\n\")\n// %time 1\n")
	book := filepath.Join(t.TempDir(), "s.ipynb")
	if got := command("run", script, "--out", book); got.status != 0 {
		t.Fatal(got)
	}
	for file, stderr := range map[string]string{script: "end\n", book: ""} { // a notebook's stands with its output
		loud, quiet := command("run", file), command("run", "--quiet", file)
		if quiet.status != 0 || quiet.out != loud.out || !strings.Contains(quiet.out, "sum\n3\n") {
			t.Errorf("%s: standard output %q, and quietly %q", file, loud.out, quiet.out)
		}
		if quiet.err != stderr || len(loud.err) <= len(quiet.err) {
			t.Errorf("%s: standard error %q, and quietly %q", file, loud.err, quiet.err)
		}
	}
}

// TestRunScriptToNotebook: with parameters and --out a script becomes a
// notebook of its cells and what they showed.
func TestRunScriptToNotebook(t *testing.T) {
	file := write(t, "s.go", "// %% tags=[\"parameters\"]\nn := 1\n// %%\nn * 10\n")
	out := filepath.Join(t.TempDir(), "s.ipynb")
	got := command("run", file, "--param", "n=7", "--out", out)
	if got.status != 0 || got.out != "70\n" {
		t.Errorf("status %d, %q, %s", got.status, got.out, got.err)
	}
	nb, err := readNotebook(out)
	if err != nil {
		t.Fatal(err)
	}
	cells := nb.Cells()
	if outs := cells[len(cells)-1].Outputs(); len(outs) != 1 || outs[0].Text() != "70" {
		t.Errorf("the last cell of the notebook shows %+v", outs)
	}
	got = command("run", file, "--out", filepath.Join(t.TempDir(), "s.txt"))
	if got.status != exitUsage || !strings.Contains(got.err, ".ipynb") {
		t.Errorf("--out s.txt: status %d, %s", got.status, got.err)
	}
}

// TestRunHasNeitherPagerNorCells: what goes to the pager is printed, and code for
// a cell is told of on standard error.
func TestRunHasNeitherPagerNorCells(t *testing.T) {
	cells := []string{"display.Page(\"paged\")\nmath.Pi?", "display.NextCell(\"x := 1\")"}
	for _, file := range []string{
		write(t, "s.go", "// %%\n"+cells[0]+"\n// %%\n"+cells[1]+"\n"),
		write(t, "n.ipynb", notebook(cells...)),
	} {
		got := command("run", file)
		if got.status != 0 || !strings.Contains(got.out, "paged\n") || !strings.Contains(got.out, "const Pi = 3.14") {
			t.Errorf("%s: status %d, %q", file, got.status, got.out)
		}
		if told := got.out + got.err; !strings.Contains(told, "A run has no next cell for this code:\nx := 1\n") {
			t.Errorf("%s: %q and %q", file, got.out, got.err)
		}
	}
}

const controls = `// %% Of a path
path := nvsd.Spec{Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1), Kernel: kern.Gaussian{Width: kern.MedianDistance}, Tol: 1e-2}.Path(data.Friedman1(30, 5, 1), 3)
display.Explore(path)

// %% In boxes
widget.HBox(widget.Slider(0, 1).OnChange(func(float64) {}), widget.Text())

// %% In an output
shown := widget.Output()
shown.Show(widget.Button("inside"))
widget.VBox(shown)

// %% After a reset
%reset
widget.Checkbox("after")

// %% Failing
display.Show(widget.Dropdown("a", "b"))
panic("no")
`

// TestARunStoresWhatItsViewsReferTo: a notebook that was run has the state of every model that
// a view in it refers to, and of every model that those refer to, so that a page can show them.
func TestARunStoresWhatItsViewsReferTo(t *testing.T) {
	out := filepath.Join(t.TempDir(), "s.ipynb")
	if got := command("run", write(t, "s.go", controls), "--out", out); got.status != exitFailed || !strings.Contains(got.err, "panic") {
		t.Fatalf("status %d, standard error\n%s", got.status, got.err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var nb struct {
		Metadata struct {
			Widgets map[string]struct {
				State map[string]struct{ State map[string]any }
			}
		}
	}
	if err := json.Unmarshal(text, &nb); err != nil {
		t.Fatal(err)
	}
	stored := nb.Metadata.Widgets["application/vnd.jupyter.widget-state+json"].State
	refer := func(pattern string, atLeast int) {
		found := regexp.MustCompile(pattern).FindAllSubmatch(text, -1)
		if len(found) < atLeast {
			t.Errorf("%d references %s, expected %d", len(found), pattern, atLeast)
		}
		for _, ref := range found {
			if model, ok := stored[string(ref[1])]; !ok || model.State["_model_name"] == nil {
				t.Errorf("the model of %s is not stored", ref[0])
			}
		}
	}
	refer(`"model_id":\s*"(\w+)"`, 6) // five views of cells, and one in an output area
	refer(`"IPY_MODEL_(\w+)"`, 8)     // the parts of boxes
}

// TestRunProgramOfFiles: a program of several files, or of a folder, is what go run takes for
// it, and its arguments are those that go run gives it.
func TestRunProgramOfFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":          "module files\n\ngo 1.26\n",
		"a.go":            "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() { fmt.Println(helper(), os.Args[1:]) }\n",
		"b.go":            "package main\n\nfunc helper() string { return \"b\" }\n",
		"ignored.go":      "//go:build ignore\n\npackage main\n\nfunc helper() string { return \"ignored\" }\n",
		"c_plan9.go":      "package main\n\nfunc helper() string { return \"plan 9\" }\n",
		"b_test.go":       "package main\n\nfunc helper() string { return \"test\" }\n",
		"mixed/a.go":      "package main\n\nfunc main() {}\n",
		"mixed/other.go":  "package other\n",
		"library/lib.go":  "package library\n",
		"empty/readme.md": "",
		"two/main.go":     "package main\n\nimport \"files/library\"\n\nfunc main() { println(library.Name); other() }\n",
		"two/other.go":    "package main\n\nfunc other() { println(\"other\") }\n",
		"library/name.go": "package library\n\nconst Name = \"library\"\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for _, args := range []string{
		"a.go b.go", "a.go b.go x y", "b.go a.go x b.go", "a.go ignored.go", "a.go c_plan9.go .", ". x", "./two", "./two b.go",
		"a.go b_test.go", "a.go mixed/a.go", "mixed/a.go mixed/other.go", "./mixed", "./library", "./empty", "a.go none.go", "a.go", "./none",
	} {
		native := exec.Command("go", append([]string{"run"}, strings.Fields(args)...)...)
		var out, says bytes.Buffer
		native.Stdout, native.Stderr = &out, &says
		failed := native.Run() != nil
		got := runProgramOf(t, strings.Fields(args)...)
		if got.out != out.String() || (got.status != 0) != failed || !failed && got.err != says.String() {
			t.Errorf("run %s: status %d, %q, %q; go run: %q, %q", args, got.status, got.out, got.err, out.String(), says.String())
		}
		for _, name := range regexp.MustCompile(`\w+\.go`).FindAllString(says.String(), -1) {
			if failed && !strings.Contains(got.err, name) {
				t.Errorf("run %s: %q does not name %s, as go run does: %q", args, got.err, name, says.String())
			}
		}
	}
	if got := runProgramOf(t, "a.go", "b.go", "--", "b.go", "-x"); got.out != "b [b.go -x]\n" {
		t.Errorf("arguments behind --: %+v", got)
	}
	if got := runProgramOf(t, "--", "a.go", "b.go"); got.out != "b []\n" {
		t.Errorf("files behind --: %+v", got)
	}
}

// runProgramOf runs a program, which prints to the standard streams of this process.
func runProgramOf(t *testing.T, args ...string) result {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	errOut, err := os.Create(filepath.Join(t.TempDir(), "err"))
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr, osArgs := os.Stdout, os.Stderr, os.Args
	os.Stdout, os.Stderr = out, errOut
	got := command(append([]string{"run"}, args...)...)
	os.Stdout, os.Stderr, os.Args = stdout, stderr, osArgs
	for file, text := range map[*os.File]*string{out: &got.out, errOut: &got.err} {
		printed, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		*text += string(printed)
		file.Close()
	}
	return got
}

// TestScriptsOfJupytext: jupytext makes comments of magics, so that a script is Go. They run where its header says that
// it wrote the script, and where nothing says so, the run tells of them.
func TestScriptsOfJupytext(t *testing.T) {
	const header = "// ---\n// jupyter:\n//   jupytext:\n//     text_representation:\n//       format_name: percent\n//   kernelspec:\n//     name: nvsd\n// ---\n\n"
	const cells = "// %% The shell editable=true tags=[\"raises-exception\"]\n// !echo one && \\\n  echo two\nx := []int{}\nx[1]\n// %%\n// %%time\nfmt.Println(6*7)\n// %% [markdown]\n// %time is no magic here\n"
	file := write(t, "s.go", header+cells)
	nb := filepath.Join(filepath.Dir(file), "s.ipynb")
	got := command("run", file, "--out", nb)
	if got.status != 0 || !strings.HasPrefix(got.out, "one\ntwo\n42\ntime: ") || strings.Contains(got.err, "note:") {
		t.Errorf("status %d\n%s\n%s", got.status, got.out, got.err)
	}
	text, err := os.ReadFile(nb)
	if err != nil || !strings.Contains(string(text), `"!echo one`) || strings.Contains(string(text), "jupytext") || !strings.Contains(string(text), `"editable": true`) {
		t.Errorf("%v\n%s", err, text)
	}
	if got := command("check", nb); got.status != 0 {
		t.Errorf("it does not pass its own check:\n%s", got.out)
	}
	got = command("run", write(t, "s.go", "f := 1\n// %time f\n// !ls\nfmt.Println(f)\n// %d is a verb\n"))
	if got.out != "1\n" || !strings.Contains(got.err, "s.go:2: // %time f (and 1 more) is a comment and does not run") {
		t.Errorf("%s\n%s", got.out, got.err)
	}
}

// TestRunDeepRecursion: a program may call itself more often than the stack of an interpreter's
// goroutine could hold.
func TestRunDeepRecursion(t *testing.T) {
	file := write(t, "deep.go", "package main\n\nfunc depth(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn depth(n-1) + 1\n}\n\nfunc main() {\n\tif n := depth(800_000); n != 800_000 {\n\t\tpanic(n)\n\t}\n}\n")
	if got := runProgramOf(t, file); got.status != 0 {
		t.Errorf("status %d: %s", got.status, got.err)
	}
}

// TestRunAsks: cells of a script read the standard input of the command, up to its
// end, and no prompt is shown where nobody sees it.
func TestRunAsks(t *testing.T) {
	file := write(t, "s.go", `// %%
name := display.Input("Your name: ")
fmt.Println("hello", name)
// %%
var a, b int
fmt.Scan(&a, &b)
a + b
// %%
rest, err := io.ReadAll(os.Stdin)
fmt.Printf("%q %v\n", rest, err)
// %%
display.Password("More: ")
`)
	got := commandWith("Ada\r\n3\n4\nlast\nline", "run", file)
	if want := "hello Ada\n7\n\"last\\nline\\n\" <nil>\n"; got.out != want || got.status != exitFailed {
		t.Errorf("status %d, standard output %q, want %q; %s", got.status, got.out, want, got.err)
	}
	if !strings.Contains(got.err, "EOF") || strings.Contains(got.err, "Your name") {
		t.Errorf("standard error is %q", got.err)
	}
}

// TestRunKeepsNoAnswers: a notebook stores what its cells show of an answer, and
// the question not at all.
func TestRunKeepsNoAnswers(t *testing.T) {
	file := write(t, "n.ipynb", notebook("secret := display.Password(\"Secret: \")\nlen(secret)"))
	if got := commandWith("geheim\n", "run", file); got.status != 0 || got.out != "6\n" {
		t.Errorf("status %d, %q, %s", got.status, got.out, got.err)
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(text), "geheim") || strings.Count(string(text), "Secret: ") != 1 {
		t.Errorf("the notebook holds (%v)\n%s", err, text)
	}
}
