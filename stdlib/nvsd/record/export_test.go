package record_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/shipped"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/record"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// exportedKernels are kernels on four inputs, of every type and of every way to put them together.
var exportedKernels = slices.Concat(shipped.EveryKernel(4, kern.Sigma(2)), []kern.Kernel{
	kern.Polynomial{Degree: 1, Offset: 0},
	kern.Gaussian{Width: kern.MedianDistance},
	kern.Matern72{Width: kern.Times{Factor: 2, Width: kern.Mean20thNN}},
	kern.ARD{Base: kern.Gaussian{Width: kern.Sigma(1)}, Widths: []float64{1, 2, math.Inf(1), 4}},
	kern.ARD{Base: kern.Periodic{Period: 3, Width: 2}, Widths: []float64{1, 2, 1, 4}},
	kern.Sum(kern.Constant{Value: 2}, kern.Linear{}, kern.Polynomial{Degree: 2, Offset: 0.5}),
	kern.Product(kern.Gaussian{Width: kern.Sigma(3)}, kern.Matern52{Width: kern.Sigma(4)}, kern.Constant{Value: 3}),
	kern.Product(kern.Polynomial{Degree: 2, Offset: 1}, kern.Gaussian{Width: kern.Sigma(3)}, kern.Periodic{Period: 5, Width: 2}),
	kern.Sum(kern.ARD{Base: kern.Gaussian{Width: kern.Sigma(1)}, Widths: []float64{1, 2, math.Inf(1), 4}},
		kern.Product(kern.Constant{Value: 0.3}, kern.ARD{Base: kern.Sum(kern.Linear{}, kern.Matern92{Width: kern.Sigma(1)}), Widths: []float64{4, 2, 1, 1}})),
	kern.Sum(shipped.EveryKernel(4, kern.Sigma(2))...),
})

// An exported is a model and points that it is evaluated at.
type exported struct {
	*nvsd.Model
	at *mat.Dense
}

// mixture draws n observations of numbers and categories of three and of two levels: five columns.
func mixture(t testing.TB, n int, seed uint64) *data.Frame {
	rng := rand.New(rand.NewPCG(seed, 2))
	text := strings.Builder{}
	text.WriteString("age,colour,dose,\"a \"\"quoted\"\" \\name\",y\n")
	for range n {
		age, dose, colour, smokes := 20+60*rng.Float64(), rng.NormFloat64(), rng.IntN(3), rng.IntN(2)
		y := math.Sin(age/15) + float64(colour)*0.5 + dose*float64(smokes) + 0.1*rng.NormFloat64()
		fmt.Fprintf(&text, "%v,%s,%v,%d,%v\n", age, []string{"red", "green", "blue"}[colour], dose, 10*smokes, y)
	}
	return fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(text.String()), "mixture", data.Target("y"), data.Factor("colour", `a "quoted" \name`)))
}

// someExported returns models of every kernel: penalised fits, whose functions have derivative
// terms, ridge regressions on some of the inputs, with a width for each input too, and constants.
func someExported(t testing.TB) []exported {
	at := fixture.Waves(25, 4, 99).X().(*mat.Dense)
	var list []exported
	add := func(m *nvsd.Model, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, exported{m, at})
	}
	train := fixture.Waves(40, 4, 3)
	spec := fixture.Gaussian
	spec.Tol = 1e-2
	for _, k := range exportedKernels {
		spec.Kernel = k
		add(spec.Fit(fixture.Ctx, train, nvsd.TauFrac(0.2)))
		add(spec.Ridge(fixture.Ctx, train, nvsd.ByLeaveOneOut()))
	}
	for _, refit := range []nvsd.Refit{nvsd.BestWidth, nvsd.KeepKernel, nvsd.ARD} {
		spec = fixture.Gaussian
		spec.Tol, spec.Refit = 1e-2, refit
		add(fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, train, 4)).Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	}
	spec.Scale, spec.Intercept = nvsd.NoScaling, nvsd.NoIntercept
	add(spec.Fit(fixture.Ctx, train, nvsd.TauFrac(0.2)))
	add(nvsd.Mean(train))

	at = mixture(t, 25, 8).X().(*mat.Dense)
	mixed := mixture(t, 60, 7)
	spec = fixture.Gaussian
	spec.Tol = 1e-2
	add(spec.Fit(fixture.Ctx, mixed, nvsd.TauFrac(0.05)))
	spec.Penalty = penalty.GroupLasso{Groups: mixed.Groups()}
	add(fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, mixed, 4)).Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	rng := rand.New(rand.NewPCG(5, 5))
	draw := rapid.Custom(func(t *rapid.T) exported { return randomExported(t) })
	for range 20 {
		list = append(list, draw.Example(rng.IntN(1<<30)))
	}
	return list
}

