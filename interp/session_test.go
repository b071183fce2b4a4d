package interp

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/child"
)

// TestMain makes the test binary a worker when a session starts it as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		os.Exit(child.Main(context.Background()))
	}
	os.Exit(m.Run())
}

// A step is one cell of a session and what it is expected to show; fail is the
// Value of its failure, err what it writes to the standard error. An empty field
// means nothing.
type step struct{ code, out, result, fail, err string }

// A script is a session of its own making.
type script struct {
	name  string
	steps []step
}

var sessions = []script{
	{"the last expression is shown", []step{
		{code: "1+1", result: "2"},
		{code: "x := 3\nx * x", result: "9"},
		{code: "x", result: "3"},
		{code: "x;"},
		{code: "x = 4"},
		{code: `"a" + "b"`, result: "ab"},
		{code: "func two() (int, string) { return 1, \"b\" }\ntwo()", result: "1\nb"},
		{code: "func none() {}\nnone()"},
		{code: "[]float64{1, 2.5}", result: "[1 2.5]"},
	}},
	{"several values in the last line", []step{
		{code: "a, b := 3, \"text\""},
		{code: "a, b // both", result: "3\ntext"},
		{code: "a + 1, strings.ToUpper(b), strconv.Atoi(\"5\"), []int{1, 2}, func() int { return 6 }()", result: "4\nTEXT\n5\n[1 2]\n6"},
		{code: "_", fail: "In[4]:1:1: cannot use _ as value: In[3] displayed several values: give them names"},
		{code: "a, nothing", fail: "In[5]:1:4: undefined: nothing"},
		{code: "a, b\na", fail: "In[6]:1:1: expected 1 expression"},
		{code: "a, b = 4, \"c\""},
		{code: "!true\na, b", result: "4\nc"},
	}},
	{"a value shows itself as it says", []step{
		{code: "type W struct{ a int }\nfunc (w W) String() string { return \"I am W\" }\nW{1}", result: "I am W"},
		{code: "display.HTML(\"<b>x</b>\")", result: "<b>x</b>"},
	}},
	{"a type is known by what a function returns", []step{
		{code: "type P struct{ X, Y int }\nfunc (p P) Sum() int { return p.X + p.Y }"},
		{code: "func f() *P { return &P{1, 2} }\nfunc g() (p P) { return P{3, 4} }\nvar c = make(chan P, 1)"},
		{code: "f().X", result: "1"},
		{code: "g().Y + f().Sum()", result: "7"},
		{code: "g().Sum() == 7 && f().Y > 1", result: "true"},
		{code: "c <- g()"},
		{code: "(<-c).X", result: "3"},
	}},
	{"imports, declarations and statements mixed", []step{
		{code: "import \"fmt\"\ntype P struct{ X int }\np := P{2}\nfunc (p P) Twice() int { return 2 * p.X }\nfmt.Println(p.Twice())\np.Twice() + 1", out: "4\n", result: "5"},
		{code: "import \"strings\"\nstrings.ToUpper(\"abc\")", result: "ABC"},
		{code: "const k = 5\nvar f float64 = 3 / 2\nf + k", result: "6"},
	}},
	{"redefinition in any order", []step{
		{code: "func f() int { return 1 }\nfunc g() int { return f() * 10 }"},
		{code: "g()", result: "10"},
		{code: "func f() int { return 2 }"},
		{code: "g()", result: "20"},
		{code: "type T struct{ A int }\nfunc (t T) M() string { return \"one\" }"},
		{code: "T{1}.M()", result: "one"},
		{code: "type T struct{ B string }\nfunc (t T) M() string { return t.B }"},
		{code: "T{\"two\"}.M()", result: "two"},
		{code: "x := 1"},
		{code: "x := \"now a string\"\nx", result: "now a string"},
		{code: "x := 2.5\nx", result: "2.5"},
	}},
	{"values of a cell's types print as Go prints them", []step{
		{code: "type T struct{ a int; B string; Xtrain float64 }\nT{1, \"x\", 2}", result: "{a:1 B:x Xtrain:2}"},
		{code: "&T{a: 1}", result: "&{a:1 B: Xtrain:0}"},
		{code: "fmt.Printf(\"%+v %v %+v\\n\", T{a: 1}, T{a: 1}, map[string][]*T{})", out: "{a:1 B: Xtrain:0} {1  0} map[]\n"},
		{code: "map[T]struct{ t T }{{a: 1}: {T{a: 2}}}", result: "map[{a:1 B: Xtrain:0}:{t:{a:2 B: Xtrain:0}}]"},
		{code: "type C float64\nfunc (c C) String() string { return \"cold\" }\nfmt.Printf(\"%v %s %.1f %5.2f|%q\\n\", C(1), C(1), C(1), C(2), C(3))", out: "cold cold 1.0  2.00|\"cold\"\n"},
		{code: "type D int\nfunc (d D) String() string { return \"day\" }\nfmt.Sprintf(\"%d %v %x\", D(3), D(3), D(3))", result: "3 day 646179"},
		{code: "type E struct{ m string }\nfunc (e *E) Error() string { return \"E: \" + e.m }\nfmt.Println(&E{\"x\"})", out: "E: x\n"},
		{code: "&E{\"y\"}", result: "E: y"},
		{code: "fmt.Errorf(\"wrapped: %w\", &E{\"z\"})", result: "wrapped: E: z"},
		{code: "func mk() C { return 1 }\nmk()", result: "cold"},
		{code: "type N struct{ next *N; all []N; v int }\n&N{v: 2}", result: "&{next:<nil> all:[] v:2}"},
		{code: "fmt.Println(mk())", out: "cold\n"},
	}},
	{"a value says how it looks", []step{
		{code: "type H struct{ n int }\nfunc (h *H) HTML() string { return \"<b>H</b>\" }\n&H{1}", result: "&{n:1}"},
		{code: "type M struct{}\nfunc (M) Markdown() string { return \"*m*\" }\nfunc (M) String() string { return \"an m\" }\nM{}", result: "an m"},
		{code: "type B struct{}\nfunc (B) MIMEBundle() (map[string]any, error) { return map[string]any{\"text/html\": \"<i>\"}, nil }\nB{}", result: "{}"},
	}},
	{"a cell's type as a compiled interface", []step{
		{code: "import \"io\"\ntype R struct{ n int }\nfunc (r R) Read(p []byte) (int, error) { return r.n, io.EOF }\nfunc mk() R { return R{3} }\ntype S interface{ io.Reader }\nvar s S = R{4}"},
		{code: "func read(r io.Reader) int { n, _ := r.Read(nil); return n }"},
		{code: "read(io.LimitedReader{R: R{1}, N: 9}.R)", result: "1"},
		{code: "read(io.LimitedReader{mk(), 9}.R)", result: "3"},
		{code: "read((&io.LimitedReader{R: s, N: 9}).R)", result: "4"},
		{code: "read(io.Reader(R{5}))", result: "5"},
		{code: "len(io.ReadAll(mk()))", result: "3"},
		{code: "read(mk()) + read(s) + read(R{1})", result: "8"},
		{code: "read([]io.Reader{mk(), s}[1])", result: "4"},
		{code: "read(io.MultiReader(mk(), s))", result: "3"},
		{code: "read(io.MultiReader([]io.Reader{mk()}...))", result: "3"},
	}},
	{"generic functions of the standard library", []step{
		{code: "xs := []float64{3, 1, 2}\nslices.Sort(xs)\nxs", result: "[1 2 3]"},
		{code: "type P struct{ N int }\nbyN := func(a, b P) int { return cmp.Compare(a.N, b.N) }\nslices.SortedFunc(slices.Values([]P{{2}, {1}}), byN)", result: "[{N:1} {N:2}]"},
		{code: "seq := maps.Keys(map[string]P{\"b\": {}, \"a\": {}})\nslices.Sorted(seq)", result: "[a b]"},
		{code: "var current atomic.Pointer[P]\ncurrent.Store(&P{3})"},
		{code: "current.Load()", result: "&{N:3}"},
		{code: "slices.MaxFunc([]P{{1}, {2}}, byN)", result: "{N:2}"},
		{code: "slices.Insert(xs, 5, 0)", fail: "In[7]:1: slice bounds out of range [5:3]"},
	}},
	{"a penalty and a kernel of a cell", []step{
		{code: "type L struct{ w float64 }\nfunc (l L) Value(u []float64) float64 { return 0 }\nfunc (l L) Prox(dst, u []float64, t float64) { copy(dst, u) }"},
		{code: "s := nvsd.Spec{Penalty: L{1}}\ns.Penalty", result: "{w:1}"},
		{code: "fmt.Sprintf(\"%v %+v\", s.Penalty, s.Penalty)", result: "{1} {w:1}"},
		{code: "penalty.Convex(L{2})", result: "L"},
		{code: "type N struct{ L }\nfunc (N) String() string { return \"mine\" }\npenalty.Convex(N{})", result: "mine"},
	}},
	{"an interface that only types of its package implement", []step{
		{code: "type E struct{ ast.Expr }\nvar x any = E{&ast.Ident{}}\nx.(ast.Node).Pos()", result: "0"},
		{code: "_, ok := x.(ast.Expr)", fail: "In[2]:1: a value of type main.E cannot be given to compiled code as a ast.Expr in this kernel"},
		{code: "_, ok := x.(ast.Stmt)\nok", result: "false"},
	}},
	{"recover", []step{
		{code: "func try(f func()) (r any) { defer func() { r = recover() }(); f(); return nil }\ntype E struct{}\nfunc (E) Error() string { return \"mine\" }"},
		{code: "s, ok := try(func() { panic(\"text\") }).(string)\nfmt.Println(s, ok)", out: "text true\n"},
		{code: "err, ok := try(func() { panic(E{}) }).(error)\nfmt.Println(err, ok)", out: "mine true\n"},
		{code: "err = try(func() { var x []int; x[3] = 1 }).(error)\nerr", result: "runtime error: index out of range [3] with length 0"},
		{code: "err = try(func() { strconv.Atoi(\"a)\") + 1 }).(error)", fail: "In[5]:1:20: strconv.Atoi(\"a)\") + 1 (value of type int) is not used"},
		{code: "err = try(func() { _ = strconv.Atoi(\"x\") + 1 }).(error)\nerr", result: "strconv.Atoi: parsing \"x\": invalid syntax"},
		{code: "try(func() {})", result: "<nil>"},
		{code: "panic(E{})", fail: "In[8]:1: mine"},
		{code: "func f() (int, error) { return 0, E{} }\nv := f()", fail: "In[9]:2: mine"},
		{code: "defer panic(\"late\")", fail: "In[10]:1: late"},
	}},
	{"a last call that only says whether it failed", []step{
		{code: "var v struct{ N int }\njson.Unmarshal([]byte(`{\"N\": 3}`), &v)"},
		{code: "v.N", result: "3"},
		{code: "_", result: "3"},
		{code: "os.Remove(\"no such file\")", fail: "In[4]:1: remove no such file: no such file or directory"},
		{code: "os.Remove(\"no such file\");"},
		{code: "func odd(n int) error { if n % 2 == 1 { return nil }; return fmt.Errorf(\"%d is even\", n) }\nodd(3)"},
		{code: "fmt.Println(1)\n\nodd(4)", out: "1\n", fail: "In[7]:3: 4 is even"},
		{code: "err := odd(5)\nerr", result: "<nil>"},
		{code: "fmt.Errorf(\"really: %w\", odd(6))", result: "really: 6 is even"},
		{code: "errors.Unwrap(_)", result: "6 is even"},
		{code: "error(err)", result: "<nil>"},
	}},
	{"scope", []step{
		{code: "x := 1\nif true { x := 2; _ = x }\nx", result: "1"},
		{code: "i := 7\nfor i := 0; i < 3; i++ {}\ni", result: "7"},
		{code: "var fs []func() int\nfor i := 0; i < 3; i++ { fs = append(fs, func() int { return i }) }\nfs[0]() + fs[2]()", result: "2"},
	}},
	{"a generic function that needs ever more instances of itself", []step{
		{code: "func f[T any](n int, t T) { if n > 0 { f[[]T](n-1, nil) } }\nf(3, 1)", fail: "In[1]:1:40: instantiation cycle: each instance of f needs one more"},
		{code: "func g[T any](n int, t T) int { if n > 0 { return g(n-1, t) + 1 }; return 0 }\ng(3, \"s\")", result: "3"},
	}},
	{"compile errors have line and column", []step{
		{code: "a := 1\nb := a +\n  undefinedName", fail: "In[1]:3:3: undefined: undefinedName"},
		{code: "a", fail: "In[2]:1:1: undefined: a (In[1], which failed, was to declare a)"},
		{code: "var n int = \"s\"\nvar m string = 1", fail: "In[3]:1:13: cannot use \"s\" (untyped string constant) as int value in variable declaration (and 1 more)"},
	}},
	{"a Spec among systems", []step{
		{code: "spec := nvsd.Spec{}\n[]baseline.Method{spec}", fail: "In[1]:2:19: cannot use spec (variable of struct type nvsd.Spec) as baseline.Method value in array or slice literal: nvsd.Spec does not implement baseline.Method: write baseline.NVSD{Spec: spec}"},
		{code: "spec := nvsd.Spec{}\nlen([]baseline.Method{baseline.NVSD{Spec: spec}, baseline.Lasso{}})", result: "2"},
	}},
	{"a panic names its line", []step{
		{code: "import \"fmt\"\nfunc pick(x []int, i int) int {\n\ty := i\n\treturn x[y]\n}"},
		{code: "fmt.Println(\"before\")\nx := []int{1, 2, 3}\npick(x, 5)", out: "before\n", fail: "In[1]:4: index out of range [5] with length 3"},
		{code: "len(x)", result: "3"},
		{code: "z := 0\n1 / z", fail: "In[4]:2: integer divide by zero"},
		{code: "panic(\"mine\")", fail: "In[5]:1: mine"},
	}},
	{"the end of a process ends a cell", []step{
		{code: "import \"os\"\nn := 1"},
		{code: "os.Exit(3)", fail: "In[2]: exit status 3"},
		{code: "os.Exit(0)"},
		{code: "import \"runtime\"\nruntime.Goexit()", fail: "In[4]: runtime.Goexit ended the cell"},
		{code: "n", result: "1"},
	}},
	{"output", []step{
		{code: "import (\"fmt\"; \"os\")\nfmt.Print(\"a\")\nos.Stdout.WriteString(\"b\")\nfmt.Fprintln(os.Stdout, \"c\")", out: "abc\n"},
		{code: "os.Stdout.Close()\nfmt.Println(\"still\")", out: "still\n"},
		{code: "os.Stdout.Write([]byte{0xff, 'x'})", out: "\uFFFDx", result: "2"},
		{code: "fmt.Print(\"\\xff\\xfe\\xfdx\\xed\\xa0\\x80\")", out: "\uFFFD\uFFFD\uFFFDx\uFFFD\uFFFD\uFFFD"},
		{code: "for _, b := range []byte(\"\u20ac\") {\n\tos.Stdout.Write([]byte{b})\n\tos.Stderr.Write([]byte{b})\n}", out: "\u20ac", err: "\u20ac"},
		{code: "os.Stderr.WriteString(\"\\xff\\xfe\\xe2\\x82\")", err: "\uFFFD\uFFFD\uFFFD\uFFFD", result: "4"},
		{code: "\"a\\xff\\xfe\"", result: "a\uFFFD\uFFFD"},
		{code: "panic(\"a\\xff\\xfe\")", fail: "In[8]:1: a\uFFFD\uFFFD"},
	}},
}

