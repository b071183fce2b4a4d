package interp

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// A magicStep is what one cell of a session with magics is expected to do.
type magicStep struct {
	code   string
	out    string // a regular expression for all that it writes
	result string
	shows  string
	fail   string
}

var magicSessions = []struct {
	name  string
	steps []magicStep
}{
	{"what was displayed has names", []magicStep{
		{code: "x := []int{1, 2}\nx", result: "[1 2]"},
		{code: "len(_)", result: "2"},
		{code: "__[0] + _", result: "3"},
		{code: "func last() int { return _ }\nlast() * 10", result: "30"},
		{code: "last()", result: "3"},
		{code: "for _, v := range x { _ = v }\n_, ok := any(1).(string)\nok", result: "false"},
		{code: "_1[1]++; x[1]", result: "3"}, // the same slice: nothing is copied but what := copies
		{code: "_ = 5; _ + 1", result: "4"},
		{code: "var s string = _", fail: "In[9]:1:16: cannot use _8 (variable of type int) as string value in variable declaration"},
	}},
	{"what was not displayed has none", []magicStep{
		{code: "_ + 1", fail: "In[1]:1:1: cannot use _ as value: no cell has displayed one"},
		{code: "x := 1"},
		{code: "x;"},
		{code: "fmt.Println(x)", out: "^1\n$"},
		{code: "_", fail: "In[5]:1:1: cannot use _ as value: no cell has displayed one"},
		{code: "func two() (int, string) { return 1, \"b\" }\ntwo()", result: "1\nb"},
		{code: "_", fail: "In[7]:1:1: cannot use _ as value: In[6] displayed several values: give them names"},
		{code: "panic(x)\n5", fail: "In[8]:1: 1"},
		{code: "_8", fail: "In[9]:1:1: undefined: _8 (its cell ended before it displayed a value)"},
		{code: "__ := 7\n__", result: "7"}, // a name like any other, for who declares it
		{code: "__ + _", result: "14"},
	}},
	{"time", []magicStep{
		{code: "%time 1 + 1", out: `^time: \d.*s\n$`, result: "2"},
		{code: "%time x := 3\nx", out: `^time: .*\n$`, result: "3"},
		{code: "%time for i := range 3 {\n\tx += i\n}\n%time x * x\nx", out: `^time: .*\ntime: .*\n$`, result: "6"},
		{code: "func two() (int, string) { return 1, \"b\" }\n%time two()", out: `^time: .*\n$`, result: "1\nb"},
		{code: "%time fmt.Println(1)\n%time x\n%time x + 1\n", out: `^1\ntime: .*\ntime: .*\ntime: .*\n$`, result: "7"},
		{code: "%time x;", out: `^time: .*\n$`},
		{code: "y := 1\n%time z +\n\ty", fail: "In[7]:2:7: undefined: z"},
		{code: "%time panic(\"x\")", fail: "In[8]:1: x"},
		{code: "%%time\ny := 2\ny * y", out: `^time: .*\n$`, result: "4"},
		{code: "%%time\ny := 2\ny * w", fail: "In[10]:3:5: undefined: w"},
		{code: "_", result: "4"},
	}},
	{"vars", []magicStep{
		{code: "%vars", out: "^There are no variables.\n$"},
		{code: "type T struct{ A int }\nx := []float64{1, 2}\nm := mat.NewDense(2, 3, nil)\nvar none *T\nx", result: "[1 2]"},
		{code: "t := T{1}\n%vars\nlate := 1", shows: "name  type        size   value\n" +
			"m     *mat.Dense  2 x 3  ⎡0 0 0⎤ …\n" +
			"none  *T                 <nil>\n" +
			"t     T                  {A:1}\n" +
			"x     []float64   2      [1 2]"},
	}},
	{"the shell", []magicStep{
		{code: "!echo one; echo two", out: "^one\ntwo\n$"},
		{code: "x := 1\n!echo one && \\\n  echo two && \\\n  echo three\nx + y", fail: "In[2]:5:5: undefined: y"},
		{code: "x := 1\n!echo one && \\\n  echo two && \\\n  echo three\nx + 1", out: "^one\ntwo\nthree\n$", result: "2"},
		{code: "fmt.Println(1)\n!echo 2\nfmt.Println(3)", out: "^1\n2\n3\n$"},
		{code: "!echo out; echo err >&2; exit 3\n5", out: "(?s)out\n.*err\n.*exit status 3\n$", result: "5"},
		{code: "ok := true\n(!ok)", result: "false"},
		{code: "!", fail: "In[7]:1:1: ! wants a command of the shell, as !ls; a Go expression that begins with ! goes in parentheses"},
	}},
	{"the environment", []magicStep{
		{code: "%env NVSD_TEST=a b\n%env NVSD_TEST\n!echo \"$NVSD_TEST\"\nos.Getenv(\"NVSD_TEST\")", out: "^NVSD_TEST=a b\na b\na b\n$", result: "a b"},
		{code: "%env", out: "(?m)^NVSD_TEST=a b$"},
		{code: "%env NVSD_NONE", fail: "In[3]:1: %env: there is no variable NVSD_NONE in the environment; %env NVSD_NONE=VALUE sets it"},
	}},
	{"documents", []magicStep{
		{code: "%%html\n<b>\"x\"</b>", shows: "<b>\"x\"</b>"},
		{code: "%%markdown\n*a*\n%vars !", shows: "*a*\n%vars !"},
	}},
	{"benchmarks", []magicStep{
		{code: "n := 10"},
		{code: "%%bench\ns := 0\nfor i := range n { s += i }", out: `^BenchmarkCell(-\d+)?\t +\d+\t +[\d.]+ ns/op\t +\d+ B/op\t +\d+ allocs/op\n$`},
		{code: "%%bench Sum\nn + m", fail: "In[3]:2:5: undefined: m"},
		{code: "%%bench\nvar x []int\n_ = x[n]", fail: "In[4]:3: index out of range [10] with length 0"},
		{code: "%%bench\nfunc BenchmarkAdd(b *testing.B) {\n\tfor b.Loop() {\n\t\tn++\n\t}\n}", out: `^BenchmarkAdd(-\d+)?\t.* ns/op`},
	}},
	{"help and errors", []magicStep{
		{code: "%help", out: `(?s)^%time STATEMENT .*\n!COMMAND .*%%test`},
		{code: "x := 1\n  %tiem x", fail: "In[2]:2:3: there is no magic %tiem: did you mean %time? (%help lists them all)"},
		{code: "%bench", fail: "In[3]:1:1: there is no magic %bench: did you mean %%bench? (%help lists them all)"},
		{code: "x", fail: "In[4]:1:1: undefined: x"}, // the cell with the error declared nothing
	}},
}

