package evidence

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// worthless is the loss of log evidence below which inputs are left out together, for
// trial.
const worthless = 0.05

// constant returns the value of a model without inputs, whose covariance is c T^-1, T the
// diagonal of times.
func (s *search) constant() float64 {
	p := s.problem
	m, mean := float64(s.n), 0.0
	var sum, rows, value float64
	for _, k := range p.times {
		rows += k
		value -= math.Log(k) / 2
	}
	if p.Intercept {
		m--
		mean = stat.Mean(p.Y, p.times)
		if p.times != nil {
			value += math.Log(rows/float64(s.n)) / 2
		}
	}
	for i, y := range p.Y {
		square := (y - mean) * (y - mean)
		if p.times != nil {
			square *= p.times[i]
		}
		sum += square
	}
	noise := max(sum/m, p.least)
	return value + m/2*math.Log(2*math.Pi*noise) + sum/(2*noise)
}

// without returns the fit without the inputs at some places, after a further climb.
func (s *search) without(ctx context.Context, f fit, places []int) (fit, error) {
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
	return s.problem.climb(ctx, inputs, point{logW, f.logNoise}, againSteps)
}

// losses returns, for each input of a fit, the fall of the log evidence where its inverse
// width is 0 and all else as it is: a bound above its worth.
func (s *search) losses(ctx context.Context, f fit) ([]float64, error) {
	losses := make([]float64, len(f.inputs))
	c := newCost(s.problem.on(f.inputs))
	for j := range losses {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at := f.point.clone()
		at.logW[j] = math.Inf(-1)
		losses[j] = math.Inf(1)
		if c.evaluate(at) == nil {
			losses[j] = c.value - f.value
		}
	}
	return losses, nil
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
	nothing := 0
	for j := range order {
		order[j] = j
		if losses[j] < worthless {
			nothing++
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(losses[a], losses[b]) })
	excess := len(f.inputs) - s.plan.Size
	var candidates [][]int
	if together := min(nothing, excess); together > 1 {
		candidates = append(candidates, order[:together])
	}
	for t := range min(tries, len(order)) {
		candidates = append(candidates, order[t:t+1])
	}
	cheapest := f
	for _, out := range candidates {
		if len(out) == 1 && losses[out[0]] > 4*s.price+10 && s.plan.Size == 0 {
			break // refitting does not win that back
		}
		g, err := s.without(ctx, f, out)
		if err != nil {
			return f, err
		}
		if g.value-f.value < s.price*float64(len(out)) {
			return g, nil
		}
		if len(out) == 1 && (len(cheapest.inputs) == len(f.inputs) || g.value < cheapest.value) {
			cheapest = g
		}
	}
	if s.plan.Size > 0 {
		return cheapest, nil
	}
	return f, nil
}
