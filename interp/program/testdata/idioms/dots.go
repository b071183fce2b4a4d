package main

import (
	"errors"
	. "fmt"
	. "os"
	. "slices"
)

type point struct{ x, y int }

func (p point) String() string { return Sprintf("%d/%d", p.x, p.y) }

func main() {
	numbers := []int{3, 1, 2}
	Sort(numbers)
	Println(numbers, Index(numbers, 2), ModePerm, errors.Is(ErrExist, ErrExist))
	points := Insert([]point{{1, 2}}, 0, point{3, 4})
	SortFunc(points, func(a, b point) int { return a.x - b.x })
	Println(points, Contains(points, point{3, 4}))
	Printf("%T %v\n", points, len(Args))
	largest := Max[[]int]
	var show Stringer = points[0]
	Println(largest(numbers), show)
}
