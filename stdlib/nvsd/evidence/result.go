package evidence

import (
	"context"
	"math"
	"slices"
	"strconv"
)

// result climbs on to the top and measures what was found.
func (s *search) result(ctx context.Context, full, best fit) (*Result, error) {
	r := &Result{Constant: -s.none, LogEvidence: -s.none, Converged: true}
	norms, err := newCost(s.Problem).norms(full.point)
	if err != nil {
		norms = make([]float64, s.d)
	}
	r.Norms = norms
	if len(best.inputs) > 0 {
		last, err := s.climb(ctx, best.inputs, best.point, lastSteps)
		if err != nil {
			return nil, err
		}
		s.step("climbed to the top", last)
		if err := s.settle(ctx, r, last); err != nil {
			return nil, err
		}
	}
	r.Steps = s.steps
	return r, nil
}

// settle takes up the last fit, by rising inputs, with rounded widths.
func (s *search) settle(ctx context.Context, r *Result, last fit) error {
	order := make([]int, len(last.inputs))
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(a, b int) int { return last.inputs[a] - last.inputs[b] })
	top, _, _ := s.Kernel.AtHalfSquare(0)
	r.LogEvidence, r.Noise, r.Converged = -last.value, math.Exp(last.logNoise)*top, last.converged
	r.Worth = make([]float64, len(order))
	for _, j := range order {
		r.Inputs = append(r.Inputs, last.inputs[j])
		r.Widths = append(r.Widths, math.Exp(-last.logW[j]))
	}
	return inParallel(ctx, len(order), func(ctx context.Context, k int) error {
		rest, err := s.without(ctx, last, order[k:k+1])
		r.Worth[k] = rest.value - last.value
		return err
	})
}

// of is the result in the numbering and the units of all inputs.
func (r *Result) of(inputs []int, sd []float64, all int) *Result {
	for k, j := range r.Inputs {
		r.Inputs[k] = inputs[j]
		r.Widths[k] = rounded(r.Widths[k] * sd[j])
	}
	norms := make([]float64, all)
	for j, u := range r.Norms {
		norms[inputs[j]] = u
	}
	r.Norms = norms
	return r
}

// rounded is v with three digits: widths that a reader sees are those of the fit, and the
// last bits of a climb, which machines may differ in, are no part of them.
func rounded(v float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	if err != nil {
		return v
	}
	return short
}
