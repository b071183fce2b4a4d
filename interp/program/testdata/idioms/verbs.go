// Verbs of fmt, fitting and not, with a width and without, of values of a program's types
// and of what holds them: nil values, pointers within lists, methods.
package main

import (
	"fmt"
	"reflect"
	"regexp"
	"time"
)

type T struct{ A int }
type N int
type L []*T
type B []byte
type R struct {
	Next *R
	V    N
	F    func()
	C    chan N
}
type G struct{ A int }

func (g G) GoString() string { return "gg" }
func (g *G) String() string  { return "strG" }

type E error
type C complex128
type X struct {
	a any
	b []any
	c map[string]any
}

// addresses finds what differs from run to run.
var addresses = regexp.MustCompile(`\b(0x)?[0-9a-f]{7,}\b`)

func norm(s string) string { return addresses.ReplaceAllString(s, "PTR") }

func main() {
	t := &T{1}
	d := time.Second
	vals := []any{t, []any{t, nil}, []any{[]any{t}}, map[string]any{"a": t}, L{t, nil}, []*T{t}, (*N)(nil), (*R)(nil), &R{}, R{}, []R{{}}, G{1}, &G{2}, []G{{1}}, []*G{nil},
		[]any{G{1}, &G{1}, (*G)(nil)}, X{t, []any{t, N(1), G{1}}, map[string]any{"x": &G{1}}}, &X{}, reflect.ValueOf(N(2)),
		map[C]N{1: 2, 1i: 3}, map[N]*T{1: nil}, B{1, 2}, []B{{1}}, struct{ B B }{}, [2]byte{1}, [2]N{1, 2}, struct{ a, B []byte }{[]byte("x"), nil}, chan N(nil), (func(N))(nil), []chan N{nil}, map[N]chan<- T(nil),
		[]*time.Duration{&d, nil}, struct{ D *time.Duration }{nil}, []time.Duration{3}, struct{ d time.Duration }{3}, struct{ E error }{}, []error{nil}, []E{nil}, [1]any{}, N(3), []N{1}, C(1i), struct {
			N
			*T
		}{1, nil},
	}
	for _, f := range []string{"%v", "%+v", "%#v", "%8v", "%-8v|", "%08.3v", "%6.2v", "%s", "%d", "%+s", "%#s", "%x", "%q", "% x", "%8d", "%t", "%+d", "%z", "%#z", "%#8v", "%c", "%U", "%e", "%9.3e", "%-9s|"} {
		for i, v := range vals {
			fmt.Println(f, i, norm(fmt.Sprintf(f, v)))
		}
	}
	for i, v := range vals {
		fmt.Println(i, norm(fmt.Sprint(v, v)), norm(fmt.Sprintln(v)))
	}
}
