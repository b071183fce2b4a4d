// Package repeats finds rows that are there more than once: repeated measurements, copies of a
// table in itself, draws with replacement. Such rows belong on one side of every division into
// rows to train on and rows to predict, since what was trained on would be predicted otherwise.
package repeats

import (
	"encoding/binary"
	"math"

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

// Observations returns the groups of equal rows of X that are one observation each, and nil if
// every row is an observation of its own.
//
// Rows with equal inputs are one observation, since most such rows of tables are copies. The
// targets y tell a design of few different rows, each measured many times: there are at least two
// rows for each different one and most of these have targets of their own, or at least ten for
// each and the table is not some other one several times.
func Observations(X mat.Matrix, y []float64) [][]int {
	groups := Rows(X)
	if groups == nil {
		return nil
	}
	rows := len(y) / len(groups)
	if rows < fewRows {
		return groups
	}
	different, times := pairs(groups, y)
	if 3*different >= 2*len(y) || rows >= manyRows && times == 1 {
		return nil
	}
	return groups
}

const (
	fewRows  = 2
	manyRows = 10
)

// pairs returns how many different rows there are if their targets count too, and the largest
// number such that each of them is there a multiple of it.
func pairs(groups [][]int, y []float64) (different, times int) {
	for _, rows := range groups {
		counts := map[uint64]int{}
		for _, i := range rows {
			counts[bits(y[i])]++
		}
		different += len(counts)
		for _, k := range counts {
			times = divisor(times, k)
		}
	}
	return different, times
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
func Means(groups [][]int, v []float64) []float64 {
	means := make([]float64, len(groups))
	for g, rows := range groups {
		for _, i := range rows {
			means[g] += v[i] / float64(len(rows))
		}
	}
	return means
}
