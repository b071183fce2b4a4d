package main

import (
	"cmp"
	"fmt"
	"strings"
)

type Number interface{ ~int | ~float64 }

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(x T) { s.items = append(s.items, x) }

func (s *Stack[T]) Pop() (x T, ok bool) {
	if len(s.items) == 0 {
		return x, false
	}
	x = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x, true
}

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func (p Pair[K, V]) String() string { return fmt.Sprintf("<%v: %v>", p.Key, p.Val) }

type Tree[T cmp.Ordered] struct {
	left, right *Tree[T]
	val         T
}

func (t *Tree[T]) Insert(v T) *Tree[T] {
	if t == nil {
		return &Tree[T]{val: v}
	}
	if v < t.val {
		t.left = t.left.Insert(v)
	} else {
		t.right = t.right.Insert(v)
	}
	return t
}

func (t *Tree[T]) All(yield func(T) bool) bool {
	return t == nil || t.left.All(yield) && yield(t.val) && t.right.All(yield)
}

func Map[T, U any](xs []T, f func(T) U) []U {
	var out []U
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func Sum[T Number](xs ...T) (total T) {
	for _, x := range xs {
		total += x
	}
	return
}

type MyInt int

func main() {
	s := &Stack[string]{}
	s.Push("a")
	s.Push("b")
	fmt.Println(s.Pop())
	fmt.Println(s.items, Map([]int{1, 2}, func(i int) string { return strings.Repeat("x", i) }))
	fmt.Println(Sum(1, 2, 3), Sum(1.5, 2), Sum[MyInt](4, 5))
	fmt.Println(Pair[string, int]{"a", 1}, []Pair[int, bool]{{1, true}})
	fmt.Printf("%T %T\n", Pair[string, int]{}, s)
	var t *Tree[int]
	for _, v := range []int{5, 2, 8, 1} {
		t = t.Insert(v)
	}
	t.All(func(v int) bool { fmt.Print(v, " "); return v < 5 })
	fmt.Println()
}
