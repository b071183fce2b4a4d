package data

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
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

// Each group has the targets of one group of its size, in their order; the seed decides which.
func TestWithPermutedGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(1, 3), 2, 12).Draw(t, "sizes")
		seed := rapid.Uint64().Draw(t, "seed")
		text, of := "x,y,subject\n", []int{}
		for left := true; left; { // the groups are scattered over the table
			left = false
			for k, size := range sizes {
				if size > 0 {
					text += fmt.Sprintf("%d,%d,s%d\n", len(of)*len(of), len(of), k)
					of, sizes[k], left = append(of, k), size-1, true
				}
			}
		}
		f, err := Read(strings.NewReader(text), "a.csv", Target("y"), Group("subject"))
		if err != nil {
			t.Fatal(err)
		}
		g, err := f.WithPermutedGroups(seed)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := f.WithPermutedGroups(seed)
		if !slices.Equal(g.Y(), again.Y()) {
			t.Fatal("the seed does not decide the order")
		}
		from, times := map[int]int{}, map[int]int{}
		last := map[int]float64{}
		for i, v := range g.Y() {
			source, known := from[of[i]]
			if known && (source != of[int(v)] || v <= last[of[i]]) {
				t.Fatalf("group %d has targets of groups %d and %d, or in another order", of[i], source, of[int(v)])
			}
			from[of[i]], last[of[i]] = of[int(v)], v
			times[int(v)]++
		}
		if len(times) != len(of) {
			t.Fatal("a target is there twice")
		}
	})
	f, err := Friedman1(5, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WithPermutedGroups(1); err == nil {
		t.Error("a Frame without groups is accepted")
	}
}

// A missing group leaves its row out where that is asked for, and is an error that says how to ask where not.
func TestRowsWithoutGroup(t *testing.T) {
	const text = "x,y,subject\n1,2,a\n2,3,\n3,4,b\n4,6,b\n"
	f, err := Read(strings.NewReader(text), "a.csv", Target("y"), Group("subject"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.GroupLabels(); err == nil || !strings.Contains(err.Error(), `data.DropMissing("subject")`) {
		t.Errorf("the error of a missing group is %v", err)
	}
	f, err = Read(strings.NewReader(text), "a.csv", Target("y"), Group("subject"), DropMissing("subject"))
	if err != nil {
		t.Fatal(err)
	}
	if labels, err := f.GroupLabels(); err != nil || !slices.Equal(labels, []int{0, 1, 1}) {
		t.Errorf("the groups are %v, %v", labels, err)
	}
}