func TestSessions(t *testing.T) { play(t, sessions) }

// play runs scripts, each in a session.
func play(t *testing.T, scripts []script) {
	for _, c := range scripts {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := open(t)
			for i, s := range c.steps {
				o := n.run(s.code)
				if o.fail() != s.fail {
					t.Errorf("In[%d] failed with %q, want %q", i+1, o.fail(), s.fail)
				}
				if o.out != s.out || o.err != s.err {
					t.Errorf("In[%d] wrote %q and %q, want %q and %q", i+1, o.out, o.err, s.out, s.err)
				}
				if o.result != s.result {
					t.Errorf("In[%d] shows %q, want %q", i+1, o.result, s.result)
				}
			}
		})
	}
}

func TestCompileErrorsPointAtTheirPlace(t *testing.T) {
	n := open(t)
	o := n.run("x := 1\n\tx = \"a\"\ny := zz")
	want := "In[1]:2:6: cannot use \"a\" (untyped string constant) as int value in assignment\n" +
		"    \tx = \"a\"\n" +
		"    \t    ^\n" +
		"In[1]:3:6: undefined: zz\n" +
		"    y := zz\n" +
		"         ^"
	if o.failure == nil || traceback(o.failure) != want {
		t.Errorf("got\n%s\nwant\n%s", traceback(o.failure), want)
	}
}

