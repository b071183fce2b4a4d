package evidence

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// worthless is the difference of log evidence below which fits are the same.
const worthless = 0.05

// constant returns the value of a model without inputs, whose covariance is c T^-1, T the
// diagonal of times.
func (s *search) constant() float64 {
	p := s.problem
	m := float64(s.n)
	var rows, value float64
	for _, k := range p.times {
		rows += k
		value -= math.Log(k) / 2
	}
	if p.Intercept {
		m--
		if p.times != nil {
			value += math.Log(rows/float64(s.n)) / 2
		}
	}
	all := p.targets()
	value *= float64(len(all))
	for t, own := range all {
		var mean, sum float64
		if p.Intercept {
			mean = stat.Mean(own, p.times)
		}
		for i, y := range own {
			square := (y - mean) * (y - mean)
			if p.times != nil {
				square *= p.times[i]
			}
			sum += square
		}
		noise := max(sum/m, p.leastOf(t))
		value += m/2*math.Log(2*math.Pi*noise) + sum/(2*noise)
	}
	return value * p.share()
}

// without returns the fit without the inputs at some places, after a further climb.
func (s *search) without(ctx context.Context, f fit, by effort, places ...int) (fit, error) {
	var inputs []int
	var logW []float64
	for j, a := range f.inputs {
		if !slices.Contains(places, j) {
			inputs, logW = append(inputs, a), append(logW, f.logW[j])
		}
	}
	if len(inputs) == 0 {
		return fit{value: s.none, converged: true}, nil
	}
	return s.problem.climb(ctx, inputs, point{logW, f.logNoise}, by)
}

// negligible is the estimate of a loss that is taken as it is.
const negligible = 0.01

// losses returns, for each input of a fit, the fall of the log evidence where its inverse
// width is 0 and all else as it is: a bound above its worth. Negligible ones are estimates.
func (s *search) losses(ctx context.Context, f fit) ([]float64, error) {
	losses := slices.Clone(f.losses)
	c := newCost(s.problem.on(f.inputs))
	for j := range losses {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !(losses[j] < negligible) {
			losses[j] = c.loss(f, j)
		}
	}
	return losses, nil
}

// loss returns the fall of the log evidence of a fit where the inverse widths at some places are 0 and all else is
// as it is; +Inf where there is no evidence then.
func (c *cost) loss(f fit, places ...int) float64 {
	at := f.point.clone()
	for _, j := range places {
		at.logW[j] = math.Inf(-1)
	}
	if c.evaluate(at) != nil {
		return math.Inf(1)
	}
	return c.value - f.value
}

// prune leaves out inputs, those of least loss first, while that lowers the cost. With a
// given Size it leaves out inputs down to that number, whatever that costs.
func (s *search) prune(ctx context.Context, f fit) (fit, error) {
	for len(f.inputs) > s.plan.Size {
		losses, err := s.losses(ctx, f)
		if err != nil {
			return f, err
		}
		next, err := s.smaller(ctx, f, losses)
		if err != nil || len(next.inputs) == len(f.inputs) {
			return f, err
		}
		f = next
	}
	return f, nil
}

// tries is the number of inputs that are left out for trial, one at a time, until one trial
// succeeds.
const tries = 4

// smaller returns the fit without some of its inputs, or unchanged where each is worth
// its price.
func (s *search) smaller(ctx context.Context, f fit, losses []float64) (fit, error) {
	order := make([]int, len(losses))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(losses[a], losses[b]) })
	together := s.together(f, order[:len(f.inputs)-s.plan.Size], losses)
	if len(together) > 1 {
		g, err := s.without(ctx, f, againEffort, together...)
		if err != nil || g.value-f.value < s.price {
			return g, err
		}
	}
	cheapest := f
	for _, j := range order[:min(tries, len(order))] {
		if losses[j] > 4*s.price+10 && s.plan.Size == 0 {
			break // refitting does not win that back
		}
		g, err := s.without(ctx, f, againEffort, j)
		if err != nil {
			return f, err
		}
		if g.value-f.value < s.price {
			return g, nil
		}
		if len(cheapest.inputs) == len(f.inputs) || g.value < cheapest.value {
			cheapest = g
		}
	}
	if s.plan.Size > 0 {
		return cheapest, nil
	}
	return f, nil
}

// togetherWorth is the part of the price of one input that inputs may be worth which are left out together. The whole
// price would take one of two inputs that stand for each other, and not always the right one.
const togetherWorth = 0.25

// together returns the first of some places, in the order of their losses, whose inputs are worth no more than
// togetherWorth with all widths as they are, so that none of them would be let in again.
func (s *search) together(f fit, order []int, losses []float64) []int {
	var sum float64
	count := 0
	for count < len(order) && sum+losses[order[count]] < togetherWorth*s.price {
		sum += losses[order[count]]
		count++
	}
	if count < 2 {
		return nil
	}
	c := newCost(s.problem.on(f.inputs))
	for count > 1 && !(c.loss(f, order[:count]...) < togetherWorth*s.price) {
		count /= 2
	}
	return order[:count]
}
