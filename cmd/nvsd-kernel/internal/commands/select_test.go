package commands

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// sheet writes a table of n rows, whose cells are drawn by column.
func sheet(t *testing.T, n int, header string, row func(rng *rand.Rand, i int) []any) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	var b strings.Builder
	fmt.Fprintln(&b, header)
	for i := range n {
		fmt.Fprintln(&b, strings.ReplaceAll(strings.Trim(fmt.Sprint(row(rng, i)), "[]"), " ", ","))
	}
	return write(t, "file.csv", b.String())
}

// selectRefuses checks that select refuses arguments in one line, which has these parts.
func selectRefuses(t *testing.T, args, say []string) {
	t.Helper()
	got := command(append([]string{"select", "--quiet"}, args...)...)
	if got.status != exitUsage || got.out != "" || strings.Count(got.err, "\n") != 1 {
		t.Errorf("%v: status %d, output %q, error %q", args, got.status, got.out, got.err)
	}
	for _, part := range say {
		if !strings.Contains(got.err, part) {
			t.Errorf("%v: %q does not say %q", args, got.err, part)
		}
	}
}

// curve is a table in which y depends on a alone.
func curve(t *testing.T) string {
	return sheet(t, 40, "a,b,c,y", func(rng *rand.Rand, _ int) []any {
		a := rng.NormFloat64()
		return []any{a, rng.NormFloat64(), rng.NormFloat64(), math.Sin(2*a) + 0.1*rng.NormFloat64()}
	})
}

type selected struct {
	Inputs, Selected, Warnings []string
	Scores, Predictions        []float64
	Found                      bool
	RMSE                       *float64
	Error                      float64
	Version, Spec              string
	LeftOut                    []int `json:"left_out"`
}

// selects runs the command and reads what it writes.
func selects(t *testing.T, args ...string) selected {
	t.Helper()
	got := command(append([]string{"select", "--out", "-"}, args...)...)
	var a selected
	if err := json.Unmarshal([]byte(got.out), &a); err != nil || got.status != 0 {
		t.Fatalf("%v: status %d, %v, %s", args, got.status, err, got.err)
	}
	return a
}