func TestMagics(t *testing.T) {
	for _, c := range magicSessions {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "the shell" && runtime.GOOS == "windows" {
				t.Skip("there is no sh")
			}
			t.Parallel()
			n := open(t)
			for i, s := range c.steps {
				o := n.run(s.code)
				if o.fail() != s.fail {
					t.Errorf("In[%d] failed with %q, want %q", i+1, o.fail(), s.fail)
				}
				if s.out == "" && o.out+o.err != "" {
					t.Errorf("In[%d] wrote %q and %q", i+1, o.out, o.err)
				}
				if !regexp.MustCompile(s.out).MatchString(o.out + o.err) {
					t.Errorf("In[%d] wrote %q and %q, want %q", i+1, o.out, o.err, s.out)
				}
				if o.result != s.result {
					t.Errorf("In[%d] has the result %q, want %q", i+1, o.result, s.result)
				}
				if got := strings.Join(o.shows, "\n"); got != s.shows {
					t.Errorf("In[%d] shows\n%s\nwant\n%s", i+1, got, s.shows)
				}
			}
		})
	}
}

// A cell that is run again and again does not fill the memory with what it
// displays.
func TestRerunsReleaseWhatTheyDisplayed(t *testing.T) {
	n := open(t)
	for range 20 {
		if o := n.run("make([]byte, 100<<20)[:1]"); o.result != "[0]" {
			t.Fatalf("%+v, %v", o, o.failure)
		}
	}
	o := n.run("var m runtime.MemStats\nruntime.GC()\nruntime.ReadMemStats(&m)\nm.HeapAlloc < 400<<20")
	if o.result != "true" || o.err != "" {
		t.Errorf("%+v, %v", o, o.failure)
	}
	if o := n.run("len(_20) + len(_19)"); o.result != "2" {
		t.Errorf("%+v, %v", o, o.failure)
	}
	if o := n.run("_2"); o.fail() != "In[23]:1:1: undefined: _2 (displaced when In[5] ran the same cell)" {
		t.Errorf("%v", o.failure)
	}
}

func TestCompletionOfWhatWasDisplayed(t *testing.T) {
	n := open(t)
	n.run("type T struct{ Width int }\nT{1}")
	got := n.s.Complete("_.Wi", 4)
	if len(got.Entries) != 1 || got.Entries[0].Text != "Width" {
		t.Errorf("%+v", got)
	}
	if got := n.s.Complete("%%be", 4); len(got.Entries) != 1 || got.Entries[0].Text != "%%bench" {
		t.Errorf("%+v", got)
	}
}

