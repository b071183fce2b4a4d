package generic

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	own "github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/slices"
)

// outcome is what f returns, or what it panics with.
func outcome(f func() string) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprint("panic: ", v)
		}
	}()
	return f()
}

// agree fails if two calls do not have one outcome.
func agree(t *rapid.T, what string, got, want func() string) {
	t.Helper()
	if g, w := outcome(got), outcome(want); g != w {
		t.Fatalf("%s: got %s, want %s", what, g, w)
	}
}

// show prints values with all that tells slices apart, but where they are.
func show(values ...any) string {
	return fmt.Sprintf("%#v", values)
}

// room makes a slice of small numbers, with some behind it.
func room(t *rapid.T) []int {
	s := rapid.SliceOfN(rapid.IntRange(0, 9), rapid.IntRange(0, 6).Draw(t, "at least"), 40).Draw(t, "s")
	return s[:rapid.IntRange(len(s)/2, len(s)).Draw(t, "len")]
}

// withMemory prints a slice and the memory of another that had room for it.
func withMemory(s, old []int) string { return show(s, old[:cap(old)]) }

func sameMemory(s []int) []int { return append(make([]int, 0, cap(s)), s[:cap(s)]...)[:len(s)] }

func TestEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := room(t)
		i := rapid.IntRange(0, len(s)).Draw(t, "i")
		j := rapid.IntRange(i, len(s)).Draw(t, "j")
		out := rapid.SampledFrom([]int{0, 0, 0, 0, 0, 0, -1, 1, 9, -9})
		i, j = i+out.Draw(t, "i is out by"), j+out.Draw(t, "j is out by")
		from := rapid.IntRange(0, len(s)).Draw(t, "from")
		part := rapid.Bool().Draw(t, "part of s")
		fresh := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 5).Draw(t, "v")
		even := func(x int) bool { return x%2 == 0 }
		near := func(x, y int) bool { return x/2 == y/2 }
		for _, c := range []struct {
			name      string
			own, real func(s, v []int) []int
		}{
			{"Insert", func(s, v []int) []int { return own.Insert(s, i, v...) }, func(s, v []int) []int { return slices.Insert(s, i, v...) }},
			{"Replace", func(s, v []int) []int { return own.Replace(s, i, j, v...) }, func(s, v []int) []int { return slices.Replace(s, i, j, v...) }},
			{"Delete", func(s, _ []int) []int { return own.Delete(s, i, j) }, func(s, _ []int) []int { return slices.Delete(s, i, j) }},
			{"DeleteFunc", func(s, _ []int) []int { return own.DeleteFunc(s, even) }, func(s, _ []int) []int { return slices.DeleteFunc(s, even) }},
			{"Compact", func(s, _ []int) []int { return own.Compact(s) }, func(s, _ []int) []int { return slices.Compact(s) }},
			{"CompactFunc", func(s, _ []int) []int { return own.CompactFunc(s, near) }, func(s, _ []int) []int { return slices.CompactFunc(s, near) }},
			{"Reverse", func(s, _ []int) []int { own.Reverse(s); return s }, func(s, _ []int) []int { slices.Reverse(s); return s }},
		} {
			do := func(f func(s, v []int) []int) func() string {
				return func() string {
					mine := sameMemory(s)
					v := fresh
					if part {
						v = mine[from:]
					}
					return withMemory(f(mine, v), mine)
				}
			}
			agree(t, c.name, do(c.own), do(c.real))
		}
	})
}

func TestMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := room(t)
		both := func(name string, own, real func(s []int) []int) {
			t.Helper()
			do := func(f func([]int) []int) func() string {
				return func() string { r := f(s); return show(r, r == nil) }
			}
			agree(t, name, do(own), do(real))
		}
		both("Clone", own.Clone[[]int], slices.Clone[[]int])
		both("Clip", func(s []int) []int { s = own.Clip(s); return append(s, cap(s)) }, func(s []int) []int { s = slices.Clip(s); return append(s, cap(s)) })
		both("Concat", func(s []int) []int { return own.Concat(s, nil, s) }, func(s []int) []int { return slices.Concat(s, nil, s) })
		for n := -1; n < cap(s)-len(s)+3; n++ {
			both("Repeat", func(s []int) []int { return own.Repeat(s, n) }, func(s []int) []int { return slices.Repeat(s, n) })
			both("Grow",
				func(s []int) []int { s = own.Grow(s, n); return append(s, cap(s)) },
				func(s []int) []int { s = slices.Grow(s, n); return append(s, cap(s)) })
		}
	})
	long := make([]struct{}, math.MaxInt)
	for what, sizes := range map[string][2]func() int{
		"twice":      {func() int { return len(own.Repeat(long, 2)) }, func() int { return len(slices.Repeat(long, 2)) }},
		"many times": {func() int { return len(own.Repeat(long, math.MaxInt)) }, func() int { return len(slices.Repeat(long, math.MaxInt)) }},
		"two":        {func() int { return len(own.Concat(long, long)) }, func() int { return len(slices.Concat(long, long)) }},
	} {
		got, want := outcome(func() string { return show(sizes[0]()) }), outcome(func() string { return show(sizes[1]()) })
		if got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	array := [1]int{}
	if unsafe.SliceData(own.Clone(array[:0])) == &array[0] {
		t.Error("an empty clone holds the memory of what it was cloned from")
	}
	if own.Clone[[]int](nil) != nil || own.Concat[[]int]() != nil || own.Repeat([]int(nil), 1) == nil {
		t.Error("what is nil differs")
	}
}

// A card is compared by its rank only.
type card struct{ rank, suit int }