// TestSelectRefuses: status 2, one line on standard error that says what to do, no output.
func TestSelectRefuses(t *testing.T) {
	good, folder := curve(t), t.TempDir()
	file := func(text string) string { return write(t, "file.csv", text) }
	for _, c := range []struct {
		args []string
		say  []string
	}{
		{[]string{good}, []string{"--target NAME", "--help"}},
		{[]string{"--target", "y"}, []string{"1 argument (FILE)"}},
		{[]string{good, "--target", ""}, []string{"--target is empty"}},
		{[]string{filepath.Join(folder, "none.csv"), "--target", "y"}, []string{"none.csv"}},
		{[]string{good, "--target", "z"}, []string{"file.csv", `target "z"`, `"a", "b", "c", "y"`}},
		{[]string{good, "--target", "y", "--criterion", "aic"}, []string{"aic", "loo or cv"}},
		{[]string{good, "--target", "y", "--factor", "z"}, []string{`factor "z"`, `"a", "b", "c", "y"`}},
		{[]string{good, "--target", "y", "--factor", "y"}, []string{`target "y"`, "factor"}},
		{[]string{good, "--target", "y", "--drop", "b,z"}, []string{`drop "z"`, `"a", "b", "c", "y"`}},
		{[]string{good, "--target", "y", "--drop", "y"}, []string{`target "y" is also dropped`}},
		{[]string{good, "--target", "y", "--drop", "a,b,c"}, []string{"no inputs are left"}},
		{[]string{good, "--target", "y", "--null", "-1"}, []string{"-1 permuted runs"}},
		{[]string{good, "--target", "y", "--level", "90"}, []string{"--level 90", "from 0.5 to below 1"}},
		{[]string{good, "--target", "y", "--comma", ";;"}, []string{"one character"}},
		{[]string{good, "--target", "y", "--out", filepath.Join(folder, "none", "o.json")}, []string{"--out"}},
		{[]string{file("a,y\n"), "--target", "y"}, []string{"file.csv", "no row"}},
		{[]string{file("a,y\n1,2\n"), "--target", "y"}, []string{"file.csv", "one observation"}},
		{[]string{file("a,y\n1,2\n2,3\n3,1\n"), "--target", "y", "--criterion", "cv"}, []string{"3 rows are too few", "--criterion loo"}},
		{[]string{file(",a,y\n1,1,2\n1,2,3\n"), "--target", "y"}, []string{"column 1 has no name", `--drop ""`}},
		{[]string{file("a,b,y\n1,2,3\n1,,3\n"), "--target", "y"}, []string{`file.csv: line 3, column "b"`, "empty", `--drop "b"`}},
		{[]string{file("a,b,y\n1,red,3\n1,2,3\n"), "--target", "y"}, []string{`line 2, column "b"`, `"red"`, `--factor "b"`}},
		{[]string{file("a,y\n1,low\n"), "--target", "y"}, []string{`line 2, column "y"`, "one class only"}},
		{[]string{file("a;y\n1;2\n"), "--target", "y"}, []string{`--comma ";"`}},
		{[]string{file("a;y\n1,5;2\n"), "--target", "y", "--comma", ";"}, []string{`line 2, column "a": "1,5"`, "--decimal-comma"}},
		{[]string{file("a;y\n2.412;1\n0,5;2\n"), "--target", "y", "--comma", ";", "--decimal-comma"}, []string{`line 2, column "a": "2.412"`, `if points are between thousands, say --thousands "."`}},
		{[]string{file("a;y\n0.32;1\n0,5;2\n"), "--target", "y", "--comma", ";", "--decimal-comma"}, []string{`line 2, column "a": "0.32" has a point where decimals are behind a comma`}},
		{[]string{file("a,y\n$1.50,1\n$2.25,2\n"), "--target", "y"}, []string{`"$1.50"`, "say --currency", `--factor "a"`}},
		{[]string{file("4,7\n1,2\n"), "--target", "7"}, []string{"holds numbers", "--header", "--no-header"}},
		{[]string{file("a,a,y\n1,2,3\n"), "--target", "y"}, []string{`columns 1 and 2 are both named "a"`, "--unique-names"}},
		{[]string{good, "--target", "y", "--thousands", "."}, []string{"--decimal-comma"}},
		{[]string{good, "--target", "y", "--test", filepath.Join(folder, "none.csv")}, []string{"none.csv"}},
		{[]string{good, "--target", "y", "--test", write(t, "test.csv", "a,b,c\n")}, []string{"test.csv", "no row", "nothing to predict"}},
	} {
		selectRefuses(t, c.args, c.say)
	}
}

// TestSelectOddTables: tables that leave little to choose from, or nothing, have an answer.
func TestSelectOddTables(t *testing.T) {
	normal := func(rng *rand.Rand, k int) []any {
		row := make([]any, k)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		return row
	}
	wide := make([]string, 40)
	for j := range wide {
		wide[j] = fmt.Sprint("x", j)
	}
	for what, c := range map[string]struct {
		file     string
		selected []string
		warn     string
	}{
		"all inputs constant but one": {sheet(t, 30, "a,b,c,y", func(rng *rand.Rand, _ int) []any {
			x := rng.NormFloat64()
			return []any{1, x, 2, math.Sin(x) + 0.1*rng.NormFloat64()}
		}), []string{"b"}, `input "c" is constant`},
		"more inputs than rows": {sheet(t, 15, strings.Join(wide, ",")+",y", func(rng *rand.Rand, _ int) []any {
			row := normal(rng, 40)
			return append(row, 3*row[7].(float64)+0.1*rng.NormFloat64())
		}), []string{"x7"}, ""},
		"a target that one input determines": {sheet(t, 40, "a,b,y", func(rng *rand.Rand, _ int) []any {
			row := normal(rng, 2)
			return append(row, 2*row[1].(float64))
		}), []string{"b"}, ""},
		"a constant target": {sheet(t, 20, "a,b,y", func(rng *rand.Rand, _ int) []any {
			return append(normal(rng, 2), 7)
		}), []string{}, `target "y" is constant`},
		"all inputs constant": {sheet(t, 20, "a,y", func(rng *rand.Rand, _ int) []any {
			return []any{1, rng.NormFloat64()}
		}), []string{}, `input "a" is constant`},
		"two rows": {sheet(t, 2, "a,y", func(rng *rand.Rand, _ int) []any {
			return normal(rng, 2)
		}), []string{}, ""},
	} {
		a := selects(t, c.file, "--target", "y", "--test", c.file)
		if !slices.Equal(a.Selected, c.selected) || a.Found != (len(c.selected) > 0) || !strings.Contains(strings.Join(a.Warnings, "\n"), c.warn) || a.RMSE == nil {
			t.Errorf("%s: %+v", what, a)
		}
		if what == "a target that one input determines" && !(*a.RMSE < 0.01) {
			t.Errorf("%s: rmse %v", what, *a.RMSE)
		}
	}
}