// randomExported draws a kernel as a tree of some kinds, data, and a fit.
func randomExported(t *rapid.T) exported {
	d := rapid.IntRange(1, 5).Draw(t, "d")
	var draw func(depth int) kern.Kernel
	number := func(lo, hi float64, what string) float64 { return rapid.Float64Range(lo, hi).Draw(t, what) }
	draw = func(depth int) kern.Kernel {
		width := kern.Sigma(number(0.8, 4, "sigma"))
		kind := rapid.IntRange(0, 11).Draw(t, "kind")
		if depth == 0 {
			kind %= 8
		}
		switch kind {
		case 0:
			return kern.Linear{}
		case 1:
			return kern.Polynomial{Degree: rapid.IntRange(1, 4).Draw(t, "degree"), Offset: number(0, 2, "offset")}
		case 2:
			return kern.Gaussian{Width: width}
		case 3:
			return kern.RationalQuadratic{Width: width, Shape: number(0.5, 5, "shape")}
		case 4:
			return kern.Matern52{Width: width}
		case 5:
			return kern.Matern72{Width: width}
		case 6:
			return kern.Matern92{Width: width}
		case 7:
			return kern.Periodic{Period: number(2, 6, "period"), Width: number(0.8, 3, "width")}
		case 8:
			return kern.Sum(draw(depth-1), draw(depth-1), kern.Constant{Value: number(0, 2, "constant")})
		case 9:
			return kern.Product(draw(depth-1), draw(depth-1))
		case 10:
			return kern.Scaled(number(0.1, 2, "factor"), draw(depth-1))
		}
		widths := make([]float64, d)
		for a := range widths {
			widths[a] = number(0.5, 3, "width of an input")
		}
		return kern.ARD{Base: draw(depth - 1), Widths: widths}
	}
	spec := fixture.Gaussian
	spec.Kernel, spec.Tol, spec.MaxIter = draw(3), 1e-2, 50
	train := waves2(30, d, rapid.Uint64().Draw(t, "seed"))
	m, err := spec.Fit(fixture.Ctx, train, nvsd.TauFrac(number(0.01, 0.9, "tau")))
	if err != nil {
		t.Fatal(err)
	}
	return exported{m, waves2(10, d, 1).X().(*mat.Dense)}
}

// waves2 is waves for any d, in other units.
func waves2(n, d int, seed uint64) *data.Frame {
	wide := fixture.Waves(n, max(d, 2), seed)
	x := mat.DenseCopyOf(wide.X().(*mat.Dense).Slice(0, n, 0, d))
	x.Apply(func(_, a int, v float64) float64 { return 50 + float64(3*a+1)*v }, x)
	f, err := data.New(x, wide.Y())
	if err != nil {
		panic(err)
	}
	return f
}

// evaluations are the values and gradients of one function at its points.
type evaluations struct {
	Values    []told
	Gradients [][]told // by the columns of the exported function
}

// A told is a number that a program prints as a text, since JSON has none that are not finite.
type told float64

func (v *told) UnmarshalText(text []byte) error {
	x, err := strconv.ParseFloat(string(text), 64)
	*v = told(x)
	return err
}

// numbersOf returns what was told.
func numbersOf(list []told) []float64 {
	v := make([]float64, len(list))
	for i, x := range list {
		v[i] = float64(x)
	}
	return v
}

