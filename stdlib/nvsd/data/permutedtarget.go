package data

import "math/rand/v2"

// WithPermutedTarget returns the Frame with the rows of the target in another order. The target
// then depends on no input, and whatever is found is found by chance. The same seed gives the
// same order.
func (f *Frame) WithPermutedTarget(seed uint64) *Frame {
	y := make([]float64, f.N())
	if f.y == nil {
		return f
	}
	for i, from := range rand.New(rand.NewPCG(seed, stream)).Perm(f.N()) {
		y[i] = f.y[from]
	}
	return f.withY(y).step(f, Step{Verb: "WithPermutedTarget", Seed: &seed})
}

// withY returns the Frame with other values of the target, which there is.
func (f *Frame) withY(y []float64) *Frame {
	g := f.copy()
	g.columns[g.find(g.target)].values = y
	g.lay()
	g.matrix = f.matrix
	return g
}
