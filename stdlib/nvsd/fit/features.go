package fit

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// readFeatures reads the random features that take the place of the kernel.
func (s *Spec) readFeatures(o *jsonobject.Object) (err error) {
	s.Features, err = declare.ReadFeatures(o)
	if err != nil || s.Features.IsZero() {
		return err
	}
	coefficients, err := o.Flag("coefficients")
	if err == nil && coefficients {
		return bad("coefficients", "with random features there are none of the points: leave it out")
	}
	if err == nil && s.Weights != nil {
		return bad("row_weights", "random features take none: leave one of the two out")
	}
	if err == nil && s.Loss != nil {
		return bad("loss", "random features are for squares: leave one of the two out")
	}
	return err
}

// widthRows returns the rows of X on which the width of the kernel is resolved.
func (s *Spec) widthRows() mat.Matrix {
	n, d := s.X.Dims()
	_, seed, said := s.Features.Drawn()
	if !said {
		X, weights := s.atWeight()
		return kern.Weighed(X, weighed.Counts(weights))
	}
	rows := solve.WidthRows(n, seed)
	some := mat.NewDense(len(rows), d, nil)
	for j, i := range rows {
		copy(some.RawRowView(j), s.X.RawRowView(i))
	}
	return some
}

// atPoints returns the operator of the kernel at the rows that weigh anything, and their targets.
func (s *Spec) atPoints() (*solve.Operator, []float64, error) {
	X, weights := s.atWeight()
	op, err := solve.NewOperator(s.Kernel, X)
	if err == nil && weights != nil {
		op, err = op.Weighted(weights)
	}
	_, y := s.weighed()
	return op, y, err
}

// operator returns the operator and the target of the problem: those of the kernel and y, or of random
// features.
func (s *Spec) operator(ctx context.Context) (*solve.Operator, []float64, error) {
	count, seed, said := s.Features.Drawn()
	if !said {
		return s.atPoints()
	}
	n, d := s.X.Dims()
	use := make([]bool, d) // by inputs that vary, as the kernel does
	for i := range n {
		for a, v := range s.X.RawRowView(i) {
			use[a] = use[a] || v != s.X.At(0, a)
		}
	}
	sums, err := solve.NewFeatureSums(s.Kernel, use, count, seed)
	if err != nil {
		return nil, nil, err
	}
	if err := sums.Add(context.WithoutCancel(ctx), solve.RowsOf(s.X, s.Y)); err != nil { // it is seconds until a solver ends with ctx
		return nil, nil, err
	}
	return sums.Operator(false)
}
