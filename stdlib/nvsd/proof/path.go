package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/record"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A storedPath is a path, with its fits that a table lists.
type storedPath struct {
	Spec    record.Spec     `json:"spec"`
	Penalty *record.Penalty `json:"penalty"`
	Taus    []float64       `json:"taus"` // of all fits
	TauMax  record.Number   `json:"tau_max"`
	Given   bool            `json:"given,omitempty"` // the taus were given
	Asked   int             `json:"asked,omitempty"`
	Fits    []storedStep    `json:"fits"`

	Warnings []string `json:"warnings,omitempty"`
}

// A storedStep is one of the fits of a path.
type storedStep struct {
	At int `json:"at"` // from 0, at the largest tau
	storedFit
}

// mostCoefficients is the largest number of coefficients in the proof of a path, unless one fit has
// more: 0.7 MB.
const mostCoefficients = 1 << 16

// OfPath returns the proof of the fits that the table of the path lists, see [OfModel]: at
// most a dozen, and fewer if these have more than 65536 coefficients.
func OfPath(p *problem.Path) (json.RawMessage, error) {
	if p.Op == nil {
		return nil, refusal.BadArgument("path", "there is nothing to learn on these data, and nothing to prove")
	}
	if !p.Spec.Features.IsZero() {
		return nil, refusal.BadArgument("path", "a path with random features has no proof: what is certified is certified for sums over the rows")
	}
	body, err := contentOfPath(p)
	if err != nil {
		return nil, fmt.Errorf("nvsd: the proof of a path: %w", err)
	}
	return sealProof(body)
}

func contentOfPath(p *problem.Path) (*content, error) {
	penalty, err := record.PenaltyOrName(p.Spec.Penalty)
	if err != nil {
		return nil, err
	}
	saved := &storedPath{Spec: record.OfSpec(p.Spec), Penalty: penalty, Taus: p.Taus, TauMax: record.Number(p.Seen()), Given: p.AtTaus, Asked: p.Asked, Warnings: p.Warnings()}
	saved.Spec.Kernel, err = record.KernelOrName(p.Spec.Kernel)
	if err != nil {
		return nil, err
	}
	for _, i := range proven(p) {
		fit, err := storedFitOf(model.PenalisedFitAt(p, i))
		if err != nil {
			return nil, err
		}
		saved.Fits = append(saved.Fits, storedStep{i, *fit})
	}
	return &content{Data: dataOf(p.Train), Path: saved}, nil
}

// proven returns the fits whose proofs a proof has.
func proven(p *problem.Path) []int {
	listed := p.Listed()
	most := max(1, mostCoefficients/(p.Train.N()*(p.Train.D()+1)))
	var some []int
	for _, k := range report.Evenly(len(listed), most) {
		some = append(some, listed[k])
	}
	return some
}

// allOfPath computes a path again.
func (c *checking) allOfPath(ctx context.Context, train *data.Frame) error {
	said := c.saved.Path
	c.Title = fmt.Sprintf("%s: path of %s", train.Target(), report.Plural(len(said.Taus), "fit"))
	if len(said.Fits) == 0 || !slices.IsSortedFunc(said.Fits, func(x, y storedStep) int { return x.At - y.At }) || said.Fits[0].At < 0 || said.Fits[len(said.Fits)-1].At >= len(said.Taus) {
		c.refuse("its fits are not fits of the path in their order")
		return nil
	}
	for i, tau := range said.Taus {
		if !(tau > 0) || math.IsInf(tau, 1) || i > 0 && !(tau < said.Taus[i-1]) {
			c.refuse("its taus do not fall, or are not positive: number %d is %g", i, tau)
			return nil
		}
	}
	if said.Asked < 0 {
		c.refuse("%d fits are said to be asked for", said.Asked)
	}
	spec, err := c.spec(said.Spec, said.Penalty)
	if err != nil || c.Verdict == Refused {
		return err
	}
	c.ds, err = problem.NewDesign(spec, train)
	if err != nil {
		return err
	}
	top, err := c.tauMax(ctx, float64(said.TauMax))
	if err != nil {
		return err
	}
	p := &problem.Path{Design: c.ds, Ceiling: top, Taus: said.Taus, AtTaus: said.Given, Asked: said.Asked, Fits: make([]*solve.Solution, len(said.Taus)), PerSD: make([][]float64, len(said.Taus))}
	if err := c.suspect(p); err != nil {
		return err
	}
	gap := math.NaN()
	for _, step := range said.Fits {
		if step.Tau != said.Taus[step.At] {
			c.refuse("tau of fit %d is said to be %.6g and %.6g", step.At, said.Taus[step.At], step.Tau)
		}
		if !writtenAlike(step.Penalty, said.Penalty) {
			c.refuse("the penalty of fit %d is said to be another one than that of the path", step.At)
		}
		one := &problem.Path{Design: c.ds, Ceiling: p.Ceiling}
		refused, noted := len(c.Reasons), len(c.Notes)
		sol, err := c.fit(ctx, one, &step.storedFit)
		for k := refused; k < len(c.Reasons); k++ {
			c.Reasons[k] = fmt.Sprintf("fit %d: %s", step.At, c.Reasons[k])
		}
		for k := noted; k < len(c.Notes); k++ {
			c.Notes[k] = fmt.Sprintf("fit %d: %s", step.At, c.Notes[k])
		}
		if err != nil || sol == nil {
			return err
		}
		if err := one.Add(step.Tau, sol); err != nil {
			return err
		}
		p.Ceiling, p.Fits[step.At], p.PerSD[step.At] = one.Ceiling, sol, one.PerSD[0]
		c.steps = append(c.steps, step.At)
		if !(sol.RelGap <= gap) {
			gap = sol.RelGap
		}
	}
	c.Gap, c.Fits, c.Of, c.path, c.warnings = gap, len(said.Fits), len(said.Taus), p, said.Warnings
	return nil
}
