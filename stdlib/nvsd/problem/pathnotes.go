package problem

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Suspect looks for faults of the kernel and the penalty before the first fit, because no
// fit with a faulty one can be trusted. It tries the norms of a function that changes by
// one standard deviation of the target over one standard deviation of an input.
func (p *Path) Suspect() {
	if p.Op == nil {
		return
	}
	p.WrongKernel = kern.Suspect(p.Kernel, p.Apply(p.Train.X(), p.Varying()))
	sizes := make([]float64, len(p.SD))
	for a, sd := range p.SD {
		if sd > 0 {
			sizes[a] = math.Sqrt(p.spread()) * p.Scale[a] / sd
		}
	}
	exclusively(p.Spec.Penalty, func(own penalty.Penalty) { p.WrongPenalty = penalty.SuspectAround(own, sizes) })
}

// examine looks for faults of the penalty again, at the norms of a fit.
func (p *Path) examine(pen penalty.Penalty, norms []float64) {
	const part = 0.1 // of the largest norm, for a step that shortens it but does not end at 0
	if p.WrongPenalty == nil {
		p.WrongPenalty = penalty.Suspect(pen, norms, part*slices.Max(norms))
	}
}

// FitWarnings returns the warnings about the fits, one sentence each.
func (p *Path) FitWarnings() []string {
	var all []string
	for _, wrong := range []error{p.WrongKernel, p.WrongPenalty} {
		if wrong != nil {
			all = append(all, wrong.Error())
		}
	}
	return slices.Concat(all, p.stoppedEarly(), p.beginning(), p.shortOf(), p.uncertified())
}

// stoppedEarly warns of a path that was stopped before its last fit.
func (p *Path) stoppedEarly() []string {
	if len(p.Fits) >= p.Asked {
		return nil
	}
	return []string{fmt.Sprintf("the path was stopped after %d of %s, at tau = %.4g: nothing is known of smaller taus",
		len(p.Fits), report.Plural(p.Asked, "fit"), p.Taus[len(p.Taus)-1])}
}

// beginning warns of a path that did not begin where inputs are about to come in.
func (p *Path) beginning() []string {
	switch top := p.Seen(); {
	case len(p.Fits) == 0 || p.Fits[0] == nil:
		return nil
	case top == 0 && p.Spec.Nu.timesTau:
		return []string{p.everyTau()}
	case top > 0 && !p.AtTaus && p.Taus[0] >= top && lists.Count(p.Active(0)) > 0:
		return []string{fmt.Sprintf("at tau_max = %.4g, where the path begins, %d of %s in: it is too small for this penalty, or the solver has found a worse minimum; give larger taus to PathAt",
			top, lists.Count(p.Active(0)), are(p.Train.D(), "input"))}
	}
	return nil
}

// are returns a number of things with "is" or "are".
func are(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return report.Plural(n, noun) + " are"
}

// A shortFit is a fit that ended before its tolerance, by its limit of iterations or by ctx.
type shortFit struct {
	tau float64
	sol *solve.Solution
	why *solve.Unfinished
}

// reached returns the relative gap of the fit, or its residual without a certificate.
func (f shortFit) reached() float64 {
	if !f.sol.Certified() {
		return f.sol.Residual
	}
	return f.sol.RelGap
}

// shortOf warns of the fits that ended before their tolerance. It names the one that is
// furthest from its tolerance.
func (p *Path) shortOf() []string {
	if len(p.short) == 0 {
		return nil
	}
	worst := slices.MaxFunc(p.short, func(a, b shortFit) int { return cmp.Compare(a.reached(), b.reached()) })
	measure := "relative gap"
	if !worst.sol.Certified() {
		measure = "relative residual"
	}
	text := fmt.Sprintf("the fit at tau = %.4g stopped at %s %.2g after %d iterations (wanted %.2g)", worst.tau, measure, worst.reached(), worst.why.Iterations, worst.why.Tol)
	if more := len(p.short) - 1; more > 0 {
		text += fmt.Sprintf("; so did %s, nearer to what was wanted", report.Plural(more, "other fit"))
	}
	return []string{text}
}

// uncertified warns of fits whose distance from the minimum nothing bounds. It adds what the
// solver says about them, each sentence once.
func (p *Path) uncertified() []string {
	fits := 0
	var notes []string
	for _, sol := range p.Fits {
		if sol == nil || sol.Certified() {
			continue
		}
		fits++
		for _, note := range sol.Notes {
			if !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	if fits == 0 {
		return nil
	}
	far := "perhaps not near a minimum"
	if fits > 1 {
		far = "each " + far
	}
	if p.Spec.needsADMM() {
		notes = append(notes, fmt.Sprintf("the solver is ADMM, since the penalty %v does not say that it is convex; penalty.Convex says it of one that is", p.Spec.Penalty))
	}
	return append([]string{report.Plural(fits, "fit") + " without a certificate, " + far}, notes...)
}