// written is what the tests read of the JSON of a function.
type written struct {
	Columns, Inputs []struct{ Name string }
	Alpha           []float64
	B               [][]float64
}

// jsonOf returns what Export writes as JSON.
func jsonOf(t testing.TB, m *nvsd.Model) (f written, columns []string) {
	t.Helper()
	var b bytes.Buffer
	if err := m.ExportTo(&b, nvsd.JSONForm()); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	for _, c := range f.Columns {
		columns = append(columns, c.Name)
	}
	return f, columns
}

// pointsOf returns the points as the exported function takes them.
func (e exported) pointsOf(columns []string) [][]float64 {
	m, _ := e.at.Dims()
	points := make([][]float64, m)
	for i := range points {
		points[i] = []float64{}
		for _, name := range columns {
			points[i] = append(points[i], e.at.At(i, slices.Index(e.Names(), name)))
		}
	}
	return points
}

// agree compares what an exported function returns with the model, to 1e-12 of the range of the
// model's predictions and to as much of that of its derivatives. A sum whose coefficients cancel
// is not known as well by the model either: there the tolerance is the rounding of its terms.
func (e exported) agree(t *testing.T, f written, columns []string, got evaluations) {
	t.Helper()
	want, gradients := fixture.Must[[]float64](t)(e.Predict(e.at)), fixture.Must[*mat.Dense](t)(e.Gradients(e.at))
	rounding := 0x1p-52 * (floats.Norm(f.Alpha, 1) + floats.Norm(slices.Concat(f.B...), 1) + 8*floats.Norm(want, math.Inf(1)))
	tol := math.Max(1e-12*(floats.Max(want)-floats.Min(want)), rounding)
	if e.KernelString() == "" {
		tol = 0
	}
	if values := numbersOf(got.Values); !fixture.Near(values, want, tol) {
		t.Errorf("%v: predictions differ by %.2g, more than %.2g", e.KernelString(), floats.Distance(values, want, math.Inf(1)), tol)
	}
	tol = math.Max(1e-12*(mat.Max(gradients)-mat.Min(gradients)), rounding)
	for i, row := range got.Gradients {
		full := make([]float64, e.D())
		for c, name := range columns {
			full[slices.Index(e.Names(), name)] = float64(row[c])
		}
		if w := gradients.RawRowView(i); !fixture.Near(full, w, tol) {
			t.Fatalf("%v: gradients differ by %.2g, more than %.2g", e.KernelString(), floats.Distance(full, w, math.Inf(1)), tol)
		}
	}
}

// run runs a program and reads what it prints as JSON.
func run(t *testing.T, cmd *exec.Cmd, dir string, into any) {
	t.Helper()
	var told bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &told
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, told.String())
	}
	if err := json.Unmarshal(out, into); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func writeJSON(t testing.TB, path string, v any) {
	t.Helper()
	writeText(t, path, string(fixture.Must[[]byte](t)(json.Marshal(v))))
}

