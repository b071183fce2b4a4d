package evidence

import (
	"context"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// The bounds of log w, for inputs of standard deviation 1, and of log lambda.
const (
	leastW, mostW         = -7.0, 2.5
	leastNoise, mostNoise = -16.0, 4.0
)

// A fit is a point of some inputs with its cost, -log evidence.
type fit struct {
	inputs []int
	point
	value     float64   // -log evidence, +Inf where there is none
	losses    []float64 // to second order: see walk.losses; nil where there was no climb
	converged bool
}

// An effort is the limits of a climb.
type effort struct {
	steps  int
	enough float64 // gain of log evidence: a step that promises less is not taken
}

// The damping of a climb: the first one, and the one beyond which a step that fails is the last.
const (
	firstDamping = 0.1
	mostDamping  = 1e4
)

// climb increases the evidence from a point by damped steps of scoring, and returns the best fit: one
// with value +Inf where the first point cannot be evaluated.
//
// A step is Newton's with the average information A in place of the second derivatives. With g the
// slopes and h the damping, the equations have
//
//	A + diag(max(g/2, -g) + h diag A) + 1/100.
//
// So no coordinate by itself rises by more than 1 or falls by more than 2, the width of an input that hardly
// counts among them: A has next to nothing of it. The damping follows the ratio of the gain to the one that
// was promised.
func (p Problem) climb(ctx context.Context, inputs []int, from point, by effort) (fit, error) {
	w := newWalk(p.on(inputs), from)
	best := fit{inputs: slices.Clone(inputs), point: w.point(w.x), value: math.Inf(1)}
	if w.cost.evaluate(best.point) != nil {
		return best, ctx.Err()
	}
	best.value = w.cost.value
	w.look()
	for range by.steps {
		if err := ctx.Err(); err != nil {
			return fit{}, err
		}
		to, promised := w.step()
		if promised < by.enough || w.damping > mostDamping {
			best.converged = true
			break
		}
		there, gain := w.point(to), math.Inf(-1)
		if w.cost.evaluate(there) == nil {
			gain = best.value - w.cost.value
		}
		w.trust(gain / promised)
		if gain > 0 {
			best.point, best.value = there, w.cost.value
			w.x = to
			w.look()
		}
	}
	best.losses = w.losses()
	return best, nil
}

// A walk is a place on a climb, log w and then log lambda, and what is known of it.
type walk struct {
	cost        *cost
	information *information
	equations   *symmetric.Matrix
	low, high   []float64 // bounds
	x           []float64
	slope       []float64 // 0 where a bound holds
	damping     float64
}

func newWalk(p Problem, from point) *walk {
	c := newCost(p)
	all := c.inputs + 1
	w := &walk{
		cost: c, information: newInformation(c), equations: symmetric.New(all),
		low: slices.Repeat([]float64{leastW}, all), high: slices.Repeat([]float64{mostW}, all),
		x: append(slices.Clone(from.logW), from.logNoise), slope: make([]float64, all), damping: firstDamping,
	}
	w.low[c.inputs], w.high[c.inputs] = leastNoise, mostNoise
	w.bound(w.x)
	return w
}

// bound moves a place to the nearest one within the bounds.
func (w *walk) bound(x []float64) {
	for a := range x {
		x[a] = min(max(x[a], w.low[a]), w.high[a])
	}
}

// point returns a place as the argument of the cost.
func (w *walk) point(x []float64) point {
	return point{slices.Clone(x[:w.cost.inputs]), x[w.cost.inputs]}
}

// look sets the slopes and the information of the place, at which the cost was evaluated last.
func (w *walk) look() {
	c := w.cost
	c.invert()
	w.information.at(c)
	c.slopes()
	for a, slope := range c.slope {
		w.slope[a] = 2 * c.w[a] * c.w[a] * slope
	}
	w.slope[c.inputs] = c.noise
	for a, slope := range w.slope {
		if slope > 0 && w.x[a] == w.low[a] || slope < 0 && w.x[a] == w.high[a] {
			w.slope[a] = 0
		}
	}
}

// losses returns, for each input, the second-order estimate of the fall of the log evidence where its inverse width is 0
// and all else as it is: by w_b^2, with the average information.
func (w *walk) losses() []float64 {
	losses := make([]float64, w.cost.inputs)
	for a := range losses {
		losses[a] = w.information.matrix.At(a, a)/8 - w.slope[a]/2
	}
	return losses
}

// step returns the next place, and the gain of log evidence that it promises. It raises the damping
// until the equations are definite.
func (w *walk) step() (to []float64, promised float64) {
	for w.damping <= mostDamping {
		w.setEquations()
		factor, ok := w.equations.Cholesky()
		if !ok {
			w.trust(math.Inf(-1))
			continue
		}
		to = slices.Clone(w.slope)
		factor.Solve(to)
		for a, step := range to {
			to[a] = w.x[a] - step
		}
		w.bound(to)
		for a, slope := range w.slope {
			promised += slope * (w.x[a] - to[a]) / 2
		}
		return to, promised
	}
	return nil, 0
}

// setEquations sets the matrix of the next step. A coordinate without a slope stays.
func (w *walk) setEquations() {
	for a, slope := range w.slope {
		row := w.equations.Row(a)
		for b := a; b < len(row); b++ {
			row[b] = 0
			if slope != 0 && w.slope[b] != 0 {
				row[b] = w.information.matrix.At(a, b)
			}
		}
		row[a] += max(slope/2, -slope) + w.damping*w.information.matrix.At(a, a) + 0.01
	}
}

// trust changes the damping by the ratio of a gain to the one that was promised.
func (w *walk) trust(ratio float64) {
	switch {
	case ratio > 0.9:
		w.damping /= 16
	case ratio > 0.5:
		w.damping /= 4
	case !(ratio >= 0.1):
		w.damping = max(4*w.damping, firstDamping)
	}
}
