package interp

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A panic shows the statement where it happened, with a caret under its
// beginning, and the calls that led there.
var tracebacks = []struct{ name, before, code, want string }{
	{"a chain of calls", `func inner(x []int) int { return x[9] }
func outer() int {
	return inner([]int{1})
}`, "a := 1\nouter()", `panic: In[1]:1: index out of range [9] with length 1
    In[1]:1 in inner  func inner(x []int) int { return x[9] }
                                                ^
    In[1]:3 in outer  return inner([]int{1})
    In[2]:2  outer()`},
	{"a function that calls itself", `func down(i int) int {
	if i == 0 {
		panic("bottom")
	}
	return down(i - 1)
}`, "down(3)", `panic: In[1]:3: bottom
    In[1]:3 in down  panic("bottom")
                     ^
    In[1]:5 in down  return down(i - 1)  (3 times)
    In[2]:1  down(3)`},
	{"an error that ends the cell", `func fails() (int, error) { return 0, errors.New("failed") }`, "x := fails()", `error: In[2]:1: failed
    In[2]:1  x := fails()
             ^`},
	{"a method that defers calls", `type T struct{ m map[string]int }
func (t *T) Set(k string) {
	defer func() { recover := 0; _ = recover }()
	t.m[k] = 1
}`, "var t T\nset := t.Set\nset(\"a\")", `panic: In[1]:4: assignment to entry in nil map
    In[1]:4 in T.Set  t.m[k] = 1
                      ^
    In[2]:3  set("a")`},
	{"a loop over a function", `func count(yield func(int) bool) {
	yield(0)
}
func divide() {
	for i := range count {
		println(1 / i)
	}
}`, "divide()", `panic: In[1]:6: integer divide by zero
    In[1]:6 in divide  println(1 / i)
                       ^
    In[1]:2 in count  yield(0)
    In[1]:5 in divide  for i := range count {
    In[2]:1  divide()`},
	{"literals that capture variables of loops", `func ratios(n int) (all []func() int) {
	for i := 0; i < n; i++ {
		all = append(all, func() int {
			return n / i
		})
	}
	return all
}`, "ratios(1)[0]()", `panic: In[1]:4: integer divide by zero
    In[1]:4 in a function literal of ratios  return n / i
                                             ^
    In[2]:1  ratios(1)[0]()`},
	{"a deferred call", `func late() {
	defer func() {
		panic("late")
	}()
	println()
}`, "late()", `panic: In[1]:3: late
    In[1]:3 in a function literal of late  panic("late")
                                           ^
    In[1]:1 in late  func late() {
    In[2]:1  late()`},
	{"while a deferred call recovers another one", `func two() {
	defer func() {
		func() {
			defer func() { recover() }()
			panic("other")
		}()
	}()
	panic("mine")
}`, "two()", `panic: In[1]:8: mine
    In[1]:8 in two  panic("mine")
                    ^
    In[2]:1  two()`},
	{"after one that compiled code has recovered", `type S struct{}
func (S) String() string { panic("in String") }`, "_ = fmt.Sprint(S{})\nvar p *int\n*p = 1", `panic: In[2]:3: invalid memory address or nil pointer dereference
    p is nil: give it a value first
    In[2]:3  *p = 1
             ^`},
	{"matrices that do not fit", "a, b := mat.NewDense(3, 2, nil), mat.NewDense(3, 4, nil)\nfunc gram(x *mat.Dense) *mat.Dense {\n\tvar g mat.Dense\n\tg.Mul(x.T(), b.T())\n\treturn &g\n}", "gram(a)", `panic: In[1]:4: mat: dimension mismatch
    x.T() is 2 x 3, b.T() is 4 x 3
    In[1]:4 in gram  g.Mul(x.T(), b.T())
                     ^
    In[2]:1  gram(a)`},
	{"a map in a struct that is nil", "type S struct{ m map[string]int }\nvar s S", "s.m[\"a\"] = 1", `panic: In[2]:1: assignment to entry in nil map
    In[2]:1  s.m["a"] = 1
             ^`},
	{"an error whose method is asked for its text once", "type E struct{ asked *int }\nfunc (e E) Error() string { *e.asked++; return fmt.Sprint(\"asked \", *e.asked) }\nfunc down(n int, v any) {\n\tif n == 0 {\n\t\tpanic(v)\n\t}\n\tdown(n-1, v)\n}", "down(2, E{new(int)})", `panic: In[1]:5: asked 1
    In[1]:5 in down  panic(v)
                     ^
    In[1]:7 in down  down(n-1, v)  (2 times)
    In[2]:1  down(2, E{new(int)})`},
	{"an error whose method panics too", "type E struct{ error }\nfunc f() { panic(&E{}) }", "f()", `panic: In[1]:2: a value of type *E, whose text cannot be shown, since its method panics too: invalid memory address or nil pointer dereference
    In[1]:2 in f  func f() { panic(&E{}) }
                             ^
    In[2]:1  f()`},
	{"a panic that has nothing to do with an operand that is nil", "var p *int\nfunc f(p *int) { panic(\"mine\") }", "f(p)", `panic: In[1]:2: mine
    In[1]:2 in f  func f(p *int) { panic("mine") }
                                   ^
    In[2]:1  f(p)`},
}

