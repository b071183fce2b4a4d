package penalty

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// overlap is one prox of overlapping groups: the minimiser over r of
//
//	1/2 ||r-u||^2 + sum_g radius_g ||r_g||.
//
// With ||r_g|| smoothed to sqrt(||r_g||^2 + eps^2) Newton's method follows the
// minimiser as eps falls. Its dual blocks lie well inside the balls of the groups
// that are 0, so that these are told early. The rest is a smooth problem, and
// dual blocks for all groups prove that both were right.
type overlap struct {
	groups [][]int
	radius []float64 // > 0
	u, r   []float64 // the largest u_a is 1
	smooth []float64 // the minimiser with eps
}

// roundings are what the entries of u may differ by.
const roundings = 2e-14

// newOverlap is the prox of p at u/scale, which is the prox at u by scale.
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
	for eps := 0.1; eps > 1e-17; eps /= 10 {
		o.minimise(o.smooth, all, eps)
		// The norm of a group that is 0 is of the order of eps; of one that is
		// on the verge of not being 0, of eps^(2/3).
		for _, small := range []float64{2 * eps, math.Pow(eps, 0.6)} {
			live := o.guess(all, small)
			o.minimise(o.r, live, 0)
			if o.proven(eps) {
				return true
			}
		}
	}
	return false
}

// guess sets r to the smoothed minimiser with the groups left out that are
// smaller than small there, and returns the inputs that stay.
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

// minimise takes Newton's steps in the live entries of r, shortened until they
// descend, as long as it makes sense in rounded numbers.
func (o *overlap) minimise(r []float64, live []int, eps float64) {
	if len(live) == 0 {
		return
	}
	const steps, rounding = 100, 1e-14
	before := make([]float64, len(r))
	last := math.Inf(1)
	for range steps {
		rest, H := o.derivatives(r, live, eps)
		var chol mat.Cholesky
		var move mat.VecDense
		if !chol.Factorize(H) {
			return
		}
		// H may be all but singular where r is rounded away: the proof decides.
		_ = chol.SolveVecTo(&move, rest)
		slope := mat.Dot(rest, &move)
		at := o.objective(r, eps)
		if !(slope > rounding*at) { // no descent to be seen any more
			size := mat.Norm(rest, 2)
			if !(size < last/2) {
				return
			}
			last = size
		}
		copy(before, r)
		for part := 1.0; part > 1e-6; part /= 2 {
			for i, a := range live {
				r[a] = before[a] - part*move.AtVec(i)
			}
			if o.objective(r, eps) <= at-part*slope/4 || slope <= rounding*at {
				break
			}
		}
		if slope <= eps*eps/1e4 {
			return
		}
	}
}

// objective is what is minimised, with the lengths smoothed by eps.
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

// proven reports whether dual blocks can be found that are subgradients at r
// and make up u - r, but for roundings. Those of the groups that are 0 come from
// the smoothed problem, and what is missing is divided among them.
func (o *overlap) proven(eps float64) bool {
	rest := make([]float64, len(o.u))
	for a, u := range o.u {
		if !(o.r[a] >= 0) {
			return false
		}
		rest[a] = u - o.r[a]
	}
	zero := make([]bool, len(o.groups))
	share := make([]float64, len(o.u))
	v := make([][]float64, len(o.groups))
	for g, members := range o.groups {
		at, size := o.r, norm(o.r, members)
		if zero[g] = size == 0; zero[g] {
			at, size = o.smooth, math.Hypot(norm(o.smooth, members), eps)
		}
		v[g] = make([]float64, len(members))
		for i, a := range members {
			v[g][i] = o.radius[g] * (at[a] / size)
			rest[a] -= v[g][i]
			if zero[g] {
				share[a]++
			}
		}
	}
	for a, e := range rest {
		if share[a] == 0 && !(math.Abs(e) <= roundings) {
			return false
		}
	}
	for g, members := range o.groups {
		if !zero[g] {
			continue
		}
		var square float64
		for i, a := range members {
			e := v[g][i] + rest[a]/share[a]
			square += e * e
		}
		if !(math.Sqrt(square) <= o.radius[g]+roundings) {
			return false
		}
	}
	return true
}
