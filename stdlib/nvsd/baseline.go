package nvsd

import (
	"context"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// A Baseline is a model without selection, measured by the criterion of a Search.
type Baseline struct {
	Model  string
	Inputs int
	RMSE   float64
}

// baselines returns kernel ridge regression on all inputs with the best of the kernels,
// and the training mean. It returns nothing if ctx ends. A kernel that cannot be fitted
// is passed over, as in a search.
func (s Spec) baselines(ctx context.Context, train *data.Frame, kernels []kern.Kernel, by Criterion) []Baseline {
	ctx = WithReporter(ctx, nil) // they take no time beside the search
	ridge, mean := Baseline{Model: allInputs, RMSE: math.Inf(1)}, Baseline{Model: trainingMean}
	for _, kernel := range kernels {
		s.Kernel = kernel
		ds, err := newDesign(s, train)
		if err != nil {
			continue
		}
		for _, model := range []*Baseline{&ridge, &mean} {
			use := ds.varying()
			if model == &mean {
				use = make([]bool, train.D())
			}
			rs, err := ds.ridges(use)
			if err != nil {
				break
			}
			errs, err := rs.judged(ctx, by)
			if err != nil {
				break
			}
			switch e := errs[least(errs)]; {
			case model == &mean:
				mean.RMSE = e
			case e < ridge.RMSE:
				ridge.RMSE, ridge.Inputs = e, lists.Count(use)
			}
		}
	}
	if ctx.Err() != nil || math.IsInf(ridge.RMSE, 1) {
		return nil
	}
	return []Baseline{ridge, mean}
}
