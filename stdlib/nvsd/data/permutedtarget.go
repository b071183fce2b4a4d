package data

import "math/rand/v2"

// WithPermutedTarget returns the Frame with the rows of the target in another order. The target
// then depends on no input, and whatever is found is found by chance. The same seed gives the
// same order.
func (f *Frame) WithPermutedTarget(seed uint64) *Frame {
	g := *f
	g.y = make([]float64, f.N())
	for i, from := range rand.New(rand.NewPCG(seed, stream)).Perm(f.N()) {
		g.y[i] = f.y[from]
	}
	return &g
}