// TestSelectCopies: inputs that cannot be told apart are both named.
func TestSelectCopies(t *testing.T) {
	file := sheet(t, 30, "a,b,c,y", func(rng *rand.Rand, _ int) []any {
		a := rng.NormFloat64()
		return []any{a, rng.NormFloat64(), 32 + 1.8*a, a * a}
	})
	a := selects(t, file, "--target", "y")
	if !strings.Contains(strings.Join(a.Warnings, "\n"), `"a" and "c" are copies`) || !a.Found {
		t.Errorf("%+v", a)
	}
}

// TestSelectTwoValues: a derivative between two values says little, and the flag that helps is
// named.
func TestSelectTwoValues(t *testing.T) {
	file := sheet(t, 40, "a,b,y", func(rng *rand.Rand, i int) []any {
		return []any{i % 2, rng.NormFloat64(), float64(i%2) + 0.1*rng.NormFloat64()}
	})
	a := selects(t, file, "--target", "y")
	if said := strings.Join(a.Warnings, "\n"); !strings.Contains(said, `inputs of two values: a: --factor "a" measures the difference`) {
		t.Errorf("warnings: %s", said)
	}
	a = selects(t, file, "--target", "y", "--factor", "a")
	if !slices.Equal(a.Selected, []string{"a"}) || math.Abs(a.Scores[0]-0.5) > 0.1 || len(a.Warnings) != 0 {
		t.Errorf("as a factor: %+v", a)
	}
}

// TestSelectTest: only what the model needs is read of the test file, and the rest is told of.
func TestSelectTest(t *testing.T) {
	a := selects(t, curve(t), "--target", "y", "--test", write(t, "test.csv", "note,b,a\nhello,?,0\nworld,,0.5\n"))
	if !slices.Equal(a.Selected, []string{"a"}) || len(a.Predictions) != 2 || math.Abs(a.Predictions[1]-math.Sin(1)) > 0.2 || a.RMSE != nil {
		t.Errorf("%+v", a)
	}
	if said := strings.Join(a.Warnings, "\n"); !strings.Contains(said, `test.csv lacks "c"`) {
		t.Errorf("warnings: %s", said)
	}
}

