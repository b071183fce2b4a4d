package problem

import (
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"gonum.org/v1/gonum/mat"
)

// weights returns the weights of the rows of a training part; nil if all are one observation.
func (s *Spec) weights(train *data.Frame) ([]float64, error) {
	weights, err := train.Weights()
	if err != nil {
		return nil, refusal.BadData(refusal.TrainingPart, "%w", err)
	}
	if weights != nil && s.Features.said {
		return nil, refusal.BadArgument("Spec.Features", "random features know no weights of rows, and those of the training part are in %q: leave Features out, or drop the column", train.WeightColumn())
	}
	return weights, nil
}

// Count returns how many observations the rows stand for: their number, or the sum of their weights.
func (ds *Design) Count() float64 { return weighed.Total(ds.Weights, len(ds.Y)) }

// Weight returns the weight of a row.
func (ds *Design) Weight(row int) float64 { return weighed.At(ds.Weights, row) }

// Weighed returns a matrix of the training rows, of which kernels resolve their widths by the weights.
func (ds *Design) Weighed(Z *mat.Dense) mat.Matrix { return kern.Weighed(Z, ds.Weights) }
