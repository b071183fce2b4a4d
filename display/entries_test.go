package display

import (
	"maps"
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
