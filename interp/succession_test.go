package interp

import (
	"fmt"
	"strings"
	"testing"
)

// formerly are the meanings of the name x@ before a cell declares it as a variable, each
// with an expression of it that is 350.
var formerly = []struct{ name, decl, read string }{
	{"constant", "const x@ = 350", "x@"},
	{"typed constant", "const x@ int16 = 350", "int(x@)"},
	{"derived constant", "const y@ = 349\nconst x@ = y@ + 1", "x@"},
	{"float", "x@ := 350.0", "int(x@)"},
	{"slice", "x@ := []int{350}", "x@[0]"},
	{"variable", "x@ := 350", "x@"},
	{"function", "func x@() int { return 350 }", "x@()"},
	{"generic function", "func x@[T any](v T) T { return v }", "x@(350)"},
	{"type", "type x@ int", "int(x@(350))"},
	{"struct type", "type x@ struct{ n int }", "x@{350}.n"},
	{"generic type", "type x@[T any] struct{ v T }", "x@[int]{350}.v"},
}

// reaches are ways from an expression to what R stands for: what an earlier cell declares for
// them, and the expression.
var reaches = []struct{ name, decl, expr string }{
	{"directly", "", "R"},
	{"by a function", "func f@() int { return R }", "f@()"},
	{"by a value of a function", "func f@() int { return R }\ng@ := f@", "g@()"},
	{"by a function in a map", "func f@() int { return R }\nvar g@ = map[string]func() int{\"f\": f@}", "g@[\"f\"]()"},
	{"by two functions", "func e@() int { return R }\nfunc f@() int { return e@() }", "f@()"},
	{"by a literal", "func f@() int { return R }\ng@ := func() int { return f@() }", "g@()"},
	{"by a literal in a function", "func f@() int { return func() int { return R }() }", "f@()"},
	{"by a method", "type T@ struct{}\nfunc (T@) M() int { return R }", "T@{}.M()"},
	{"by a method of a pointer", "type T@ struct{ n int }\nfunc (t *T@) M() int { return t.n + R }", "new(T@).M()"},
	{"by a method value", "type T@ struct{}\nfunc (T@) M() int { return R }\ng@ := T@{}.M", "g@()"},
	{"by an interface", "type T@ struct{}\nfunc (T@) M() int { return R }\nvar i@ interface{ M() int } = T@{}", "i@.M()"},
	{"by a new value in an interface", "type T@ struct{}\nfunc (T@) M() int { return R }", "interface{ M() int }(T@{}).M()"},
	{"by a Stringer", "type T@ struct{}\nfunc (T@) String() string { return fmt.Sprint(R) }", "len(fmt.Sprint(T@{})) + 347"},
	{"by an instance that there is", "func f@[T any](v T) int { _ = v; return R }\n_ = f@(1)", "f@(2)"},
	{"by a new instance", "func f@[T any](v T) int { _ = v; return R }", "f@(\"a\")"},
	{"by an instance in a function", "func e@[T any](v T) int { _ = v; return R }\nfunc f@[T any](v T) int { return e@(v) }", "f@(\"a\")"},
	{"by a method of a generic type", "type T@[X any] struct{ v X }\nfunc (T@[X]) M() int { return R }", "T@[string]{}.M()"},
	{"in a goroutine", "func f@() int { return R }", "func() int { c := make(chan int); go func() { c <- f@() }(); return <-c }()"},
	{"by a function of the same cell", "func e@() int { return R }\nfunc f@() int { return 0 }", "f@()"},
}

// declared are the variables as which x@ is declared then, by the expression E.
var declared = []struct{ name, decl, want string }{
	{"int", "var x@ = E + 1", "351"},
	{"float", "x@ := float64(E) / 4", "87.5"},
	{"string", "var x@ string = fmt.Sprint(E)", "350"},
	{"one of two", "z@, x@ := \"z\", []int{E, 1}", "[350 1]"},
	{"after others", "for range 2 {\n}\nu@ := E\nx@ := struct{ n int }{u@ + E - 350}", "{n:350}"},
}

// An initialiser sees what a name has meant before, however it comes to it: the name is that
// of the variable only when this has its value.
func TestInitialisersSeeWhatWasBefore(t *testing.T) {
	for _, old := range formerly {
		t.Run(old.name, func(t *testing.T) {
			t.Parallel()
			n := open(t)
			count := 0
			for _, now := range declared {
				for _, reach := range reaches {
					count++
					write := func(code string) string {
						code = strings.ReplaceAll(code, "E", reach.expr)
						code = strings.ReplaceAll(code, "R", old.read)
						return strings.ReplaceAll(code, "@", fmt.Sprint(count))
					}
					before, cell := write(old.decl+"\n"+reach.decl), write(now.decl)
					if reach.name == "by a function of the same cell" {
						cell += write("\nfunc f@() int { return e@() }")
					}
					if o := n.run(before); o.failure != nil {
						t.Fatalf("%s\n%s", before, o.fail())
					}
					o := n.run(write(cell + "\nfmt.Sprintf(\"%+v\", x@)"))
					if o.result != now.want {
						t.Errorf("%s as %s, %s: %q, %s, want %s\n%s\nthen\n%s", old.name, now.name, reach.name, o.result, o.fail(), now.want, before, cell)
					}
				}
			}
		})
	}
}
