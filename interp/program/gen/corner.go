package gen

import (
	"fmt"
	"regexp"
	"strings"
)

// corner writes one of the constructs that few programs have. Each is a function of
// its own.
func (g *generator) corner() {
	g.line("protect(func() {")
	g.function(func() {
		text := holes.ReplaceAllStringFunc(pick(g, corners...), func(hole string) string {
			if hole == "WORD" {
				return fmt.Sprintf("%q", g.word())
			}
			return g.expr("int", 1)
		})
		g.line("%s", strings.TrimSpace(text))
	})
	g.line("})")
}

// holes stand in corners for expressions.
var holes = regexp.MustCompile(`INT|WORD`)

var corners = []string{
	`a := &[3]int{INT, INT, 1}
for i, x := range a { fmt.Print(i, x, " ") }
a[INT & 1] = 4
fmt.Println(a[1:], *a)`,
	`var none *[3]int
for i := range none { fmt.Print(i) }
fmt.Println(len(none))`,
	`type T struct { a int; _ int; b string }
x, y := T{a: 1, b: WORD}, T{1, INT, WORD}
fmt.Println(x == y, x != T{1, 5, x.b})`,
	`fmt.Println(kinds(named(INT)))`,
	`c := make(chan int, 1)
fmt.Println(c == (<-chan int)(c), (chan<- int)(c) != c)`,
	`r := make(<-chan N, 3)
fmt.Println(cap(r), len(r))`,
	`var p *P
q := &*p
fmt.Println(q == nil)`,
	`for _, f := range []func() string{get[int](), get[S](), get[P]()} { fmt.Print(f(), " ") }
fmt.Println()`,
	`fmt.Println(first, second, third)`,
	`fmt.Println(same[int](), same[A]())`,
	`p, q := new(INT), new(WORD)
*p++
fmt.Println(*p, *q)`,
	`fmt.Println(variadic(WORD, nil...))`,
	`runtime.MemProfileRate = 512 * 1024
fmt.Println(runtime.MemProfileRate)`,
	`a := []int{INT, INT, 3}
f := func(i int) int { return a[i] }
a[0], a[1] = a[1], f(0)
i := 0
i, a[i] = 1, INT
fmt.Println(i, a)`,
	`i, a := 0, make([]int, 3)
for i, a[i] = range []int{5, INT} {
}
fmt.Println(i, a)`,
	`c, d := make(chan int, 1), make(chan int, 1)
c <- INT
d <- 2
for _, e := range []chan int{c, d} { fmt.Println(<-e) }`,
	`cs, c := make(chan chan int, 1), make(chan int, 1)
cs <- c
<-cs <- INT
fmt.Println(<-c)`,
	`for i, r := range "a\xffb\xe4\xb8" + WORD { fmt.Print(i, r, " ") }
fmt.Println()`,
	`n := INT | -8
fmt.Println(1 << n)`,
	`c := make(chan int, 3)
c <- 1
c <- INT
n := 0
loop:
for {
	select {
	case v := <-c:
		if v == 1 { break }
		n += v
	default:
		break loop
	}
}
fmt.Println(n)`,
	`var list sort.Interface = byN{3, N(1), 2}
sort.Sort(list)
fmt.Println(list, list.Len())`,
	`c := make(chan any, 1)
c <- P{X: INT}
fmt.Println((<-c).(P).X)`,
	`var p atomic.Pointer[P]
p.Store(&P{X: INT})
fmt.Println(p.Load().X)`,
	`n := 0
for s := begin; s != nil; n++ { s = s(n) }
fmt.Println(n)`,
}

// cornered are the declarations that corners use.
const cornered = `var first = second + 1
var second = twice(third)
var third = id(5)
func kinds(vs ...any) (s string) {
	for _, v := range vs {
		s += kind(v) + ";"
	}
	return s
}
func named(n int) (A, S) { return A(n), "s" }
func hello[T any]() string { return fmt.Sprintf("%T", *new(T)) }
func get[T any]() func() string { return hello[T] }
func same[T ~int]() int { return len(map[any]int{7: 1, T(7): 2}) }
type byN []N
func (s byN) Len() int { return len(s) }
func (s byN) Less(i, j int) bool { return s[i] < s[j] }
func (s byN) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
type state func(int) state
var begin state = middle
func middle(n int) state {
	if n > 2 {
		return nil
	}
	return state(middle)
}`
