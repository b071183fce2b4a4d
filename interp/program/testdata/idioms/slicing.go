package main

import (
	"fmt"
	"slices"
)

type point struct{ x, y int }

type stack []point

func try(name string, f func()) {
	defer func() {
		if err := recover(); err != nil {
			fmt.Println(name, "panics:", err)
		}
	}()
	f()
}

func main() {
	s := []int{1, 2, 3, 4, 5}
	s = slices.Insert(s, 1, 10, 11)
	fmt.Println(s)
	s = slices.Delete(s, 0, 2)
	fmt.Println(s, s[:cap(s)][len(s)-1])
	s = slices.Replace(s, 0, 2, 7, 8, 9)
	fmt.Println(s)
	s = slices.DeleteFunc(s, func(x int) bool { return x%2 == 0 })
	fmt.Println(s, slices.Concat(s, []int{0}, s), slices.Repeat(s, 2))
	// Into a slice with room: in its memory, from its memory.
	room := append(make([]int, 0, 10), 1, 2, 3)
	more := slices.Insert(room, 0, room[1:]...)
	fmt.Println(more, room, &more[0] == &room[0])

	st := stack{{1, 2}, {1, 2}, {3, 4}}
	st = slices.Compact(st)
	st = slices.Insert(st, len(st), point{5, 6})
	fmt.Printf("%T %v %d\n", st, st, slices.Index(st, point{3, 4}))
	copied := slices.Clone(st)
	copied[0].x = 100
	fmt.Println(st[0], copied[0], slices.Equal(st, copied), slices.Clone(stack(nil)) == nil)
	near := slices.CompactFunc([]int{1, 2, 10, 11, 20}, func(a, b int) bool { return b-a < 2 && a-b < 2 })
	fmt.Println(near, slices.EqualFunc(near, []string{"1", "10", "20"}, func(n int, t string) bool { return fmt.Sprint(n) == t }))
	fmt.Println(slices.CompareFunc(st, copied, func(a, b point) int { return a.x - b.x }))
	grown := slices.Grow([]point(nil), 5)
	clipped := slices.Clip(append(grown, point{}))
	fmt.Println(len(grown), cap(grown) >= 5, len(clipped), cap(clipped))
	slices.Reverse(st)
	fmt.Println(st, slices.ContainsFunc(st, func(p point) bool { return p.y == 6 }))

	for i, v := range slices.Backward(s) {
		fmt.Print(i, "=", v, " ")
	}
	for part := range slices.Chunk([]int{1, 2, 3, 4, 5}, 2) {
		fmt.Print(part, len(part), cap(part), " ")
	}
	fmt.Println(slices.Collect(slices.Values(st)), slices.AppendSeq([]int{0}, slices.Values(s)))

	try("Grow", func() { slices.Grow(s, -1) })
	try("Repeat", func() { slices.Repeat(s, -1) })
	try("Chunk", func() { slices.Chunk(s, 0) })
	try("Min", func() { fmt.Println(slices.Min([]string{})) })
	try("MinFunc", func() { fmt.Println(slices.MinFunc(stack{}, func(a, b point) int { return 0 })) })
	insert := slices.Insert[[]int]
	fmt.Println(insert([]int{3}, 0, 1, 2))
}
