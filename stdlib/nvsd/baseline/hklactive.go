package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline/internal/components"
)

// An hklEnd is the result of a run, for the scaled y.
type hklEnd struct {
	set                  *hklSet
	coefficients         []float64 // of the terms of the set
	objective, dual, gap float64
	converged            bool
	iterations, nodes    int
	sure                 int // nothing is lower over products of at most so many inputs
	next                 int // where in the orders of grow the next fit of a path begins
}

// grow solves over all terms, by sets of them that grow: over those of one input, then over
// products of two, and then over all. With many inputs the bound over all terms may never
// close, since it adds up what more terms than can be looked at might do. The terms that it
// lets in are then not those that matter, and the ones of the order before are in already.
func (p *hklProblem) grow(ctx context.Context, lambda float64, from *hklEnd) (*hklEnd, error) {
	orders := slices.DeleteFunc([]int{1, 2, p.order}, func(r int) bool { return r > p.order })
	orders = slices.Compact(orders)
	set, at := p.newSet(orders[0]), 0
	if from != nil {
		var err error
		at = from.next
		set, err = from.set.within(orders[at])
		if err != nil {
			return nil, err
		}
	}
	sure, iterations := 0, 0
	for {
		h, point, end, err := p.growTo(ctx, lambda, set)
		if err != nil {
			return nil, err
		}
		iterations += end.iterations
		closed, last := end.converged, at == len(orders)-1
		switch {
		case ctx.Err() != nil:
		case !closed && sure == 0 && at > 0: // the last fit of a path got further than this one will
			at--
			set, err = set.within(orders[at])
			if err != nil {
				return nil, err
			}
			continue
		case closed && !last:
			sure = orders[at]
			at++
			set.order = orders[at]
			continue
		}
		next := at
		if !closed && at > 0 {
			next--
		}
		if closed {
			sure = orders[at]
		}
		if !last {
			bounds := p.outside(p.order).bounds(ctx, set.sources(p.order), withoutMean(point.system.Alpha()))
			end = p.certify(set, h, point, bounds)
		}
		end.iterations = iterations
		end = p.pruned(ctx, h, point, end)
		if end.converged { // by what is pruned, if not before
			sure = p.order
		}
		end.sure, end.next = sure, next
		return end, nil
	}
}

// growTo solves over the terms up to the order of a set, to which it adds.
func (p *hklProblem) growTo(ctx context.Context, lambda float64, set *hklSet) (h *hierarchy, point *hklPoint, end *hklEnd, err error) {
	outside := p.outside(set.order)
	tol := max(p.config.Tol/4, 1e-3)
	iterations := 0
	for {
		h = set.hierarchy(lambda)
		var steps int
		point, steps, err = h.minimise(ctx, set.eta, tol)
		iterations += steps
		if err != nil {
			return nil, nil, nil, p.indefinite(err)
		}
		copy(set.eta, point.eta)
		sources := set.sources(set.order)
		bounds := outside.bounds(ctx, sources, withoutMean(point.system.Alpha()))
		end = p.certify(set, h, point, bounds)
		end.iterations = iterations
		level, _ := h.level(point, point.squares)
		over := violating(sources, bounds, level*(1+p.config.Tol/4), min(max(8, len(set.nodes)/2), p.config.MaxNodes-len(set.nodes)))
		switch {
		case end.converged || ctx.Err() != nil:
			return h, point, end, nil
		case len(over) == 0 && tol > p.config.Tol/4:
			tol = p.config.Tol / 4
		case len(over) == 0:
			return h, point, end, nil
		}
		for _, v := range over {
			if err := set.add(v); err != nil {
				return nil, nil, nil, err
			}
		}
	}
}

func allTrue(n int) []bool {
	keep := make([]bool, n)
	for i := range keep {
		keep[i] = true
	}
	return keep
}

// indefinite adds the remedy to the error of a system of equations that cannot be solved.
func (p *hklProblem) indefinite(err error) error {
	return fmt.Errorf("%w: raise lambda, scale the inputs, or lower MaxDegree", err)
}

// violating returns the sources whose bound is above the level, the worst first, at most so
// many.
func violating(sources []hklNode, bounds []float64, level float64, most int) []hklNode {
	var over []int
	for s, b := range bounds {
		if b > level {
			over = append(over, s)
		}
	}
	slices.SortStableFunc(over, func(a, b int) int { return cmp.Compare(bounds[b], bounds[a]) })
	var list []hklNode
	for _, s := range over[:min(max(most, 0), len(over))] {
		list = append(list, sources[s])
	}
	return list
}

