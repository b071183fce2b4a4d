package mapkeys

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Keys of every kind have the order in which fmt prints them.
func TestCompare(t *testing.T) {
	type pair struct {
		a string
		B float64
	}
	var list [2]int
	for _, m := range []any{
		map[string]int{"b": 0, "a": 0, "ä": 0}, map[int8]int{3: 0, -3: 0}, map[uint]int{3: 0, 1: 0}, map[bool]int{true: 0, false: 0},
		map[float64]int{2: 0, math.Inf(-1): 0, math.NaN(): 0}, map[complex128]int{2: 0, 1i: 0, 3i: 0},
		map[[2]int]int{{1, 2}: 0, {1, 1}: 0}, map[pair]int{{"a", 2}: 0, {"a", 1}: 0, {"A", 3}: 0},
		map[*int]int{&list[1]: 0, &list[0]: 0}, map[any]int{2: 0, 1: 0},
	} {
		keys := reflect.ValueOf(m).MapKeys()
		slices.SortFunc(keys, Compare)
		var texts []string
		for _, key := range keys {
			texts = append(texts, fmt.Sprint(key, ":0"))
		}
		if got, want := "map["+strings.Join(texts, " ")+"]", fmt.Sprint(m); got != want {
			t.Errorf("%T: the keys are %s, and fmt prints %s", m, got, want)
		}
	}
	if Compare(reflect.ValueOf(1), reflect.ValueOf("a")) >= 0 {
		t.Error("keys of two kinds have no order")
	}
}