func TestLateOutputBelongsToItsCell(t *testing.T) {
	n := open(t)
	first := n.queue("import \"fmt\"\ngate := make(chan int)\ngo func() { <-gate; fmt.Println(\"late\"); gate <- 1 }()")
	n.finish(first)
	second := n.queue("fmt.Println(\"a\"); gate <- 1; <-gate; fmt.Println(\"b\")")
	texts := map[repl.ID]string{}
	for {
		e := n.event()
		if s, ok := e.(repl.Stream); ok {
			texts[s.Parent] += s.Text
		}
		if d, ok := e.(repl.Done); ok && d.Parent == second {
			break
		}
	}
	if texts[first] != "late\n" || texts[second] != "a\nb\n" {
		t.Errorf("%q", texts)
	}
}

func TestUserExpressions(t *testing.T) {
	n := open(t)
	n.send(repl.Execute{ID: "a", Count: 1, Code: "x := 20", UserExpressions: map[string]string{
		"good": "x + 1", "bad": "y", "statement": "x := 3", "thrown": "[]int{}[x]",
	}})
	o := n.finish("a")
	if got := plain(o.answers["good"].Bundle); got != "21" {
		t.Errorf("good: %q, %v", got, o.answers["good"].Failure)
	}
	for _, name := range []string{"bad", "statement", "thrown"} {
		if o.answers[name].Failure == nil {
			t.Errorf("%s: %+v", name, o.answers[name])
		}
	}
	if o := n.run("x"); o.result != "20" {
		t.Errorf("afterwards x is %q", o.result)
	}
}

