package lists

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		marks := rapid.SliceOf(rapid.Bool()).Draw(t, "marks")
		all := UpTo(len(marks))
		some := Marked(all, marks)
		if rest := Without(len(marks), some); len(rest)+len(some) != len(marks) || !slices.IsSorted(rest) || slices.ContainsFunc(rest, func(i int) bool { return marks[i] }) {
			t.Fatalf("Without(%d, %v) = %v", len(marks), some, rest)
		}
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

// TestSpread: of the first k members in the order of their places, each class has its share of k to within the number of classes.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SliceOfN(rapid.IntRange(0, 3), 1, 60).Draw(t, "classes")
		classes := map[int][]int{}
		for i, c := range of {
			classes[c] = append(classes[c], i)
		}
		place, order := Spread(classes, len(of)), UpTo(len(of))
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place[a], place[b]) })
		seen := map[int]int{}
		for k, i := range order {
			seen[of[i]]++
			for c, members := range classes {
				if share := float64((k+1)*len(members)) / float64(len(of)); math.Abs(share-float64(seen[c])) > float64(len(classes)) {
					t.Fatalf("of the first %d of %v, %d are of class %d, whose share is %v", k+1, of, seen[c], c, share)
				}
			}
		}
	})
}