// TestSelectStreams: where text, JSON and progress go.
func TestSelectStreams(t *testing.T) {
	file, out := curve(t), filepath.Join(t.TempDir(), "o.json")
	long := command("select", file, "--target", "y")
	if long.status != 0 || !strings.Contains(long.out, "input  norm per sd  worth\na ") || !strings.Contains(long.out, "\nfound := nvsd.Find(train)\n") {
		t.Errorf("%+v", long)
	}
	short := command("select", file, "--target", "y", "--out", out)
	if head, _, _ := strings.Cut(long.out, "\nHow it was found"); short.status != 0 || short.out != head {
		t.Errorf("with --out: %+v, want\n%s", short, head)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	agree(t, "answer", decode(t, string(text)), decode(t, command("select", file, "--target", "y", "--out", "-").out))
	if got := command("select", file, "--target", "y", "--out", out, "--quiet"); got.status != 0 || got.out != "" || got.err != "" {
		t.Errorf("with --quiet: %+v", got)
	}
	rows, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for decimal, flags := range map[string][]string{".": nil, ",": {"--decimal-comma"}} {
		in := strings.NewReader(strings.NewReplacer(",", ";", ".", decimal).Replace(string(rows)))
		var piped, errOut bytes.Buffer
		status := Execute(t.Context(), append([]string{"select", "-", "--target", "y", "--comma", ";"}, flags...), Streams{in, &piped, &errOut})
		if status != 0 || !strings.Contains(piped.String(), "\na ") {
			t.Errorf("from standard input %v: status %d, %s%s", flags, status, piped.String(), errOut.String())
		}
	}
}

// TestSelectReadsWrittenNumbers: the answer does not depend on how numbers are written.
func TestSelectReadsWrittenNumbers(t *testing.T) {
	plain, other := "a;b;c;y\n", "a;b;c;y\n"
	rng := rand.New(rand.NewPCG(7, 8))
	for range 40 {
		a, b, c := 1000+rng.IntN(9000), rng.IntN(100), rng.IntN(1e6)
		y := math.Sin(float64(a)/1500) + 0.1*rng.NormFloat64()
		plain += fmt.Sprintf("%d.5;%d;%d;%v\n", a, b, c, y)
		other += fmt.Sprintf("%d'%03d,5;%d %%;%d €;%s\n", a/1000, a%1000, b, c, strings.Replace(fmt.Sprint(y), ".", ",", 1))
	}
	want := selects(t, write(t, "plain.csv", plain), "--target", "y", "--comma", ";")
	file := write(t, "other.csv", other)
	got := selects(t, file, "--target", "y", "--comma", ";", "--decimal-comma", "--thousands", "'", "--percent", "--currency", "--test", file)
	if !want.Found || !slices.Equal(got.Scores, want.Scores) || got.RMSE == nil || !strings.Contains(got.Spec, `data.Thousands('\''), data.Percent(), data.Currency()`) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestSelectSpec: the cell that an answer holds finds the same.
func TestSelectSpec(t *testing.T) {
	file := sheet(t, 45, "id,kind,x,z,y", func(rng *rand.Rand, i int) []any {
		x := rng.NormFloat64()
		return []any{fmt.Sprint("no", i), []string{"oak", "ash", "elm"}[i%3], x, rng.NormFloat64(), math.Sin(2*x) + float64(i%3) + 0.1*rng.NormFloat64()}
	})
	for _, extra := range [][]string{nil, {"--criterion", "cv", "--seed", "3"}, {"--null", "1"}, {"--comma", ";", "--decimal-comma"}} {
		if slices.Contains(extra, "--decimal-comma") {
			rows, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			file = write(t, "german.csv", strings.NewReplacer(",", ";", ".", ",").Replace(string(rows)))
		}
		a := selects(t, append([]string{file, "--target", "y", "--factor", "kind", "--drop", "id"}, extra...)...)
		script := write(t, "s.go", "// %%\n"+a.Spec+"// %%\nfmt.Printf(\"%q %.10g\\n\", found.SelectedNames(), found.Model.Selection().RMSE)\n")
		got := command("run", script)
		want := fmt.Sprintf("%q %.10g\n", a.Selected, a.Error)
		if got.status != 0 || !strings.HasSuffix(got.out, want) {
			t.Errorf("%v: status %d, %s%s; want %s", extra, got.status, got.out, got.err, want)
		}
	}
}

// TestSelectLeavesRowNamesOut: pandas and R write them in a column without a name.
func TestSelectLeavesRowNamesOut(t *testing.T) {
	file := sheet(t, 30, ",x,z,y", func(rng *rand.Rand, i int) []any {
		x := rng.NormFloat64()
		return []any{i, x, rng.NormFloat64(), x + 0.1*rng.NormFloat64()}
	})
	a := selects(t, file, "--target", "y", "--drop", "", "--test", file)
	if fmt.Sprint(a.Selected) != "[x]" || len(a.Predictions) != 30 {
		t.Errorf("selected %v, %d predictions", a.Selected, len(a.Predictions))
	}
}

// TestSelectWritesTheModel: the model that the command writes predicts what it predicts, when
// it is read in a cell, and a file that cannot be written is told before the work begins.
func TestSelectWritesTheModel(t *testing.T) {
	file, saved := curve(t), filepath.Join(t.TempDir(), "model.json")
	a := selects(t, file, "--target", "y", "--test", file, "--model", saved)
	script := write(t, "s.go", fmt.Sprintf("m := nvsd.LoadModel(%q)\nfmt.Printf(\"%%.12g\\n\", m.PredictFrame(data.CSV(%q, data.Target(\"y\"))))\n", saved, file))
	if got := command("run", script); got.status != 0 || got.out != fmt.Sprintf("%.12g\n", a.Predictions) {
		t.Errorf("status %d, %s%s; want %.12g", got.status, got.out, got.err, a.Predictions)
	}
	got := command("select", file, "--target", "y", "--model", filepath.Join(saved, "none", "m.json"))
	if got.status != exitUsage || !strings.Contains(got.err, "--model: ") {
		t.Errorf("status %d, %s", got.status, got.err)
	}
}

// TestSelectFlagsDocumented: the page has a row for every flag, with its default.
func TestSelectFlagsDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "select.md"))
	if err != nil {
		t.Fatal(err)
	}
	newSelect().Flags().VisitAll(func(f *pflag.Flag) {
		row := "\n| `--" + f.Name + "` |"
		switch f.DefValue {
		case "", "[]", "false":
		default:
			row += " `" + f.DefValue + "` |"
		}
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/select.md has no row that begins with %q", row)
		}
	})
}

