package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

type celsius float64

func (c celsius) String() string { return fmt.Sprintf("%.1fC", float64(c)) }

type person struct {
	name string
	age  int
}

func (p person) String() string { return fmt.Sprintf("%s(%d)", p.name, p.age) }

type people []person

type node struct {
	key  string
	next *node
}

func main() {
	ints := []int{3, 1, 2}
	slices.Sort(ints)
	at, found := slices.BinarySearch(ints, 2)
	fmt.Println(ints, at, found, slices.IsSorted(ints), slices.Max(ints), slices.Min(ints))

	floats := []float64{2.5, math.NaN(), -1, math.Inf(1)}
	slices.Sort(floats)
	fmt.Println(floats, slices.Contains(floats, math.NaN()), slices.Index(floats, 2.5))

	temps := []celsius{20, -3.5, 11}
	slices.Sort(temps)
	fmt.Println(temps, slices.Max(temps), slices.Contains(temps, 11))

	crowd := people{{"Eve", 30}, {"Bob", 25}, {"Ann", 30}, {"Dan", 25}}
	slices.SortFunc(crowd, func(a, b person) int {
		return cmp.Or(-cmp.Compare(a.age, b.age), strings.Compare(a.name, b.name))
	})
	fmt.Println(crowd)
	slices.SortStableFunc(crowd, func(a, b person) int { return cmp.Compare(a.age, b.age) })
	fmt.Println(crowd, slices.IsSortedFunc(crowd, func(a, b person) int { return cmp.Compare(a.age, b.age) }))
	fmt.Printf("%T %v\n", crowd, slices.Contains(crowd, person{"Bob", 25}))
	oldest := slices.MaxFunc(crowd, func(a, b person) int { return cmp.Compare(a.age, b.age) })
	i, ok := slices.BinarySearchFunc(crowd, 30, func(p person, age int) int { return cmp.Compare(p.age, age) })
	fmt.Println(oldest, i, ok)

	// Equal elements come to stand where Go's sort puts them.
	var many []person
	for i := range 60 {
		many = append(many, person{fmt.Sprint("p", i), i * 7 % 5})
	}
	slices.SortFunc(many, func(a, b person) int { return cmp.Compare(a.age, b.age) })
	fmt.Println(many)

	list := []*node{{key: "b"}, {key: "a"}}
	slices.SortFunc(list, func(a, b *node) int { return cmp.Compare(a.key, b.key) })
	fmt.Println(list[0].key, slices.Index(list, list[1]), slices.IndexFunc(list, func(n *node) bool { return n.next != nil }))

	words := strings.Fields("the quick brown fox jumps over the lazy dog")
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	fmt.Println(slices.Compact(words))
	slices.SortFunc(words, strings.Compare)
	slices.Reverse(words)
	fmt.Println(words)

	order := cmp.Compare[int]
	fmt.Println(order(1, 2), cmp.Less("b", "a"), slices.Compare([]int{1, 2}, []int{1, 3}), slices.Equal(ints, []int{1, 2, 3}))
	slices.SortFunc(ints, func(a, b int) int { return order(b, a) })
	fmt.Println(ints, slices.SortedFunc(slices.Values(ints), cmp.Compare[int]))

	ages := map[string]celsius{"b": 2, "a": 1, "c": 3}
	fmt.Println(slices.Sorted(maps.Keys(ages)), slices.Sorted(maps.Values(ages)))
	values := []any{1, "a", person{"Ann", 30}, nil}
	fmt.Println(slices.Index(values, any(person{"Ann", 30})), slices.Contains(values, any("b")))
	bytes := []byte("hello")
	slices.Sort(bytes)
	fmt.Printf("%s %T\n", bytes, slices.Max(bytes))
}
