package nvsd

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Select makes the two-step model of UAI 2018, section 5:
//
//	m, err := path.Select(ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked)
//
// Kernel ridge regression is fitted to the sets of inputs that the rule proposes along the
// path, and to no input at all. The regression that is best by the criterion is the model.
// Its nu is chosen by the same criterion among the Spec's RidgeNus, together with its width
// as the Spec's Refit says. A refit that is given here replaces the Spec's:
//
//	kept, err := path.Select(ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked, nvsd.KeepKernel)
//
// Of equal errors the fewest inputs win, and then the largest tau. With leave-one-out and
// validation, a larger set must be better by more than noise (see [ByLeaveOneOut]). The
// model says by how much it is better than the training mean, and warns if that is not
// enough. If ctx ends, there is no model, because some of the folds or sets may choose
// another one than all of them.
func (p *Path) Select(ctx context.Context, by Criterion, rule SelectionRule, refit ...Refit) (*Model, error) {
	start := time.Now()
	p, err := p.refitted(refit)
	if err != nil {
		return nil, err
	}
	if err := p.check(rule); err != nil {
		return nil, err
	}
	if p.Len() == 0 {
		return nil, badArgument("path", "the path holds no fit to select from")
	}
	ctx, whole := Begin(ctx, Part{})
	defer whole.End()
	c, err := p.choose(ctx, by, rule)
	if ctx.Err() != nil && err != nil {
		return nil, fmt.Errorf("%w; no model is chosen by a part of the comparison: select again, with fewer folds or taus if it takes too long", err)
	}
	if err != nil {
		return nil, err
	}
	fit, err := p.refitChosen(ctx, by, c)
	if err != nil {
		return nil, err
	}
	m, err := fit.model(p.design, by, selectedInputs, start)
	if err != nil {
		return nil, err
	}
	m.selecting = p.selecting(c.TauIndex)
	m.selection, m.tau, m.ceiling, m.relGap = &c.Selection, p.taus[c.TauIndex], p.ceiling, p.Gaps()[c.TauIndex]
	if m.order = c.order; m.order == nil {
		m.order = p.order(c.TauIndex)
	}
	if c.Evidence == nil { // else the evidence has selected, and not that fit
		m.certain = p.certain(c.TauIndex)
	}
	m.short = p.fits[c.TauIndex] != nil && p.fits[c.TauIndex].Status != solve.Converged
	m.iterations, m.steps, m.seconds = p.Iterations(), p.steps(c.TauIndex), m.seconds+p.seconds
	m.warnings = slices.Concat(m.warnings, p.ofFits(), c.warnings, c.nothingFound())
	return m, nil
}

// refitted returns the path with the given refit in its Spec, if one is given.
func (p *Path) refitted(refit []Refit) (*Path, error) {
	if len(refit) == 0 {
		return p, nil
	}
	if len(refit) > 1 {
		return nil, badArgument("refit", "%d refits are given to select by: give one, or none for that of the Spec", len(refit))
	}
	own, design := *p, *p.design
	own.design, design.spec.Refit = &design, refit[0]
	return &own, refit[0].check()
}