// TestSelectLeavesRowNumbersOut: what counts or names the rows is no input, whatever it tells of the
// target, and the warning says by which flag it is one. New rows need no such column.
func TestSelectLeavesRowNumbersOut(t *testing.T) {
	for _, name := range []string{"Unnamed: 0", "rownames", ""} {
		file := sheet(t, 40, name+",when,x,y", func(rng *rand.Rand, i int) []any {
			x := rng.NormFloat64()
			return []any{i, fmt.Sprintf("2024-01-%02d", 1+i%28), x, x + float64(i)}
		})
		if name == "" {
			name = "Unnamed: 0"
		}
		for _, test := range []string{file, write(t, "test.csv", "x,y\n0,3\n1,2\n")} {
			a := selects(t, file, "--target", "y", "--test", test)
			said := strings.Join(a.Warnings, "\n")
			if !slices.Equal(a.Inputs, []string{"x"}) || !strings.Contains(said, fmt.Sprintf(`%q counts the rows, and is no input: --keep %q makes it one`, name, name)) || !strings.Contains(said, `columns of dates are no inputs: when`) {
				t.Errorf("%s: inputs %q, warnings %s", name, a.Inputs, said)
			}
		}
		for _, keep := range []string{name, ""} {
			if a := selects(t, file, "--target", "y", "--test", file, "--keep", keep); !slices.Equal(a.Inputs, []string{name, "x"}) || !slices.Contains(a.Selected, name) || a.RMSE == nil {
				t.Errorf("%s, kept by %q: %+v", name, keep, a)
			}
		}
	}
}

// TestSelectNames: names that are numbers or repeated are those of a flag, or need none, and the cell of
// the answer reads the file.
func TestSelectNames(t *testing.T) {
	for header, flags := range map[string][]string{"0,1,2": nil, "7,8,2": {"--header"}, "a,a,2": {"--unique-names"}, "unknown,x,2": {"--na", "other, unknown"}} {
		file := sheet(t, 40, header, func(rng *rand.Rand, _ int) []any {
			x := rng.NormFloat64()
			return []any{x, rng.NormFloat64(), x*x + 0.1*rng.NormFloat64()}
		})
		a := selects(t, append([]string{file, "--target", "2", "--test", file}, flags...)...)
		got := command("run", write(t, "s.go", "// %%\n"+a.Spec))
		if len(a.Inputs) != 2 || len(a.Selected) != 1 || a.Selected[0] != a.Inputs[0] || got.status != 0 {
			t.Errorf("%s: %+v, %s", header, a, got.err)
		}
		if said := strings.Join(a.Warnings, "\n"); strings.Contains(said, "--no-header") != (flags == nil) {
			t.Errorf("%s: %s", header, said)
		}
	}
}

