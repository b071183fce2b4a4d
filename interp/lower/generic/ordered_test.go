package generic

import (
	stdcmp "cmp"
	"math"
	stdslices "slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/cmp"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/slices"
)

// TestOrdered: the sources for elements that have an order give what the standard
// library gives, also for NaNs and empty lists.
func TestOrdered(t *testing.T) {
	number := rapid.SampledFrom([]float64{math.NaN(), math.Inf(-1), -1, 0, 1, 2})
	list := rapid.SliceOfN(number, 0, 6)
	same := func(a, b float64) bool { return stdcmp.Compare(a, b) == 0 }
	rapid.Check(t, func(t *rapid.T) {
		a, b, x := list.Draw(t, "a"), list.Draw(t, "b"), number.Draw(t, "x")
		if got, want := slices.IsSorted(a), stdslices.IsSorted(a); got != want {
			t.Errorf("IsSorted is %v", got)
		}
		if got, want := slices.Compare(a, b), stdslices.Compare(a, b); got != want {
			t.Errorf("Compare is %d, want %d", got, want)
		}
		for name, f := range map[string][2]func([]float64) float64{
			"Min": {slices.Min[[]float64], stdslices.Min[[]float64]},
			"Max": {slices.Max[[]float64], stdslices.Max[[]float64]},
		} {
			got, gotPanic := recovered(f[0], a)
			want, wantPanic := recovered(f[1], a)
			if !same(got, want) || gotPanic != wantPanic {
				t.Errorf("%s is %v (%v), want %v (%v)", name, got, gotPanic, want, wantPanic)
			}
		}
		sorted := stdslices.Clone(a)
		slices.Sort(sorted)
		stdslices.Sort(a)
		if !stdslices.EqualFunc(sorted, a, same) {
			t.Errorf("sorted: %v, want %v", sorted, a)
		}
		at, found := slices.BinarySearch(a, x)
		wantAt, wantFound := stdslices.BinarySearch(a, x)
		if at != wantAt || found != wantFound {
			t.Errorf("BinarySearch gives %d, %v, want %d, %v", at, found, wantAt, wantFound)
		}
		if len(b) > 0 && (cmp.Less(b[0], x) != stdcmp.Less(b[0], x) || cmp.Compare(b[0], x) != stdcmp.Compare(b[0], x)) {
			t.Errorf("Less or Compare of %v and %v", b[0], x)
		}
	})
}

func recovered(f func([]float64) float64, x []float64) (v float64, e any) {
	defer func() { e = recover() }()
	return f(x), nil
}
