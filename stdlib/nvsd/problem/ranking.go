package problem

import (
	"cmp"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
)

// RankedNames returns the names of the inputs that are in, by falling norm.
func RankedNames(names []string, norms []float64, in []bool) []string {
	var ranked []string
	for _, a := range Ranking(norms, in)[:lists.Count(in)] {
		ranked = append(ranked, names[a])
	}
	return ranked
}

// Ranking returns the inputs that are in, by falling norm, and then the others.
func Ranking(norms []float64, in []bool) []int {
	order := lists.UpTo(len(norms))
	slices.SortStableFunc(order, func(a, b int) int {
		if in[a] != in[b] {
			if in[a] {
				return -1
			}
			return 1
		}
		return cmp.Compare(norms[b], norms[a])
	})
	return order
}
