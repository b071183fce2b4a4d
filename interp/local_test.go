package interp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write makes files, each named and followed by its text.
func write(t *testing.T, dir string, files ...string) {
	t.Helper()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const logSum = `// Package reg has a regularizer.
package reg

import (
	"math"

	"reg/inner"
)

var made = inner.Start()

func init() { made++ }

// LogSum is a penalty.
type LogSum struct{ eps float64 }

func New(eps float64) *LogSum { return &LogSum{eps: eps} }

func (p *LogSum) Value(u []float64) (s float64) {
	for _, x := range u {
		s += math.Log1p(x / p.eps)
	}
	return s
}

func (p *LogSum) Prox(dst, u []float64, t float64) { copy(dst, u) }
func (p *LogSum) String() string                   { return "log-sum" }

func Made() int { return made }

func At(x []float64, i int) float64 {
	return x[i]
}

func Largest[T int | float64](xs ...T) T {
	best := xs[0]
	for _, x := range xs {
		best = max(best, x)
	}
	return best
}
`

// A package beside the notebook is imported as source, and read again when it
// has changed.
func TestLocalPackages(t *testing.T) {
	dir := t.TempDir()
	write(t, dir,
		"reg/reg.go", logSum,
		"reg/reg_test.go", "package reg\n\nthis is no Go\n",
		"reg/other_plan9.go", "package reg\n\nfunc New() {}\n",
		"reg/inner/inner.go", "package inner\n\nfunc Start() int { return 41 }\n",
		"broken/broken.go", "package broken\n\nfunc F() int { return \"a\" }\n",
		"prog/prog.go", "package main\n",
		"vendor/example.org/far/far.go", "package far\n\nconst Name = \"far\"\n")
	n := open(t, func(o *Options) { o.Dir = dir })
	check := func(code, result, fail string) {
		t.Helper()
		o := n.run(code)
		if o.result != result || !strings.Contains(o.fail(), fail) || fail == "" && o.fail() != "" {
			t.Errorf("%q shows %q and fails with %q, want %q and %q", code, o.result, o.fail(), result, fail)
		}
	}
	check("import \"./reg\"\np := reg.New(1)\np.Value([]float64{0, math.E - 1})", "1", "")
	check("reg.Made()", "42", "")
	check("reg.Largest(3, 7, 5)", "7", "")
	check("fmt.Sprintf(\"%v %T\", p, p)", "log-sum *reg.LogSum", "")
	check("s := nvsd.Spec{Penalty: p}\ns.Penalty", "log-sum", "")
	check("nvsdtest.Penalty(p, 3).Subject", "log-sum", "")
	check("reg.At(nil, 3)", "", "reg/reg.go:32: index out of range [3] with length 0")
	check("func twice() int { return 2 * reg.Made() }\ntwice()", "84", "")
	check("import \"example.org/far\"\nfar.Name", "far", "")
	check("import \"./broken\"", "", "could not import ./broken (broken/broken.go:3:23: cannot use \"a\"")
	check("import \"./prog\"", "", "it is package main, a program")
	check("import \"github.com/someone/something\"", "", "put that into the folder vendor/github.com/someone/something")
	check("import \"./nowhere\"", "", "has no Go files")

	write(t, dir, "reg/inner/inner.go", "package inner\n\nfunc Start() int { return 10 }\n")
	check("twice()", "84", "") // nobody has imported it again
	o := n.run("import \"./reg\"\ntwice()")
	if o.result != "22" {
		t.Errorf("after a change twice() is %q (%v)", o.result, o.failure)
	}
	if !strings.Contains(o.err, "p: dropped when In[15] imported reg, whose source had changed") {
		t.Errorf("the notices are %q", o.err)
	}
	check("p", "", "undefined: p (dropped")
}

// A package that the kernel has is not hidden by a folder of its name, nor by its own
// source where the notebook lies in a clone of this module.
func TestCompiledPackagesComeFirst(t *testing.T) {
	dir := t.TempDir()
	write(t, dir,
		"go.mod", "module github.com/nvsd-kernel/nvsd-kernel\n",
		"stdlib/nvsd/nvsd.go", "package nvsd\n\nimport _ \"embed\"\n",
		"notebooks/sort/sort.go", "package sort\n\nfunc Mine() bool { return true }\n",
		"notebooks/own/own.go", "package own\n\nimport \"sort\"\n\nvar Sorted = sort.IntsAreSorted([]int{1, 2})\n")
	n := open(t, func(o *Options) { o.Dir = filepath.Join(dir, "notebooks") })
	for _, c := range [][2]string{
		{"import \"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd\"\nnvsd.ARD", "kernel width for each input"},
		{"import \"sort\"\nsort.IntsAreSorted([]int{1, 2})", "true"},
		{"import \"./own\"\nown.Sorted", "true"},
		{"import mine \"./sort\"\nmine.Mine()", "true"},
	} {
		if o := n.run(c[0]); o.result != c[1] || o.fail() != "" {
			t.Errorf("%q shows %q and fails with %q", c[0], o.result, o.fail())
		}
	}
}

const talk = `package talk

import (
	"bufio"
	"fmt"
	"log"
	"os"
)

var (
	in     = bufio.NewScanner(os.Stdin)
	out    = os.Stdout
	logger = log.New(os.Stderr, "talk: ", 0)
)

func init() { fmt.Println("imported") }

func Name() (name string) {
	fmt.Fprint(out, "Name: ")
	fmt.Scanln(&name)
	logger.Print("got ", name)
	return name
}

func Lines() (n int) {
	for in.Scan() && in.Text() != "" {
		n++
	}
	os.Stdout.WriteString("counted\n")
	return n
}

func Quiet() error {
	_, err := os.Stdin.Read(make([]byte, 1))
	return err
}
`

// What a package beside the notebook prints arrives in the cell that calls it,
// and what it reads is asked for, also by what it has made of the standard files
// when it was imported.
func TestLocalPackagesPrintAndAsk(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "talk/talk.go", talk)
	n := open(t, func(o *Options) { o.Dir = dir })
	for _, c := range []struct {
		code             string
		typed            []string
		out, err, result string
	}{
		{"import \"./talk\"", nil, "imported\n", "", ""},
		{"talk.Name()", []string{"Ada"}, "Name: ?", "talk: got Ada\n", "Ada"},
		{"talk.Lines()", []string{"a", "b", ""}, "???counted\n", "", "2"},
		{"name := talk.Name", nil, "", "", ""},
		{"name() + name()", []string{"x", "y"}, "Name: ?Name: ?", "talk: got x\ntalk: got y\n", "xy"},
	} {
		o := n.typing(c.code, c.typed...)
		if o.failure != nil || o.out != c.out || o.err != c.err || o.result != c.result {
			t.Errorf("%q prints %q and %q, shows %q and fails with %v, want %q, %q, %q", c.code, o.out, o.err, o.result, o.failure, c.out, c.err, c.result)
		}
	}
	if o := n.typing("talk.Quiet()"); o.fail() != "In[6]:1: "+refused {
		t.Errorf("where nobody answers: %+v, %v", o, o.failure)
	}
}