func writeText(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// In every form, the exported function returns the values and gradients of its model.
func TestExportedFunctionsAgree(t *testing.T) {
	inEveryForm(t, someExported(t), exported.agree)
}

// inEveryForm evaluates the functions in every form that is written, and compares them by agree.
func inEveryForm(t *testing.T, all []exported, agree agreement) {
	t.Run("Go", func(t *testing.T) { goAgrees(t, all, agree) })
	t.Run("Python", func(t *testing.T) { pythonAgrees(t, all, agree) })
	t.Run("numpy", func(t *testing.T) { arraysAgree(t, all, agree) })
	t.Run("JSON", func(t *testing.T) { documentedLinesAgree(t, all, agree) })
}

// An agreement compares what an exported function returns with its model.
type agreement func(e exported, t *testing.T, f written, columns []string, got evaluations)

// goAgrees compiles the packages, and runs them in one program.
func goAgrees(t *testing.T, all []exported, agree agreement) {
	dir := t.TempDir()
	var imports, calls strings.Builder
	points := make([][][]float64, len(all))
	for k, e := range all {
		_, columns := jsonOf(t, e.Model)
		points[k] = e.pointsOf(columns)
		name := fmt.Sprintf("f%d", k)
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := e.Export(filepath.Join(dir, name, name+".go")); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&imports, "\t%q\n", "exported/"+name)
		fmt.Fprintf(&calls, `	for _, p := range points[%[1]d] {
		x := %[2]s.Point(p)
		g := %[2]s.Gradient(x)
		out[%[1]d].Values = append(out[%[1]d].Values, fmt.Sprint(%[2]s.Predict(x)))
		out[%[1]d].Gradients = append(out[%[1]d].Gradients, texts(g[:]))
	}
`, k, name)
	}
	writeJSON(t, filepath.Join(dir, "points.json"), points)
	writeText(t, filepath.Join(dir, "go.mod"), "module exported\n\ngo 1.21\n")
	writeText(t, filepath.Join(dir, "main.go"), fmt.Sprintf(`package main

import (
	"encoding/json"
	"fmt"
	"os"

%s)

type evaluations struct {
	Values    []string
	Gradients [][]string
}

func texts(v []float64) (list []string) {
	for _, x := range v {
		list = append(list, fmt.Sprint(x))
	}
	return list
}

func main() {
	var points [][][]float64
	text, _ := os.ReadFile("points.json")
	if err := json.Unmarshal(text, &points); err != nil {
		panic(err)
	}
	out := make([]evaluations, len(points))
%s	json.NewEncoder(os.Stdout).Encode(out)
}
`, imports.String(), calls.String()))
	var got []evaluations
	run(t, exec.Command("go", "run", "."), dir, &got)
	for k, e := range all {
		f, columns := jsonOf(t, e.Model)
		agree(e, t, f, columns, got[k])
	}
}

// python returns a Python 3 with the given packages, or skips the test.
func python(t *testing.T, packages ...string) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3: the exported Python is not run")
	}
	for _, name := range packages {
		if exec.Command(path, "-c", "import "+name).Run() != nil {
			t.Skipf("python3 has no %s: the exported Python is not run with it", name)
		}
	}
	return path
}

// pythonAgrees gives the modules one point at a time, and a list of them.
func pythonAgrees(t *testing.T, all []exported, agree agreement) {
	dir := t.TempDir()
	points := exportPython(t, dir, all)
	writeJSON(t, filepath.Join(dir, "points.json"), points)
	writeText(t, filepath.Join(dir, "main.py"), `
import importlib, json
points = json.load(open("points.json"))
out = []
for k, rows in enumerate(points):
    f = importlib.import_module(f"f{k}")
    out.append({"Values": [repr(f.predict(x)) for x in rows], "Gradients": [[repr(v) for v in g] for g in f.gradient(rows)]})
print(json.dumps(out))
`)
	var got []evaluations
	run(t, exec.Command(python(t), "main.py"), dir, &got)
	for k, e := range all {
		f, columns := jsonOf(t, e.Model)
		agree(e, t, f, columns, got[k])
	}
}

// exportPython writes the modules f0, f1, ... and returns the points to evaluate them at.
func exportPython(t testing.TB, dir string, all []exported) [][][]float64 {
	t.Helper()
	points := make([][][]float64, len(all))
	for k, e := range all {
		_, columns := jsonOf(t, e.Model)
		points[k] = e.pointsOf(columns)
		if err := e.Export(filepath.Join(dir, fmt.Sprintf("f%d.py", k))); err != nil {
			t.Fatal(err)
		}
	}
	return points
}

