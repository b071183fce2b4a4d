package interp

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// texts are those of completions.
func texts(c repl.Completions) string {
	var list []string
	for _, e := range c.Entries {
		list = append(list, e.Text)
	}
	return strings.Join(list, " ")
}

func TestCompletionKnowsWhatCellsHaveDeclared(t *testing.T) {
	n := open(t)
	if got := texts(n.s.Complete("tota", 4)); got != "" {
		t.Errorf("before any cell there is %q", got)
	}
	n.run("type T struct{ Width, height int }\ntotal := 1.5\ntile := T{}")
	if got := texts(n.s.Complete("tota", 4)); got != "total" {
		t.Errorf("tota: %q", got)
	}
	if got := texts(n.s.Complete("tile.", 5)); got != "Width height" {
		t.Errorf("tile.: %q", got)
	}
	n.run("type T struct{ Depth int }")
	if got := texts(n.s.Complete("T{}.", 4)); got != "Depth" {
		t.Errorf("after the type is another: %q", got)
	}
	n.run("total + 0.5")
	if got := n.s.Complete("_", 1).Entries; len(got) == 0 || !strings.HasPrefix(got[0].Text, "_") || got[0].Signature != "float64" {
		t.Errorf("what was displayed is offered as %+v", got)
	}
	if got := " " + texts(n.s.Complete("", 0)); strings.Contains(got, " _") || !strings.Contains(got, " total ") {
		t.Errorf("at the beginning there is %q", got)
	}
	n.run("nothing := undefined")
	if got := texts(n.s.Complete("nothi", 5)); got != "" {
		t.Errorf("a cell that failed its check declares %q", got)
	}
}

func TestInspectionTellsOfCellsAndPackages(t *testing.T) {
	n := open(t)
	n.run("// double doubles.\nfunc double(x int) int { return 2 * x }")
	if got := n.s.Inspect("double(1)", 2, 1).Plain; !strings.Contains(got, "double doubles.") || !strings.Contains(got, "return 2 * x") {
		t.Errorf("double: %q", got)
	}
	if got := n.s.Inspect("nvsd.Spec{}", 7, 0).Markdown; !strings.Contains(got, "A Spec declares a fit.") {
		t.Errorf("nvsd.Spec: %q", got)
	}
}

// They do not wait for a cell, and may be asked while others are checked.
func TestIntrospectionWhileACellRuns(t *testing.T) {
	n := open(t)
	n.run("total := 1")
	id := n.queue("pending := 2.5; fmt.Println(1); for {}")
	n.event()
	if got := n.s.Complete("pend", 4).Entries; len(got) != 1 || got[0].Signature != "float64" {
		t.Errorf("what the running cell declares: %+v", got)
	}
	var asking sync.WaitGroup
	for range 4 {
		asking.Go(func() {
			for range 20 {
				if got := texts(n.s.Complete("mat.NewDe", 9)); got != "NewDense" {
					t.Errorf("mat.NewDe: %q", got)
				}
				if got := n.s.Inspect("total", 3, 0).Plain; !strings.HasPrefix(got, "var total int") {
					t.Errorf("total: %q", got)
				}
			}
		})
	}
	asking.Wait()
	n.send(repl.Interrupt{})
	n.finish(id)
	for range 20 {
		asking.Go(func() { n.s.Complete("x := plot.New()\nx.", 18) })
		n.run("import \"gonum.org/v1/plot\"\nlen(plot.Version())")
	}
	asking.Wait()
}

// Inspection shows what a variable was when the last cell that names it ended.
func TestInspectionShowsValues(t *testing.T) {
	n := open(t)
	n.run("type P struct{ X, y float64 }\np := P{1, 2}\nxs := make([]float64, 100)\nvar e error = fmt.Errorf(\"oh\")\nf := func() {}")
	for name, want := range map[string]string{"p": "{X:1 y:2}", "xs": "100: [0 0 0 0 0 0 0 0 …]", "e": "oh"} {
		if got := n.s.Inspect(name, 1, 0).Plain; !strings.Contains(got, want) {
			t.Errorf("%s is shown as %q, want %q", name, got, want)
		}
	}
	n.run("p.X = 7")
	if got := n.s.Inspect("p", 1, 0).Plain; !strings.Contains(got, "{X:7 y:2}") {
		t.Errorf("after an assignment p is shown as %q", got)
	}
	n.run("%reset")
	n.run("p := 1")
	if got := n.s.Inspect("p", 1, 0).Plain; strings.Contains(got, "X:7") {
		t.Errorf("a new p is shown as %q", got)
	}
}

// Paths of files begin where the cells are.
func TestPathsBeginInTheWorkingDirectory(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"here.csv", "sub/there.csv"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n := open(t, func(o *Options) { o.Dir = dir })
	complete := func() string {
		const code = `os.Open("t`
		return texts(n.s.Complete(code, len(code))) + texts(n.s.Complete("%run h", 6))
	}
	if got := complete(); got != "here.csv" {
		t.Errorf("before: %s", got)
	}
	n.run("%cd sub")
	if got := complete(); got != "there.csv" {
		t.Errorf("behind %%cd: %s", got)
	}
	n.run("%reset")
	if got := complete(); got != "here.csv" {
		t.Errorf("behind %%reset: %s", got)
	}
}