func TestReplayRestoresWhatADeathTook(t *testing.T) {
	n := open(t)
	n.run("x := 20\nfmt.Println(\"set\")")
	n.run("x + 1")
	n.run("undefinedName")
	if o := n.run("go func() { panic(1) }()\nselect {}"); o.died == "" {
		t.Fatalf("the worker is alive: %+v", o)
	}
	o := n.run("%replay\nx + _2")
	if o.failure != nil || o.out != "set\n2 cells have been run again.\n" || strings.Join(o.shows, " ") != "21" || o.result != "41" {
		t.Errorf("%+v, %v", o, o.failure)
	}
	// What it runs is run from the beginning.
	n.run("x++")
	n.run("%replay")
	if o := n.run("x"); o.result != "21" {
		t.Errorf("x is %s, %v", o.result, o.failure)
	}
}

func TestReplayStopsWhereACellFails(t *testing.T) {
	n := open(t)
	file := filepath.Join(t.TempDir(), "once")
	n.run(fmt.Sprintf("f, err := os.OpenFile(%q, os.O_CREATE|os.O_EXCL, 0o600)\nif err != nil { panic(\"again\") }\nf.Close()", file))
	n.run("fmt.Println(\"second\")")
	o := n.run("%replay")
	if o.fail() != "In[1]:2: again" || o.out != "" {
		t.Errorf("%+v, %v", o, o.failure)
	}
}

func TestReset(t *testing.T) {
	n := open(t)
	n.run("x := 1\nfunc f() int { return x }\nx")
	if o := n.run("%reset\ntype x int\nx(2)"); o.result != "2" || o.died != "" || o.err != "" {
		t.Errorf("%+v, %v", o, o.failure)
	}
	for _, name := range []string{"f()", "_1"} {
		if o := n.run(name); !strings.Contains(o.fail(), "undefined") {
			t.Errorf("%s is there after %%reset: %+v", name, o)
		}
	}
	if o := n.run("x := 1\n%reset"); o.fail() != "In[5]:2:1: %reset must stand before everything else in its cell" {
		t.Errorf("%v", o.failure)
	}
}

// What a fresh interpreter has not run, the session does not keep.
func TestTextGoesWithItsInterpreter(t *testing.T) {
	n := open(t)
	n.run("func f(x []int) int { return x[1] }")
	n.run("1 + 1")
	o := n.run("%reset\nx := []int{}\nx[0]")
	if o.failure == nil || !strings.Contains(strings.Join(o.failure.Traceback, "\n"), "In[3]:3") {
		t.Errorf("%+v", o.failure)
	}
	if text := n.s.runner.sources.text; len(text) != 1 || text["In[3]"] == nil {
		t.Errorf("after %%reset, there is %v", text)
	}
	if o := n.run("go func() { panic(1) }()\nselect {}"); o.died == "" ||
		!strings.Contains(strings.Join(o.failure.Traceback, "\n"), "go func() { panic(1) }()") {
		t.Errorf("%+v, %v", o, o.failure)
	}
	if text := n.s.runner.sources.text; len(text) != 0 {
		t.Errorf("after a death, there is %v", text)
	}
}

func TestRunFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"area.go":     "// Areas.\npackage area\n\nimport \"math\"\n\nfunc Circle(r float64) float64 { return math.Pi * r * r }\n\nfunc Fails(x []int) int {\n\treturn x[1]\n}\n",
		"cells.go":    "k := 2\nk * 2\n",
		"jupytext.go": "// ---\n// jupyter:\n//   jupytext:\n//     x: 1\n// ---\n// %env NVSD_RUN=set\n",
		"wrong.go":    "package wrong\n\nfunc f() int { return \"x\" }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n := open(t, func(o *Options) { o.Dir = dir })
	for i, c := range []struct{ code, result, shows, fail string }{
		{code: "%run area.go\nint(Circle(1) * 100)", result: "314"},
		{code: "%run cells.go\nk", result: "2", shows: "4"},
		{code: "Fails(nil)", fail: "area.go:9: index out of range [1] with length 0"},
		{code: "%run jupytext.go\nos.Getenv(\"NVSD_RUN\")", result: "set"},
		{code: "%run wrong.go", fail: "wrong.go:3:23: cannot use \"x\" (untyped string constant) as int value in return statement"},
		{code: "// more\n%run none.go", fail: "In[6]:2: %run: none.go: no such file or directory (the working directory is " + dir + ")"},
		{code: "%run", fail: "In[7]:1:1: %run wants a file: %run FILE"},
	} {
		o := n.run(c.code)
		if o.fail() != c.fail || o.result != c.result || strings.Join(o.shows, "") != c.shows {
			t.Errorf("In[%d]: %q %q, failed with %q", i+1, o.result, o.shows, o.fail())
		}
	}
}