// documentedLinesAgree evaluates the JSON by the lines that docs/export.md shows.
func documentedLinesAgree(t *testing.T, all []exported, agree agreement) {
	page := string(fixture.Must[[]byte](t)(os.ReadFile(filepath.Join("..", "..", "..", "docs", "export.md"))))
	_, lines, _ := strings.Cut(page, "```python\nimport json\n")
	lines, _, found := strings.Cut(lines, "\n\nf = json.load(")
	if !found {
		t.Fatal("docs/export.md shows no lines that read the JSON")
	}
	dir := t.TempDir()
	points := make([][][]float64, len(all))
	for k, e := range all {
		_, columns := jsonOf(t, e.Model)
		points[k] = e.pointsOf(columns)
		if err := e.Export(filepath.Join(dir, fmt.Sprintf("f%d.json", k))); err != nil {
			t.Fatal(err)
		}
	}
	writeJSON(t, filepath.Join(dir, "points.json"), points)
	writeText(t, filepath.Join(dir, "main.py"), "import json\n"+lines+`

out = []
for k, rows in enumerate(json.load(open("points.json"))):
    f = json.load(open(f"f{k}.json"))
    out.append({"Values": [repr(predict(f, x)) for x in rows]})
print(json.dumps(out))
`)
	var got []evaluations
	run(t, exec.Command(python(t), "main.py"), dir, &got)
	for k, e := range all {
		f, columns := jsonOf(t, e.Model)
		agree(e, t, f, columns, got[k])
	}
}

// arraysAgree gives the modules the rows of an array at once.
func arraysAgree(t *testing.T, all []exported, agree agreement) {
	dir := t.TempDir()
	points := exportPython(t, dir, all)
	writeJSON(t, filepath.Join(dir, "points.json"), points)
	writeText(t, filepath.Join(dir, "main.py"), `
import importlib, json
import numpy
out = []
for k, rows in enumerate(json.load(open("points.json"))):
    f = importlib.import_module(f"f{k}")
    X = numpy.array(rows)
    gradients = f.gradient(X).tolist() if X.shape[1] else []
    out.append({"Values": [repr(v) for v in f.predict(X).tolist()], "Gradients": [[repr(v) for v in g] for g in gradients]})
print(json.dumps(out))
`)
	var got []evaluations
	run(t, exec.Command(python(t, "numpy"), "main.py"), dir, &got)
	for k, e := range all {
		f, columns := jsonOf(t, e.Model)
		agree(e, t, f, columns, got[k])
	}
}

// A row is given by the names of its inputs too, with the levels of those that are categorical.
func TestExportedFunctionsReadRows(t *testing.T) {
	train := mixture(t, 60, 7)
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, train, nvsd.TauFrac(0.1)))
	f := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader("age,colour,dose,\"a \"\"quoted\"\" \\name\",y\n33,green,0.5,10,0\n44,red,1,0,0\n"), "rows",
		data.Target("y"), data.Factor("colour", `a "quoted" \name`)))
	want := fixture.Must[[]float64](t)(m.PredictFrame(f))
	script, program := `
import json, score
a = {"age": 33, "colour": "green", "dose": 0.5, 'a "quoted" \\name': 10, "other": None}
b = {"age": 44.0, "colour": "red", "dose": 1, 'a "quoted" \\name': 0.0}
errors = []
for row in [{**a, "colour": "pink"}, {"age": 1}, [1, 2]]:
    try:
        score.predict(row)
    except (KeyError, ValueError) as error:
        errors.append(str(error))
print(json.dumps([score.predict([a, b]), errors]))
`, `package main

import (
	"encoding/json"
	"os"

	"exported/score"
)

func main() {
	values, errors := []float64{}, []string{}
	const name = "a \"quoted\" \\name"
	for _, row := range []map[string]any{
		{"age": 33, "colour": "green", "dose": 0.5, name: 10, "other": nil},
		{"age": 44.0, "colour": "red", "dose": 1, name: 0.0},
		{"age": 33, "colour": "pink", "dose": 0.5, name: "10"},
		{"age": 1},
		{"age": "old", "colour": "red", "dose": 1, name: 0},
	} {
		x, err := score.PointOf(row)
		if err != nil {
			errors = append(errors, err.Error())
			continue
		}
		values = append(values, score.Predict(x))
	}
	json.NewEncoder(os.Stdout).Encode([]any{values, errors})
}
`
	for language, got := range bothLanguages[[]any](t, m, script, program) {
		checkRows(t, language, got, want)
	}
}

