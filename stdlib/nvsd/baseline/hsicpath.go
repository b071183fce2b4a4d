package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline/internal/components"
)

// An hsicSegment is the path between two knots: beta of the inputs that are in is x - lambda w.
type hsicSegment struct {
	active []int
	x, w   []float64
}

// hsicPath is the solutions at all lambdas; segments[i] lies below knots[i].
type hsicPath struct {
	knots    []HSICKnot
	segments []hsicSegment
}

// dependent is the part of the square of a matrix, orthogonal to those that are in, below
// which it is one of their sums: it cannot come in beside them.
const dependent = 1e-12

// nonnegativePath is least angle regression for beta >= 0: from the least lambda at which
// nothing is in down to 0, an input comes in where its <Kbar_k, residual> reaches lambda, and
// leaves where its beta reaches 0. Each segment is solved for afresh, so that no error adds up.
func nonnegativePath(ctx context.Context, g *alignments) (*hsicPath, error) {
	r := &hsicRun{alignments: g, barred: make([]bool, len(g.target))}
	lambda, first := 0.0, -1
	for k, b := range g.target {
		if b > lambda {
			lambda, first = b, k
		}
	}
	if first < 0 {
		r.knot(0, -1, false)
		return &r.path, nil
	}
	r.knot(lambda, first, true)
	r.enter(first)
	r.path.segments = append(r.path.segments, r.segment())
	for range 100 + 20*len(g.target) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next, input, enters := r.next(r.path.segments[len(r.path.segments)-1], lambda)
		if next < lambda {
			clear(r.barred)
		}
		lambda = next
		switch {
		case input < 0:
			r.knot(0, -1, false)
			return &r.path, nil
		case enters && !r.enter(input):
			r.barred[input] = true
			continue
		case !enters:
			r.leave(input)
		}
		r.knot(lambda, input, enters)
		r.path.segments = append(r.path.segments, r.segment())
	}
	return nil, fmt.Errorf("the path turns in a circle at lambda = %.4g, where inputs tie: leave out copies of inputs", lambda)
}

// hsicRun is the state of nonnegativePath.
type hsicRun struct {
	*alignments
	path   hsicPath
	active []int       // in the order in which they came in
	factor [][]float64 // the lower triangle of the Cholesky factor of their inner products
	barred []bool      // inputs that may not come in before lambda has fallen
}

// knot adds a knot, with beta at the end of the segment above it.
func (r *hsicRun) knot(lambda float64, input int, enters bool) {
	knot := HSICKnot{Lambda: lambda, Input: input, Event: "end", Beta: make([]float64, len(r.target))}
	if last := len(r.path.segments) - 1; last >= 0 {
		r.path.segments[last].at(lambda, knot.Beta)
	}
	switch {
	case enters:
		knot.Event = fmt.Sprintf("+%d", input)
	case input >= 0:
		knot.Event = fmt.Sprintf("-%d", input)
		knot.Beta[input] = 0
	}
	r.path.knots = append(r.path.knots, knot)
}

// at writes beta at lambda.
func (s hsicSegment) at(lambda float64, beta []float64) {
	for i, k := range s.active {
		beta[k] = max(0, s.x[i]-lambda*s.w[i])
	}
}

// enter takes an input in. It reports false for one that is a sum of those that are in.
func (r *hsicRun) enter(k int) bool {
	row := make([]float64, len(r.active)+1)
	left := r.gram[k][k]
	for i, l := range r.active {
		row[i] = (r.gram[k][l] - floats.Dot(row[:i], r.factor[i][:i])) / r.factor[i][i]
		left -= row[i] * row[i]
	}
	if left <= dependent*r.gram[k][k] {
		return false
	}
	row[len(r.active)] = math.Sqrt(left)
	r.active = append(r.active, k)
	r.factor = append(r.factor, row)
	return true
}

// leave takes an input out, which may not come back before lambda has fallen.
func (r *hsicRun) leave(k int) {
	rest := slices.DeleteFunc(slices.Clone(r.active), func(l int) bool { return l == k })
	r.active, r.factor = nil, nil
	for _, l := range rest {
		r.enter(l)
	}
	r.barred[k] = true
}

// segment solves for the inputs that are in: x of <Kbar, Lbar>, and w of ones.
func (r *hsicRun) segment() hsicSegment {
	m := len(r.active)
	s := hsicSegment{active: slices.Clone(r.active), x: make([]float64, m), w: make([]float64, m)}
	for i, k := range s.active {
		s.x[i], s.w[i] = r.target[k], 1
	}
	r.substitute(s.x)
	r.substitute(s.w)
	return s
}

// substitute solves with the factor, in place.
func (r *hsicRun) substitute(x []float64) {
	for i := range x {
		x[i] = (x[i] - floats.Dot(r.factor[i][:i], x[:i])) / r.factor[i][i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := i + 1; j < len(x); j++ {
			x[i] -= r.factor[j][i] * x[j]
		}
		x[i] /= r.factor[i][i]
	}
}

// next returns the largest lambda below at which an input comes in or leaves; 0 and -1 at the
// end of the path.
func (r *hsicRun) next(s hsicSegment, below float64) (lambda float64, input int, enters bool) {
	lambda, input = 0, -1
	in := make([]bool, len(r.target))
	for i, k := range s.active {
		in[k] = true
		if s.w[i] < 0 {
			if at := min(s.x[i]/s.w[i], below); at > lambda {
				lambda, input, enters = at, k, false
			}
		}
	}
	for k, b := range r.target {
		if in[k] || r.barred[k] || r.gram[k][k] == 0 {
			continue
		}
		slope := 1.0 // <Kbar_k, residual> - lambda grows by this much as lambda falls
		for i, l := range s.active {
			b -= r.gram[k][l] * s.x[i]
			slope -= r.gram[k][l] * s.w[i]
		}
		if slope > 1e-10 {
			if at := min(b/slope, below); at > lambda {
				lambda, input, enters = at, k, true
			}
		}
	}
	return lambda, input, enters
}

// beta returns the solution at lambda, by the closed form of its segment. Where this violates
// the conditions of the optimum because of ties, a quadratic program solves for it.
func (p *hsicProblem) beta(lambda float64) ([]float64, error) {
	beta := make([]float64, len(p.target))
	knots, segments := p.path.knots, p.path.segments
	// The segment above the first knot at or below lambda.
	i, _ := slices.BinarySearchFunc(knots, lambda, func(k HSICKnot, at float64) int { return cmp.Compare(at, k.Lambda) })
	if i == 0 || len(segments) == 0 {
		return beta, nil
	}
	segments[min(i, len(segments))-1].at(lambda, beta)
	if miss, _ := p.conditions(beta, lambda); miss <= 1e-9*p.top() {
		return beta, nil
	}
	slope := make([]float64, len(beta))
	for k, b := range p.target {
		slope[k] = lambda - b
	}
	return components.Program{Curvature: p.gram, Slope: slope, Bound: math.Inf(1)}.Minimise(beta)
}

// conditions returns the largest violation of the conditions of the optimum: <Kbar_k, residual>
// is lambda where beta_k > 0, and at most that elsewhere; and the least slack elsewhere,
// relative to lambda.
func (g *alignments) conditions(beta []float64, lambda float64) (miss, slack float64) {
	slack = 1
	for k, b := range beta {
		left := g.target[k] - g.along(k, beta) - lambda
		switch {
		case b > 0:
			miss = max(miss, math.Abs(left))
		default:
			miss = max(miss, left)
			slack = min(slack, -left/lambda)
		}
	}
	return miss, slack
}
