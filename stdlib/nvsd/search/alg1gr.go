package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Alg1GR is Alg1^GR of AISTATS 2010, section 4: Algorithm 1 selects inputs, and
// kernel ridge regression with a Gaussian kernel is fitted on those.
//
// Algorithm 1 is [solve.AISTATS] on eq. 1, twice the lasso without a ridge, along
// falling taus. Each run begins where the last one ended (section 2.1). The paper's
// rule stops it, and an input is in if its sum of squared derivatives is above tau
// (eq. 5). Tau and the ridge's nu are those of the regression that is best by the
// criterion, which is the error on validation data in the paper. Cross-validation
// uses the same taus in every fold, because without a ridge there is no tau_max to
// take fractions of.
//
// Without a ridge, and with so rich a kernel, the minimum says nothing about the
// inputs (see [solve.AISTATS]). What selects is that the runs stop early, so Tol and
// MaxIter are part of the result. The threshold depends on the target's units.
//
// The paper does not state the kernel's width, the taus, the tolerances and the
// ridge's nus. Here the width is that of Kernel, for both steps.
type Alg1GR struct {
	Kernel    kern.Gaussian
	Scale     problem.Scale     // TrainSD: the paper centres and normalises
	Intercept problem.Intercept // Unpenalised

	// Taus to choose from, in any order; nil means 20 over three decades, from the
	// tau_max that the problem has with a ridge nu of 1e-2 of the mean of k(x, x), 1
	// for a Gaussian. Without a ridge there is no tau_max.
	Taus []float64

	Tol      float64   // of Algorithm 1, on the relative change of f; 0 means 1e-3
	MaxIter  int       // of each run of it; 0 means 20000
	RidgeNus []float64 // the nus that the ridge regressions choose from; nil is DefaultRidgeNus
}

// What the zero fields of an Alg1GR stand for.
const (
	alg1Taus    = 20
	alg1Decades = 3.0
	alg1Ridge   = 1e-2
	alg1Tol     = 1e-3
)

// Select selects and fits. Runs of Algorithm 1 that MaxIter ends are used, and the
// model has a warning about them. If ctx ends, there is no model.
func (a Alg1GR) Select(ctx context.Context, train *data.Frame, by choose.Criterion) (*model.Model, error) {
	if err := by.CheckFor(train); err != nil {
		return nil, err
	}
	ctx, whole := progress.Begin(ctx, progress.Part{})
	defer whole.End()
	p, err := a.path(ctx, train)
	if err != nil {
		return nil, err
	}
	m, err := model.Select(ctx, p, by, choose.ExactZeros) // that is, what the solver left in
	if err != nil {
		return nil, err
	}
	m.Selection.Rule = choose.Alg1Threshold
	return m, nil
}

// Alg1 is Algorithm 1 of AISTATS 2010 alone: as [Alg1GR], without the ridge regression that
// follows it there. The model is f of the run whose error is the least by the criterion.
type Alg1 struct {
	Kernel    kern.Gaussian
	Scale     problem.Scale     // TrainSD
	Intercept problem.Intercept // Unpenalised
	Taus      []float64         // as of Alg1GR
	Tol       float64           // as of Alg1GR
	MaxIter   int               // as of Alg1GR
}

// Select runs Algorithm 1 and selects. Runs that MaxIter ends are used, and the model has a
// warning about them. If ctx ends, there is no model.
func (a Alg1) Select(ctx context.Context, train *data.Frame, by choose.Criterion) (*model.Model, error) {
	if err := by.CheckFor(train); err != nil {
		return nil, err
	}
	ctx, whole := progress.Begin(ctx, progress.Part{})
	defer whole.End()
	runs := Alg1GR{Kernel: a.Kernel, Scale: a.Scale, Intercept: a.Intercept, Taus: a.Taus, Tol: a.Tol, MaxIter: a.MaxIter}
	p, err := runs.path(ctx, train)
	if err != nil {
		return nil, err
	}
	if p.Op != nil {
		runs.Taus = p.Taus // in every fold
	}
	sizes, sets := p.ActiveCounts(), make(map[string]bool)
	for i := range sizes {
		sets[fmt.Sprint(p.Active(i))] = true
	}
	judged, err := by.Judge(ctx, train, sizes, func(ctx context.Context, part *data.Frame) ([]score.Predictor, error) {
		of := p
		if part != train {
			var err error
			of, err = runs.path(ctx, part)
			if err != nil {
				return nil, err
			}
		}
		functions := make([]score.Predictor, len(sizes))
		for i := range functions {
			f := of.Function(min(i, of.Len()-1)) // there is one fit where nothing varies
			functions[i] = &f
		}
		return functions, nil
	})
	if err != nil {
		return nil, err
	}
	i := judged.Chosen
	m, err := model.Penalised(p, i)
	if err != nil {
		return nil, err
	}
	m.Selection = &choose.Selection{
		Rule: choose.Alg1Alone, By: by, TauIndex: i, Taus: p.Len(), Size: sizes[i], RMSE: judged.RMSE[i], SE: judged.SE[i],
		PathRMSE: judged.RMSE, Sets: len(sets), Mean: math.NaN(), OverMean: math.NaN(),
	}
	if by.Valid != nil {
		m.ValidRMSE = judged.RMSE[i]
	}
	return m, nil
}

// path runs Algorithm 1 along the taus.
func (a Alg1GR) path(ctx context.Context, train *data.Frame) (*problem.Path, error) {
	tol := a.Tol
	if tol == 0 {
		tol = alg1Tol
	}
	spec := problem.Spec{
		Scale: a.Scale, Intercept: a.Intercept, Kernel: a.Kernel, Refit: problem.KeepKernel, RidgeNus: a.RidgeNus,
		Penalty: penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, Nu: problem.Fixed(0),
		Solver: solve.AISTATS{Tol: tol, MaxIter: a.MaxIter, ByChange: true},
	}
	p, err := spec.StartPath(ctx, train)
	if err != nil {
		return nil, err
	}
	if p.Op == nil {
		return p, p.Extend(ctx, 0)
	}
	taus, err := a.taus(ctx, p)
	if err != nil {
		return nil, err
	}
	ctx, at := p.BeginProgress(ctx, len(taus))
	defer at.End()
	if err := p.FitTaus(ctx, at, taus); err != nil {
		return nil, err
	}
	return p, nil
}

// taus returns the taus to try, falling.
func (a Alg1GR) taus(ctx context.Context, p *problem.Path) ([]float64, error) {
	if len(a.Taus) == 0 {
		ridge := p.Problem(0)
		ridge.Nu = alg1Ridge
		top, err := problem.SearchTauMax(ctx, ridge, problem.DefaultTol)
		if err != nil {
			return nil, fmt.Errorf("nvsd: the largest tau of Alg1GR: %w", err)
		}
		return problem.LogSpaced(top.Tau, top.Tau*math.Pow(10, -alg1Decades), alg1Taus), nil
	}
	taus := slices.Clone(a.Taus)
	for _, tau := range taus {
		if !(tau > 0) || math.IsInf(tau, 1) {
			return nil, refusal.BadArgument("Alg1GR.Taus", "a tau of Alg1GR is %v: it must be a finite number > 0", tau)
		}
	}
	slices.Sort(taus)
	slices.Reverse(taus)
	return taus, nil
}
