package solve

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// structuredProducts returns nil for a kernel without a structure.
func structuredProducts(k kern.Kernel, x *mat.Dense) (products, error) {
	var (
		dot trait.DotProduct
		iso trait.Isotropic
		str trait.Stretched
	)
	switch {
	case trait.Find(k, &dot):
		return newDotProduct(dot, x), nil
	case trait.Find(k, &iso):
		return newIsotropic(iso, x), nil
	case trait.Find(k, &str):
		return newStretched(k, str, x)
	}
	return newSummed(k, x)
}

// stretched forms the products of k from those of k0. With x' = x/w, a derivative by x_a
// is that by x'_a divided by w_a: coefficients B_ia of k are B_ia/w_a of k0, and gradients
// of k are those of k0 divided by w.
type stretched struct {
	products
	base any // k0
	w    []float64
}

// newStretched returns nil where k0 has no structure, since dense products with k cost no
// more then.
func newStretched(k kern.Kernel, str trait.Stretched, X *mat.Dense) (products, error) {
	base, w := str.Unstretched()
	if _, d := X.Dims(); len(w) != d {
		return nil, fmt.Errorf("solve: kernel %s has %d widths for %d inputs", called(k), len(w), d)
	}
	var k0 kern.Kernel
	if !trait.Find(base, &k0) {
		return nil, nil
	}
	s := &stretched{base: base, w: w}
	p, err := structuredProducts(k0, s.divided(X))
	if p == nil || err != nil {
		return nil, err
	}
	s.products = p
	return s, nil
}

// divided returns a copy of Z with its columns divided by w.
func (s *stretched) divided(Z *mat.Dense) *mat.Dense {
	C := mat.DenseCopyOf(Z)
	divideColumns(C, s.w)
	return C
}

func divideColumns(Z *mat.Dense, w []float64) {
	m, _ := Z.Dims()
	for i := range m {
		for a, z := range Z.RawRowView(i) {
			Z.RawRowView(i)[a] = z / w[a]
		}
	}
}

func (s *stretched) train() (evaluation, training) {
	e, t := s.products.train()
	return &stretchedAt{e, s}, &stretchedTraining{t, s}
}

func (s *stretched) at(Z *mat.Dense) evaluation {
	return &stretchedAt{s.products.at(s.divided(Z)), s}
}

type stretchedAt struct {
	evaluation
	s *stretched
}

func (e *stretchedAt) fromB(ctx context.Context, v []float64, W, B *mat.Dense) {
	e.evaluation.fromB(ctx, v, W, e.s.divided(B)) // W stays that of k0 until finish
}

func (e *stretchedAt) finish(ctx context.Context, W *mat.Dense, alpha []float64, B *mat.Dense) {
	e.evaluation.finish(ctx, W, alpha, e.s.divided(B))
	divideColumns(W, e.s.w)
}

type stretchedTraining struct {
	training
	s *stretched
}

func (t *stretchedTraining) lengths() []float64 {
	lengths := t.training.lengths()
	for a, w := range t.s.w {
		lengths[a] /= w * w
	}
	return lengths
}

func (t *stretchedTraining) addBlocks(C *mat.Dense, scale []float64) {
	own := slices.Clone(scale) // of k0's blocks, which are those of k times w_a^2
	for a, w := range t.s.w {
		own[a] *= w * w
	}
	t.training.addBlocks(C, own)
}
