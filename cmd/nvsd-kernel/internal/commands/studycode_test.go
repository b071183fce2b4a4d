package commands

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// The methods and the sources of studies of these tests: every kind of field, receivers that are values and pointers, types with arguments,
// functions and constants of other cells, packages with other names, and what cells leave out: contexts and errors.
var studyCells = []string{
	`const half = 0.5

// most returns the inputs that are the most correlated with the targets.
func most(r *study.Replication, k int) []string {
	names := r.Train.Names()
	size := func(name string) float64 {
		column, _ := r.Train.Column(name)
		return math.Abs(stat.Correlation(column, r.Train.Y(), nil))
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(size(b), size(a)) })
	return names[:k]
}`,
	`type Correlated struct{ Most int }

func (m Correlated) Fit(ctx context.Context, r *study.Replication) ([]study.Outcome, error) {
	model, err := r.RefitOn(ctx, most(r, m.Most)...)
	return []study.Outcome{{Model: model}}, err
}`,
	`import rnd "math/rand/v2"

type Share struct{ Of, At float64 }

type Drawn struct {
	Shares []Share
	Names  map[string]bool
	Size   [2]int
	Text   string
	Far    *Share
	Wait   time.Duration
	Bytes  []byte
	Large  uint64
	own    int
}

func (m *Drawn) Fit(ctx context.Context, r *study.Replication) (all []study.Outcome, err error) {
	draw := rnd.New(rnd.NewPCG(r.Seed, m.Large))
	for i, share := range append(m.Shares, *m.Far) {
		var names []string
		for _, name := range r.Train.Names() {
			if draw.Float64() < share.Of || m.Names[name] {
				names = append(names, name)
			}
		}
		all = append(all, study.Outcome{Rule: fmt.Sprint(m.Text, i), Model: r.RefitOn(names...)})
	}
	return all, nil
}`,
	`type Number interface{ ~int | ~float64 }

type First[N Number, S any] struct {
	Count N
	Is    S
}

func (m First[N, S]) Fit(ctx context.Context, r *study.Replication) ([]study.Outcome, error) {
	model, err := r.RefitOn(ctx, r.Train.Names()[:int(m.Count)]...)
	return []study.Outcome{{Model: model}}, err
}`,
	`type Fails struct{ Rows []int }

func (m Fails) Fit(ctx context.Context, r *study.Replication) ([]study.Outcome, error) {
	switch {
	case r.Train.D() == 8:
		return nil, m.at(len(m.Rows))
	case r.Seed%4 == 0:
		return nil, fmt.Errorf("seed %d of %v", r.Seed, m)
	}
	return []study.Outcome{{Model: r.RefitOn("no input")}}, nil
}

func (m Fails) at(i int) error { return fmt.Errorf("%d", m.Rows[i]) }`,
	`type Wave struct{ Inputs int }

func (s *Wave) Draw(n int, seed uint64) (*data.Frame, error) {
	draw := rand.New(rand.NewPCG(seed, 7))
	x, y := mat.NewDense(n, s.Inputs, nil), make([]float64, n)
	for i := range n {
		for a := range s.Inputs {
			x.Set(i, a, draw.NormFloat64())
		}
		y[i] = math.Sin(x.At(i, 0)) + half*x.At(i, 1)
	}
	return data.New(x, y)
}

func (s *Wave) Relevant() []int { return []int{0, 1} }`,
	`spec := nvsd.Spec{Scale: nvsd.NoScaling, Kernel: kern.Linear{}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1), Refit: nvsd.KeepKernel}
d := study.Design{
	Name: "of cells",
	Problems: []study.Problem{
		{Name: "E1", From: data.UAI{Experiment: 1}.Problem(), Train: []int{15}, Valid: 15, Test: 20},
		{Name: "wave", From: &Wave{8}, Train: []int{15}, Valid: 15, Test: 20},
	},
	Methods: []study.Method{
		{Name: "lasso", Fit: study.System{Of: baseline.Lasso{}, Weights: 3}},
		{Name: "correlated", Fit: Correlated{3}},
		{Name: "drawn", Fit: &Drawn{[]Share{{0.5, 1}, {0.25, math.Pi}}, map[string]bool{"x1": true, "x3": false}, [2]int{1, 2}, "rule ", &Share{Of: 1e-300}, time.Hour, []byte{0, 255}, 1<<64 - 1, 0}},
		{Name: "first", Fit: First[float64, []Share]{2, []Share{{1, 2}}}},
		{Name: "first of all", Fit: &First[int, string]{4, "<>&"}},
		{Name: "fails", Fit: Fails{[]int{3}}},
	},
	Refit: spec,
	Reps:  2,
}`,
}

