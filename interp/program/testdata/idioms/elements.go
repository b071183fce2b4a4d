package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

type state int

const (
	idle state = iota
	busy
)

func (s state) String() string { return [...]string{"idle", "busy"}[s] }

type record struct {
	id   int
	tags []string
}

func (r record) Compare(s record) int { return cmp.Compare(r.id, s.id) }

type set map[string]struct{}

func apply[T any](f func([]T), s []T) { f(s); fmt.Println(s) }

func compose[A, B, C any](f func(A) B, g func(B) C) func(A) C {
	return func(a A) C { return g(f(a)) }
}

// What is sorted, searched and copied may be of any type.
func main() {
	states := []state{idle, busy}
	fmt.Println(slices.Max(states), slices.Index(states, busy), slices.Contains(states[:1], busy))
	fmt.Printf("%v %d %T\n", slices.Min(states), slices.Max(states), slices.Max(states))
	dicts := []map[string]int{{"a": 2}, {"a": 1}}
	slices.SortFunc(dicts, func(x, y map[string]int) int { return x["a"] - y["a"] })
	pairs := [][2]int{{2, 1}, {1, 2}, {1, 1}}
	slices.SortFunc(pairs, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	fmt.Println(dicts, pairs, slices.Index(pairs, [2]int{1, 2}))
	texts := []fmt.Stringer{busy, idle}
	slices.SortFunc(texts, func(x, y fmt.Stringer) int { return -strings.Compare(x.String(), y.String()) })
	errs := []error{fmt.Errorf("b"), fmt.Errorf("a")}
	slices.SortFunc(errs, func(x, y error) int { return strings.Compare(x.Error(), y.Error()) })
	fmt.Println(texts, slices.Contains(texts, fmt.Stringer(idle)), errs)
	values := []any{2, "x", busy, 1.5, nil}
	slices.SortStableFunc(values, func(x, y any) int { return strings.Compare(fmt.Sprintf("%T", x), fmt.Sprintf("%T", y)) })
	fmt.Println(values)
	calls := []func() int{func() int { return 2 }, func() int { return 1 }}
	slices.SortFunc(calls, func(a, b func() int) int { return a() - b() })
	chans := []chan int{make(chan int, 2), make(chan int, 1)}
	slices.SortFunc(chans, func(a, b chan int) int { return cap(a) - cap(b) })
	fmt.Println(calls[0](), cap(chans[0]), slices.Index(chans, chans[1]))
	records := []record{{2, nil}, {1, nil}}
	slices.SortFunc(records, record.Compare)
	pointers := []*record{&records[1], &records[0]}
	least := slices.MinFunc(pointers, func(a, b *record) int { return a.Compare(*b) })
	least.tags = append(least.tags, "least")
	fmt.Println(records)
	done := make(chan bool)
	for range 4 {
		go func() {
			own := slices.Repeat([]record{{3, nil}, {1, nil}, {2, nil}}, 20)
			slices.SortFunc(own, record.Compare)
			done <- slices.IsSortedFunc(own, record.Compare)
		}()
	}
	fmt.Println(<-done, <-done, <-done, <-done)

	names := set{"b": {}, "a": {}}
	fewer := maps.Clone(names)
	delete(fewer, "a")
	fmt.Printf("%T %d %t %v\n", fewer, len(names), maps.Equal(names, fewer), slices.Sorted(maps.Keys(names)))
	array := [5]int{1, 2, 3, 4, 5}
	short := slices.Delete(array[:], 1, 3)
	more := append(slices.Clip(array[:2]), 9)
	fmt.Println(array, short, cap(short), more)
	apply(slices.Sort, []int{2, 1})
	fmt.Println(compose(maps.Keys[map[string]int], slices.Sorted[string])(map[string]int{"q": 1, "p": 2}))
}