func byRank(a, b card) int { return a.rank - b.rank }

func TestSorts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranks := rapid.SliceOfN(rapid.IntRange(0, 30), 0, 200).Draw(t, "ranks")
		var cards []card
		for i, r := range ranks {
			cards = append(cards, card{r, i})
		}
		odd := func(a, b card) int { return (a.suit*7+b.suit)%3 - 1 } // no order at all
		both := func(name string, own, real func(s []card) any) {
			t.Helper()
			do := func(f func([]card) any) func() string {
				return func() string { s := slices.Clone(cards); r := f(s); return show(r, s) }
			}
			agree(t, name, do(own), do(real))
		}
		for _, cmp := range []func(a, b card) int{byRank, odd} {
			both("SortFunc", func(s []card) any { own.SortFunc(s, cmp); return nil }, func(s []card) any { slices.SortFunc(s, cmp); return nil })
			both("SortStableFunc", func(s []card) any { own.SortStableFunc(s, cmp); return nil }, func(s []card) any { slices.SortStableFunc(s, cmp); return nil })
			both("IsSortedFunc", func(s []card) any { return own.IsSortedFunc(s, cmp) }, func(s []card) any { return slices.IsSortedFunc(s, cmp) })
			both("MinFunc", func(s []card) any { return own.MinFunc(s, cmp) }, func(s []card) any { return slices.MinFunc(s, cmp) })
			both("MaxFunc", func(s []card) any { return own.MaxFunc(s, cmp) }, func(s []card) any { return slices.MaxFunc(s, cmp) })
			both("SortedFunc", func(s []card) any { return own.SortedFunc(slices.Values(s), cmp) }, func(s []card) any { return slices.SortedFunc(slices.Values(s), cmp) })
			both("SortedStableFunc", func(s []card) any { return own.SortedStableFunc(slices.Values(s), cmp) }, func(s []card) any { return slices.SortedStableFunc(slices.Values(s), cmp) })
		}
		agree(t, "Sorted", func() string { return show(own.Sorted(slices.Values(ranks))) }, func() string { return show(slices.Sorted(slices.Values(ranks))) })
	})
}

func TestSearches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := room(t)
		other := slices.Clone(s)
		if len(s) > 0 && rapid.Bool().Draw(t, "differs") {
			other[rapid.IntRange(0, len(s)-1).Draw(t, "at")]++
		}
		other = other[:rapid.IntRange(0, len(other)).Draw(t, "shorter")]
		v := rapid.IntRange(0, 10).Draw(t, "v")
		is := func(x int) bool { return x == v }
		equal := func(x, y int) bool { return x == y }
		minus := func(x, y int) int { return x - y }
		sorted := slices.Sorted(slices.Values(s))
		find := func(search func(s []int, v int, cmp func(x, y int) int) (int, bool)) string {
			i, ok := search(sorted, v, minus)
			return show(i, ok)
		}
		agree(t, "BinarySearchFunc",
			func() string { return find(own.BinarySearchFunc) },
			func() string { return find(slices.BinarySearchFunc) })
		agree(t, "searches",
			func() string {
				return show(own.Index(s, v), own.IndexFunc(s, is), own.Contains(s, v), own.ContainsFunc(s, is), own.Equal(s, other), own.EqualFunc(s, other, equal), own.CompareFunc(s, other, minus))
			},
			func() string {
				return show(slices.Index(s, v), slices.IndexFunc(s, is), slices.Contains(s, v), slices.ContainsFunc(s, is), slices.Equal(s, other), slices.EqualFunc(s, other, equal), slices.CompareFunc(s, other, minus))
			})
	})
	if nan := []float64{math.NaN()}; own.Equal(nan, nan) || own.Contains(nan, nan[0]) {
		t.Error("NaN is equal to NaN")
	}
}

// taken prints the first n pairs that seq yields.
func taken[K, V any](seq iter.Seq2[K, V], n int) string {
	var all []any
	for k, v := range seq {
		all = append(all, k, v)
		n--
		if n <= 0 {
			break
		}
	}
	return show(all...)
}

// numbered pairs what seq yields with zero.
func numbered[V any](seq iter.Seq[V]) iter.Seq2[int, V] {
	return func(yield func(int, V) bool) {
		for v := range seq {
			if !yield(0, v) {
				return
			}
		}
	}
}

func TestIterators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := room(t)
		n := rapid.IntRange(1, len(s)+1).Draw(t, "n")
		size := rapid.IntRange(0, len(s)+1).Draw(t, "size")
		capped := func(seq iter.Seq[[]int]) iter.Seq2[int, []int] {
			return func(yield func(int, []int) bool) {
				seq(func(part []int) bool { return yield(cap(part), part) })
			}
		}
		agree(t, "All", func() string { return taken(own.All(s), n) }, func() string { return taken(slices.All(s), n) })
		agree(t, "Backward", func() string { return taken(own.Backward(s), n) }, func() string { return taken(slices.Backward(s), n) })
		agree(t, "Values", func() string { return taken(numbered(own.Values(s)), n) }, func() string { return taken(numbered(slices.Values(s)), n) })
		agree(t, "Chunk", func() string { return taken(capped(own.Chunk(s, size)), n) }, func() string { return taken(capped(slices.Chunk(s, size)), n) })
		agree(t, "AppendSeq", func() string { return show(own.AppendSeq([]int{1}, slices.Values(s))) }, func() string { return show(slices.AppendSeq([]int{1}, slices.Values(s))) })
		agree(t, "Collect", func() string { return show(own.Collect(slices.Values(s))) }, func() string { return show(slices.Collect(slices.Values(s))) })
	})
}