// runStudyCells runs the cells and then others, in a folder of their own, and returns the folder, and what the last of them shows.
func runStudyCells(t *testing.T, cells []string, then ...string) (dir, last string) {
	t.Helper()
	file := write(t, "study.ipynb", notebook(append(slices.Clone(cells), then...)...))
	if got := command("run", "--quiet", file); got.status != 0 {
		t.Fatalf("the cells fail: %s", got.err)
	}
	all := shownBy(t, file)
	return filepath.Dir(file), all[len(all)-1].text
}

// resultsIn returns the contents of a folder's files of results, by their names, without times and programs.
func resultsIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "results", "*", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no results: %v", dir, err)
	}
	all := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var own struct {
			Result struct {
				Unit, Outcomes any
				Err            string
			}
		}
		if err := json.Unmarshal(text, &own); err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(file)] = fmt.Sprint(own.Result)
	}
	return all
}

// TestStudyOfCellsTravels: a study with code of cells has the same names of results and the same results, to the bit, in the cell, by the
// commands from the design that its folder has, in three parts that are merged, in job arrays from a cell and by the command, and of the
// design that a cell reads again.
func TestStudyOfCellsTravels(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no Slurm on Windows")
	}
	slurmOfTest(t)
	dir, _ := runStudyCells(t, studyCells, `study.Run(d, "here")`,
		`import "os"
text := os.ReadFile("here/design.json")
again := study.ReadDesign(text, "")
study.Run(again, "read")`,
		`study.Slurm{}.Run(d, "cluster")`)
	at := func(name string) string { return filepath.Join(dir, name) }
	design := at("here/design.json")
	expect := func(say string, args ...string) {
		t.Helper()
		got := command(append([]string{"study"}, args...)...)
		if got.status == exitUsage || !strings.Contains(got.out+got.err, say) {
			t.Errorf("study %v: status %d\n%s%s\nwant %q", args, got.status, got.out, got.err, say)
		}
	}
	expect("4 units have failed", "run", design, "--dir", at("command"))
	var parts []string
	for _, part := range []string{"1", "2", "3"} {
		parts = append(parts, at("part"+part))
		expect("", "run", design, "-q", "--shard", part+"/3", "--dir", at("part"+part))
	}
	expect("24 results added", append([]string{"merge", design, "--dir", at("merged")}, parts...)...)
	expect("", "run", design, "--slurm", "--chunk", "1ns", "--dir", at("slurm"))
	expect("24 of 24 units done", "status", at("slurm/design.json"), "--dir", at("slurm"))
	expect("12 of 24 units done", "plan", design, "--dir", at("planned"))
	want := resultsIn(t, at("here"))
	if len(want) != 24 {
		t.Errorf("%d results of 24 units", len(want))
	}
	for _, folder := range []string{"command", "merged", "read", "cluster", "slurm"} {
		if got := resultsIn(t, at(folder)); !maps.Equal(got, want) {
			t.Errorf("%s has other results:\n%v\nwant\n%v", folder, got, want)
		}
	}
	failures := strings.Join(slices.Collect(maps.Values(want)), "\n")
	for _, text := range []string{"panic: runtime error: index out of range", "no input", "of {[3]}"} {
		if !strings.Contains(failures, text) {
			t.Errorf("no unit has failed with %q:\n%s", text, failures)
		}
	}
}

