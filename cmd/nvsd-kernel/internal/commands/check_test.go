package commands

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/identity"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/internal/version"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks/compare"
)

// executed returns the file of a notebook that was run.
func executed(t *testing.T, cells ...string) string {
	t.Helper()
	file := write(t, "n.ipynb", notebook(cells...))
	if got := command("run", "--quiet", "--keep-going", file); strings.Contains(got.err, "cannot be") {
		t.Fatal(got.err)
	}
	return file
}

// replace changes the text of a file, which must hold old.
func replace(t *testing.T, file, old, text string) {
	t.Helper()
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	after := bytes.ReplaceAll(before, []byte(old), []byte(text))
	if bytes.Equal(before, after) {
		t.Fatalf("%s does not hold %q", file, old)
	}
	if err := os.WriteFile(file, after, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestCheck: a notebook that was run passes, with what depends on the time and the process, and with
// a cell that fails as it did. One whose stored number is another does not, and the file stays.
func TestCheck(t *testing.T) {
	file := executed(t, `x := math.Sqrt(2)`, `fmt.Println("x is", x, time.Now(), time.Since(time.Now()), &x)`, `[]float64{x, 2 * x}`, `fmt.Print(1); nothing()`)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := command("check", file)
	if got.status != 0 || !strings.Contains(got.out, "passed: 4 cells the same") {
		t.Fatalf("status %d\n%s%s", got.status, got.out, got.err)
	}
	if after, _ := os.ReadFile(file); !bytes.Equal(before, after) {
		t.Error("check has changed the notebook")
	}
	replace(t, file, "x is 1.414", "x is 1.434")
	got = command("check", file)
	if got.status != exitFailed || !strings.Contains(got.out, `output 1, stdout, number 1: 1.414213562`) || !strings.Contains(got.out, "FAILED: 3 cells the same, 1 different") {
		t.Errorf("a stored number that is another: status %d\n%s%s", got.status, got.out, got.err)
	}
	if !strings.Contains(got.err, "n.ipynb does not say what a run says") {
		t.Errorf("standard error: %s", got.err)
	}
	if got := command("check", "--rtol", "0.1", file); got.status != 0 {
		t.Errorf("with a wide tolerance: status %d\n%s", got.status, got.out)
	}
}

// TestCheckIgnores: cells with a tag are run and not compared.
func TestCheckIgnores(t *testing.T) {
	text := strings.Replace(notebook(`fmt.Println(1.5)`, `fmt.Println(2.5)`), `"metadata":{}`, `"metadata":{"tags":["slow"]}`, 1)
	file := write(t, "n.ipynb", text)
	if got := command("run", file); got.status != 0 {
		t.Fatal(got.err)
	}
	replace(t, file, "1.5\\n", "3.5\\n")
	if got := command("check", file); got.status != exitFailed {
		t.Errorf("without --ignore: status %d\n%s", got.status, got.out)
	}
	if got := command("check", "--ignore", "slow", file); got.status != 0 || !strings.Contains(got.out, "passed: 1 cell the same, 1 ignored") {
		t.Errorf("with --ignore: status %d\n%s", got.status, got.out)
	}
}

// TestCheckReports: the report as JSON and as JUnit's XML, to a file.
func TestCheckReports(t *testing.T) {
	file := executed(t, `1.5`)
	out := filepath.Join(t.TempDir(), "report")
	if got := command("check", "--report", "json", "--out", out, file); got.status != 0 || got.out != "" {
		t.Errorf("status %d, %q, %s", got.status, got.out, got.err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var reports []compare.Report
	if err := json.Unmarshal(text, &reports); err != nil || len(reports) != 1 || !reports[0].Passed() || reports[0].Cells[0].Numbers == 0 || reports[0].Cells[0].Seconds <= 0 {
		t.Errorf("%v\n%s", err, text)
	}
	got := command("check", "--report", "junit", file, file)
	if got.status != 0 || strings.Count(got.out, "<testsuite ") != 2 || strings.Count(got.out, "<testcase ") != 2 {
		t.Errorf("status %d\n%s", got.status, got.out)
	}
}

// TestCheckWithParameters: the notebook is checked as run with the same parameters writes it.
func TestCheckWithParameters(t *testing.T) {
	text := strings.Replace(notebook(`n := 1`, `n * 10`), `"metadata":{}`, `"metadata":{"tags":["parameters"]}`, 1)
	file := write(t, "n.ipynb", text)
	if got := command("run", file, "--param", "n=7"); got.status != 0 {
		t.Fatal(got.err)
	}
	for _, args := range [][]string{{"check", file}, {"check", file, "--param", "n=7"}} {
		if got := command(args...); got.status != 0 {
			t.Errorf("%q: status %d\n%s", args, got.status, got.out)
		}
	}
	if got := command("check", file, "--param", "n=8"); got.status != exitFailed || !strings.Contains(got.out, "80 was 70") {
		t.Errorf("with another value: status %d\n%s", got.status, got.out)
	}
}

// TestCheckRefusals: what cannot be checked is said before anything runs.
func TestCheckRefusals(t *testing.T) {
	file := write(t, "n.ipynb", notebook("1"))
	for _, tc := range []struct {
		args []string
		say  string
	}{
		{[]string{"check"}, "at least one notebook"},
		{[]string{"check", "s.go"}, "a notebook (.ipynb) can be checked"},
		{[]string{"check", file, "missing.ipynb"}, "missing.ipynb"},
		{[]string{"check", file, "--report", "html"}, "text, json, junit"},
		{[]string{"check", file, "--rtol", "-1"}, "0 or more"},
		{[]string{"check", file, "--rtol", "NaN"}, "0 or more"},
		{[]string{"check", file, "--param", "x=1"}, "takes no parameters"},
		{[]string{"check", file, "--out", "no/such/folder"}, "--out"},
	} {
		if got := command(tc.args...); got.status != exitUsage || !strings.Contains(got.err, tc.say) || got.out != "" {
			t.Errorf("%q: status %d, %q, %s", tc.args, got.status, got.out, got.err)
		}
	}
}

// TestCheckTellsBeforeItRuns: what is wrong with a notebook before any cell runs, and that another version
// has run it.
func TestCheckTellsBeforeItRuns(t *testing.T) {
	file := executed(t, `x := 1`, `x + 1`)
	replace(t, file, `"version":"`+version.String()+`"`, `"version":"0.1.0"`)
	replace(t, file, `"execution_count":1`, `"execution_count":7`)
	replace(t, file, `x + 1`, `x + y`)
	got := command("check", file)
	for _, want := range []string{
		"note: was last run by nvsd-kernel 0.1.0 (", "; this is nvsd-kernel " + version.String(),
		"note: cell 2 as In[2] ran before cell 1 as In[7], which stands above it",
		"note: cell 2 uses y, which no cell declares",
	} {
		if !strings.Contains(got.out, want) {
			t.Errorf("it does not say %q:\n%s", want, got.out)
		}
	}
	if strings.Index(got.out, "note: cell 2") > strings.Index(got.out, "same") {
		t.Errorf("the notes stand behind the cells:\n%s", got.out)
	}
	if got := command("run", file); !strings.Contains(got.err, "was last run by nvsd-kernel 0.1.0") || strings.Count(got.err, "was last run") != 1 {
		t.Errorf("run says\n%s", got.err)
	}
}

// TestOtherRounding: a notebook that a program with another arithmetic has run is told before it is run again.
func TestOtherRounding(t *testing.T) {
	file := executed(t, `x := 1`, `x + 1`)
	if got := command("check", file); strings.Contains(got.out, "note:") {
		t.Errorf("of a notebook of its own it says\n%s", got.out)
	}
	other := map[string]string{repl.Native: repl.Portable, repl.Portable: repl.Native}[identity.Arithmetic]
	replace(t, file, `"arithmetic":"`+identity.Arithmetic+`"`, `"arithmetic":"`+other+`"`)
	got := command("check", file)
	for _, want := range []string{"note: was last run by nvsd-kernel ", other + " arithmetic); this is nvsd-kernel", identity.Arithmetic + " arithmetic): last digits may differ"} {
		if got.status != 0 || !strings.Contains(got.out, want) {
			t.Errorf("status %d, it does not say %q:\n%s", got.status, want, got.out)
		}
	}
}

// TestRunTwiceIsTheSameFile: the same program writes the same bytes, with models, controls and parameters.
func TestRunTwiceIsTheSameFile(t *testing.T) {
	text := strings.Replace(notebook(`seed := 1`, `f := data.Friedman1(40, 5, uint64(seed))
path := nvsd.Spec{Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1), Kernel: kern.Gaussian{Width: kern.MedianDistance}, Tol: 1e-2}.Path(f, 5)`,
		`path.Select(nvsd.ByLeaveOneOut(), nvsd.Ranked)`, `display.Explore(path)`), `"metadata":{}`, `"metadata":{"tags":["parameters"]}`, 1)
	file := write(t, "n.ipynb", text)
	var runs []string
	for range 2 {
		if got := command("run", "--quiet", file, "--param", "seed=7"); got.status != 0 {
			t.Fatal(got.err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, string(text))
	}
	if runs[0] != runs[1] {
		t.Error("the second run wrote another file")
	}
	nb, err := readNotebook(file)
	if err != nil {
		t.Fatal(err)
	}
	r, ok := nb.Record()
	if !ok || r.Program != identity.Program() || r.Program.Build == "" || r.Parameters["seed"] != "7" || len(r.Seeds) != 1 || r.Seeds[0] != 7 || len(r.Outputs) != 2 {
		t.Errorf("the record is %+v", r)
	}
	if got := command("check", file); got.status != 0 {
		t.Errorf("it does not pass its own check:\n%s", got.out)
	}
}

// TestCheckTellsOfAFileThatChanged: a notebook that was run with other data says so, beside the numbers that
// differ for it.
func TestCheckTellsOfAFileThatChanged(t *testing.T) {
	file := executed(t, `data.CSV("x.csv", data.Target("y"))`)
	table := filepath.Join(filepath.Dir(file), "x.csv")
	for _, text := range []string{"y,a\n1,2\n2,3\n4,4\n", "y,a\n1,2\n2,3\n5,4\n"} {
		if err := os.WriteFile(table, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, "5,4") {
			break
		}
		if got := command("run", "--quiet", file); got.status != 0 {
			t.Fatal(got.err)
		}
	}
	nb, err := readNotebook(file)
	if err != nil {
		t.Fatal(err)
	}
	if r, _ := nb.Record(); len(r.Files) != 1 || r.Files[0].Path != "x.csv" || r.Files[0].Bytes != 16 || len(r.Files[0].SHA256) != 64 {
		t.Errorf("the files are %+v", r.Files)
	}
	if got := command("check", file); got.status != exitFailed || !strings.Contains(got.out, "note: x.csv is another file than that of the stored run") {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
}

// TestNotebooksOfScriptsPassTheirCheck: a notebook that a script became says where its cells failed as a notebook
// does, by the cell, since the script is not beside it for everybody. The messages of the run name the script.
func TestNotebooksOfScriptsPassTheirCheck(t *testing.T) {
	script := write(t, "s.go", `// %% A panic tags=["raises-exception"]
x := []int{}
x[3]
// %% [markdown]
// text
// %% In a function of another cell tags=["raises-exception"]
func f(k int) int { return x[k] }
f(5)
// %% An error tags=["raises-exception"]
os.ReadFile("gone")
// %% No Go tags=["raises-exception"]
undefined + 1
// %% Not expected
f(7)
// %%
"the end"
`)
	nb := filepath.Join(filepath.Dir(script), "s.ipynb")
	ran := command("run", "--keep-going", script, "--out", nb)
	if ran.status != 1 || !strings.Contains(ran.err, "s.go:14") {
		t.Errorf("the run ends with %d and says:\n%s", ran.status, ran.err)
	}
	text, err := os.ReadFile(nb)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "s.go:") || !strings.Contains(string(text), "In[2]:1") {
		t.Errorf("the notebook names lines of the script:\n%s", text)
	}
	if got := command("check", nb); got.status != 0 {
		t.Errorf("it does not pass its own check:\n%s", got.out)
	}
}
