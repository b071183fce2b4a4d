package solve

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/exact"
)

// summed forms the products of a sum of kernels from those of its parts.
type summed struct{ parts []products }

// newSummed returns nil where k is no sum, where a part of it has no structure, and where its values are
// not known to more digits than a float64 has: only full matrices have bounds of their rounding then.
func newSummed(k kern.Kernel, x *mat.Dense) (products, error) {
	parts, product := kern.Parts(k)
	if len(parts) == 0 || product || exact.JetsOf(k) == nil {
		return nil, nil
	}
	s := &summed{}
	for _, part := range parts {
		p, err := structuredProducts(part, x)
		if p == nil || err != nil {
			return nil, err
		}
		s.parts = append(s.parts, p)
	}
	return s, nil
}

func (s *summed) independent() bool { return false } // not known

func (s *summed) train() (evaluation, training) {
	e, t := &summedAt{}, &summedTraining{}
	for _, p := range s.parts {
		own, sums := p.train()
		e.add(own)
		t.parts = append(t.parts, sums)
	}
	return e, t
}

func (s *summed) at(Z *mat.Dense) evaluation {
	e := &summedAt{}
	for _, p := range s.parts {
		e.add(p.at(Z))
	}
	return e
}

type summedAt struct {
	parts []evaluation
	K     *mat.Dense
}

func (e *summedAt) add(part evaluation) {
	e.parts = append(e.parts, part)
	if e.K == nil {
		e.K = mat.DenseCopyOf(part.kernel())
		return
	}
	e.K.Add(e.K, part.kernel())
}

func (e *summedAt) kernel() *mat.Dense { return e.K }

// fromB leaves W to finish: the parts complete gradients of their own.
func (e *summedAt) fromB(ctx context.Context, v []float64, W, B *mat.Dense) {
	own := make([]float64, len(v))
	clear(v)
	for _, part := range e.parts {
		part.fromB(ctx, own, W, B)
		floats.Add(v, own)
	}
}

func (e *summedAt) addAlpha(v, alpha []float64) { addProduct(v, e.K, alpha) }

func (e *summedAt) finish(ctx context.Context, W *mat.Dense, alpha []float64, B *mat.Dense) {
	m, d := W.Dims()
	v, own := make([]float64, m), mat.NewDense(m, d, nil)
	W.Zero()
	for _, part := range e.parts {
		part.fromB(ctx, v, own, B)
		part.finish(ctx, own, alpha, B)
		W.Add(W, own)
	}
}

type summedTraining struct{ parts []training }

func (t *summedTraining) rounding(v, w, alpha []float64, B *mat.Dense) {
	ownV, ownW := make([]float64, len(v)), make([]float64, len(w))
	clear(v)
	clear(w)
	for _, part := range t.parts {
		part.rounding(ownV, ownW, alpha, B)
		floats.Add(v, ownV)
		floats.Add(w, ownW)
	}
}

// lengths returns the sums of the lengths of the parts, which are at least the lengths of the sum.
func (t *summedTraining) lengths() []float64 {
	lengths := t.parts[0].lengths()
	for _, part := range t.parts[1:] {
		floats.Add(lengths, part.lengths())
	}
	return lengths
}

func (t *summedTraining) addBlocks(C *mat.Dense, scale []float64) {
	for _, part := range t.parts {
		part.addBlocks(C, scale)
	}
}