// TestNilAfterAFailure: the cell that should have given a variable its value is named, and no
// other cell.
func TestNilAfterAFailure(t *testing.T) {
	n := open(t)
	n.run("var p, q *int\nfunc get() (*int, error) { return nil, errors.New(\"none\") }")
	n.run("p = get()")
	n.run("q == nil\npanic(1)")
	for code, want := range map[string]string{
		"*p": "p is nil: In[2], which assigns to it, has failed",
		"*q": "q is nil: give it a value first",
	} {
		if o := n.run(code); o.failure == nil || !strings.Contains(traceback(o.failure), want) {
			t.Errorf("%s: %+v, want %s", code, o.failure, want)
		}
	}
}

func TestTracebacks(t *testing.T) {
	for _, c := range tracebacks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := open(t)
			n.run(c.before)
			if o := n.run(c.code); o.failure == nil || traceback(o.failure) != c.want {
				t.Errorf("got\n%s\nwant\n%s", traceback(o.failure), c.want)
			}
		})
	}
}

// A text that is no Go gives cause for one complaint a word, each with its line:
// only the first are shown, and of a long line what stands around the place.
func TestCompileErrorsAreBounded(t *testing.T) {
	n := open(t)
	f := n.run(strings.Repeat("1 1;", 5_000)).failure
	if f == nil || f.Value != "In[1]:1:3: expected ';', found 1 (and many more)" {
		t.Fatalf("the failure is %+v", f)
	}
	if lines := f.Traceback; len(lines) != 3*errorsShown+1 || lines[len(lines)-1] != "too many errors" {
		t.Errorf("the traceback has %d lines", len(lines))
	}
	if all := strings.Join(f.Traceback, "\n"); len(all) > 20_000 {
		t.Errorf("it has %d bytes", len(all))
	}
}

// Of a long line what stands around the place is shown, so that no page breaks it.
func TestLongLinesAreCut(t *testing.T) {
	n := open(t)
	long := strings.Repeat("é", 5000)
	for _, c := range []struct{ code, name string }{
		{"x := \"" + long + "\" + undeclared", "undeclared"},
		{"x := len(undeclared + \"" + long + "\")", "undeclared"},
		{"x := len(\"" + long + "\" + undeclared + \"" + long + "\")", "undeclared"},
		{"y := []int{}; s := \"" + long + "\"; y[3]++; s = \"" + long + "\"", "y[3]++"},
	} {
		f := n.run(c.code).failure
		line, caret := ansi.ReplaceAllString(f.Traceback[1], ""), ansi.ReplaceAllString(f.Traceback[2], "")
		before, _, found := strings.Cut(caret, "^")
		at := strings.Index(line, c.name)
		if !found || at < 0 || utf8.RuneCountInString(line[:at]) != utf8.RuneCountInString(before) {
			t.Errorf("the caret is not below %s:\n%s\n%s", c.name, line, caret)
		}
		if len(line) > 130 || !strings.Contains(line, "…") {
			t.Errorf("the line is %q", line)
		}
	}
}
