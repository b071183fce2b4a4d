package main

import (
	"fmt"
	"math"
)

type In struct{ A, b int }
type T struct {
	In
	P  *In
	E  error
	F  func()
	Ch chan int
	M  map[string]In
	X  any
	N  N
	By B
	Ar [2]N
}
type N uint8
type B []byte
type G struct{ s string }

func (g G) GoString() string { return "G!" }

type W struct{ v int }

func (w *W) String() string { return fmt.Sprint("W", w.v) }

func main() {
	t := T{In: In{1, 2}, M: map[string]In{"a": {3, 4}}, X: In{5, 6}, N: 200, By: B("hi")}
	fmt.Printf("%v\n%+v\n%#v\n", t, t, t)
	fmt.Printf("%d %x %q %T %T\n", t.N, t.By, t.By, t, t.X)
	fmt.Printf("%v %#v %T\n", G{"a"}, G{"a"}, &G{"a"})
	w := W{1}
	fmt.Println(w, &w, []*W{}, []W{{2}})
	fmt.Printf("%s %v %d\n", &w, w, w)
	fmt.Printf("%v %+v\n", struct{ A N }{1}, struct{ I In }{In{1, 2}})
	fmt.Printf("%5d|%-5d|%05d|%x|%X|%o|%b|%c|%U\n", t.N, t.N, t.N, t.N, t.N, t.N, t.N, t.N, t.N)
	fmt.Printf("%s %d\n", t.N, G{"q"})
	fmt.Println([]any{In{1, 2}, N(3), B("x")}, map[N]In{1: {}})
	var e error
	var p *In
	fmt.Println(e, p, t.E)
	fmt.Printf("%6.2f|%v|%s\n", 3.14159, [3]bool{true}, []string{"a", "b"})
	fmt.Println(map[float64]In{math.NaN(): {1, 2}, 2: {3, 4}, -1: {5, 6}})
}
