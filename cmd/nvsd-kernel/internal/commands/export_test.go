package commands

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/identity"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// exported are scripts whose programs must print what the scripts show.
var exported = map[string]string{
	"conveniences": `
n := strconv.Atoi("41")
fmt.Println(n + 1, strconv.Atoi("7"))
math.Sqrt(16)
// %%
func half(s string) int { return strconv.Atoi(s) / 2 } // panics
half("10")
// %%
func caught(s string) (got any) {
	defer func() { got = recover() }()
	return half(s)
}
caught("x")
// %%
type point struct{ x, y int }
// %%
p := point{1, 2}
p
// %%
strings.Cut("a=b", "=")
`,
	"redeclared": `
x := 1
double := func() int { return 2 * x }
// %%
x := x + 10
fmt.Println(x, double())
// %%
x := "text"
x
// %%
type T struct{ a int }
func (t T) String() string { return fmt.Sprint("T", t.a) }
func newT() T { return T{len(x)} }
t := newT()
t
// %%
type T struct{ a int }
func (t T) String() string { return fmt.Sprint("new T", t.a) }
fmt.Println(t, newT())
// %%
func f() int { return 1 }
func g() int { return 10 * f() }
g()
// %%
func f() int { return 2 }
g()
// %%
var n int
n++
n
// %%
var n int
n
// %%
const a, b = 1, 2
max := 3
a + b + max
`,
	"functions": `
count := 0
func next() int { count++; return count }
next()
// %%
count = 10
next()
// %%
count, err := strconv.Atoi("100")
fmt.Println(next(), err)
// %%
defer fmt.Println("at the end of the cell")
m := map[string]int{"a": 1}
outer:
for i := range 3 {
	for {
		if i == 1 {
			continue outer
		}
		break outer
	}
}
fmt.Println("body")
// %%
m
`,
	"names": `
import str "strings"
func main() { fmt.Println(str.ToUpper("main")) }
func init() { fmt.Println("init") }
main()
// %%
display := 3
log := func(s string) string { return "log " + s }
log(str.Repeat("x", display))
// %%
len := 4
len
// %%
path := "p"
ctx, cancel := context.WithTimeout(ctx, time.Hour)
cancel()
fmt.Println(path, ctx.Err())
// %%
fmt.Println(ctx.Err())
`,
	"unused": `
a, b := 1, 2
if c := 3; true {
	d := 4
}
for i, x := range []int{5} {
}
switch v := any(a).(type) {
case int:
}
func f() { e := 5 }
// %%
f()
// %%
a;
`,
	"generic": `
type Stack[T any] struct{ items []T }
func (s *Stack[T]) Push(x T) { s.items = append(s.items, x) }
func Map[A, B any](xs []A, f func(A) B) []B {
	var out []B
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}
// %%
var s Stack[string]
s.Push("a")
Map(s.items, func(x string) int { return len(x) })
// %%
type Base struct{ Name string }
type Derived struct{ Base; N int }
d := Derived{Base{"x"}, 1}
d.Base.Name
// %%
type Base struct{ Name string; Old bool }
e := Derived{Base: Base{Name: "y"}}
e.Base.Name + e.Name
`,
	"methods": `
type Pen struct{ w int }
ps := []Pen{{1}, {2}}
// %%
func (p *Pen) Widen() { p.w *= 10 }
ps[1].Widen()
ps
// %%
type Shape interface{ Area() float64 }
type Square struct{ side float64 }
shapes := map[string]Shape{}
// %%
func (s Square) Area() float64 { return s.side * s.side }
shapes["a"] = Square{3}
fmt.Println(shapes, shapes["a"].Area())
// %%
func (s Square) Area() float64 { return -1 }
Square{1}.Area()
`,
	"fit": `
d := data.Load("diabetes").Split(data.Train(60), data.Valid(40), data.Test(40), data.Seed(1))
spec := nvsd.Spec{Kernel: kern.Linear{}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1)}
// %%
func at(frac float64) *nvsd.Model { return spec.Fit(d.Train, nvsd.TauFrac(frac)) }
at(0.5)
// %%
m := spec.Fit(d.Train, nvsd.TauFrac(0.5))
m.Score(d.Test)
// %%
mat.NewDense(2, 2, []float64{1, 2, 3, 4})
`,
}

// TestExportedProgramsPrintTheSame: the program that a script or a notebook stands for builds
// with the Go toolchain and prints what its cells show.
func TestExportedProgramsPrintTheSame(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no Go toolchain here to build with")
	}
	dir := goModule(t)
	want := map[string]string{}
	add := func(name, file string) {
		got := command("run", file, "--out", filepath.Join(t.TempDir(), "out.ipynb"))
		if got.status != 0 {
			t.Errorf("%s: %s", name, got.err)
			return
		}
		to := filepath.Join(dir, name, "main.go")
		if err := os.Mkdir(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if done := command("export", file, "--to", "go", "--out", to); done.status != 0 {
			t.Errorf("%s: %s", name, done.err)
			os.RemoveAll(filepath.Dir(to))
			return
		}
		want[name] = got.out
	}
	for name, text := range exported {
		add(name, write(t, name+".go", text))
	}
	if !testing.Short() {
		for _, name := range []string{"quickstart", "regularizer", "compiled"} {
			add(name, filepath.Join(root, "notebooks", name+".ipynb"))
		}
	}
	bin := filepath.Join(dir, "bin") + string(filepath.Separator)
	goBuild := []string{"build", "-ldflags=-w", "-o", bin, "./..."}
	if identity.Arithmetic == repl.Portable {
		goBuild = append([]string{"run", "github.com/nvsd-kernel/nvsd-kernel/install/portable"}, goBuild...)
	}
	build := exec.Command("go", goBuild...)
	build.Dir = dir
	build.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "GOPROXY=off") {
			t.Skipf("the module cache lacks what the programs need: %s", out)
		}
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for name, shown := range want {
		got, err := exec.Command(bin + name).Output()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		if err != nil || untimed(string(got)) != untimed(shown) {
			program, _ := os.ReadFile(filepath.Join(dir, name, "main.go"))
			t.Errorf("%s: %v\nthe program prints\n%s\nthe cells show\n%s\nthe program is\n%s", name, err, got, shown, program)
		}
	}
}

