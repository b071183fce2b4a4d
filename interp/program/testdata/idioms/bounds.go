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

var global = []int{1, 2, 3}

func get(x []int, i int) int { return x[i] }

func main() {
	s := make([]int, 3, 5)
	i, j, k := 5, -1, 2
	a := [3]int{}
	p := &a
	str := "abc"
	t := T{}
	pt := &t
	var u8 uint8 = 200
	var u64 uint64 = 1<<64 - 1
	var i64 int64 = 7
	try("slice", func() { _ = s[i] })
	try("neg", func() { _ = s[j] })
	try("set", func() { s[i] = 1 })
	try("inc", func() { s[i]++ })
	try("op", func() { s[i] += 2 })
	try("addr", func() { _ = &s[i] })
	try("array", func() { _ = a[i] })
	try("array set", func() { a[i] = 3 })
	try("ptr", func() { _ = p[i] })
	try("ptr set", func() { p[j] = 3 })
	try("string", func() { _ = str[i] })
	try("const", func() { _ = s[7] })
	try("field", func() { _ = t.a[i] })
	try("ptr field", func() { pt.a[i] = 2 })
	try("u8", func() { _ = s[u8] })
	try("u64", func() { _ = s[u64] })
	try("i64", func() { _ = s[i64] })
	try("global", func() { _ = global[i] })
	try("call", func() { _ = get(s, 9) })
	try("bool", func() {
		b := []bool{true}
		if b[i] {
			fmt.Println()
		}
	})
	try("bool const", func() {
		b := []bool{true}
		if b[1] {
			fmt.Println()
		}
	})
	try("nested", func() { m := [][]int{{1}, {2, 3}}; _ = m[1][k] })
	try("nested2", func() { m := [3][3]int{}; m[k][i] = 1 })
	try("expr", func() { _ = s[i+k*2] })
	try("multi", func() { s[0], s[i] = s[1], 2 })
	try("empty", func() { var e []string; _ = e[0] })
	try("loop", func() {
		n := 0
		for q := 0; q <= len(s); q++ {
			n += s[q]
		}
		fmt.Println(n)
	})
	try("[i:]", func() { _ = s[i+1:] })
	try("[4:]", func() { _ = s[k+2:] })
	try("[:i]", func() { _ = s[:i+1] })
	try("[:7]", func() { _ = s[:7] })
	try("[7:]", func() { _ = s[7:] })
	try("[i:j]", func() { _ = s[3:k] })
	try("[j:]", func() { _ = s[j:] })
	try("[:j]", func() { _ = s[:j] })
	try("[i:k]", func() { _ = s[i:k] })
	try("[::6]", func() { _ = s[0 : k : i+1] })
	try("[::j]", func() { _ = s[0:k:j] })
	try("[:4:3]", func() { _ = s[:i:k] })
	try("[:j:3]", func() { _ = s[:j:k] })
	try("[3:2:5]", func() { _ = s[k+1 : k : 5] })
	try("[j:2:5]", func() { _ = s[j:k:5] })
	try("str[i:]", func() { _ = str[i:] })
	try("str[:i]", func() { _ = str[:i] })
	try("str[3:2]", func() { _ = str[k+1 : k] })
	try("str[j:]", func() { _ = str[j:] })
	try("arr[:i]", func() { _ = a[:i] })
	try("arr[i:]", func() { _ = a[i:] })
	try("arr[::i]", func() { _ = a[0:1:i] })
	try("p[:i]", func() { _ = p[:i] })
	try("p[3:2]", func() { _ = p[k+1 : k] })
	try("u64[:]", func() { _ = s[:u64] })
	try("u8[:]", func() { _ = s[u8:] })
	try("set u64", func() { s[u64] += 2 })
}
