package model

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A PenalisedFit is the penalised fit that is a model, or that selects its inputs.
type PenalisedFit struct {
	Ds   *problem.Design
	Tau  float64
	Sol  *solve.Solution
	Flat bool // all derivatives vanish, as tau is tau_max or more
}

// Fit fits the Spec at one tau, which is a number or a fraction of tau_max.
func Fit(ctx context.Context, s problem.Spec, train *data.Frame, tau problem.TauChoice) (*Model, error) {
	return fit(ctx, s, train, tau, problem.Spec.StartPath, penalised)
}

// fit returns the model of a path of one fit. start begins the path, and finish makes the model of a fit by its index.
func fit[M any](ctx context.Context, s problem.Spec, train *data.Frame, tau problem.TauChoice, start func(problem.Spec, context.Context, *data.Frame) (*problem.Path, error),
	finish func(context.Context, *problem.Path, int) (*M, error)) (*M, error) {
	if err := tau.Check(); err != nil {
		return nil, err
	}
	p, err := start(s, ctx, train)
	if err != nil {
		return nil, err
	}
	ctx, whole := progress.Begin(p.ForAll(needsOf(s, train, tau)).In(ctx), progress.Part{})
	defer whole.End()
	at, err := p.TauOf(ctx, tau)
	if err != nil {
		return nil, err
	}
	stopped := p.Extend(ctx, at)
	if len(p.Fits) == 0 {
		return nil, stopped
	}
	m, err := finish(ctx, p, 0)
	if m != nil && err != nil {
		err = fmt.Errorf("nvsd: fit at tau = %.4g: %w", at, err)
	}
	return m, cmp.Or(stopped, err)
}

// needsOf returns the needs of a fit at a tau: less where that is given and tau_max is not needed.
func needsOf(s problem.Spec, train *data.Frame, tau problem.TauChoice) problem.Needs {
	if tau.IsFraction() {
		return s.Needs(train.N(), train.D(), 1, 0)
	}
	return s.NeedsAt(train.N(), train.D(), 1)
}

// Penalised returns the penalised fit at tau i, without a refit. The index is 0 at the
// largest tau.
func Penalised(p *problem.Path, i int) (*Model, error) {
	return penalised(context.Background(), p, i)
}

// penalised is [Penalised]. Where ctx ends, it returns its error beside the model, whose training
// error is then by the values that the solver has computed.
func penalised(ctx context.Context, p *problem.Path, i int) (*Model, error) {
	if i < 0 || i >= len(p.Fits) {
		return nil, refusal.NoSuch("fit", "path", i, len(p.Fits))
	}
	m := foundAt(p, i)
	m.F = p.Function(i)
	if m.Selecting == nil || !p.Spec.Features.IsZero() { // the solver then knows no values at the rows
		return NewModel(m, p.Norms(i))
	}
	err := ctx.Err()
	if err == nil {
		var whole *Model
		whole, err = parallel.Within(ctx, func() (*Model, error) { return NewModel(m, p.Norms(i)) })
		if err == nil || err != ctx.Err() {
			return whole, err
		}
	}
	fitted := slices.Clone(m.Selecting.Sol.Fitted)
	floats.AddConst(p.Origin(), fitted)
	short, wrong := completed(m, fitted, p.Norms(i))
	return short, cmp.Or(wrong, err)
}

// foundAt returns how the fit of a path at tau i was found, as a model without a function.
func foundAt(p *problem.Path, i int) Model {
	m := Model{
		Design: p.Design, Kind: problem.Penalised,
		In: p.Active(i), Certain: p.CertainAt(i), Tau: p.Taus[i], Ceiling: p.Ceiling, RidgeNu: math.NaN(), ValidRMSE: math.NaN(), Seconds: p.Seconds, Warnings: p.FitWarnings(),
	}
	if sol := p.Fits[i]; sol != nil {
		m.Selecting = PenalisedFitAt(p, i)
		m.RelGap, m.Short, m.Iterations, m.steps = sol.RelGap, sol.Status != solve.Converged, sol.Iterations, stepsOf(p, i)
	}
	return m
}

// PenalisedFitAt returns the fit of a path at tau i, or nil for the constant.
func PenalisedFitAt(p *problem.Path, i int) *PenalisedFit {
	if p.Fits[i] == nil {
		return nil
	}
	return &PenalisedFit{Ds: p.Design, Tau: p.Taus[i], Sol: p.Fits[i], Flat: p.Flat(i)}
}
