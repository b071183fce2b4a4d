package data

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/knockoff"
)

// A KnockoffMethod chooses how far knockoffs are from their inputs.
type KnockoffMethod = knockoff.Method

const (
	// MinReconstructability makes an input as hard as can be to tell from its knockoff and the other inputs (Spector and Janson
	// 2022): inputs that correlate keep more power than with the other method.
	MinReconstructability = knockoff.MinReconstructability
	// Equicorrelated gives all inputs the same correlation with their knockoffs, the least that there can be.
	Equicorrelated = knockoff.Equicorrelated
)

// WithKnockoffs returns the Frame with a knockoff of every input added (Candès, Fan, Janson and Lv 2018, "Panning for gold"): a copy
// that depends on the other inputs and their copies as the input does, and not on the target beyond them. The knockoff of input a is input d+a.
// The name has " (knockoff)" behind the name of the input, and before the level of a categorical one. The groups are the
// inputs, and their knockoffs.
//
// The inputs are taken for rising functions of normal scores (a Gaussian copula), whose correlations are learned from the rows and shrunk as Ledoit and Wolf
// (2004) have it. Knockoffs have the values of their inputs: levels stay levels, and counts counts. The levels of a categorical input
// count in their order. Missing cells are filled first, as a fit fills them. The same seed gives the same knockoffs.
//
// It is an error if an input does not vary, or follows from others.
func (f *Frame) WithKnockoffs(method KnockoffMethod, seed uint64) (g *Frame, groups [][]int, err error) {
	filled, _, err := f.Filled()
	if err != nil {
		return nil, nil, err
	}
	at := map[int]int{} // the places of columns that are inputs
	var values [][]float64
	for _, t := range filled.inputs {
		if _, is := at[t.column]; is {
			continue
		}
		at[t.column] = len(values)
		c := filled.columns[t.column]
		if slices.Min(c.values) == slices.Max(c.values) {
			return nil, nil, fmt.Errorf("data: knockoffs: input %q has one value in all rows: leave it out", c.name)
		}
		values = append(values, c.values)
	}
	m, err := knockoff.New(values, method, seed)
	if err != nil {
		return nil, nil, fmt.Errorf("data: knockoffs: %w", err)
	}
	copies, err := m.Draw(seed)
	if err != nil {
		return nil, nil, fmt.Errorf("data: knockoffs: %w", err)
	}
	g, groups, err = filled.withCopies(func(name string) string { return name + " (knockoff)" }, func(j int) column {
		c := filled.columns[j]
		c.values = copies[at[j]]
		return c
	})
	if err != nil {
		return nil, nil, fmt.Errorf("data: knockoffs: %w", err)
	}
	return g.step(f, Step{Verb: "WithKnockoffs", Text: string(method), Seed: &seed}), groups, nil
}
