// Package resample repeats fits on drawn rows and on permuted data: the bootstrap, stability
// selection, and comparisons with inputs and targets that cannot matter.
package resample

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// resamplings returns the source of random numbers of a seed, for draws of rows. All draws
// are made before the first fit, so the order of the fits does not matter.
func resamplings(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x726f7773)) }

// unproven returns the number of fits whose relative gap is above the tolerance, or not
// known.
func unproven(gaps []float64, tol float64) int {
	n := 0
	for _, gap := range gaps {
		if !(gap <= tol) {
			n++
		}
	}
	return n
}

// drawWarnings warns of unproven fits, and of what ended the draws too soon.
func drawWarnings(unproven int, stopped string) []string {
	var all []string
	if stopped != "" {
		all = append(all, stopped)
	}
	if unproven > 0 {
		all = append(all, fmt.Sprintf("%s stopped short of the tolerance, or without a certificate", report.Plural(unproven, "fit")))
	}
	return all
}

// Falling returns the indices of the inputs by falling value.
func Falling(values []float64) []int { return problem.Ranking(values, make([]bool, len(values))) }

// orDefault returns v, or the default if v is 0.
func orDefault[T int | float64](v, otherwise T) T {
	if v == 0 {
		return otherwise
	}
	return v
}

// quantile returns the p-quantile of v.
func quantile(v []float64, p float64) float64 {
	return lists.Quantile(slices.Sorted(slices.Values(v)), p)
}
