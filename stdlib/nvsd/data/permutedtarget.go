package data

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// WithPermutedTarget returns the Frame with the rows of the target in another order. The target
// then depends on no input, and whatever is found is found by chance. The same seed gives the
// same order.
func (f *Frame) WithPermutedTarget(seed uint64) *Frame {
	if f.y == nil {
		return f
	}
	return f.withTargetsFrom(rand.New(rand.NewPCG(seed, stream)).Perm(f.N())).step(f, Step{Verb: "WithPermutedTarget", Seed: &seed})
}

// WithPermutedGroups returns the Frame with the targets of whole groups exchanged, in the order of their rows: each
// group has those of another one, or its own, of equally many rows. The target then depends on no input, and rows of one
// group still belong together. The same seed gives the same exchange. It is an error if no column has the role of [Group],
// or if a cell of it is missing.
func (f *Frame) WithPermutedGroups(seed uint64) (*Frame, error) {
	labels, err := f.GroupLabels()
	if err != nil || f.y == nil {
		return f, err
	}
	groups := make([][]int, 1+slices.Max(labels))
	for i, k := range labels {
		groups[k] = append(groups[k], i)
	}
	alike := make(map[int][]int) // groups, by the number of their rows
	for k, rows := range groups {
		alike[len(rows)] = append(alike[len(rows)], k)
	}
	origin, rng := make([]int, f.N()), rand.New(rand.NewPCG(seed, stream))
	for _, size := range slices.Sorted(maps.Keys(alike)) {
		some := alike[size]
		for k, from := range rng.Perm(len(some)) {
			for j, i := range groups[some[k]] {
				origin[i] = groups[some[from]][j]
			}
		}
	}
	return f.withTargetsFrom(origin).step(f, Step{Verb: "WithPermutedGroups", Seed: &seed}), nil
}

// withY returns the Frame with other values of the target, which there is.
func (f *Frame) withY(y []float64) *Frame {
	g := f.copy()
	g.columns[g.find(g.target)].values = y
	g.lay()
	g.matrix = f.matrix
	return g
}
