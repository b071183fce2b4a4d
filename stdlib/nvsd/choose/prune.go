package choose

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"gonum.org/v1/gonum/floats"
)

// enoughByUnits is the number of standard errors, over groups or spans of time, by which the errors on them must be less with an
// input than without it.
const enoughByUnits = 2.0

// moreNoise are factors of nu that a regression without an input may have: what the input explained is noise then.
var moreNoise = []float64{1, 3, 10}

// FitTogether is [FitByEvidence] for a criterion that leaves out rows that belong together. To the evidence all rows are independent, so that it pays for
// inputs that tell groups or spans of time apart. Those that do not make the errors on units left out clearly less go, the least useful first, and the
// evidence finds the widths of the others anew. For other criteria it is FitByEvidence.
func FitTogether(ctx context.Context, p *problem.Path, by Criterion, c *Chosen) (*KernelRidge, error) {
	return fitTogether(ctx, p, by, c, nil)
}

// fitTogether is FitTogether, which tells what the first search for the evidence has reached.
func fitTogether(ctx context.Context, p *problem.Path, by Criterion, c *Chosen, reached reachedFunc) (*KernelRidge, error) {
	r, err := fitByEvidence(ctx, p, c, nil, reached)
	if err != nil || by.unit == "" {
		return r, err
	}
	units, err := Units(p.Given)
	if err != nil {
		return nil, err
	}
	order := c.Order
	for r != nil {
		kept, err := keptByUnits(ctx, p, r, c, units)
		if err != nil {
			return nil, err
		}
		if len(kept) == len(GroupsOf(p.Design, score.InUse(c.Set))) {
			return r, nil
		}
		if len(kept) == 0 {
			c.Set, c.Size, c.Order = make([]bool, len(c.Set)), 0, order
			e := c.Evidence
			e.Log, e.Worth, e.Widths = e.Mean, make([]float64, len(e.Worth)), slices.Repeat([]float64{math.Inf(1)}, len(e.Widths))
			return nil, nil
		}
		r, err = fitByEvidence(ctx, p, c, kept, nil)
		if err != nil {
			return nil, err
		}
		c.Order = order // of those that are not in
	}
	return nil, nil
}

// keptByUnits returns the inputs of a regression without the ones that do not help on units left out.
func keptByUnits(ctx context.Context, p *problem.Path, r *KernelRidge, c *Chosen, units [][]int) ([]int, error) {
	kept := GroupsOf(p.Design, score.InUse(c.Set))
	level := p.Given.TimeColumn() != ""
	with, err := unitResiduals(ctx, r, units, level)
	if err != nil {
		return nil, err
	}
	for len(kept) > 0 {
		rests := make([][]float64, len(kept))
		err := parallel.Each(ctx, len(kept), func(ctx context.Context, j int) (err error) {
			rests[j], err = withoutInputs(ctx, p, r, slices.Delete(slices.Clone(kept), j, j+1), units, level)
			return err
		})
		if err != nil {
			return nil, err
		}
		least, helps := 0, math.Inf(1)
		for j, rest := range rests {
			if t := nestedT(units, p.Weights, rest, with); !(t >= helps) {
				least, helps = j, t
			}
		}
		if helps >= enoughByUnits {
			break
		}
		kept, with = slices.Delete(kept, least, least+1), rests[least]
	}
	return kept, nil
}

// nestedT returns Clark and West's statistic, over units, of the residuals of a regression against those of one with an input more.
func nestedT(units [][]int, weights, without, with []float64) float64 {
	sums := make([]float64, len(units))
	for k, unit := range units {
		for _, i := range unit {
			sums[k] += weighed.At(weights, i) * without[i] * (without[i] - with[i])
		}
	}
	return tStatistic(sums)
}

// withoutInputs returns the residuals of unitResiduals of a regression on some of its inputs, with the nu of least error.
func withoutInputs(ctx context.Context, p *problem.Path, r *KernelRidge, kept []int, units [][]int, level bool) ([]float64, error) {
	if len(kept) == 0 {
		design := *p.Design
		design.Repeats = units
		return levelled(units, p.Weights, LeaveOutMean(&design), level), nil
	}
	own := r.kernel.(kern.ARD) // as the evidence makes it
	parts, use := p.Train.Groups(), make([]bool, len(r.use))
	for _, k := range kept {
		for _, a := range parts[k] {
			use[a] = r.use[a]
		}
	}
	own.Widths = slices.Clone(own.Widths)
	for a, in := range use {
		if !in {
			own.Widths[a] = math.Inf(1)
		}
	}
	rest, err := NewKernelRidge(ctx, p.Design, own, use)
	if err != nil {
		return nil, err
	}
	rest.Nus = nil
	for _, factor := range moreNoise {
		rest.Nus = append(rest.Nus, factor*r.Nus[0])
	}
	return unitResiduals(ctx, rest, units, level)
}

// unitResiduals returns the residuals of each unit, leaving it out, at the nu of least squares; less their mean in each one if they are
// to be level.
func unitResiduals(ctx context.Context, r *KernelRidge, units [][]int, level bool) ([]float64, error) {
	var best []float64
	var least float64
	for _, nu := range r.Nus {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rest, err := r.residuals(ctx, nu, units)
		if err != nil {
			return nil, fmt.Errorf("nvsd: kernel ridge: %w", err)
		}
		rest = levelled(units, r.ds.Weights, rest, level)
		if square := WeighedSquare(r.ds.Weights, rest); best == nil || square < least {
			best, least = rest, square
		}
	}
	return best, nil
}

// WeighedSquare returns the sum of the squares by the weights of the rows; nil if all are 1.
func WeighedSquare(weights, v []float64) float64 {
	if weights == nil {
		return floats.Dot(v, v)
	}
	return floats.Dot(v, floats.MulTo(make([]float64, len(v)), weights, v))
}

// levelled returns residuals less their mean in each unit, if they are to be level.
func levelled(units [][]int, weights, v []float64, level bool) []float64 {
	if !level {
		return v
	}
	out, means := make([]float64, len(v)), repeats.Means(units, weights, v)
	for k, unit := range units {
		for _, i := range unit {
			out[i] = v[i] - means[k]
		}
	}
	return out
}
