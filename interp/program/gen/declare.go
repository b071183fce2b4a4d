package gen

import (
	"fmt"
	"strings"
)

// shape holds the choices of the generator for the types that a program
// declares. The types always have the same names:
//
//	N, S, F  numbers, strings and floats
//	P        a struct that can be compared, with methods
//	Q        a struct that embeds it, with fields that hold others
//	I        an interface, which A, *B, C, D and values that embed them implement
//	E, *X    errors
//	G[T]     a generic collection
type shape struct {
	number   string // what N is
	fields   []variable
	pointer  bool // Q embeds *P
	stringer map[string]string
}

func (g *generator) declarations() {
	s := &g.shape
	s.number = pick(g, "int", "int8", "uint8", "int16", "uint32", "int64")
	g.line("type N %s", s.number)
	g.line("type S string")
	g.line("type F float64")
	g.structs()
	s.stringer = map[string]string{}
	for _, t := range []string{"N", "S", "P"} {
		switch g.IntN(4) {
		case 0:
			s.stringer[t] = "String"
			g.line("func (v %s) String() string { return \"%s<\" + %s + \">\" }", t, strings.ToLower(t), withoutString[t])
		case 1:
			s.stringer[t] = "String"
			g.line("func (v *%s) String() string { return \"*%s\" }", t, t)
		}
	}
	if g.chance(15) {
		g.line("func (v N) GoString() string { return \"N!\" }")
	}
	g.line("%s", library)
	g.line("%s", cornered)
	g.line("func (v N) Twice() N { return v * 2 }")
	g.line("func (v *N) Add(n int) { *v += N(n) }")
	g.line("func (v S) Len() int { return len(v) }")
	for _, d := range []string{"A", "*B", "C", "D"} {
		g.line("func (v %s) M(n int) int { return %s }", d, pick(g, "n + 1", "n * 2", "n - 3")+bodies[d])
		g.line("func (v %s) Name() string { return %q }", d, d+g.name("_"))
	}
	if g.chance(50) {
		g.line("func (v A) Extra() string { return fmt.Sprint(\"extra \", int(v)) }")
	}
	g.line("func (e E) Error() string { return fmt.Sprint(%q, e.Code) }", g.name("e"))
	g.line("func (x *X) Error() string { return x.Op + \": \" + x.Err.Error() }")
	if g.chance(70) {
		g.line("func (x *X) Unwrap() error { return x.Err }")
	}
}

// withoutString are the texts of values without their String methods.
var withoutString = map[string]string{"N": "fmt.Sprint(int(v))", "S": "string(v)", "P": "fmt.Sprint(v.Get())"}

var bodies = map[string]string{"A": " + int(v)", "*B": " + v.k", "C": " + v(n)", "D": " + v.B.M(n)"}

func (g *generator) structs() {
	s := &g.shape
	for i := range 1 + g.IntN(3) {
		name := fmt.Sprintf("%s%d", pick(g, "F", "f"), i)
		s.fields = append(s.fields, variable{name, pick(g, "int", "string", "bool", "N", "S", "[2]int", "F")})
	}
	g.line("type P struct {")
	g.line("X int")
	for _, f := range s.fields {
		g.line("%s %s %s", f.name, f.typ, pick(g, "", "`json:\"k\"`"))
		if g.chance(15) {
			g.line("_ int")
		}
	}
	g.line("}")
	s.pointer = g.chance(30)
	star := ""
	if s.pointer {
		star = "*"
	}
	g.line("type Q struct {\n%sP\nL []N\nm map[string]N\nV any\nErr error\n}", star)
}

// library are the declarations that are the same in every program.
const library = `func (p P) Get() int { return p.X }
func (p *P) Set(x int) { p.X = x }
type I interface {
	M(n int) int
	Name() string
}
type Extra interface{ Extra() string }
type A int
type B struct{ k int }
type C func(int) int
type D struct {
	*B
	z string
}
type E struct{ Code int }
type X struct {
	Op  string
	Err error
}
type G[T any] struct {
	list []T
	n    int
}
func (g *G[T]) Push(vs ...T) *G[T] { g.list = append(g.list, vs...); g.n++; return g }
func (g G[T]) Len() int { return len(g.list) }
func (g *G[T]) All(yield func(int, T) bool) {
	for i, v := range g.list {
		if !yield(i, v) {
			return
		}
	}
}
type number interface{ ~int | ~int8 | ~uint8 | ~int16 | ~uint32 | ~int64 | ~float64 }
func sum[T number](vs ...T) (s T) {
	for _, v := range vs {
		s += v
	}
	return
}
func apply[T, U any](vs []T, f func(T) U) (us []U) {
	for _, v := range vs {
		us = append(us, f(v))
	}
	return
}
func index[T comparable](vs []T, v T) int {
	for i, w := range vs {
		if v == w {
			return i
		}
	}
	return -1
}
func count(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}
func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case int:
		return fmt.Sprint("int ", v+1)
	case N:
		return fmt.Sprint("N ", v.Twice())
	case S, string:
		return fmt.Sprint("text ", v)
	case I:
		return "I " + v.Name()
	case error:
		return "error " + v.Error()
	case P:
		return fmt.Sprint("P ", v.X)
	case []N, map[string]N:
		return fmt.Sprintf("%T", v)
	}
	return fmt.Sprintf("other %T", v)
}
func id[T any](v T) T { return v }
func twice(n int) int { return 2 * n }
func two(n int) (int, string) { return n + 1, fmt.Sprint("s", n) }
func variadic(first string, rest ...any) string { return fmt.Sprint(first, len(rest), rest) }`