// A missing input is filled in as the model fills it in, by name and by position.
func TestExportedFunctionsFillIn(t *testing.T) {
	text := strings.Builder{}
	text.WriteString("age,colour,dose,kind,y\n")
	rng := rand.New(rand.NewPCG(3, 3))
	for i := range 60 {
		age, colour, kind := fmt.Sprint(rng.Float64()), []string{"red", "green", "blue"}[rng.IntN(3)], []string{"a", "b"}[rng.IntN(2)]
		switch i % 9 {
		case 3:
			age = ""
		case 5:
			colour = ""
		case 7:
			kind = ""
		}
		fmt.Fprintf(&text, "%s,%s,%v,%s,%v\n", age, colour, rng.Float64(), kind, rng.NormFloat64())
	}
	impute := []data.ReadOption{data.Target("y"), data.Impute(data.Median, "age"), data.Impute(data.MostFrequent, "colour"), data.Impute(data.MissingLevel, "kind")}
	train := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(text.String()), "train", impute...))
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, train, nvsd.TauFrac(0.05)))
	rows := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader("age,colour,dose,kind,y\n,green,0.5,a,0\n0.4,,0.5,b,0\n,,0.25,(missing),0\n"), "rows", impute...))
	want := fixture.Must[[]float64](t)(m.PredictFrame(rows))
	script, program := `
import json, math, score
rows = [{"age": None, "colour": "green", "dose": 0.5, "kind": "a"}, {"age": 0.4, "dose": 0.5, "kind": "b"}, {"age": math.nan, "colour": None, "dose": 0.25}]
errors = []
try:
    score.predict({"age": 1})
except KeyError as error:
    errors.append(str(error))
values = score.predict(rows)
assert score.predict(score._columns(rows[2])) == values[2]
print(json.dumps([values, errors]))
`, `package main

import (
	"encoding/json"
	"os"

	"exported/score"
)

func main() {
	values, errors := []float64{}, []string{}
	for _, row := range []map[string]any{
		{"age": nil, "colour": "green", "dose": 0.5, "kind": "a"},
		{"age": 0.4, "dose": 0.5, "kind": "b"},
		{"dose": 0.25},
		{"age": 1},
	} {
		x, err := score.PointOf(row)
		if err != nil {
			errors = append(errors, err.Error())
			continue
		}
		values = append(values, score.Predict(x))
	}
	json.NewEncoder(os.Stdout).Encode([]any{values, errors})
}
`
	for language, got := range bothLanguages[[2][]any](t, m, script, program) {
		fills(t, language, got, want)
	}
}

// bothLanguages exports a model as the package score of Python and of Go, and returns what a program
// in each language, which uses it, prints as JSON.
func bothLanguages[T any](t *testing.T, m *nvsd.Model, inPython, inGo string) map[string]T {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "score"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"score.py", filepath.Join("score", "score.go")} {
		if err := m.Export(filepath.Join(dir, path)); err != nil {
			t.Fatal(err)
		}
	}
	writeText(t, filepath.Join(dir, "main.py"), inPython)
	writeText(t, filepath.Join(dir, "go.mod"), "module exported\n\ngo 1.21\n")
	writeText(t, filepath.Join(dir, "main.go"), inGo)
	var fromPython, fromGo T
	run(t, exec.Command(python(t), "main.py"), dir, &fromPython)
	run(t, exec.Command("go", "run", "."), dir, &fromGo)
	return map[string]T{"Python": fromPython, "Go": fromGo}
}

// fills compares the predictions of rows with missing inputs, and the one error, of the input for
// which nothing was learned.
func fills(t *testing.T, language string, got [2][]any, want []float64) {
	t.Helper()
	var values []float64
	for _, v := range got[0] {
		values = append(values, v.(float64))
	}
	if !fixture.Near(values, want, 1e-12) {
		t.Errorf("%s: %v for rows with missing inputs, want %v", language, values, want)
	}
	if len(got[1]) != 1 || !strings.Contains(fmt.Sprint(got[1]...), "dose") {
		t.Errorf("%s: errors %q, want one about dose", language, got[1])
	}
}

