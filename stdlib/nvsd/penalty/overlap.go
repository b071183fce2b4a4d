package penalty

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// overlap is one prox of overlapping groups: the minimiser over r of
//
//	1/2 ||r-u||^2 + sum_g radius_g ||r_g||.
//
// With ||r_g|| smoothed to sqrt(||r_g||^2 + eps^2) Newton's method follows the
// minimiser as eps falls. Its dual blocks lie well inside the balls of the groups
// that are 0, which shows early which groups these are. The rest is a smooth problem.
// Dual blocks for all groups then prove that the result is right.
type overlap struct {
	groups [][]int
	radius []float64 // > 0
	u, r   []float64 // the largest u_a is 1
	smooth []float64 // the minimiser with eps
}

// The difference of the entries of u from those for which r is exact: by rounding, and by
// more in ties, where a group is on the verge of not being 0 and dual blocks are found to
// half of the digits.
const (
	roundings = 2e-14
	ties      = 1e-7
)

// newOverlap prepares the prox of p at u/scale, which is the prox at u divided by scale.
func newOverlap(p GroupLasso, u []float64, t, scale float64) *overlap {
	o := &overlap{u: make([]float64, len(u)), r: make([]float64, len(u))}
	for a, v := range u {
		o.u[a] = v / scale
	}
	o.smooth = slices.Clone(o.u)
	for g, members := range p.Groups {
		if radius := t * p.weight(g); radius > 0 {
			o.groups = append(o.groups, members)
			// A ball that has room for u_g in it might as well be infinite.
			o.radius = append(o.radius, min(radius/scale, float64(1+len(members))))
		}
	}
	return o
}

// solve sets r and reports whether it is proven.
func (o *overlap) solve() bool {
	all := make([]int, 0, len(o.u))
	for a, v := range o.u {
		if v > 0 {
			all = append(all, a)
		}
	}
	best, least := slices.Clone(o.u), math.Inf(1)
	for eps := 0.1; eps > 1e-32; eps /= 10 {
		o.minimise(o.smooth, all, eps)
		// The norm of a group that is 0 is of the order of eps, or of a root of
		// it on the verge of not being 0.
		for _, power := range []float64{1, 0.6, 0.35} {
			live := o.guess(all, 2*math.Pow(eps, power))
			o.minimise(o.r, live, 0)
			e := o.error(eps)
			if e <= roundings {
				return true
			}
			if e < least {
				least = e
				copy(best, o.r)
			}
		}
	}
	copy(o.r, best)
	return least <= ties
}

// guess sets r to the smoothed minimiser, without the groups that are smaller than
// small in it, and returns the inputs that stay.
func (o *overlap) guess(all []int, small float64) (live []int) {
	copy(o.r, o.smooth)
	for _, members := range o.groups {
		if norm(o.smooth, members) < small {
			for _, a := range members {
				o.r[a] = 0
			}
		}
	}
	for _, a := range all {
		if o.r[a] > 0 {
			live = append(live, a)
		} else {
			o.r[a] = 0
		}
	}
	return live
}

// minimise takes Newton's steps in the live entries of r. A step is shortened until the
// objective falls, or the length of the gradient where rounding hides the objective.
// With eps = 0 a few steps are enough, unless the guess of the live entries is wrong.
func (o *overlap) minimise(r []float64, live []int, eps float64) {
	if len(live) == 0 {
		return
	}
	const rounding = 1e-14
	steps := 100
	if eps == 0 {
		steps = 12
	}
	before := make([]float64, len(r))
	rest, H := o.derivatives(r, live, eps)
	for range steps {
		move, ok := newtonStep(H, rest)
		if !ok {
			return
		}
		slope, size, at := mat.Dot(rest, move), mat.Norm(rest, 2), o.objective(r, eps)
		copy(before, r)
		descends := func(part float64) bool {
			for i, a := range live {
				r[a] = before[a] - part*move.AtVec(i)
			}
			rest, H = o.derivatives(r, live, eps)
			if slope > rounding*at {
				return o.objective(r, eps) <= at-part*slope/4
			}
			return mat.Norm(rest, 2) <= (1-part/4)*size
		}
		part := 1.0
		for !descends(part) {
			part /= 2
			if part < 1e-4 {
				copy(r, before)
				return
			}
		}
		if slope <= eps*eps*1e-4 {
			return
		}
	}
}