// TestExportGo: what is wrong in a cell is said by its place, a program does
// not take the place of its script, and what cannot be in it is a comment.
func TestExportGo(t *testing.T) {
	wrong := write(t, "n.ipynb", notebook("x := 1", "\ny := nothing"))
	if got := command("export", wrong, "--to", "go"); got.status != exitFailed || !strings.Contains(got.err, "n.ipynb, cell 2:2:6: undefined: nothing") {
		t.Errorf("an error in a notebook: status %d, %s", got.status, got.err)
	}
	if _, err := os.Stat(strings.TrimSuffix(wrong, ".ipynb") + ".go"); err == nil {
		t.Error("a program was written although a cell is wrong")
	}
	wrong = write(t, "s.go", "// %%\nx := 1\n// %%\ny := nothing\n")
	if got := command("export", wrong, "--to", "go", "--out", "-"); got.status != exitFailed || !strings.Contains(got.err, "s.go:4:6: undefined: nothing") {
		t.Errorf("an error in a script: status %d, %s", got.status, got.err)
	}
	if got := command("export", wrong, "--to", "go"); got.status != exitUsage || !strings.Contains(got.err, "--out") {
		t.Errorf("over the script: status %d, %s", got.status, got.err)
	}
	file := write(t, "t.go", "// %% A title\nfmt.Println(1)\n// %% tags=[\"raises-exception\"]\npanic(2)\n")
	got := command("export", file, "--to", "go", "--out", "-")
	for _, part := range []string{"\t// A title\n\tfmt.Println(1)\n", "// panic(2)\n"} {
		if !strings.Contains(got.out, part) {
			t.Errorf("%q is not in the program\n%s%s", part, got.out, got.err)
		}
	}
}

// TestExportForms: several forms are written beside the notebook, one that there is not is refused
// before any is written, and one file is not asked to hold two.
func TestExportForms(t *testing.T) {
	file := write(t, "n.ipynb", notebook("x := 41", "x + 1"))
	beside := func(ending string) bool {
		_, err := os.Stat(strings.TrimSuffix(file, "ipynb") + ending)
		return err == nil
	}
	for _, wrong := range [][]string{{"--to", "html,pdf"}, {"--to", ""}, {"--to", "html,go", "--out", "one"}} {
		if got := command(append([]string{"export", file}, wrong...)...); got.status != exitUsage || beside("html") || beside("go") {
			t.Errorf("%q: status %d, %s", wrong, got.status, got.err)
		}
	}
	if got := command("export", file, "--to", "html,go"); got.status != 0 || !beside("html") || !beside("go") {
		t.Errorf("both forms: status %d, %s", got.status, got.err)
	}
}

// TestExportedProgramFindsTheModule: the commands at the top of a program make it run, by the
// modules of the cache alone.
func TestExportedProgramFindsTheModule(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no Go toolchain here to build with")
	}
	dir := t.TempDir()
	if got := command("export", write(t, "s.go", "// %%\ndata.Friedman1(30, 5, 1).D()\n"), "--to", "go", "--out", filepath.Join(dir, "s.go")); got.status != 0 {
		t.Fatal(got.err)
	}
	program, err := os.ReadFile(filepath.Join(dir, "s.go"))
	if err != nil {
		t.Fatal(err)
	}
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^//\t(go .*)$`).FindAllStringSubmatch(string(program), -1)
	if len(commands) != 4 {
		t.Fatalf("the program begins with %d commands:\n%s", len(commands), program)
	}
	for _, line := range commands {
		run := exec.Command("sh", "-c", strings.Replace(line[1], "CLONE", checkout, 1))
		run.Dir, run.Env = dir, append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOWORK=off", "GOFLAGS=")
		out, err := run.CombinedOutput()
		if err != nil && strings.Contains(string(out), "GOPROXY=off") {
			t.Skipf("the module cache lacks what the program needs: %s", out)
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", line[1], err, out)
		}
		if strings.HasPrefix(line[1], "go run") && strings.TrimSpace(string(out)) != "5" {
			t.Errorf("the program prints %q", out)
		}
	}
}

// seconds are what a fit took, which no two runs have alike.
var seconds = regexp.MustCompile(`[0-9.e-]+ s\b`)

func untimed(text string) string { return seconds.ReplaceAllString(text, "? s") }

// goModule makes a module that requires this checkout, with what it requires
// itself, all of which the module cache has.
func goModule(t *testing.T) string {
	t.Helper()
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(checkout, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(checkout, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	first, requires, _ := strings.Cut(string(mod), "\n")
	module := strings.TrimPrefix(first, "module ")
	text := fmt.Sprintf("module exported\n%s\nrequire %s v0.0.0\n\nreplace %[2]s => %q\n", requires, module, checkout)
	for name, data := range map[string][]byte{"go.mod": []byte(text), "go.sum": sum} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