// slurmOfTest puts commands in the place of Slurm's, which run each element at once, and lets the binary of the tests be the worker.
func slurmOfTest(t *testing.T) {
	dir := t.TempDir()
	for name, script := range map[string]string{
		"sbatch": "script=$(mktemp '" + dir + "/XXXX'); cat > \"$script\"\n" +
			"for a; do case $a in --array=0-*) last=${a#--array=0-}; last=${last%%%*};; esac; done\n" +
			"for i in $(seq 0 \"$last\"); do SLURM_ARRAY_TASK_ID=$i sh \"$script\"; done >&2\necho 1\n",
		"squeue": "exit 0\n", "scancel": "exit 0\n", "scontrol": "echo 'MaxArraySize = 7'\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// keyed is a cell with a design of one unit.
const keyed = `d := study.Design{
	Name:     "keys",
	Problems: []study.Problem{{Name: "E1", From: data.UAI{Experiment: 1}.Problem(), Train: []int{15}, Valid: 15, Test: 20}},
	Methods:  []study.Method{{Name: "m", Fit: VALUE}},
	Refit:    nvsd.Spec{Scale: nvsd.NoScaling, Kernel: kern.Linear{}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1), Refit: nvsd.KeepKernel},
	Reps:     1,
}`

// TestStudyKeysFollowTheSource: the name of a result is another one once something has changed that its method uses, and only then. A
// value that was made before has the source that it runs.
func TestStudyKeysFollowTheSource(t *testing.T) {
	const run = `study.Run(d, "FOLDER")`
	of := func(value string) string { return strings.Replace(keyed, "VALUE", value, 1) }
	in := func(folder string) string { return strings.Replace(run, "FOLDER", folder, 1) }
	most, correlated := studyCells[0], studyCells[1]
	dir, _ := runStudyCells(t, []string{most, correlated, of("Correlated{3}"), in("first")},
		"// Another comment.\n"+strings.Replace(most, "cmp.Compare(", "cmp.Compare( /* sizes */ ", 1), of("Correlated{Most: 1 + 2}"), in("comments"),
		"type Elsewhere struct{ Correlated }\nconst other = 3\nmore := 4", in("elsewhere"),
		`import comparing "cmp"`+"\n"+most, in("as before"),
		of("Correlated{4}"), in("value"),
		of("&Correlated{3}"), in("pointer"),
		of("Elsewhere{Correlated{3}}"), in("embedded"),
		of("Correlated{3}"), strings.Replace(most, "cmp.Compare(size(b), size(a))", "cmp.Compare(size(a), size(b))", 1), in("function"),
		strings.Replace(correlated, "m.Most)", "m.Most+1)", 1), in("method"),
		"before := d\n"+strings.Replace(correlated, "Most int", "Most, Least int", 1), of("Correlated{Most: 3}"), in("field"),
		`study.Run(before, "replaced")`)
	all := map[string]string{}
	for _, folder := range []string{"first", "comments", "elsewhere", "as before", "value", "pointer", "embedded", "function", "method", "field", "replaced"} {
		all[folder] = strings.Join(slices.Collect(maps.Keys(resultsIn(t, filepath.Join(dir, folder)))), " ")
	}
	same := map[string]string{"comments": "first", "elsewhere": "first", "as before": "first", "replaced": "method"}
	for folder, key := range all {
		for other, its := range all {
			alike := func(name string) string {
				if as := same[name]; as != "" {
					return as
				}
				return name
			}
			if (key == its) != (alike(folder) == alike(other)) {
				t.Errorf("%s has the key %s, and %s has %s", folder, key, other, its)
			}
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(all)) {
		got := command("study", "run", filepath.Join(dir, folder, "design.json"), "-q", "--dir", filepath.Join(dir, folder+" again"))
		if got.status != 0 {
			t.Fatalf("%s: %s%s", folder, got.out, got.err)
		}
		if again, want := resultsIn(t, filepath.Join(dir, folder+" again")), resultsIn(t, filepath.Join(dir, folder)); !maps.Equal(again, want) {
			t.Errorf("%s: the command has\n%v\nwant\n%v", folder, again, want)
		}
	}
}

// TestStudyCodeThatStays: values that no text can have are refused with the part that has none, and run with a Key, or without a folder.
func TestStudyCodeThatStays(t *testing.T) {
	const fit = "Fit(ctx context.Context, r *study.Replication) ([]study.Outcome, error) {\n\treturn []study.Outcome{{Model: r.RefitOn(ctx, r.Train.Names()[:2]...)}}, nil\n}"
	for value, tc := range map[string]struct{ declared, want string }{
		"Own{Choose: func(int) int { return 1 }}": {"type Own struct{ Choose func(int) int }\nfunc (Own) " + fit, "Own.Choose is not read from JSON as it is written"},
		"Own{3}":                   {"type Own struct{ most int }\nfunc (Own) " + fit, "Own.most is not read from JSON as it is written"},
		"Own{X: math.Inf(1)}":      {"type Own struct{ W, X float64 }\nfunc (Own) " + fit, "Own.X is not read from JSON as it is written"},
		"Own{In: Inner{&frame}}":   {"frame := data.E1(20, 1)\ntype Inner struct{ F **data.Frame }\ntype Own struct{ In Inner }\nfunc (Own) " + fit, "Own.In.F is not read from JSON as it is written"},
		"Own{Of: kern.Linear{}}":   {"type Own struct{ Of kern.Kernel }\nfunc (Own) " + fit, "Own.Of is not read from JSON as it is written"},
		"Own(func() {})":           {"type Own func()\nfunc (Own) " + fit, "Own is not read from JSON as it is written"},
		"(*Own)(nil)":              {"type Own struct{}\nfunc (*Own) " + fit, "the *Own is nil"},
		"Own{}":                    {"count := 2\ntype Own struct{}\nfunc (Own) " + strings.Replace(fit, ":2]", ":count]", 1), "Own uses the variable count of the cells, whose value can change: make it a field of Own, a constant or a function"},
		"Own{4}":                   {"pick := func(k int) int { return k }\nfunc two(k int) int { return pick(k) }\ntype Own struct{ K int }\nfunc (m Own) " + strings.Replace(fit, ":2]", ":two(m.K)]", 1), "Own uses the variable pick of the cells"},
		"made()":                   {"func made() study.Fitter {\n\ttype Own struct{ study.System }\n\treturn Own{study.System{Of: baseline.Mean{}}}\n}", "Own has no source: a type that can be written is declared by a cell, outside of functions"},
		"struct{ study.System }{}": {"", "has no source: a type that can be written is declared by a cell, outside of functions"},
	} {
		dir, text := runStudyCells(t, []string{tc.declared, strings.Replace(keyed, "VALUE", value, 1)}, `study.Run(d, "")`,
			"import \"encoding/json\"\n_, err := study.Run(ctx, d, \"folder\")\n_, err2 := json.Marshal(d)\nfmt.Println(err)\nfmt.Println(err2)")
		for _, line := range strings.SplitN(strings.TrimSpace(text), "\n", 2) {
			if !strings.Contains(line, tc.want) || !strings.Contains(line, "or give it a method Key() string, which is to change when its results do") {
				t.Errorf("%s: %s, want %s", value, line, tc.want)
			}
		}
		if _, err := os.Stat(filepath.Join(dir, "folder")); err == nil {
			t.Errorf("%s: there is a folder", value)
		}
	}
	dir, _ := runStudyCells(t, []string{"count := 2\ntype Own struct{}\nfunc (Own) Key() string { return fmt.Sprint(count) }\nfunc (Own) " + strings.Replace(fit, ":2]", ":count]", 1), strings.Replace(keyed, "VALUE", "Own{}", 1)}, `study.Run(d, "a")`)
	design := filepath.Join(dir, "a", "design.json")
	if got := command("study", "status", design, "--dir", filepath.Join(dir, "a")); !strings.Contains(got.out, "1 of 1 unit done") {
		t.Errorf("%s%s", got.out, got.err)
	}
	if got := command("study", "run", design, "--dir", filepath.Join(dir, "b")); got.status != exitUsage || !strings.Contains(got.err, "has no source: run the study in the notebook") {
		t.Errorf("status %d: %s", got.status, got.err)
	}
}
