package interp

import (
	"regexp"
	"strings"
	"testing"
)

// seconds are how long a test took.
var seconds = regexp.MustCompile(`\(\d+\.\d+s\)`)

func TestGoTests(t *testing.T) {
	n := open(t)
	o := n.run(`%%test
func double(x int) int { return 2 * x }
func check(t *testing.T, got, want int) {
	if got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}
func TestDouble(t *testing.T) {
	for _, c := range []struct{ name string; in, out int }{{"one", 1, 2}, {"two", 2, 5}} {
		t.Run(c.name, func(t *testing.T) {
			check(t, double(c.in), c.out)
		})
	}
}
func TestPanics(t *testing.T) {
	var x []int
	t.Log("before", len(x))
	x[1] = 2
}
func TestSkipped(t *testing.T) {
	t.Skip("not today")
}
func ExampleGreet() {
	fmt.Println("hello")
	// Output: hello
}
func ExampleWrong() {
	fmt.Println("hello")
	// Output: goodbye
}`)
	want := `=== RUN   TestDouble
=== RUN   TestDouble/one
=== RUN   TestDouble/two
    In[1]:5: got 4, want 5
--- FAIL: TestDouble (T)
    --- PASS: TestDouble/one (T)
    --- FAIL: TestDouble/two (T)
=== RUN   TestPanics
    In[1]:17: before 0
    In[1]:18: panic: index out of range [1] with length 0
--- FAIL: TestPanics (T)
=== RUN   TestSkipped
    In[1]:21: not today
--- SKIP: TestSkipped (T)
=== RUN   ExampleGreet
--- PASS: ExampleGreet (T)
=== RUN   ExampleWrong
--- FAIL: ExampleWrong (T)
got:
hello
want:
goodbye
FAIL
`
	if got := seconds.ReplaceAllString(o.out, "(T)"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if o.fail() != "In[1]:1: a test failed" {
		t.Errorf("%v", o.failure)
	}
	if o := n.run("%%test\nfunc TestDoubleAgain(t *testing.T) { check(t, double(2), 4) }"); o.failure != nil || !strings.HasSuffix(o.out, "\nPASS\n") {
		t.Errorf("%q, %v", o.out, o.failure)
	}
	for _, c := range []struct{ code, fail string }{
		{"%%test\nx := 1", "In[3]:1:1: %%test finds no test: func TestXxx(t *testing.T), or func ExampleXxx() that ends with a comment // Output:"},
		{"%%test\n\nfunc TestX(t testing.TB) {}", "In[4]:3:1: wrong signature for TestX, must be: func TestX(t *testing.T)"},
	} {
		if o := n.run(c.code); o.fail() != c.fail {
			t.Errorf("%v, want %s", o.failure, c.fail)
		}
	}
}

// TestHelpersOfTests: the log names the line that has called a helper, also that of a function of an
// earlier cell, and of the test around a subtest that is a helper itself.
func TestHelpersOfTests(t *testing.T) {
	n := open(t)
	n.run("func same(t testing.TB, got, want int) {\n\tt.Helper()\n\tif got != want {\n\t\tt.Errorf(\"got %d\", got)\n\t}\n}")
	o := n.run("%%test\nfunc TestSame(t *testing.T) {\n\tsame(t, 1, 2)\n\tt.Run(\"sub\", func(t *testing.T) {\n\t\tt.Helper()\n\t\tsame(t, 3, 4)\n\t})\n}")
	for _, want := range []string{"    In[2]:3: got 1\n", "    In[2]:4: got 3\n"} {
		if !strings.Contains(o.out, want) {
			t.Errorf("%q is not in\n%s", want, o.out)
		}
	}
	if o := n.run("%%bench\nfunc BenchmarkLog(b *testing.B) {\n\tb.Log(\"seen\")\n}"); !strings.Contains(o.out, "In[3]:3: seen\n") {
		t.Errorf("%q, %v", o.out, o.failure)
	}
}

// The methods of testing's types are there, also those that these have from a
// field that is not exported, and os.Exit ends the cell as it always does.
func TestGoTestsUseTesting(t *testing.T) {
	n := open(t)
	o := n.run(`%%test
func help(tb testing.TB) { tb.Error("helped") }
func TestMethods(t *testing.T) {
	defer t.Cleanup(func() { t.Log("clean") })
	name := t.Name
	t.Run("sub", func(t *testing.T) {
		t.Parallel()
		t.Log(name(), t.Name(), t.TempDir() != "")
		help(t)
	})
}
`)
	want := `=== RUN   TestMethods
=== RUN   TestMethods/sub
=== PAUSE TestMethods/sub
=== CONT  TestMethods/sub
    In[1]:8: TestMethods TestMethods/sub true
    In[1]:2: helped
=== NAME  TestMethods
    In[1]:4: clean
--- FAIL: TestMethods (T)
    --- FAIL: TestMethods/sub (T)
FAIL
`
	if got := seconds.ReplaceAllString(o.out, "(T)"); got != want {
		t.Errorf("got\n%s\nwant\n%s, %v", got, want, o.failure)
	}
	if o := n.run("%%test\nfunc TestExit(t *testing.T) { os.Exit(3) }"); o.died != "" || o.fail() != "In[2]: exit status 3" {
		t.Errorf("%+v, %v", o, o.failure)
	}
}
