package viz

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
)

// A spacing is an axis of falling weights that is wide where much changes. Between two
// weights it is logarithmic.
type spacing struct {
	weights []float64 // positive, falling; at least two
	at      []float64 // the place of each, from 0 to 1
}

// newSpacing returns the axis of weights, which is logarithmic without changes. Each list of
// changes says how much changes from each weight to the next. The length of such a step is
// then the mean of its part of the logarithms and of its parts of each list. Such a part
// counts as at most mostSteps evenly spaced steps, so that what changes all at once leaves
// room for the others. A single weight stands in the middle.
func newSpacing(weights []float64, changes ...[]float64) *spacing {
	if len(weights) == 1 {
		return newSpacing([]float64{2 * weights[0], weights[0] / 2})
	}
	steps := len(weights) - 1
	at := make([]float64, steps+1)
	whole := math.Log(weights[0]) - math.Log(weights[steps])
	for j := range steps {
		at[j+1] = (math.Log(weights[j]) - math.Log(weights[j+1])) / whole
	}
	for _, change := range changes {
		total := 0.0
		for _, v := range change {
			total += v
		}
		for j, v := range change {
			if v > 0 {
				at[j+1] += min(v/total, mostSteps/float64(steps))
			}
		}
	}
	for j := range steps {
		at[j+1] += at[j]
	}
	for j := range at {
		at[j] /= at[steps]
	}
	return &spacing{weights: weights, at: at}
}

const mostSteps = 3

// part returns the place of a weight, from 0 at the largest to 1 at the smallest.
func (s *spacing) part(weight float64) float64 {
	next, found := slices.BinarySearchFunc(s.weights, weight, func(w, target float64) int { return cmp.Compare(target, w) })
	switch {
	case found:
		return s.at[next]
	case next == 0:
		return 0
	case next == len(s.weights):
		return 1
	}
	from, to := math.Log(s.weights[next-1]), math.Log(s.weights[next])
	return s.at[next-1] + (from-math.Log(weight))/(from-to)*(s.at[next]-s.at[next-1])
}

// ticks returns the ticks of a logarithmic axis that are some distance apart.
func (s *spacing) ticks() []plot.Tick {
	const distance = 0.08 // of the length of the axis
	all := decades{}.Ticks(s.weights[len(s.weights)-1], s.weights[0])
	slices.Reverse(all)
	var kept []plot.Tick
	for _, t := range all {
		if n := len(kept); n == 0 || s.part(t.Value) >= s.part(kept[n-1].Value)+distance {
			kept = append(kept, t)
		}
	}
	return kept
}
