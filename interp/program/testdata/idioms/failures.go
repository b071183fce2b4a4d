package main

import (
	"fmt"
	"runtime"
)

// try prints what f panics with.
func try(name string, f func()) {
	defer func() {
		v := recover()
		_, ok := v.(runtime.Error)
		fmt.Println(name, v, ok)
	}()
	f()
}

type T struct{ a [3]int }

func main() {
	i, j, k := 5, -1, 2
	s, t := []int{1, 2, 3}, T{}
	try("nil map", func() { var m map[string]int; m["a"] = 1 })
	try("nil ptr", func() { var q *T; _ = q.a })
	try("nil ptr arr", func() { var q *[3]int; _ = q[1] })
	try("nil ptr set", func() { var q *int; *q = 1 })
	try("nil func", func() { var f func(); f() })
	try("div", func() { z := 0; fmt.Println(1 / z) })
	try("mod", func() { z := 0; fmt.Println(1 % z) })
	try("assert", func() { var x any = 1; _ = x.(string) })
	try("assert nil", func() { var x any; _ = x.(string) })
	try("assert iface", func() { var x any = 1; _ = x.(fmt.Stringer) })
	try("assert T", func() { var x any = t; _ = x.(*T) })
	try("assert nil iface", func() { var x any; _ = x.(fmt.Stringer) })
	try("assert err", func() { var x error; _ = x.(fmt.Stringer) })
	try("assert err2", func() { var x error = fmt.Errorf("a"); _ = x.(fmt.Stringer) })
	try("shift", func() { fmt.Println(1 << j) })
	try("shift2", func() { z := 4; z >>= j; fmt.Println(z) })
	try("makeslice", func() { _ = make([]int, j) })
	try("makeslice cap", func() { _ = make([]int, 3, k) })
	try("makeslice big", func() { _ = make([]int, 1<<62+i) })
	try("makechan", func() { _ = make(chan int, j) })
	try("close nil", func() { var c chan int; close(c) })
	try("close twice", func() { c := make(chan int); close(c); close(c) })
	try("send closed", func() { c := make(chan int, 1); close(c); c <- 1 })
	try("hash", func() { m := map[any]int{}; m[[]int{1}] = 2 })
	try("hash map", func() { m := map[any]int{1: 1}; _ = m[map[string]int{}] })
	try("hash func", func() { m := map[any]int{1: 1}; _ = m[func() {}] })
	try("compare", func() { var x, y any = []int{1}, []int{1}; fmt.Println(x == y) })
	try("compare struct", func() { type S struct{ f []int }; var x, y any = S{}, S{}; fmt.Println(x == y) })
	try("compare map", func() { var x, y any = map[int]int{}, map[int]int{}; fmt.Println(x == y) })
	try("hash struct", func() { type S struct{ f []int }; m := map[any]int{}; m[S{}] = 1 })
	try("array conv", func() { _ = [4]int(s) })
	try("array ptr conv", func() { _ = (*[4]int)(s) })
	try("panic nil iface method", func() { var e error; _ = e.Error() })
	try("panic nil", func() { panic(nil) })
	try("panic err", func() { panic(fmt.Errorf("boom")) })
}
