package nvsd

import (
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// align is Align for the training part of the design.
func (ds *design) align(f *data.Frame) (*data.Frame, error) {
	return align(f, ds.given, ds.fill, slices.Repeat([]bool{true}, ds.given.D()))
}

// alignTarget is alignTarget for the training part of the design.
func (ds *design) alignTarget(f *data.Frame) (*data.Frame, error) {
	g, err := ds.align(f)
	if err != nil {
		return nil, err
	}
	return g, sameTarget(g, ds.given)
}
