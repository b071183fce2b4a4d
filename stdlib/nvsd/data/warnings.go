package data

import (
	"fmt"
	"hash/maphash"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Warnings returns what to look at in the data before a fit, one sentence each: inputs or a
// target that are constant, labels that are read as -1 and +1, and rows that occur more than
// once. None of this prevents a fit.
func (f *Frame) Warnings() []string {
	var warnings []string
	for a, name := range f.names {
		if v := f.x.At(0, a); f.all(func(i int) bool { return f.x.At(i, a) == v }) {
			warnings = append(warnings, fmt.Sprintf("input %q is constant (%g): nothing can be learned from it", name, v))
		}
	}
	if f.all(func(i int) bool { return f.y[i] == f.y[0] }) {
		warnings = append(warnings, fmt.Sprintf("the target %q is constant (%g): there is nothing to predict", f.target, f.y[0]))
	}
	if c := f.classes; c != nil {
		warnings = append(warnings, fmt.Sprintf("the target %q is -1 for %q and +1 for %q", f.target, c.negative, c.positive))
	}
	if dup := f.duplicates(); dup > 0 {
		verb := "rows repeat earlier rows"
		if dup == 1 {
			verb = "row repeats an earlier row"
		}
		warnings = append(warnings, fmt.Sprintf("%d of %d %s, target included: a random split may put copies on both sides, and leaving one row out leaves its copy in", dup, f.N(), verb))
	}
	return warnings
}

func (f *Frame) all(ok func(i int) bool) bool {
	for i := range f.y {
		if !ok(i) {
			return false
		}
	}
	return true
}

// duplicates returns the number of rows that are equal to an earlier one, target included.
func (f *Frame) duplicates() int {
	seed := maphash.MakeSeed()
	seen := make(map[uint64][]int, f.N()) // by hash, the first of equal rows
	count := 0
	for i := range f.y {
		h := f.hash(seed, i)
		if slices.ContainsFunc(seen[h], func(k int) bool {
			return f.y[k] == f.y[i] && slices.Equal(f.x.RawRowView(k), f.x.RawRowView(i))
		}) {
			count++
		} else {
			seen[h] = append(seen[h], i)
		}
	}
	return count
}

func (f *Frame) hash(seed maphash.Seed, i int) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, v := range append(mat.Row(nil, i, f.x), f.y[i]) {
		maphash.WriteComparable(&h, math.Float64bits(v+0)) // -0 + 0 is 0
	}
	return h.Sum64()
}
