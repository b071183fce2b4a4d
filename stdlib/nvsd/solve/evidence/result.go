package evidence

import (
	"context"
	"math"
	"slices"
	"strconv"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
)

// restDigits is the ratio of the worth that a climb measures to the gain that ends it.
const restDigits = 300

// result climbs on to the top and measures the inputs there.
func (s *search) result(ctx context.Context, best fit) (*Result, error) {
	r := &Result{Constant: -s.none, LogEvidence: -s.none, Price: s.price, Norms: s.norms, Converged: true}
	for len(best.inputs) > 0 {
		top, err := s.problem.climb(ctx, best.inputs, best.point, lastEffort)
		if err != nil {
			return nil, err
		}
		s.step("climbed to the top", top)
		rests, err := s.rests(ctx, top)
		if err != nil {
			return nil, err
		}
		least := bestOf(rests)
		if len(top.inputs) <= s.plan.Size || least.value-top.value >= s.price {
			worth := make([]float64, len(rests))
			for j, rest := range rests {
				worth[j] = rest.value - top.value
			}
			s.settle(r, top, worth)
			break
		}
		best = least
		s.step("without the input worth least", best)
	}
	if s.plan.Size == 0 && r.LogEvidence-r.Constant < s.price*float64(len(r.Inputs)) {
		r.Inputs, r.Widths, r.Worth, r.LogEvidence, r.Noise = nil, nil, nil, r.Constant, 0
	}
	r.Steps = s.steps
	return r, nil
}

// rests returns the fits without one of the inputs each, after a further climb: the more an input is worth, the less
// a hundredth counts.
func (s *search) rests(ctx context.Context, f fit) ([]fit, error) {
	rests := make([]fit, len(f.inputs))
	err := parallel.EachOf(ctx, len(rests), s.problem.bytes(), func(ctx context.Context, j int) (err error) {
		by := againEffort
		by.enough += f.losses[j] / restDigits
		rests[j], err = s.without(ctx, f, by, j)
		return err
	})
	return rests, err
}

// settle sets r to the last fit, with rising inputs of this worth.
func (s *search) settle(r *Result, last fit, worth []float64) {
	order := make([]int, len(last.inputs))
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(a, b int) int { return last.inputs[a] - last.inputs[b] })
	top, _, _ := s.problem.Kernel.AtHalfSquare(0)
	r.LogEvidence, r.Noise, r.Converged = -last.value, math.Exp(last.logNoise)*top, last.converged
	for _, j := range order {
		r.Inputs = append(r.Inputs, last.inputs[j])
		r.Widths = append(r.Widths, math.Exp(-last.logW[j]))
		r.Worth = append(r.Worth, worth[j])
	}
}

// of returns the result in the numbering and the units of all inputs.
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

// rounded returns v with three digits: a reader sees the widths of the fit itself, and
// the last bits of a climb, which differ between machines, do not count.
func rounded(v float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	if err != nil {
		return v
	}
	return short
}
