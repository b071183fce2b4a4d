package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

type id int

func main() {
	fmt.Println(cmp.Compare(time.Second, time.Minute), cmp.Less(time.Minute, time.Second), cmp.Or(time.Duration(0), time.Hour))
	fmt.Println(cmp.Compare(id(2), id(1)), cmp.Or(id(0), id(3)))
	fmt.Println(cmp.Compare(math.NaN(), 1), cmp.Compare(1, math.NaN()), cmp.Compare(math.NaN(), math.NaN()), cmp.Less(math.NaN(), 0))
	d := []time.Duration{3, 1, 2}
	slices.Sort(d)
	fmt.Println(d, slices.Max(d), slices.Index(d, 2))
	fmt.Println(slices.Min(d), slices.IsSorted(d), slices.Compare(d, d[:2]), slices.Equal(d, d), slices.Contains(d, 4))
	fmt.Println(slices.BinarySearch(d, 3))
	fmt.Println(slices.BinarySearch(d, 4))
	func() {
		defer func() { fmt.Println(recover()) }()
		slices.Max([]time.Duration{})
	}()
	slices.Reverse(d)
	sort := slices.Sort[[]time.Duration]
	sort(d)
	fmt.Println(slices.Compact(append(d, 3)))
	w := []time.Weekday{time.Friday, time.Monday}
	slices.SortFunc(w, cmp.Compare[time.Weekday])
	fmt.Println(w)
	slices.SortFunc(w, func(a, b time.Weekday) int { return -cmp.Compare(a, b) })
	fmt.Println(w)
	m := map[time.Month]int{time.May: 1, time.April: 2}
	fmt.Println(slices.Sorted(maps.Keys(m)))
	fmt.Println(cmp.Or(time.Time{}, time.Unix(0, 0).UTC()), cmp.Or[error](nil, fmt.Errorf("e")))
	var p atomic.Pointer[time.Duration]
	p.Store(&d[0])
	fmt.Println(*p.Load())
	f := sync.OnceValue(func() time.Duration { return 5 })
	fmt.Println(f(), min(d[0], d[1]))
}
