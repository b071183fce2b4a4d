package data

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"
)

// Warnings lists the peculiarities of the data to check before a fit, one sentence each:
// inputs or a target that are constant, and rows that occur more than once, and the Remarks
// of the Frame's reader. None of this prevents a fit.
func (f *Frame) Warnings() []string {
	var warnings []string
	for _, r := range f.Remarks() {
		warnings = append(warnings, r.String())
	}
	for a, name := range f.names {
		if v, ok := f.constant(f.inputs[a]); ok {
			warnings = append(warnings, fmt.Sprintf("input %q is constant (%g): nothing can be learned from it", name, v))
		}
	}
	for _, j := range f.targetColumns() {
		if v, ok := f.constant(term{j, asNumber}); ok {
			warnings = append(warnings, fmt.Sprintf("the target %q is constant (%g): there is nothing to predict", f.columns[j].name, v))
		}
	}
	if dup := f.duplicates(); dup > 0 {
		verb := "rows repeat earlier rows"
		if dup == 1 {
			verb = "row repeats an earlier row"
		}
		warnings = append(warnings, fmt.Sprintf("%d of %d %s, target included: a random split may put copies on both sides", dup, f.N(), verb))
	}
	return warnings
}

// constant returns the value that a term has in every row that is not missing. ok is false if
// there are several, or none.
func (f *Frame) constant(t term) (v float64, ok bool) {
	v = math.NaN()
	if t.column < 0 {
		return v, false
	}
	for _, cell := range f.columns[t.column].values {
		switch w := t.value(cell); {
		case math.IsNaN(w):
		case math.IsNaN(v):
			v = w
		case v != w:
			return v, false
		}
	}
	return v, !math.IsNaN(v)
}

// duplicates returns the number of rows that are equal to an earlier one, target included.
func (f *Frame) duplicates() int {
	var columns [][]float64
	for _, j := range f.used() {
		columns = append(columns, f.columns[j].values)
	}
	if f.y == nil || len(columns) < 2 {
		return 0
	}
	seed := maphash.MakeSeed()
	seen := make(map[uint64]int, f.n) // by hash, the last of its rows that differ
	earlier := make(map[int]int)      // by such a row, the one before it of the same hash
	same := func(k, i int) bool {
		for _, c := range columns {
			if c[k] != c[i] && !(math.IsNaN(c[k]) && math.IsNaN(c[i])) {
				return false
			}
		}
		return true
	}
	count := 0
	row := make([]byte, 8*len(columns))
next:
	for i := range f.n {
		for j, c := range columns {
			v := c[i] + 0 // -0 + 0 is 0
			if math.IsNaN(v) {
				v = math.NaN()
			}
			binary.LittleEndian.PutUint64(row[8*j:], math.Float64bits(v))
		}
		h := maphash.Bytes(seed, row)
		last, known := seen[h]
		for k, ok := last, known; ok; k, ok = earlier[k] {
			if same(k, i) {
				count++
				continue next
			}
		}
		if known {
			earlier[i] = last
		}
		seen[h] = i
	}
	return count
}
