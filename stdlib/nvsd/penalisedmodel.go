package nvsd

import (
	"context"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// selecting is the penalised fit that is a model, or that selects its inputs.
type selecting struct {
	ds   *design
	tau  float64
	sol  *solve.Solution
	flat bool // all derivatives vanish, as tau is tau_max or more
}

// Fit fits the Spec at one tau, which is a number or a fraction of tau_max:
//
//	m, err := spec.Fit(ctx, s.Train, nvsd.TauFrac(0.05))
//
// A fit that does not reach the tolerance has a warning that says its gap. If ctx ends,
// Fit returns the best model so far together with the error.
func (s Spec) Fit(ctx context.Context, train *data.Frame, tau TauChoice) (*Model, error) {
	if err := tau.check(); err != nil {
		return nil, err
	}
	p, err := s.startPath(ctx, train)
	if err != nil {
		return nil, err
	}
	ctx, whole := Begin(ctx, Part{})
	defer whole.End()
	at := tau.value
	if tau.fraction {
		if at, err = p.part(ctx, at); err != nil {
			return nil, err
		}
	}
	stopped := p.extend(ctx, at)
	if len(p.fits) == 0 {
		return nil, stopped
	}
	m, err := p.Model(0)
	if err != nil {
		return nil, err
	}
	return m, stopped
}

// Model returns the penalised fit at tau i, without a refit. The index is 0 at the
// largest tau.
func (p *Path) Model(i int) (*Model, error) {
	if i < 0 || i >= len(p.fits) {
		return nil, noSuch("fit", "path", i, len(p.fits))
	}
	m := Model{
		design: p.design, f: p.function(i), method: penalised,
		selected: p.active(i), certain: p.certain(i), tau: p.taus[i], ceiling: p.ceiling, ridgeNu: math.NaN(), validRMSE: math.NaN(), seconds: p.seconds, warnings: p.ofFits(),
	}
	if sol := p.fits[i]; sol != nil {
		m.selecting = p.selecting(i)
		m.relGap, m.short, m.iterations, m.steps = sol.RelGap, sol.Status != solve.Converged, sol.Iterations, p.steps(i)
	}
	return newModel(m, p.norms(i))
}

// selecting returns the fit at tau i, or nil for the constant.
func (p *Path) selecting(i int) *selecting {
	if p.fits[i] == nil {
		return nil
	}
	return &selecting{ds: p.design, tau: p.taus[i], sol: p.fits[i], flat: p.flat(i)}
}