// A file that is loaded is not run: it comes into the cell as something to be
// read, changed and run, which it can be as it stands.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"area.go":  "// Areas.\npackage area\n\nfunc Square(a float64) float64 { return a * a }\n",
		"cells.go": "k := 2\n// %%\nk * 2\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n := open(t, func(o *Options) { o.Dir = dir })
	for _, c := range []struct{ code, next, result string }{
		{"%load area.go", "// %load area.go\n// Areas.\nfunc Square(a float64) float64 { return a * a }", ""},
		{"// mine\n%load cells.go", "// %load cells.go\nk := 2\n// %%\nk * 2", "4"},
	} {
		o := n.run(c.code)
		if o.failure != nil || len(o.next) != 1 || o.next[0] != "here: "+c.next {
			t.Fatalf("%s: %q, %v", c.code, o.next, o.failure)
		}
		if o := n.run(c.next); o.failure != nil || o.result != c.result {
			t.Errorf("%s: run, it shows %q, %v", c.code, o.result, o.failure)
		}
	}
	for _, c := range []struct{ code, fail string }{
		{"%load none.go", "In[5]:1: %load: none.go: no such file or directory (the working directory is " + dir + ")"},
		{"%load area.go\n1", "In[6]:1:1: %load fills its cell with the file, and so stands there alone; %run FILE runs a file among other lines"},
	} {
		if o := n.run(c.code); o.fail() != c.fail || o.next != nil {
			t.Errorf("%s: %+v", c.code, o)
		}
	}
	if o := n.run("%replay"); o.failure != nil || o.next != nil || o.out != "2 cells have been run again.\n" {
		t.Errorf("%%replay: %+v", o)
	}
}

func TestCd(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(top, "sub")
	if err := os.Mkdir(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	n := open(t, func(o *Options) { o.Dir, o.Env = top, append(o.Env, "HOME="+sub) })
	if o := n.run("%cd sub\n!pwd"); o.out != sub+"\n"+sub+"\n" {
		t.Errorf("%q, %v", o.out, o.failure)
	}
	if o := n.run("%cd sub"); o.fail() != "In[2]:1: %cd: sub: no such file or directory (the working directory is "+sub+")" {
		t.Errorf("%v", o.failure)
	}
	if o := n.run("%cd ..\n%cd"); o.out != top+"\n"+sub+"\n" {
		t.Errorf("%q, %v", o.out, o.failure)
	}
}

func TestInterruptEndsTheShell(t *testing.T) {
	n := open(t)
	id := n.queue("x := 1\n!echo begun; sleep 1000 | cat\nx = 2")
	if e, ok := n.event().(repl.Stream); !ok || e.Text != "begun\n" {
		t.Fatalf("it begins with %+v", e)
	}
	n.send(repl.Interrupt{})
	if o := n.finish(id); o.failure == nil || o.failure.Name != "interrupted" {
		t.Errorf("%+v, %v", o, o.failure)
	}
	if o := n.run("x"); o.result != "1" {
		t.Errorf("x is %q, %v", o.result, o.failure)
	}
}

func TestInterruptEndsBenchmarksAndTests(t *testing.T) {
	n := open(t)
	for _, code := range []string{
		"%%bench\nfmt.Println(1); for {}",
		"%%test\nfunc TestLong(t *testing.T) {\n\tfmt.Println(1)\n\ttime.Sleep(time.Hour)\n}",
	} {
		id := n.queue(code)
		for {
			if e, ok := n.event().(repl.Stream); ok && strings.Contains(e.Text, "1\n") {
				break
			}
		}
		n.send(repl.Interrupt{})
		if o := n.finish(id); o.failure == nil || o.failure.Name != "interrupted" {
			t.Errorf("%q ends with %v", code, o.failure)
		}
		if o := n.run("1"); o.result != "1" {
			t.Errorf("after %q: %v", code, o.failure)
		}
	}
}

func TestReplayOfOneCell(t *testing.T) {
	n := open(t)
	n.run("x := 1")
	if o := n.run("%replay"); o.out != "1 cell has been run again.\n" {
		t.Errorf("%+v, %v", o, o.failure)
	}
}
