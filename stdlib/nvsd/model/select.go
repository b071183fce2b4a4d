package model

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Select makes the two-step model of UAI 2018, section 5.
func Select(ctx context.Context, p *problem.Path, by choose.Criterion, rule choose.SelectionRule, refit ...problem.Refit) (*Model, error) {
	start := time.Now()
	p, err := refitted(p, refit)
	if err != nil {
		return nil, err
	}
	if err := choose.CheckFeatures(&p.Spec, by); err != nil {
		return nil, err
	}
	if err := choose.CheckRule(p, rule); err != nil {
		return nil, err
	}
	if p.Len() == 0 {
		return nil, refusal.BadArgument("path", "the path holds no fit to select from")
	}
	ctx, whole := progress.Begin(ctx, progress.Part{})
	defer whole.End()
	c, err := choose.Choose(ctx, p, by, rule)
	if ctx.Err() != nil && err != nil {
		return nil, fmt.Errorf("%w; no model is chosen by a part of the comparison: select again, with fewer folds or taus if it takes too long", err)
	}
	if err != nil {
		return nil, err
	}
	tell, _ := ctx.Value(draftsKey{}).(func(func() (*Model, error)))
	if tell != nil {
		ctx = choose.WithDrafts(ctx, func(draft choose.Draft) {
			tell(func() (*Model, error) {
				fit, c, err := draft()
				if err != nil {
					return nil, err
				}
				return selected(fit, p, by, c, start)
			})
		})
	}
	fit, err := choose.RefitChosen(ctx, p, by, c)
	if err != nil {
		return nil, err
	}
	m, err := selected(fit, p, by, c, start)
	if tell != nil && err == nil {
		tell(func() (*Model, error) { return m, nil })
	}
	return m, err
}

// draftsKey is the key of who is told the drafts.
type draftsKey struct{}

// WithDrafts returns a context in which [Select] tells, while it is under way, how the model is made that it has come to: the best so
// far. tell is called by one goroutine at a time, and keeps what it is told. It is nil for a context in which nobody is told.
func WithDrafts(ctx context.Context, tell func(model func() (*Model, error))) context.Context {
	return context.WithValue(ctx, draftsKey{}, tell)
}

// selected returns the model of a regression on chosen inputs.
func selected(fit choose.RidgeFit, p *problem.Path, by choose.Criterion, c *choose.Chosen, start time.Time) (*Model, error) {
	m, err := modelOfRidge(fit, p.Design, by, problem.SelectedInputs, start)
	if err != nil {
		return nil, err
	}
	m.Selecting = PenalisedFitAt(p, c.TauIndex)
	m.Selection, m.Tau, m.Ceiling, m.RelGap = &c.Selection, p.Taus[c.TauIndex], p.Ceiling, p.Gaps()[c.TauIndex]
	m.Order = c.Order
	if m.Order == nil {
		m.Order = p.Order(c.TauIndex)
	}
	if c.Evidence == nil { // else the evidence has selected, and not that fit
		m.Certain = p.CertainAt(c.TauIndex)
	}
	m.Short = p.Fits[c.TauIndex] != nil && p.Fits[c.TauIndex].Status != solve.Converged
	m.Iterations, m.steps, m.Seconds = p.Iterations(), stepsOf(p, c.TauIndex), m.Seconds+p.Seconds
	m.Warnings = slices.Concat(m.Warnings, p.FitWarnings(), c.Warnings, c.NothingFound())
	return m, nil
}

// refitted returns the path with the given refit in its Spec, if one is given.
func refitted(p *problem.Path, refit []problem.Refit) (*problem.Path, error) {
	if len(refit) == 0 {
		return p, nil
	}
	if len(refit) > 1 {
		return nil, refusal.BadArgument("refit", "%d refits are given to select by: give one, or none for that of the Spec", len(refit))
	}
	own, design := *p, *p.Design
	own.Design, design.Spec.Refit = &design, refit[0]
	return &own, refit[0].Check()
}
