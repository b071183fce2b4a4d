package study

import (
	"fmt"
	"reflect"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Comparison is of two results of units: which of the units that both have differ, in a number or in an error. Seconds are
// not compared.
type Comparison struct {
	Both      int // units that both have
	Different []Unit
}

// Compare compares the results with others, such as those of an excerpt with stored ones of the whole: units of the same
// problem, size, repetition and method must have the same numbers to the last bit.
func (r *Results) Compare(with *Results) Comparison {
	var c Comparison
	for _, u := range r.units {
		a, b := r.all[u], with.all[u]
		if a == nil || b == nil {
			continue
		}
		c.Both++
		if a.Err != b.Err || !reflect.DeepEqual(a.Outcomes, b.Outcomes) {
			c.Different = append(c.Different, u)
		}
	}
	return c
}

// String says how many units are the same, and names the first that differ.
func (c Comparison) String() string {
	switch {
	case c.Both == 0:
		return "no unit is in both"
	case len(c.Different) == 0:
		return fmt.Sprintf("%s in both, with the same numbers", report.Plural(c.Both, "unit"))
	}
	text := fmt.Sprintf("%d of %s in both differ: %v", len(c.Different), report.Plural(c.Both, "unit"), c.Different[0])
	if more := len(c.Different) - 1; more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	return text
}
