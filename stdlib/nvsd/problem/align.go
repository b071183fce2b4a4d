package problem

import (
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// align returns f with the inputs of the training part of the design: see [score.AlignInUse].
func (ds *Design) align(f *data.Frame) (*data.Frame, error) {
	return score.AlignInUse(f, ds.Given, ds.Fill, slices.Repeat([]bool{true}, ds.Given.D()))
}

// AlignTarget returns f with the inputs of the training part of the design. It is an error if f has
// another target.
func (ds *Design) AlignTarget(f *data.Frame) (*data.Frame, error) {
	g, err := ds.align(f)
	if err != nil {
		return nil, err
	}
	return g, score.SameTarget(g, ds.Given)
}