// checkRows compares the predictions and the errors that a program printed.
func checkRows(t *testing.T, language string, got []any, want []float64) {
	t.Helper()
	var values []float64
	for _, v := range got[0].([]any) {
		values = append(values, v.(float64))
	}
	if !fixture.Near(values, want, 1e-12) {
		t.Errorf("%s: %v for rows, want %v", language, values, want)
	}
	told := fmt.Sprint(got[1])
	for _, part := range []string{"pink", "blue", "colour", "missing"} {
		if !strings.Contains(told, part) {
			t.Errorf("%s: the errors do not say %q: %s", language, part, told)
		}
	}
	if errors := got[1].([]any); len(errors) != 3 {
		t.Errorf("%s: errors %q, want 3", language, errors)
	}
}

func TestExportRefusesWhatItCannotWrite(t *testing.T) {
	dir := t.TempDir()
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, fixture.Waves(20, 2, 1), nvsd.TauFrac(0.3)))
	own := fixture.Gaussian
	own.Kernel = kern.Isotropic(func(s kern.Jet) kern.Jet { return s.Neg().Exp() })
	of := fixture.Must[*nvsd.Model](t)(own.Fit(fixture.Ctx, fixture.Waves(20, 2, 1), nvsd.TauFrac(0.3)))
	for _, c := range []struct {
		what string
		err  error
		says string
	}{
		{"ending", m.Export(filepath.Join(dir, "model.txt")), ".go, .py or .json"},
		{"test file", m.Export(filepath.Join(dir, "model_test.go")), "_test.go"},
		{"no form", m.ExportTo(io.Discard, record.ExportForm{}), "nvsd.GoForm"},
		{"package name", m.ExportTo(io.Discard, nvsd.GoForm("my model")), `"mymodel"`},
		{"own kernel", of.Export(filepath.Join(dir, "own.py")), "export --to go"},
		{"no folder", m.Export(filepath.Join(dir, "none", "model.py")), "none"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: error %v, want one with %q", c.what, c.err, c.says)
		}
	}
	if left := fixture.Must[[]os.DirEntry](t)(os.ReadDir(dir)); len(left) != 0 {
		t.Errorf("files are left: %v", left)
	}
}

// A file that was there stays as it is when the function cannot be written.
func TestExportReplacesAFileAsAWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.json")
	writeText(t, path, "before")
	own := fixture.Gaussian
	own.Kernel = kern.FromEval(kern.Gaussian{Width: kern.Sigma(1)}.Eval)
	of := fixture.Must[*nvsd.Model](t)(own.Ridge(fixture.Ctx, fixture.Waves(20, 2, 1), nvsd.ByLeaveOneOut()))
	if err := of.Export(path); err == nil {
		t.Fatal("a kernel of one's own is written")
	}
	if text := fixture.Must[[]byte](t)(os.ReadFile(path)); string(text) != "before" {
		t.Errorf("the file holds %q", text)
	}
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, fixture.Waves(20, 2, 1), nvsd.TauFrac(0.3)))
	if err := m.Export(path); err != nil {
		t.Fatal(err)
	}
	again := bytes.Buffer{}
	if err := m.ExportTo(&again, nvsd.JSONForm()); err != nil {
		t.Fatal(err)
	}
	if text := fixture.Must[[]byte](t)(os.ReadFile(path)); !bytes.Equal(text, again.Bytes()) {
		t.Error("Export and ExportTo write different files")
	}
}

// A model that was read from a file exports what the model that was written does.
func TestReadModelExportsTheSame(t *testing.T) {
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, mixture(t, 30, 7), nvsd.TauFrac(0.1)))
	for _, form := range []record.ExportForm{nvsd.GoForm("m"), nvsd.PythonForm(), nvsd.JSONForm()} {
		var a, b bytes.Buffer
		if err := errors.Join(m.ExportTo(&a, form), fixture.Reread(t, m).ExportTo(&b, form)); err != nil {
			t.Fatal(err)
		}
		if a.String() != b.String() {
			t.Errorf("%v differs", form)
		}
	}
}
