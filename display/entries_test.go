package display

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The outer entries are the first and the last of all, in the order of the keys.
func TestOuterEntries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.MapOf(rapid.IntRange(-50, 50), rapid.Int()).Draw(t, "map")
		most := 2 * rapid.IntRange(1, 8).Draw(t, "half of most")
		want := slices.Sorted(maps.Keys(m))
		if len(want) > most {
			want = append(want[:most/2:most/2], want[len(want)-most/2:]...)
		}
		var got []int
		for _, e := range outerEntries(reflect.ValueOf(m), most) {
			got = append(got, int(e.key.Int()))
			if int(e.value.Int()) != m[got[len(got)-1]] {
				t.Fatalf("the value of %v is %v", e.key, e.value)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("they are %v, want %v", got, want)
		}
	})
}

// Keys of every kind have the order in which fmt prints them.
func TestEntriesAreInTheOrderOfFmt(t *testing.T) {
	type pair struct {
		a string
		B float64
	}
	for _, m := range []any{
		map[string]int{"b": 0, "a": 0, "ä": 0}, map[int8]int{3: 0, -3: 0}, map[uint]int{3: 0, 1: 0}, map[bool]int{true: 0, false: 0},
		map[float64]int{2: 0, math.Inf(-1): 0, math.NaN(): 0}, map[[2]int]int{{1, 2}: 0, {1, 1}: 0}, map[pair]int{{"a", 2}: 0, {"a", 1}: 0, {"A", 3}: 0},
		map[any]int{2: 0, 1: 0}, map[complex128]int{2: 0, 1i: 0},
	} {
		var keys []any
		for _, e := range outerEntries(reflect.ValueOf(m), 10) {
			keys = append(keys, fmt.Sprint(e.key, ":0"))
		}
		if got, want := fmt.Sprintf("map%v", keys), fmt.Sprint(m); got != want {
			t.Errorf("%T: the entries are %s, want %s", m, got, want)
		}
	}
	if compareKeys(reflect.ValueOf(1), reflect.ValueOf("a")) != cmp.Compare(reflect.Int, reflect.String) {
		t.Error("keys of two kinds have no order")
	}
}
