package evidence

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// The bounds of log w, for inputs of standard deviation 1, and of log lambda. Beyond them
// a penalty rises, which keeps the function smooth.
const (
	leastW, mostW         = -7.0, 2.5
	leastNoise, mostNoise = -14.0, 4.0
	steepness             = 10.0
)

// wall returns its height at v, and its slope.
func wall(v, least, most float64) (height, slope float64) {
	beyond := math.Max(v-most, 0) + math.Min(v-least, 0)
	return steepness * beyond * beyond, 2 * steepness * beyond
}

// A fit is a point of some inputs with its cost, -log evidence.
type fit struct {
	inputs []int
	point
	value     float64 // -log evidence, +Inf where there is none
	converged bool
}

// climb increases the evidence from a point by at most the given number of steps of
// L-BFGS, and returns the best fit on the way: one with value +Inf where the first point
// cannot be evaluated.
func (p Problem) climb(ctx context.Context, inputs []int, from point, steps int) (fit, error) {
	if err := ctx.Err(); err != nil {
		return fit{}, err
	}
	c := newCost(p.on(inputs))
	w := &walk{cost: c, least: math.Inf(1), slope: make([]float64, c.inputs+1), best: fit{inputs: slices.Clone(inputs), point: from.clone(), value: math.Inf(1)}}
	problem := optimize.Problem{
		Func: func(x []float64) float64 { return w.at(x) },
		Grad: func(slope, x []float64) { w.at(x); copy(slope, w.slope) },
		Status: func() (optimize.Status, error) {
			if err := ctx.Err(); err != nil {
				return optimize.Failure, err
			}
			return optimize.NotTerminated, nil
		},
	}
	settings := &optimize.Settings{
		MajorIterations: steps, GradientThreshold: 1e-3,
		Converger: &optimize.FunctionConverge{Absolute: 1e-4, Iterations: 4},
	}
	start := append(slices.Clone(from.logW), from.logNoise)
	if math.IsInf(w.at(start), 1) {
		return w.best, nil
	}
	// An error comes from a line search that cannot improve the last digits.
	result, _ := optimize.Minimize(problem, start, settings, &optimize.LBFGS{Store: 10})
	if err := ctx.Err(); err != nil {
		return fit{}, err
	}
	w.best.converged = result == nil || result.Status != optimize.IterationLimit
	return w.best, nil
}

// A walk is a cost as a function of one vector, log w and then log lambda, with walls.
type walk struct {
	cost  *cost
	x     []float64 // where it was evaluated last
	value float64
	slope []float64
	least float64 // of value
	best  fit
}

func (w *walk) at(x []float64) float64 {
	if slices.Equal(w.x, x) {
		return w.value
	}
	w.x = append(w.x[:0], x...)
	here := point{w.x[:w.cost.inputs], w.x[w.cost.inputs]}
	if w.cost.evaluate(here) != nil {
		w.value = math.Inf(1)
		clear(w.slope)
		return w.value
	}
	w.cost.slopes()
	w.value = w.cost.value
	for a, logW := range here.logW {
		height, slope := wall(logW, leastW, mostW)
		w.value += height
		w.slope[a] = 2*math.Exp(2*logW)*w.cost.slope[a] + slope
	}
	height, slope := wall(here.logNoise, leastNoise, mostNoise)
	w.value += height
	w.slope[w.cost.inputs] = w.cost.noise + slope
	if w.value < w.least {
		w.least, w.best.value, w.best.point = w.value, w.cost.value, here.clone()
	}
	return w.value
}
