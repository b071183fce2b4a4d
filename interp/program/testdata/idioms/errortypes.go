package main

import "fmt"

type T int
type I interface{ M() }

func try(name string, f func()) {
	defer func() { r := recover(); fmt.Printf("%s: %T %v\n", name, r, r) }()
	f()
}

func main() {
	var s []int
	var m map[string]int
	var p *struct{ x int }
	var i, j any
	var e I
	n := 0
	try("index", func() { _ = s[n] })
	try("slice", func() { _ = s[1:n] })
	try("slice3", func() { _ = s[: n : n+5] })
	try("map", func() { m["a"] = 1 })
	try("nil", func() { p.x = 1 })
	try("assert", func() { _ = i.(int) })
	i = 3
	try("assert2", func() { _ = i.(string) })
	try("assert3", func() { _ = i.(T) })
	try("assertI", func() { _ = i.(I) })
	try("nilI", func() { e.M() })
	try("div", func() { _ = 1 / n })
	i, j = []int{}, []int{}
	try("eq", func() { _ = i == j })
	try("hash", func() { _ = map[any]int{i: 1} })
	try("make", func() { n = -1; _ = make([]int, n) })
	try("shift", func() { _ = 1 << n })
	try("close", func() { var c chan int; close(c) })
	try("close2", func() { c := make(chan int); close(c); close(c) })
	try("send", func() { c := make(chan int); close(c); c <- 1 })
	try("conv", func() { _ = [2]int(s) })
	try("panicnil", func() { panic(nil) })
	try("str", func() { _ = "abc"[n] })
	try("arr", func() { var a [3]int; _ = a[n] })
	try("func", func() { var f func(); f() })
}
