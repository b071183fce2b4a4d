package viz

import (
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

func TestSpread(t *testing.T) {
	for _, tc := range []struct {
		name     string
		at, want []vg.Length
	}{
		{"nothing", nil, nil},
		{"apart", []vg.Length{90, 50, 10}, []vg.Length{90, 50, 10}},
		{"together", []vg.Length{50, 50}, []vg.Length{55, 45}},
		{"at the floor", []vg.Length{0, 0}, []vg.Length{10, 0}},
		{"at the ceiling", []vg.Length{100, 100}, []vg.Length{100, 90}},
	} {
		got := spread(tc.at, 10, 0, 100)
		if !slices.Equal(got, tc.want) && len(got)+len(tc.want) > 0 {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestSpreadKeepsApartAndInside(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		wish := rapid.SliceOfN(rapid.Float64Range(0, 100), 0, 30).Draw(rt, "wish")
		slices.Sort(wish)
		slices.Reverse(wish)
		at := make([]vg.Length, len(wish))
		for i, w := range wish {
			at[i] = vg.Length(w)
		}
		got := spread(at, 5, 0, 100)
		gap := vg.Length(5)
		if len(at) > 1 {
			gap = min(gap, 100/vg.Length(len(at)-1))
		}
		for k, y := range got {
			if y < -1e-9 || y > 100+1e-9 {
				rt.Fatalf("place %d is %v", k, y)
			}
			if k > 0 && got[k-1]-y < gap-1e-9 {
				rt.Fatalf("places %d and %d are %v apart", k-1, k, got[k-1]-y)
			}
		}
	})
}
