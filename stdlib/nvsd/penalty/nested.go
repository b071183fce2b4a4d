package penalty

import (
	"cmp"
	"slices"
)

// nested returns the groups in an order in which those inside others come first, and reports
// whether of any two groups that share inputs one holds the other.
func nested(groups [][]int, d int) (order []int, ok bool) {
	order = make([]int, len(groups))
	for g := range order {
		order[g] = g
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(groups[a]), len(groups[b])) })
	within := make([]int, d) // the number of the smallest group so far, from 1
	for _, g := range slices.Backward(order) {
		for _, a := range groups[g] {
			if within[a] != within[groups[g][0]] {
				return nil, false
			}
		}
		for _, a := range groups[g] {
			within[a] = g + 1
		}
	}
	return order, true
}
