package main

import (
	"fmt"
	"reflect"
)

type P struct {
	X, Y int
	s    []string
}
type Q struct {
	X, Y int
	s    []string
}
type N int
type E struct{ err error }
type L struct {
	next *L
	v    any
}

func main() {
	a, b := P{1, 2, []string{"a"}}, P{1, 2, []string{"a"}}
	fmt.Println(reflect.DeepEqual(a, b), reflect.DeepEqual(&a, &b))
	b.s[0] = "b"
	fmt.Println(reflect.DeepEqual(a, b), reflect.DeepEqual(a, Q{1, 2, []string{"a"}}))
	fmt.Println(reflect.DeepEqual(N(1), 1), reflect.DeepEqual(N(1), N(1)))
	fmt.Println(reflect.DeepEqual([]any{a, N(2)}, []any{P{1, 2, []string{"a"}}, N(2)}))
	fmt.Println(reflect.DeepEqual([]any{N(2)}, []any{2}))
	fmt.Println(reflect.DeepEqual(map[string]P{"a": a}, map[string]P{"a": a}))
	fmt.Println(reflect.DeepEqual([]P{a}, []P{a}), reflect.DeepEqual([]P{}, []P(nil)), reflect.DeepEqual([]N{1}, []N{1}))
	l := &L{v: N(3)}
	l.next = l
	m := &L{v: N(3)}
	m.next = m
	fmt.Println(reflect.DeepEqual(l, m))
	m.v = 3
	fmt.Println(reflect.DeepEqual(l, m))
	var x, y any = a, P{1, 2, []string{"a"}}
	fmt.Println(reflect.DeepEqual(x, y), reflect.DeepEqual(x, a), reflect.DeepEqual(x, nil), reflect.DeepEqual(nil, nil))
	fmt.Println(reflect.DeepEqual(map[any]int{N(1): 2}, map[any]int{N(1): 2}))
}