func TestSilentCellsShowNoResult(t *testing.T) {
	n := open(t)
	n.send(repl.Execute{ID: "a", Count: 1, Code: "y := 1\ny", Silent: true})
	if o := n.finish("a"); o.result != "" || o.failure != nil {
		t.Errorf("%+v", o)
	}
	if o := n.run("y"); o.result != "1" {
		t.Errorf("%+v", o)
	}
}

func TestWhatACellShowsBeforeItsEnd(t *testing.T) {
	n := open(t)
	o := n.run("display.Show(1, display.Markdown(\"*a*\"))\ndisplay.Clear(true)\n2")
	if got := fmt.Sprint(o.shows, " ", o.result); got != "[1 *a* clear] 2" {
		t.Errorf("%s, %v", got, o.failure)
	}
}

func TestCloseWhileACellRuns(t *testing.T) {
	n := open(t)
	n.queue("import \"fmt\"\nfmt.Println(1)\nfor {}")
	n.event()
	if err := n.s.Close(context.Background()); err != nil {
		t.Error(err)
	}
	for e := range n.s.Events() {
		if died, ok := e.(repl.Died); ok {
			t.Errorf("of the close it says: %s", died.Reason)
		}
	}
	if err := n.s.Send(repl.Interrupt{}); err == nil {
		t.Error("a closed session takes requests")
	}
}

func TestFolderThatIsGone(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux lets a process stay in a folder that is removed")
	}
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(here); err != nil {
		t.Fatal(err)
	}
	if o := open(t).run("1 + 1"); o.result != "2" {
		t.Errorf("%v, %v", o.result, o.failure)
	}
}

// BenchmarkCell is the round trip of a small cell.
func BenchmarkCell(b *testing.B) {
	n := open(b)
	for b.Loop() {
		if o := n.run("1+1"); o.result != "2" {
			b.Fatalf("%+v", o)
		}
	}
}
