package baseline

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// lassoProblem is the elastic net over features: at the weight alpha,
//
//	min over b   ||y - Z b||^2/(2n) + alpha ratio sum_j |b_j| + (alpha (1 - ratio)/2) sum_j b_j^2.
type lassoProblem struct {
	*linearFeatures
	ratio float64 // > 0
}

func (p *lassoProblem) top() float64 {
	most := 0.0
	for _, z := range p.columns {
		most = max(most, math.Abs(blas64.Dot(z, asVector(p.y))))
	}
	return most / p.n() / p.ratio
}

// lassoRounds is the largest number of searches for features that come in.
const lassoRounds = 2000

// solve alternates a look at all features, which finds those that come in, with sweeps and
// steps of Newton's method over those that are in. It continues from a certified fit as long
// as the gap halves, until rounding ends that.
func (p *lassoProblem) solve(ctx context.Context, weight float64, last *fitted) (*fitted, error) {
	run := &lassoRun{lassoProblem: p, l1: weight * p.ratio, l2: weight * (1 - p.ratio), b: make([]float64, len(p.columns))}
	if last != nil {
		if own, ok := last.own.(*LinearFit); ok {
			copy(run.b, own.Standardised)
		}
	}
	var best []float64
	least := math.Inf(1)
	rounds := 0
	for {
		at, r, products := p.judge(run.b, run.l1, run.l2)
		run.r = r
		done := least <= linearTol*p.yy/(2*p.n()) && !(at.gap < least/2)
		if best == nil || at.gap <= least {
			best, least = slices.Clone(run.b), at.gap
		}
		if done || rounds == lassoRounds || ctx.Err() != nil {
			break
		}
		rounds++
		run.round(products)
	}
	fit := p.fitted(weight, run.l1, run.l2, best)
	fit.iterations = rounds
	return fit, nil
}

// lassoRun is the state of the solver.
type lassoRun struct {
	*lassoProblem
	l1, l2 float64
	b, r   []float64 // r = y - Z b
}

// round lets features in, by the given |z_j'r|, and minimises over those that are in. Few
// come in at a time, those first that violate their conditions most: most of the others would
// leave again.
func (run *lassoRun) round(products []float64) {
	list := support(run.b)
	var enter []int
	for j, product := range products {
		if run.b[j] == 0 && product > run.n()*run.l1 {
			enter = append(enter, j)
		}
	}
	slices.SortStableFunc(enter, func(a, b int) int { return cmp.Compare(products[b], products[a]) })
	run.sweep(append(enter[:min(len(enter), 10+len(list)/4)], list...))
	list = support(run.b)
	for range 4 + len(list)/8 { // which cost less together than a step of Newton's method
		run.sweep(list)
	}
	run.newton()
}

// sweep minimises over each of the features of a list in turn.
func (run *lassoRun) sweep(list []int) {
	for _, j := range list {
		old, curvature := run.b[j], run.squares[j]/run.n()
		slope := blas64.Dot(run.columns[j], asVector(run.r))/run.n() + curvature*old
		run.b[j] = 0
		if size := math.Abs(slope) - run.l1; size > 0 {
			run.b[j] = math.Copysign(size/(curvature+run.l2), slope)
		}
		if move := run.b[j] - old; move != 0 {
			blas64.Axpy(-move, run.columns[j], asVector(run.r))
		}
	}
}

// newtonWork is about the number of products that the steps of Newton's method in a round
// may take, where they are more than one.
const newtonWork = 1e7

// newton minimises over the features that are in, with the signs that they have, by the
// closed form. Where a coefficient would change its sign, newton stops at its zero, leaves
// the feature out and continues with the others. A step that raises the objective is undone.
func (run *lassoRun) newton() {
	before := slices.Clone(run.b)
	least := run.objective()
	list := support(run.b)
	gram := run.gram(list, run.l2+proximity)
	for work := 0.0; work < newtonWork && len(list) > 0; work += math.Pow(float64(len(list)), 3) / 6 {
		target, ok := run.target(list, gram)
		if !ok || !run.towards(list, target) {
			break
		}
		list, gram = run.remaining(list, gram)
	}
	run.r, _, _ = run.residual(run.b)
	if !(run.objective() <= least*(1+1e-12)) {
		copy(run.b, before)
		run.r, _, _ = run.residual(run.b)
	}
}

// remaining returns the features of a list that are still in, and their part of its matrix.
func (run *lassoRun) remaining(list []int, gram *mat.SymDense) ([]int, *mat.SymDense) {
	var kept, at []int
	for a, j := range list {
		if run.b[j] != 0 {
			kept, at = append(kept, j), append(at, a)
		}
	}
	if len(kept) == 0 {
		return nil, nil
	}
	part := mat.NewSymDense(len(kept), nil)
	part.SubsetSym(gram, at)
	return kept, part
}

// proximity is the weight of the distance from the last point in a step of Newton's method,
// relative to the curvature of a feature. It makes features that depend on each other move
// until one of them is out; elsewhere it is lost in the steps that follow.
const proximity = 1e-11

// target returns the minimiser over the features of a list with the signs that they have.
func (run *lassoRun) target(list []int, gram *mat.SymDense) ([]float64, bool) {
	var factor mat.Cholesky
	if !factor.Factorize(gram) {
		return nil, false
	}
	target := make([]float64, len(list))
	for a, j := range list {
		target[a] = run.b[j]
	}
	r := slices.Clone(run.r)
	step, slope := mat.NewVecDense(len(list), nil), mat.NewVecDense(len(list), nil)
	for range 3 { // refined: each step from the residual of the one before
		for a, j := range list {
			slope.SetVec(a, blas64.Dot(run.columns[j], asVector(r))/run.n()-run.l2*target[a]-math.Copysign(run.l1, run.b[j]))
		}
		if err := factor.SolveVecTo(step, slope); err != nil {
			if _, ill := err.(mat.Condition); !ill {
				return nil, false
			}
		}
		for a, j := range list {
			target[a] += step.AtVec(a)
			blas64.Axpy(-step.AtVec(a), run.columns[j], asVector(r))
		}
	}
	return target, !floats.HasNaN(target)
}

// towards goes to a target as far as signs keep, and reports whether one stopped it.
func (run *lassoRun) towards(list []int, target []float64) bool {
	part, blocking := 1.0, -1
	for a, j := range list {
		if b := run.b[j]; math.Signbit(target[a]) != math.Signbit(b) || target[a] == 0 {
			if at := b / (b - target[a]); at < part || blocking < 0 {
				part, blocking = at, j
			}
		}
	}
	for a, j := range list {
		run.b[j] += part * (target[a] - run.b[j])
		if blocking < 0 {
			run.b[j] = target[a]
		}
	}
	if blocking >= 0 {
		run.b[blocking] = 0
	}
	run.r, _, _ = run.residual(run.b)
	return blocking >= 0
}

// objective is the objective of the coefficients, by their residual.
func (run *lassoRun) objective() float64 {
	sum := floats.Dot(run.r, run.r) / (2 * run.n())
	for _, v := range run.b {
		sum += run.l1*math.Abs(v) + run.l2/2*v*v
	}
	return sum
}
