package nvsd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"
)

// resamplings returns the source of random numbers of a seed, for draws of
// rows. All are made before the first fit, so that the order of fits does not
// matter.
func resamplings(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x726f7773)) }

// unproven returns how many fits have a relative gap above the tolerance, or one
// that is not known.
func unproven(gaps []float64, tol float64) int {
	n := 0
	for _, gap := range gaps {
		if !(gap <= tol) {
			n++
		}
	}
	return n
}

// drawWarnings tells of such fits, and of what ended the draws too soon.
func drawWarnings(unproven int, stopped string) []string {
	var all []string
	if stopped != "" {
		all = append(all, stopped)
	}
	if unproven > 0 {
		all = append(all, fmt.Sprintf("%s stopped short of the tolerance, or without a certificate", plural(unproven, "fit")))
	}
	return all
}

// warningLines is a line for each of the warnings, as tables in plain text end.
func warningLines(warnings []string) string {
	var b strings.Builder
	for _, w := range warnings {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	return b.String()
}

// mostRows is how many rows of a table in plain text are written.
const mostRows = 30

// writeRows writes a table in plain text with a row for each of order, of the
// first mostRows of them, and how many units are left out.
func writeRows(b *strings.Builder, unit, heading string, order []int, row func(i int) string) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, heading)
	for _, i := range order[:min(mostRows, len(order))] {
		fmt.Fprintln(w, row(i))
	}
	w.Flush()
	if rest := len(order) - mostRows; rest > 0 {
		fmt.Fprintf(b, "and %s more\n", plural(rest, unit))
	}
}

// mark is what stands in a cell of such a table for yes; no is empty.
func mark(yes bool) string {
	if yes {
		return "yes"
	}
	return ""
}

// orDefault is v, or what its zero stands for.
func orDefault[T int | float64](v, otherwise T) T {
	if v == 0 {
		return otherwise
	}
	return v
}

// quantile is the p-quantile of v, linear between the order statistics.
func quantile(v []float64, p float64) float64 {
	sorted := slices.Sorted(slices.Values(v))
	at := p * float64(len(sorted)-1)
	lo := int(math.Floor(at))
	if lo+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[lo] + (at-float64(lo))*(sorted[lo+1]-sorted[lo])
}
