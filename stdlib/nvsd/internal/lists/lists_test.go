package lists

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		marks := rapid.SliceOf(rapid.Bool()).Draw(t, "marks")
		all := UpTo(len(marks))
		some := Marked(all, marks)
		if len(some) != Count(marks) || !slices.IsSorted(some) {
			t.Fatalf("Marked(%v, %v) = %v, and Count = %d", all, marks, some, Count(marks))
		}
		for _, i := range all {
			if marks[i] != slices.Contains(some, i) {
				t.Fatalf("index %d is marked %v, and among those marked: %v", i, marks[i], some)
			}
		}
		v := rapid.SliceOfN(rapid.Float64(), 1, 5).Draw(t, "values")
		if got, want := Constant(v), slices.Min(v) == slices.Max(v); got != want {
			t.Fatalf("Constant(%v) = %v", v, got)
		}
	})
}
