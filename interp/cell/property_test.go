package cell

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell/celltest"
)

// A world is the latest declaration of each name, as one Go file: what a
// session should be equivalent to.
type world map[string]string

// broken checks the world from scratch and returns the names whose
// declarations have errors.
func (w world) broken(t *rapid.T, im types.Importer) map[string]bool {
	var b strings.Builder
	b.WriteString("package main\n")
	names := slices.Sorted(maps.Keys(w))
	for _, name := range names {
		b.WriteString(w[name] + "\n") // one line each
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "w.go", b.String(), 0)
	if err != nil {
		t.Fatal(err)
	}
	bad := map[string]bool{}
	conf := types.Config{Importer: im, Error: func(err error) {
		e := err.(types.Error)
		bad[names[fset.Position(e.Pos).Line-2]] = true
	}}
	conf.Check("main", fset, []*ast.File{f}, nil)
	return bad
}

// However names are redefined, the session takes a cell exactly when the whole
// program with that change has no error in the changed declaration, and then
// knows as stale exactly the declarations in which the whole program has
// errors.
func TestRedefinitionsAgreeWithWholeCheck(t *testing.T) {
	im := newTestImporter(t)
	rapid.Check(t, func(t *rapid.T) {
		s := NewSession(im, Options{})
		w := world{}
		for k := range 3 {
			w[fmt.Sprintf("T%d", k)] = fmt.Sprintf("type T%d struct { a int }", k)
			w[fmt.Sprintf("T%d.M", k)] = fmt.Sprintf("func (t T%d) M() int { return t.a }", k)
		}
		for n := range 4 {
			w[fmt.Sprintf("f%d", n)] = fmt.Sprintf(`func f%d() int { panic("base") }`, n)
		}
		submit := func(count int, code string) error {
			p, err := s.Check(Source{Label: "In", Count: count, Code: code})
			if err == nil {
				s.Commit(p)
			}
			return err
		}
		if err := submit(0, strings.Join(slices.Collect(maps.Values(w)), "\n")); err != nil {
			t.Fatal(err)
		}
		for step := range rapid.IntRange(1, 25).Draw(t, "steps") {
			name, text := celltest.DrawDeclaration(t)
			next := maps.Clone(w)
			next[name] = text
			bad := next.broken(t, im)
			err := submit(step+1, text)
			if (err != nil) != bad[name] {
				t.Fatalf("cell %q: session says %v, the whole program has errors in %v", text, err, bad)
			}
			if err != nil {
				continue
			}
			w = next
			for name := range w {
				sym := s.symbols[name]
				if sym == nil || sym.gone != "" {
					t.Fatalf("after %q: %s is gone: %+v", text, name, sym)
				}
				if sym.stale != bad[name] {
					t.Fatalf("after %q: %s is stale: %v, the whole program has errors in %v", text, name, sym.stale, bad)
				}
			}
		}
	})
}

// A cell that fails its check changes nothing.
func TestFailedCheckDeclaresNothing(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	transcript(s, Source{Label: "In[1]", Count: 1, Code: "x := 1\ntype T struct{ n int }\nfunc f() int { return x }\nv := T{1}"})
	before := maps.Clone(s.symbols)
	for i, code := range []string{"x := \"a\"\nundefined", "type T string\nv + 1", "func f() string { return 1 }", "import \"os\"\nx :="} {
		if _, err := s.Check(Source{Label: "In", Count: i + 2, Code: code}); err == nil {
			t.Errorf("%q passes", code)
		}
	}
	if !maps.Equal(before, s.symbols) || len(s.imports) > 0 {
		t.Error("a failed check has changed the session")
	}
}

// Every line of a program that holds a statement knows its cell.
func TestPositions(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	transcript(s, Source{Label: "In[1]", Count: 1, Code: "x := 1\nfunc f(i int) int {\n\ts := `\n//line 0:99\n`\n\t_ = s\n\treturn x / i\n}"})
	p, err := s.Check(Source{Label: "In[2]", Count: 2, Code: "// comment\n\nx := \"s\"\nfmt.Println(x,\n\tlen(x))\nfit.CSV(x)"})
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(p.Code, "\n") {
		for text, want := range map[string]Position{
			"xᐧg2 = \"s\"": {"In[2]", 3, 1}, ".Println(": {"In[2]", 4, 1}, ".CSV(": {"In[2]", 6, 1}, ".Stale(": {"In[1]", 2, 1},
		} {
			if strings.Contains(line, text) && p.At(i+1) != want {
				t.Errorf("%q comes from %v, want %v", line, p.At(i+1), want)
			}
		}
	}
	if len(p.Notices) != 1 || !strings.Contains(string(p.Notices[0]), "line 7") {
		t.Errorf("notices: %q", p.Notices)
	}
}

const benchCell = `
import "fmt"
type P struct{ X, Y float64 }
func (p P) Norm() float64 { return math.Hypot(p.X, p.Y) }
ps := []P{{1, 2}, {3, 4}}
total := 0.0
for _, p := range ps {
	total += p.Norm()
}
names := map[string]int{}
for i := range 10 {
	names[strconv.Itoa(i)] = i
}
if v, ok := names["3"]; ok {
	fmt.Println(v)
}
n := strconv.Atoi("12")
d := fit.CSV("x.csv")
m := fit.Fit(d, 0.1)
fs := []func() float64{func() float64 { return total }}
fmt.Sprint(n, m.Tau, len(fs), strings.ToUpper("a"))`

func BenchmarkCheck(b *testing.B) {
	s := newTestSession(b, newTestImporter(b))
	src := Source{Label: "In[1]", Count: 1, Code: benchCell}
	check := func() {
		p, err := s.Check(src)
		if err != nil {
			b.Fatal(err)
		}
		s.Commit(p)
	}
	check() // the test's importer runs the go command for each package
	for b.Loop() {
		check()
	}
}

// The cost of a check does not depend on how much the session has declared.
func BenchmarkCheckInLargeSession(b *testing.B) {
	s := newTestSession(b, newTestImporter(b))
	for i := range 1000 {
		p, err := s.Check(Source{Label: "In", Count: i, Code: fmt.Sprintf("func f%d() int { return %d }\nv%d := f%d()", i, i, i, i)})
		if err != nil {
			b.Fatal(err)
		}
		s.Commit(p)
	}
	for b.Loop() {
		if _, err := s.Check(Source{Label: "In[1]", Count: 1, Code: "f10() + v20"}); err != nil {
			b.Fatal(err)
		}
	}
}
