package model

import (
	"context"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A SeveralPath is fits of several functions of the same inputs at falling taus: see [SeveralModel]. It never changes.
type SeveralPath struct{ p *problem.Path }

// PathOfSeveral fits several functions along a path of count taus: see [problem.Spec.Path].
func PathOfSeveral(ctx context.Context, s problem.Spec, train *data.Frame, count int) (*SeveralPath, error) {
	return wrapSeveral(s.SeveralPath(ctx, train, count))
}

// PathOfSeveralAt fits several functions at the given taus: see [problem.Spec.PathAt].
func PathOfSeveralAt(ctx context.Context, s problem.Spec, train *data.Frame, taus ...float64) (*SeveralPath, error) {
	return wrapSeveral(s.SeveralPathAt(ctx, train, taus...))
}

func wrapSeveral(p *problem.Path, err error) (*SeveralPath, error) {
	if p == nil {
		return nil, err
	}
	return &SeveralPath{p}, err
}

// Len returns the number of taus.
func (p *SeveralPath) Len() int { return p.p.Len() }

// Names returns the names of the inputs.
func (p *SeveralPath) Names() []string { return p.p.Names() }

// Functions returns the names of the functions: those of the targets, or the labels of the classes.
func (p *SeveralPath) Functions() []string { return slices.Clone(p.p.Several.Names) }

// Taus returns the weights of the penalty, falling.
func (p *SeveralPath) Taus() []float64 { return slices.Clone(p.p.Taus) }

// TauMax returns the least tau at which all derivatives of all functions vanish, or a bound above it.
func (p *SeveralPath) TauMax() float64 { return p.p.TauMax() }

// Norms returns the norms at tau i: see [SeveralModel.NormsPerSD]. The index is 0 at the largest tau.
func (p *SeveralPath) Norms(i int) ([]float64, error) {
	if err := p.check(i); err != nil {
		return nil, err
	}
	return slices.Clone(p.p.PerSD[i]), nil
}

// NormsPath returns the Norms at every tau.
func (p *SeveralPath) NormsPath() [][]float64 { return p.p.NormsPath() }

// ActiveCounts returns, for every tau, the number of inputs that are in.
func (p *SeveralPath) ActiveCounts() []int { return p.p.ActiveCounts() }

// Certain returns, for every input, the certainty that it is in or out at the optimum of tau i; nil without a certificate.
func (p *SeveralPath) Certain(i int) ([]solve.Certainty, error) {
	if err := p.check(i); err != nil {
		return nil, err
	}
	return slices.Clone(p.p.CertainAt(i)), nil
}

// Gaps returns, for every tau, the certificate: the objective is at most this fraction above the minimum.
func (p *SeveralPath) Gaps() []float64 { return p.p.Gaps() }

// At returns the functions that were fitted at tau i.
func (p *SeveralPath) At(i int) (*SeveralModel, error) { return severalAt(p.p, i) }

// Iterations returns the number of solver iterations of all fits.
func (p *SeveralPath) Iterations() int { return p.p.Iterations() }

// Seconds returns the time of all fits.
func (p *SeveralPath) Seconds() float64 { return p.p.Seconds }

// Warnings returns the warnings about the data and the fits, one sentence each.
func (p *SeveralPath) Warnings() []string { return p.p.Warnings() }

// Report returns the norms as lines over tau, with the numbers of inputs that are in, and a table of at most a dozen fits.
func (p *SeveralPath) Report() report.Report { return p.p.Report() }

// String returns the table of the Report as plain text.
func (p *SeveralPath) String() string { return p.p.String() }

// Figure draws the norms along the path, and below them the number of inputs that are in.
func (p *SeveralPath) Figure(options ...problem.PathOption) (*viz.Figure, error) {
	return p.p.Figure(options...)
}

// check refuses the number of a fit that there is not.
func (p *SeveralPath) check(i int) error {
	if i < 0 || i >= p.Len() {
		return refusal.NoSuch("fit", "path", i, p.Len())
	}
	return nil
}
