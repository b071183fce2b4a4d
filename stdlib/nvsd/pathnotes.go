package nvsd

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// examine warns, once a path, of a penalty whose Prox is not that of its Value
// at the norms of a fit: nothing that is built on it can be trusted.
func (p *Path) examine(pen solve.Penalty, norms []float64) {
	const part = 0.1 // of the largest norm, for a step that shortens but not all
	if p.suspect != nil {
		return
	}
	p.suspect = penalty.Suspect(pen, norms, part*slices.Max(norms))
}

// ofFits tells what to know about the fits, a sentence each.
func (p *Path) ofFits() []string {
	var all []string
	if p.suspect != nil {
		all = append(all, p.suspect.Error())
	}
	return slices.Concat(all, p.shortOf(), p.uncertified())
}

// A shortFit is one that its limit of iterations ended.
type shortFit struct {
	tau float64
	sol *solve.Solution
	why *solve.Unfinished
}

// reached is how near the minimum the fit is known to be.
func (f shortFit) reached() float64 {
	if !f.sol.Certified() {
		return f.sol.Residual
	}
	return f.sol.RelGap
}

// shortOf warns of the fits that a limit of iterations ended, by the one that is
// furthest from what was wanted.
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
		text += fmt.Sprintf("; so did %s, nearer to what was wanted", plural(more, "other fit"))
	}
	return []string{text}
}

// uncertified warns of fits that nothing bounds the distance of from a minimum,
// with what the solver says of them, each sentence once.
func (p *Path) uncertified() []string {
	fits := 0
	var notes []string
	for _, sol := range p.fits {
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
	if p.spec.needsADMM() {
		notes = append(notes, fmt.Sprintf("the solver is ADMM, which takes any penalty; if %v is convex, penalty.Convex says so, and the fits are certified", p.spec.Penalty))
	}
	return append([]string{plural(fits, "fit") + " without a certificate, " + far}, notes...)
}
