package main

import "fmt"

// Which value a key of a map has that a call beside it changes: Go's compiler copies some
// keys before the call.

type Two struct{ a, b int32 }
type Pad struct {
	a int8
	b int32
}
type Ptr struct{ p *int }
type Str struct{ s string }
type Bytes [4]byte
type Ints [1]int
type F struct{ f float64 }
type Any struct{ a any }
type B4 [4]bool
type U struct {
	a, b uint16
	c    int32
}

var x0, x1 int

// called calls a function that Go's compiler does not inline.
//
//go:noinline
func called[T any](f func() T) T { return f() }

func main() {
	{
		v := Two{1, 2}
		f := func() int { v = Two{3, 4}; return 7 }
		m := map[Two]int{}
		m[v] = called(f)
		fmt.Println(m)
	}
	{
		v := Pad{1, 2}
		f := func() int { v = Pad{3, 4}; return 7 }
		m := map[Pad]int{}
		m[v] = called(f)
		fmt.Println(m)
	}
	{
		v := Ptr{&x0}
		f := func() int { v = Ptr{&x1}; return 7 }
		m := map[Ptr]int{}
		m[v] = called(f)
		fmt.Println(m[Ptr{&x0}], m[Ptr{&x1}])
	}
	{
		v := Str{"a"}
		f := func() int { v = Str{"b"}; return 7 }
		m := map[Str]int{}
		m[v] = called(f)
		fmt.Println(m)
	}
	{
		v := Bytes{1}
		f := func() int { v = Bytes{2}; return 7 }
		m := map[Bytes]int{}
		m[v] = called(f)
		fmt.Println(m)
	}
	{
		v := Ints{1}
		f := func() int { v = Ints{2}; return 7 }
		m := map[Ints]int{}
		m[v] = called(f)
		fmt.Println(m)
	}
	{
		v := F{1}
		f := func() int { v = F{2}; return 7 }
		m := map[F]int{}
		m[v] = called(f)
		fmt.Println(m)
	}
	{
		v := Any{1}
		f := func() int { v = Any{2}; return 7 }
		m := map[Any]int{}
		m[v] = called(f)
		fmt.Println(m)
	}
	{
		v := B4{true}
		f := func() int { v = B4{}; return 7 }
		m := map[B4]int{}
		m[v] = called(f)
		fmt.Println(m)
	}
	{
		v := U{1, 2, 3}
		f := func() int { v = U{}; return 7 }
		m := map[U]int{}
		m[v] = called(f)
		fmt.Println(m)
	}
	{
		v := 1
		f := func() [20]int { v = 2; return [20]int{} }
		m := map[int][20]int{}
		m[v] = called(f)
		fmt.Println(m)
		p := &v
		g := func() [20]int { p = new(int); *p = 5; return [20]int{} }
		m[*p] = called(g)
		fmt.Println(m)
		h := func() [20]int { v = 9; return [20]int{} }
		m[v+1] = called(h)
		fmt.Println(m)
		q := map[int]int{}
		k := func() int { v = 19; return 1 }
		q[v+1] = called(k)
		fmt.Println(q)
	}
	{
		v := [2]U{{1, 2, 3}}
		i := 0
		f := func() int { i = 1; v[0].a = 5; return 7 }
		m := map[U]int{}
		m[v[i]] = called(f)
		fmt.Println(m)
	}
}
