package fit

import (
	"errors"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
)

// readWeights reads the weights of the rows.
func (s *Spec) readWeights(o *jsonobject.Object) (err error) {
	const name = "row_weights"
	s.Weights, err = o.Vector(name)
	if err != nil || s.Weights == nil {
		return err
	}
	if len(s.Weights) != len(s.Y) {
		return bad(name, "it has %d numbers, X has %d rows", len(s.Weights), len(s.Y))
	}
	for i, w := range s.Weights {
		if w < 0 {
			return badCell(name, i, -1, "%v: it must be >= 0", w)
		}
	}
	if floats.Max(s.Weights) == 0 {
		return bad(name, "all are 0: no row is left")
	}
	return nil
}

// readLoss reads the loss, and refuses targets that it is not made for.
func (s *Spec) readLoss(o *jsonobject.Object) (err error) {
	s.Loss, err = declare.ReadLoss(o)
	if err != nil || s.Loss == nil {
		return err
	}
	rows, y := s.weighed()
	err = loss.Check(s.Loss, y)
	if one, is := errors.AsType[*loss.TargetError](err); is {
		return badCell("y", rows[one.Row], -1, "%v: %s", one.Value, one.Reason)
	}
	if err != nil {
		return bad("y", "%s", reason(err))
	}
	return nil
}

// weighed returns the rows whose weight is not 0, and their targets.
func (s *Spec) weighed() (rows []int, y []float64) {
	for i, v := range s.Y {
		if s.Weights == nil || s.Weights[i] > 0 {
			rows, y = append(rows, i), append(y, v)
		}
	}
	return rows, y
}

// atWeight returns the rows of X that weigh anything, and their weights; nil where all weigh the same.
func (s *Spec) atWeight() (*mat.Dense, []float64) {
	if s.Weights == nil {
		return s.X, nil
	}
	rows, _ := s.weighed()
	_, d := s.X.Dims()
	X, weights := mat.NewDense(len(rows), d, nil), make([]float64, len(rows))
	for j, i := range rows {
		copy(X.RawRowView(j), s.X.RawRowView(i))
		weights[j] = s.Weights[i]
	}
	return X, weights
}
