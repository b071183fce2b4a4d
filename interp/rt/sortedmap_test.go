package rt

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// TestSortedEntries: the entries of a map come in the order in which fmt prints them, and those
// of NaNs too, which no key finds.
func TestSortedEntries(t *testing.T) {
	type pair struct {
		A string
		B int
	}
	for _, m := range []any{
		map[int]string{3: "c", -1: "a", 0: "b"},
		map[uint8]int{200: 1, 3: 2},
		map[string]bool{"b": true, "": false, "ab": true},
		map[float64]int{math.NaN(): 0, 1: 1, math.Inf(-1): 2, -0.5: 3},
		map[bool]int{true: 1, false: 0},
		map[complex128]int{1 + 2i: 1, 1: 2, -1 + 5i: 3},
		map[pair]int{{"b", 1}: 1, {"a", 2}: 2, {"a", 1}: 3},
		map[[2]int]int{{2, 1}: 1, {1, 9}: 2, {1, 2}: 3},
		map[any]int{2: 2, nil: 4, 1: 3}, // fmt orders types by their addresses
		map[string]int(nil),
	} {
		var parts []string
		for _, e := range sortedEntries(reflect.ValueOf(m)) {
			parts = append(parts, fmt.Sprintf("%v:%v", e.key, e.value))
		}
		if got, want := "map["+strings.Join(parts, " ")+"]", fmt.Sprint(m); got != want {
			t.Errorf("the entries are %s, and fmt prints %s", got, want)
		}
	}
}
