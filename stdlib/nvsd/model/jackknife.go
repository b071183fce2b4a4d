package model

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
)

// A jackknife has the leave-one-out residuals from which intervals by the jackknife+ are computed.
type jackknife struct {
	groups [][]int   // rows that are left out together
	parts  []float64 // the part of its group's weight that each row has
	rest   []float64 // leave-one-out residuals
	factor float64   // of the sizes of the residuals
	level  float64
}

func (m *Model) jackknife(ctx context.Context, level float64) (*jackknife, error) {
	rest, err := m.LeaveOneOut(ctx)
	return &jackknife{groups(m.Design), partsOf(m.Design), rest, math.Sqrt(m.finalPrediction()), level}, err
}

// partsOf returns the part of the weight of its observation that each row has.
func partsOf(ds *problem.Design) []float64 {
	parts := make([]float64, len(ds.Y))
	for _, rows := range groups(ds) {
		all := 0.0
		for _, i := range rows {
			all += ds.Weight(i)
		}
		for _, i := range rows {
			parts[i] = ds.Weight(i) / all
		}
	}
	return parts
}

// around returns the interval around a prediction v in which the targets have the given weights.
// The prediction without a group of rows is that of the model whose targets there are those that
// the other rows predict,
//
//	v_G = v - sum_{i in G} weights_i rest_i.
//
// The upper end is the level (g + 1)-th smallest of v_G + |rest_i|, where the i of one of the g
// groups count as one, and the lower end the same of v_G - |rest_i| from above.
func (j *jackknife) around(v float64, weights []float64) (lower, upper float64) {
	below, above := make([]weightedValue, 0, len(weights)), make([]weightedValue, 0, len(weights))
	for _, rows := range j.groups {
		without := v
		for _, i := range rows {
			without -= float64(weights[i] * j.rest[i])
		}
		if math.IsInf(j.rest[rows[0]], 0) { // no other row predicts these
			without = v
		}
		for _, i := range rows {
			half := j.factor * math.Abs(j.rest[i])
			below, above = append(below, weightedValue{half - without, j.parts[i]}), append(above, weightedValue{without + half, j.parts[i]})
		}
	}
	most := j.level * float64(len(j.groups)+1)
	return -atCount(below, most), atCount(above, most)
}

// A weightedValue is a value with the part of an observation that it counts for.
type weightedValue struct{ value, times float64 }

// atCount returns the least of the values up to which so many observations are, and +Inf if
// there are not as many.
func atCount(values []weightedValue, most float64) float64 {
	const rounding = 1e-9 // of level (g + 1), which may be a whole number
	slices.SortFunc(values, func(a, b weightedValue) int { return cmp.Compare(a.value, b.value) })
	for _, c := range values {
		most -= c.times
		if most < rounding {
			return c.value
		}
	}
	return math.Inf(1)
}
