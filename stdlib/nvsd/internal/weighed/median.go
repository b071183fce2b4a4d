// Package weighed has statistics of values with weights, of which a weight of 2 is the value twice. Package stat of
// gonum has their means and variances.
package weighed

import (
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
)

// Median returns the least value up to which half of the weight is, or the mean of that value and the next one if it
// is just the half. values is not empty, and weights are not negative, with a sum above 0.
func Median(values, weights []float64) float64 {
	order := lists.UpTo(len(values))
	order = slices.DeleteFunc(order, func(i int) bool { return weights[i] == 0 })
	slices.SortFunc(order, func(i, j int) int {
		switch {
		case values[i] < values[j]:
			return -1
		case values[i] > values[j]:
			return 1
		}
		return 0
	})
	total := 0.0
	for _, i := range order {
		total += weights[i]
	}
	sum := 0.0
	for k, i := range order {
		sum += weights[i]
		switch {
		case 2*sum == total && k+1 < len(order):
			return (values[i] + values[order[k+1]]) / 2
		case 2*sum >= total:
			return values[i]
		}
	}
	return values[order[len(order)-1]] // of sums that rounding has left below their half
}
