// What a compiler lays out before a program begins is there for functions that only an
// interface leads to, whatever stands first.
package main

import "fmt"

type reader interface{ read() int }
type early struct{}
type point struct{ X, Y int }

func (early) read() int {
	fmt.Println(n, list, array, p, text, whole, each != nil, pointer != nil, pairs != nil, none, len(computed), half)
	return n + each(2) + get()
}

var first = reader(early{}).read()

var (
	n            = 5
	list         = []int{1, 2}
	array        = [...]string{1: "a", 3: "b"}
	p            = point{X: 3}
	text         = "x" + "y"
	whole    any = 7
	each         = func(i int) int { return i * 10 }
	get          = four
	pointer      = &point{1, 2}
	pairs        = []*point{{1, 2}, {3, 4}}
	none     *point
	computed = map[string]int{"a": 1}
	half     = float64(four()) / 2
)

func four() int { return 4 }

func main() { fmt.Println(first, half, computed) }