// newtonStep returns H^-1 rest, and overwrites H. H may be nearly singular where r is
// rounded away; this does no harm, since the result is proven.
func newtonStep(H *mat.SymDense, rest *mat.VecDense) (*mat.VecDense, bool) {
	n := rest.Len()
	T, ok := lapack64.Potrf(H.RawSymmetric())
	if !ok {
		return nil, false
	}
	move := mat.NewVecDense(n, nil)
	move.CopyVec(rest)
	lapack64.Potrs(T, blas64.General{Rows: n, Cols: 1, Stride: 1, Data: move.RawVector().Data})
	return move, true
}

// objective returns the objective, with the lengths smoothed by eps.
func (o *overlap) objective(r []float64, eps float64) float64 {
	var sum float64
	for a, v := range r {
		sum += (v - o.u[a]) * (v - o.u[a]) / 2
	}
	for g, members := range o.groups {
		sum += o.radius[g] * math.Hypot(norm(r, members), eps)
	}
	return sum
}

// derivatives returns the gradient and the Hessian of the objective in the live
// entries.
func (o *overlap) derivatives(r []float64, live []int, eps float64) (*mat.VecDense, *mat.SymDense) {
	n := len(live)
	rest, H, slope := mat.NewVecDense(n, nil), mat.NewSymDense(n, nil), make([]float64, n)
	position := make([]int, len(r)) // in live, from 1
	for i, a := range live {
		position[a] = i + 1
	}
	for g, members := range o.groups {
		size := math.Hypot(norm(r, members), eps)
		if size == 0 {
			continue
		}
		c := o.radius[g] / size
		for k, a := range members {
			i := position[a] - 1
			if i < 0 {
				continue
			}
			slope[i] += c
			for _, b := range members[:k+1] {
				if j := position[b] - 1; j >= 0 {
					H.SetSym(i, j, H.At(i, j)-c*(r[a]/size)*(r[b]/size))
				}
			}
		}
	}
	for i, a := range live {
		rest.SetVec(i, r[a]-o.u[a]+slope[i]*r[a])
		H.SetSym(i, i, H.At(i, i)+1+slope[i])
	}
	return rest, H
}

// error returns the distance of u to a vector for which r is exact: the amount by which
// dual blocks that are subgradients at r fail to add up to u - r, or leave their balls.
// Blocks of the groups that are 0 come from the smoothed problem, and what is missing is
// divided among them.
func (o *overlap) error(eps float64) float64 {
	rest := make([]float64, len(o.u))
	for a, u := range o.u {
		rest[a] = u - o.r[a]
	}
	var zero []int // groups
	blocks := make([][]float64, len(o.groups))
	share := make([]float64, len(o.u))
	for g, members := range o.groups {
		at, size := o.r, norm(o.r, members)
		if size == 0 {
			at, size = o.smooth, math.Hypot(norm(o.smooth, members), eps)
			zero = append(zero, g)
			for _, a := range members {
				share[a]++
			}
		}
		blocks[g] = make([]float64, len(members))
		for i, a := range members {
			blocks[g][i] = o.radius[g] * (at[a] / size)
			rest[a] -= blocks[g][i]
		}
	}
	var worst float64
	for a, e := range rest {
		worst = max(worst, -o.r[a])
		if share[a] == 0 {
			worst = max(worst, math.Abs(e))
		}
	}
	for _, g := range zero {
		var square float64
		for i, a := range o.groups[g] {
			e := blocks[g][i] + rest[a]/share[a]
			square += e * e
		}
		worst = max(worst, math.Sqrt(square)-o.radius[g])
	}
	return worst
}