func (s *hklSet) hierarchy(lambda float64) *hierarchy {
	return &hierarchy{family: newHKLTerms(s.columns, s.sizes), ancestors: s.ancestors, weight: s.weight, y: s.problem.y, lambda: lambda}
}

// certify returns the end at a point, with the objective of its coefficients, and the lower
// bound that alpha gives over all terms there are: of the dual problem at s lambda alpha with
// the best s,
//
//	(lambda/2) (alpha'y)^2 / (n lambda alpha'alpha + the largest of the level and the bounds).
func (p *hklProblem) certify(set *hklSet, h *hierarchy, point *hklPoint, bounds []float64) *hklEnd {
	n := float64(len(p.y))
	rounding := (n + 8) * 0x1p-53
	alpha := point.system.Alpha()
	atMost := components.Sizes(h.family, alpha)
	for w, size := range atMost {
		along := math.Sqrt(point.squares[w]) + rounding*math.Sqrt(size)
		atMost[w] = along * along
	}
	highest, _ := h.level(point, atMost)
	for _, b := range bounds {
		highest = max(highest, b)
	}
	var ay, aySize, aa float64
	for i, a := range alpha {
		ay += a * p.y[i]
		aySize += math.Abs(a * p.y[i])
		aa += a * a
	}
	ay -= 2 * rounding * aySize
	end := &hklEnd{set: set, nodes: len(set.nodes)}
	if quadratic := (n*h.lambda*aa + highest) * (1 + 2*rounding*float64(1+len(set.nodes))); ay > 0 && quadratic < math.Inf(1) {
		end.dual = h.lambda / 2 * ay * (ay / quadratic)
	}
	p.measure(end, h, point)
	return end
}

// measure puts the coefficients of a point into end, their objective, and the gap that is left
// to its lower bound.
func (p *hklProblem) measure(end *hklEnd, h *hierarchy, point *hklPoint) {
	n := float64(len(p.y))
	rounding := (n + float64(len(point.zeta)) + 8) * 0x1p-53
	end.coefficients = make([]float64, len(point.zeta))
	residual := slices.Clone(p.y)
	blur := make([]float64, len(p.y))
	below := make([]float64, len(point.zeta)) // sum_{w >= v} ||f_w||^2
	terms := h.family.(*hklTerms)
	products := point.system.(*hklSystem).products
	for w := range end.coefficients {
		c := point.zeta[w] * products[w]
		end.coefficients[w] = c
		for i, u := range terms.row(w).Data {
			residual[i] -= c * u
			blur[i] += math.Abs(c) * (math.Abs(u) + terms.sizes[w])
		}
		for _, v := range h.ancestors[w] {
			below[v] += c * c
		}
	}
	square, atMost, norm := 0.0, 0.0, 0.0
	for i, v := range residual {
		hidden := math.Abs(v) + rounding*(blur[i]+math.Abs(p.y[i]))
		square += v * v
		atMost += hidden * hidden
	}
	for v, b := range below {
		norm += h.weight[v] * math.Sqrt(b)
	}
	penalty := h.lambda / 2 * norm * norm
	end.objective = square/(2*n) + penalty
	end.gap = (atMost/(2*n)+penalty)*(1+8*rounding) - end.dual
	end.converged = end.gap <= p.config.Tol*max(end.objective, 1e-12/2)
}

// pruned leaves out the terms that the multipliers say are out, and solves over the others,
// where that keeps the certificate. The lower bound is that over all terms.
func (p *hklProblem) pruned(ctx context.Context, h *hierarchy, point *hklPoint, end *hklEnd) *hklEnd {
	highest, of := h.level(point, point.squares)
	keep := allTrue(len(end.set.nodes))
	for w, above := range h.ancestors {
		for _, v := range above {
			// Of eta and the slack of its condition one is 0 at the optimum.
			if h.weight[v] > 0 && (highest == 0 || point.eta[v] < 1-of[v]/highest) && v != 0 {
				keep[w] = false
			}
		}
	}
	keep[0] = true
	if !slices.Contains(keep, false) {
		return end
	}
	set, err := end.set.only(keep)
	if err != nil {
		return end
	}
	smaller := set.hierarchy(h.lambda)
	least, steps, err := smaller.minimise(ctx, set.eta, p.config.Tol/4)
	if err != nil {
		return end
	}
	copy(set.eta, least.eta)
	out := &hklEnd{set: set, dual: end.dual, iterations: end.iterations + steps, nodes: end.nodes}
	p.measure(out, smaller, least)
	if !out.converged && out.gap > end.gap {
		return end
	}
	return out
}
