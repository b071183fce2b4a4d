// Package repeats finds rows that are there more than once: repeated measurements, copies of a
// table in itself, draws with replacement. Such rows belong on one side of every division into
// rows to train on and rows to predict, since what was trained on would be predicted otherwise.
package repeats

import (
	"encoding/binary"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Rows returns the groups of equal rows of X, each with its row numbers rising, in the order of
// their first rows. A row that has no equal is a group of one. It returns nil if no two rows are
// equal. 0 and -0 are equal, and so are all NaN.
func Rows(X mat.Matrix) [][]int {
	n, d := X.Dims()
	places := make(map[string]int, n)
	key := make([]byte, 0, 8*d)
	var groups [][]int
	for i := range n {
		key = key[:0]
		for a := range d {
			key = binary.LittleEndian.AppendUint64(key, bits(X.At(i, a)))
		}
		g, known := places[string(key)]
		if !known {
			g = len(groups)
			places[string(key)] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	if len(groups) == n {
		return nil
	}
	return groups
}

// Observations returns the groups of rows that are one observation each, and nil if every row is
// an observation of its own.
//
// Rows with equal inputs are one observation: they are copies, or measurements of one thing, and
// its other measurements say nothing of how the target depends on inputs. In a design of few
// different rows, each measured several times, or of the levels of one factor, no row could be
// predicted from the others. There the measurements are the observations, as in an analysis of
// variance, and only rows whose targets y are equal too may be copies: if every row with its target is
// there a multiple of k times, k of them are one.
func Observations(X mat.Matrix, y []float64) [][]int {
	groups := Rows(X)
	if groups == nil || len(groups) > mostFew && !oneWay(X, groups) {
		return groups
	}
	cells, times := cellsOf(groups, y)
	if len(y) < 2*len(groups)*times || len(cells) < len(groups)+2 {
		return groups
	}
	if times == 1 {
		return nil
	}
	var copies [][]int
	for _, rows := range cells {
		for len(rows) > 0 {
			copies, rows = append(copies, rows[:times:times]), rows[times:]
		}
	}
	slices.SortFunc(copies, func(a, b []int) int { return a[0] - b[0] })
	return copies
}

// Copies returns the groups of [Observations], and nil if columns that are independent of one another
// would have about as many equal rows by chance.
func Copies(X mat.Matrix, y []float64) [][]int {
	groups := Observations(X, y)
	if groups == nil {
		return nil
	}
	var equal float64
	for _, rows := range groups {
		equal += pairs(len(rows))
	}
	n, d := X.Dims()
	byChance := pairs(n)
	for a := range d {
		counts := map[float64]int{}
		for i := range n {
			counts[X.At(i, a)]++
		}
		var own float64
		for _, k := range counts {
			own += pairs(k)
		}
		byChance *= own / pairs(n)
	}
	if equal <= muchMore*byChance {
		return nil
	}
	return groups
}

const muchMore = 3

func pairs(k int) float64 { return float64(k) * float64(k-1) / 2 }

// mostFew is the largest number of different rows that counts as few.
const mostFew = 9

// oneWay reports whether every column of X has a value of its own in one of the different rows and
// another one in all the rest, as the indicators of the levels of a factor have.
func oneWay(X mat.Matrix, groups [][]int) bool {
	_, d := X.Dims()
	for a := range d {
		counts := map[float64]int{}
		for _, rows := range groups {
			counts[X.At(rows[0], a)]++
		}
		alone := false
		for _, k := range counts {
			alone = alone || k == 1
		}
		if len(counts) != 2 || !alone {
			return false
		}
	}
	return true
}

// cellsOf returns the rows of each different row with its target, and the largest number of which each
// is there a multiple.
func cellsOf(groups [][]int, y []float64) (cells [][]int, times int) {
	for _, rows := range groups {
		places := map[uint64]int{}
		for _, i := range rows {
			key := bits(y[i])
			place, known := places[key]
			if !known {
				place = len(cells)
				places[key] = place
				cells = append(cells, nil)
			}
			cells[place] = append(cells[place], i)
		}
	}
	for _, rows := range cells {
		times = divisor(times, len(rows))
	}
	return cells, times
}

// divisor returns the greatest common divisor of a >= 0 and b > 0.
func divisor(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// bits returns the same number for equal values.
func bits(v float64) uint64 {
	switch {
	case v == 0:
		return 0
	case math.IsNaN(v):
		return math.Float64bits(math.NaN())
	}
	return math.Float64bits(v)
}

// Labels returns the number of the group of each of n rows.
func Labels(groups [][]int, n int) []int {
	labels := make([]int, n)
	for g, rows := range groups {
		for _, i := range rows {
			labels[i] = g
		}
	}
	return labels
}

// Means returns the mean of v over the rows of each group.
func Means(groups [][]int, weights, v []float64) []float64 {
	means := make([]float64, len(groups))
	for g, rows := range groups {
		if weights == nil {
			for _, i := range rows {
				means[g] += v[i] / float64(len(rows))
			}
			continue
		}
		var all float64
		for _, i := range rows {
			means[g] += weights[i] * v[i]
			all += weights[i]
		}
		means[g] /= all
	}
	return means
}