// What a cell does not name of a package it may name later.
func TestPackageIsUsedMoreAndMore(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "lib/lib.go", `package lib

import "runtime"

var table = []int{1, 2, 3}

var Names = [...]string{"a", "b"}

var hook = func() int { return len(table) }

type shape interface{ Area() int }

type Square struct{ A int }

func (s Square) Area() int { return s.A * s.A }

func Set(i, v int) { table[i] = v }

func Sum() (n int) {
	for _, v := range table {
		n += v
	}
	return n
}

func Hook() int { return hook() }

func Area(x any) int {
	if s, ok := x.(shape); ok {
		return s.Area()
	}
	return -1
}

// Never is called by nobody, and nothing of it can be run.
func Never(x any) { runtime.SetFinalizer(x, func(any) { _ = x }) }
`)
	n := open(t, func(o *Options) { o.Dir = dir })
	for _, c := range []struct{ code, result string }{
		{"import \"lib\"\nlib.Set(0, 10)", ""},
		{"lib.Sum()", "15"},
		{"lib.Names[1] = \"c\"", ""},
		{"fmt.Sprint(lib.Names, lib.Hook())", "[a c] 3"},
		{"x := 1\npanic(lib.Area(lib.Square{3}))", ""},
		{"lib.Area(lib.Square{3})", "9"},
		{"lib.Area(x)", "-1"},
		{"lib.Set(2, 0)\nlib.Sum()", "12"},
	} {
		if o := n.run(c.code); o.result != c.result {
			t.Errorf("%s: %q, %s, want %q", c.code, o.result, o.fail(), c.result)
		}
	}
}
