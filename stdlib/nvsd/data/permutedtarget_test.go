package data

import (
	"slices"
	"testing"
)

// The inputs stay, and the target's values are the same in another order.
func TestWithPermutedTarget(t *testing.T) {
	f, err := Friedman1(50, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	before := f.Y()
	g := f.WithPermutedTarget(3)
	if g.X() != f.X() || slices.Equal(g.Y(), before) || !slices.Equal(f.Y(), before) {
		t.Error("the inputs changed, or the target did not, or that of the Frame itself did")
	}
	if !slices.Equal(slices.Sorted(slices.Values(g.Y())), slices.Sorted(slices.Values(before))) {
		t.Error("the values are others")
	}
	if !slices.Equal(f.WithPermutedTarget(3).Y(), g.Y()) || slices.Equal(f.WithPermutedTarget(4).Y(), g.Y()) {
		t.Error("the seed does not decide the order")
	}
}
