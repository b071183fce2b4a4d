package rt

import (
	"reflect"
	"testing"
)

// TestUnhashable: the error of a key without a hash names the type that Go names, which is the
// first one inside that has none.
func TestUnhashable(t *testing.T) {
	type outer struct {
		A any
		B any
	}
	for _, key := range []any{
		[]int{1}, map[string]int{}, func() {}, [1][]int{}, struct{ F func() }{},
		[2]any{1, []string{}}, outer{1, map[int]int{}}, outer{[]int{}, map[int]int{}}, [1]any{outer{B: func(int) {}}},
		1, "text", outer{1, "x"}, nil, (*int)(nil),
	} {
		for name, use := range map[string]func(m map[any]int){
			"stored": func(m map[any]int) { m[key] = 1 },
			"found":  func(m map[any]int) { _ = m[key] },
		} {
			want := panicOf(func() { use(map[any]int{"other": 0}) })
			got := Unhashable(want, reflect.ValueOf(&key).Elem(), name == "stored")
			if (got == nil) != (want == nil) || got != nil && got.Error() != want.(error).Error() {
				t.Errorf("%T, %s: %v, and Go panics with %v", key, name, got, want)
			}
		}
	}
	if err := Unhashable("another panic", reflect.ValueOf([]int{}), true); err != nil {
		t.Errorf("another panic is %v", err)
	}
}