// TestSelectNamesFlags: whatever the command refuses and warns of, it names flags and no function of cells.
func TestSelectNamesFlags(t *testing.T) {
	file := func(text string) string { return write(t, "file.csv", text) }
	good := curve(t)
	ids := "who,a,y\n"
	for i := range 12 {
		ids += fmt.Sprintf("p%d,%d,%d\n", i*i, i%5, i%3)
	}
	for _, c := range []struct {
		args []string
		say  string
	}{
		{[]string{file("a;b;y\n1;2;3\n")}, `--comma ";"`},
		{[]string{file("4,7\n1,2\n")}, "--no-header"},
		{[]string{file("a,a,y\n1,2,3\n")}, "--unique-names"},
		{[]string{file(",a,y\n1,1,2\n1,2,3\n")}, `--drop ""`},
		{[]string{file(ids)}, `--key "who"`},
		{[]string{file("# x\na,b,y\n1,2,3\n")}, `--comments "#"`},
		{[]string{file("a,b,y\n1,caf\xe9,3\n")}, `--encoding "windows-1252"`},
		{[]string{file("\xff\xfea\x00")}, `--encoding "utf-16"`},
		{[]string{good, "--encoding", "ebcdic"}, "--encoding"},
		{[]string{file("d,a,y\n3/4/2024,1,2\n5/6/2024,2,3\n")}, `--date-layout "d=2/1/2006"`},
		{[]string{good, "--date-layout", "q=2/1/2006"}, "--date-layout"},
		{[]string{good, "--date-layout", "q"}, "day=2/1/2006"},
		{[]string{file("a,b,y\n1,,3\n2,1,4\n")}, "--impute mean"},
		{[]string{file("a,b,y\n1,2,\n2,1,4\n")}, `--drop-missing "y"`},
		{[]string{file("a,b,y\nred,2,3\n?,1,4\n")}, "--impute level"},
		{[]string{file("a,b,y\nx,2,3\n3,1,4\n4,1,5\n")}, `--na "x"`},
		{[]string{file("a,b,y\n<10,2,3\n3,1,4\n")}, `--drop "a"; or else mend the file: put a number`},
		{[]string{file("a,b,y\n1,2,no\n2,1,no\n")}, "one class only"},
		{[]string{file("a,b,y\n1,2,no\n2,1,yes\n3,2,maybe\n"), "--null", "20"}, `--class "maybe"`},
		{[]string{good, "--class", "a", "--classes", "a,b"}, "exclude each other"},
		{[]string{file("a,b,y\n1 %,2,3\n2 %,1,4\n")}, "--percent"},
		{[]string{file("a,b,y\n\"1,5\",2,3\n\"2,25\",1,4\n")}, "--decimal-comma"},
		{[]string{file("a,b,y\n1,2,3\n"), "--thousands", "."}, "--decimal-comma"},
		{[]string{good, "--thousands", "x"}, "--thousands"},
		{[]string{good, "--comma", "\""}, "--comma"},
		{[]string{good, "--keep", "z"}, "--keep"},
		{[]string{good, "--factor", "y"}, "--classes"},
		{[]string{good, "--classes", "a"}, "--classes"},
		{[]string{good, "--impute", "zero"}, "mostfrequent"},
		{[]string{good, "--sample", "99"}, "40 rows"},
		{[]string{good, "--sample", "-1"}, "sample"},
		{[]string{good, "--drop", "a,b,c"}, "no inputs are left"},
	} {
		if !slices.Contains(c.args, "--target") {
			c.args = append(c.args, "--target", "y")
		}
		if strings.Contains(c.say, "no-header") {
			c.args[len(c.args)-1] = "x2"
		}
		got := command(append([]string{"select", "--quiet"}, c.args...)...)
		if got.status != exitUsage || !strings.Contains(got.err, c.say) || cellName.MatchString(got.err) {
			t.Errorf("%v: status %d, %q, want %q", c.args[1:], got.status, got.err, c.say)
		}
	}
}

