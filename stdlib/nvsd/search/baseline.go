package search

import (
	"context"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
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
func baselines(ctx context.Context, s problem.Spec, train *data.Frame, kernels []kern.Kernel, by choose.Criterion) []Baseline {
	ctx = progress.WithReporter(ctx, nil) // they take no time beside the search
	ridge, mean := Baseline{Model: problem.AllInputs, RMSE: math.Inf(1)}, Baseline{Model: problem.TrainingMean}
	for _, kernel := range kernels {
		s.Kernel = kernel
		ds, err := problem.NewDesign(s, train)
		if err != nil {
			continue
		}
		for _, model := range []*Baseline{&ridge, &mean} {
			use := ds.Varying()
			if model == &mean {
				use = make([]bool, train.D())
			}
			rs, err := choose.NewRidgeGrid(ds, use)
			if err != nil {
				break
			}
			errs, err := rs.ErrorsBy(ctx, by)
			if err != nil {
				break
			}
			switch e := errs[choose.ArgMin(errs)]; {
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
