package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

type tree[T any] struct {
	left, right *tree[T]
	value       T
}

func (t *tree[T]) all() iter.Seq[T] {
	return func(yield func(T) bool) { t.push(yield) }
}

func (t *tree[T]) push(yield func(T) bool) bool {
	return t == nil || t.left.push(yield) && yield(t.value) && t.right.push(yield)
}

func (t *tree[T]) insert(v T, less func(a, b T) bool) *tree[T] {
	switch {
	case t == nil:
		return &tree[T]{value: v}
	case less(v, t.value):
		t.left = t.left.insert(v, less)
	default:
		t.right = t.right.insert(v, less)
	}
	return t
}

func filter[T any](seq iter.Seq[T], keep func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range seq {
			if keep(v) && !yield(v) {
				return
			}
		}
	}
}

func zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		next, stop := iter.Pull(b)
		defer stop()
		for x := range a {
			y, ok := next()
			if !ok || !yield(x, y) {
				return
			}
		}
	}
}

func fibonacci() iter.Seq[int] {
	return func(yield func(int) bool) {
		for a, b := 0, 1; yield(a); a, b = b, a+b {
		}
	}
}

type named struct{ seq iter.Seq[string] }

func main() {
	var t *tree[string]
	for word := range strings.SplitSeq("the quick brown fox", " ") {
		t = t.insert(word, func(a, b string) bool { return a < b })
	}
	fmt.Println(slices.Collect(t.all()))
	for v := range filter(t.all(), func(s string) bool { return len(s) == 5 }) {
		fmt.Print(v, " ")
	}
	for n, word := range zip(fibonacci(), t.all()) {
		fmt.Print(n, word, " ")
	}
	fmt.Println()

	next, stop := iter.Pull2(slices.All([]string{"a", "b"}))
	for range 3 {
		fmt.Print(next())
		fmt.Print("; ")
	}
	stop()
	fmt.Println()

	var lines iter.Seq[string] = strings.Lines("one\ntwo\n")
	n := named{lines}
	for line := range n.seq {
		fmt.Printf("%q ", line)
	}
	fields := slices.Collect(strings.FieldsSeq(" x  y "))
	fmt.Printf("%q %T %T\n", fields, lines, any(fibonacci()))
	upper := func(seq iter.Seq[string]) iter.Seq[string] {
		return func(yield func(string) bool) {
			seq(func(s string) bool { return yield(strings.ToUpper(s)) })
		}
	}
	fmt.Println(slices.Collect(upper(strings.FieldsFuncSeq("a-b-c", func(r rune) bool { return r == '-' }))))
	var none iter.Seq[int]
	fmt.Println(none == nil)
	if seq, ok := any(fibonacci()).(iter.Seq[int]); ok {
		for v := range seq {
			if v > 20 {
				fmt.Println("above 20:", v)
				break
			}
		}
	}

	type key struct{ a, b int }
	counts := map[key]int{{1, 2}: 3, {4, 5}: 6}
	again := maps.Collect(maps.All(counts))
	again[key{7, 8}] = 9
	fmt.Println(maps.Equal(counts, again), len(again), len(counts))
	maps.DeleteFunc(again, func(k key, v int) bool { return k.a == 7 })
	maps.Copy(counts, map[key]int{{4, 5}: 7})
	fmt.Println(again, counts, maps.EqualFunc(counts, again, func(a, b int) bool { return a/2 == b/2 }))
	total := 0
	for v := range maps.Values(counts) {
		total += v
	}
	clone := maps.Clone(counts)
	maps.Insert(clone, maps.All(map[key]int{{}: total}))
	fmt.Println(clone, slices.SortedFunc(maps.Keys(clone), func(a, b key) int { return a.a - b.a }))
}