// cellName matches a function or a method as cells call it.
var cellName = regexp.MustCompile(`\b(data|nvsd|d|f)\.[A-Z]`)

// TestSelectTakesWhatCellsTake: a table with missing cells, labels, identifiers and too many rows has an answer, which
// says what its labels are once and not as a warning, and its cell says the same.
func TestSelectTakesWhatCellsTake(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var b strings.Builder
	fmt.Fprintln(&b, "name;a;b;day;y")
	for i := range 60 {
		a, label := rng.NormFloat64(), "no"
		if a > 0 {
			label = "yes"
		}
		cell := fmt.Sprintf("%.4f", a)
		switch {
		case i%20 == 3:
			cell = "unknown"
		case i%20 == 7:
			label = ""
		}
		fmt.Fprintf(&b, "caf\xe9 %d;%s;%.4f;%d/%d/2024;%s\n", i*i, cell, rng.NormFloat64(), 1+i%28, 1+i%12, label)
	}
	file := write(t, "t.csv", b.String())
	args := []string{file, "--target", "y", "--comma", ";", "--encoding", "latin1", "--key", "name", "--na", "unknown", "--impute", "median", "--drop-missing", "y",
		"--classes", "no,yes", "--date-layout", "day=2/1/2006", "--sample", "50"}
	got := selects(t, args...)
	if !got.Found || !slices.Equal(got.Selected, []string{"a"}) || !slices.Equal(got.Inputs, []string{"a", "b"}) {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(got.Spec, `data.Impute(data.Median), data.DropMissing("y")).Sample(50, 1)`) || !strings.Contains(got.Spec, `data.Classes("no", "yes")`) {
		t.Errorf("the cell is %s", got.Spec)
	}
	shown := command(append([]string{"select", "--quiet"}, args...)...)
	before, _, _ := strings.Cut(shown.out, "The same in a cell")
	if strings.Count(shown.out, `-1 for "no", +1 for "yes"`) != 1 || strings.Contains(strings.Join(got.Warnings, ""), "-1") || cellName.MatchString(before) {
		t.Errorf("it is shown as\n%s", shown.out)
	}
}

// TestDataInspect: the command that is printed reads the table, whatever is in its names.
func TestDataInspect(t *testing.T) {
	file := write(t, "t.csv", "it's $1;a b;y\n1,5;x;1\n2,25;y;2\n3,5;x;4\n4,5;y;3\n5,5;x;\n")
	got := command("data", "inspect", file, "--target", "y")
	_, line, _ := strings.Cut(got.out, "the command: nvsd-kernel ")
	line, _, _ = strings.Cut(line, "\n")
	if got.status != 0 || !strings.HasSuffix(line, `--comma ";" --decimal-comma --drop-missing "y"`) || !strings.Contains(got.out, "in a cell: data.CSV(") {
		t.Fatalf("status %d: %s%s", got.status, got.out, got.err)
	}
	if classes := command("data", "inspect", write(t, "t.csv", "a,y\n1,low\n2,mid\n3,high\n"), "--target", "y"); classes.status != 0 || !strings.Contains(classes.out, `3 classes: high, low, mid`) {
		t.Errorf("status %d: %s%s", classes.status, classes.out, classes.err)
	}
	if refused := command("data", "inspect", write(t, "t.csv", "a,y\n1,low\n2,low\n3,low\n"), "--target", "y"); refused.status != exitUsage || !strings.Contains(refused.err, "one class only") {
		t.Errorf("status %d: %s", refused.status, refused.err)
	}
}
