package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// interior solves the dual problem of a sum of block norms
//
//	min over B  1/2 <B, M B> + <g, B>  subject to ||B_g|| <= R_g
//
// with dense matrices, by a primal-dual interior point method on second-order
// cones (Nesterov-Todd scaling, Mehrotra's predictor and corrector). It is for
// problems that are small and nearly degenerate, such as tau just below tau_max
// with a singular M, where first-order steps crawl and Newton's method sees no
// smooth piece. Each step takes (nd)^3/3 multiplications.
type interior struct {
	g      []float64
	cones  []cone
	B, W   []float64 // W = M B + g throughout
	system system
}

// A system solves (M + H) delta = rhs, H the scaling's part on the b of the cones.
type system interface {
	gradient(dst, B []float64) // M B
	factorize(cones []cone) bool
	solve(delta, rhs *mat.VecDense, cones []cone)
}

// A cone holds the pair s = (R, b), z = (z0, w) of one group, both in the
// second-order cone: b its part of B and w that of W. At the optimum s'z = 0.
type cone struct {
	index  []int // of b in B
	radius float64
	z0     float64
	b, w   []float64

	// Nesterov-Todd scaling: W^2 = eta^2 (2 (v0, v)(v0, v)' - diag(1, -1, ...)).
	eta, v0 float64
	v       []float64
	lam     ray // W z = W^-1 s

	ds, dz ray
}

// A ray is a vector of a cone's space: its first component and the rest.
type ray struct {
	x0 float64
	x  []float64
}

const (
	interiorSteps = 60
	interiorStay  = 0.99 // part of the way to the boundary
)

// newInterior starts from B = 0, with all of it strictly feasible. A group of
// radius 0 has no cone: its part of B stays 0.
func newInterior(M system, g []float64, groups [][]int, radii []float64) *interior {
	p := &interior{g: g, B: make([]float64, len(g)), W: append([]float64(nil), g...), system: M}
	scale := floats.Norm(g, 2)
	for k, index := range groups {
		if radii[k] == 0 {
			continue
		}
		m := len(index)
		c := cone{index: index, radius: radii[k], b: make([]float64, m), w: make([]float64, m), v: make([]float64, m),
			lam: ray{x: make([]float64, m)}, ds: ray{x: make([]float64, m)}, dz: ray{x: make([]float64, m)}}
		gather(c.w, p.W, index)
		c.z0 = 1.1*floats.Norm(c.w, 2) + 1e-3*scale
		p.cones = append(p.cones, c)
	}
	return p
}

func gather(dst, src []float64, index []int) {
	for k, i := range index {
		dst[k] = src[i]
	}
}

// gap is sum_g s'z.
func (p *interior) gap() float64 {
	var sum float64
	for _, c := range p.cones {
		sum += c.radius*c.z0 + floats.Dot(c.b, c.w)
	}
	return sum
}

// own is the gap of B alone, sum_g R ||w|| + <b, w> with the w of W. It is above that of the pairs
// where rounding has moved these away from W.
func (p *interior) own() float64 {
	var sum float64
	for _, c := range p.cones {
		var square float64
		for m, i := range c.index {
			square += p.W[i] * p.W[i]
			sum += c.b[m] * p.W[i]
		}
		sum += c.radius * math.Sqrt(square)
	}
	return sum
}

// solve runs until the gap is at most target, or no step is left to be made. B is the one of the
// least gap of its own.
func (p *interior) solve(ctx context.Context, target float64) {
	size := len(p.g)
	rhs, delta := mat.NewVecDense(size, nil), mat.NewVecDense(size, nil)
	least, B, W := math.Inf(1), make([]float64, size), make([]float64, size)
	defer func() { p.B, p.W = B, W }()
	for range interiorSteps {
		gap := p.gap()
		if own := p.own(); own < least {
			least = own
			copy(B, p.B)
			copy(W, p.W)
		}
		if !(gap > target) || ctx.Err() != nil || len(p.cones) == 0 {
			return
		}
		mu := gap / float64(len(p.cones))
		for k := range p.cones {
			if !p.cones[k].rescale() {
				return
			}
		}
		if !p.system.factorize(p.cones) {
			return
		}
		// Predictor: straight to complementarity.
		p.direction(delta, rhs, func(c *cone) ray { return c.lam.scaled(-1) })
		step := p.longest()
		sigma := math.Pow(1-step, 3)
		// Corrector: towards the central path, with the second-order term of
		// the predictor.
		p.direction(delta, rhs, func(c *cone) ray {
			second := product(c.unscale(c.ds), c.scale(c.dz))
			square := product(c.lam, c.lam)
			square.x0 += second.x0 - sigma*mu
			floats.Add(square.x, second.x)
			return divide(c.lam, square).scaled(-1)
		})
		step = min(1, interiorStay*p.longest())
		if !(step > 1e-6) {
			return
		}
		p.move(step, delta)
	}
}

// denseSystem is the system of equations as one matrix.
type denseSystem struct {
	M, A *mat.SymDense
	chol mat.Cholesky
}

func newDenseSystem(M *mat.SymDense) *denseSystem {
	return &denseSystem{M: M, A: mat.NewSymDense(M.SymmetricDim(), nil)}
}

func (s *denseSystem) gradient(dst, B []float64) {
	mat.NewVecDense(len(dst), dst).MulVec(s.M, mat.NewVecDense(len(B), B))
}

func (s *denseSystem) factorize(cones []cone) bool {
	s.A.CopySym(s.M)
	for k := range cones {
		cones[k].addTo(s.A)
	}
	pin(s.A, cones)
	return s.chol.Factorize(s.A)
}

// solve leaves out an error, which says badly conditioned: the step is judged by its length and
// the gap.
func (s *denseSystem) solve(delta, rhs *mat.VecDense, _ []cone) { _ = s.chol.SolveVecTo(delta, rhs) }

// pin keeps the parts of B at 0 that belong to no cone.
func pin(A *mat.SymDense, cones []cone) {
	size := A.SymmetricDim()
	owned := make([]bool, size)
	for _, c := range cones {
		for _, i := range c.index {
			owned[i] = true
		}
	}
	for i, ok := range owned {
		if ok {
			continue
		}
		for j := range size {
			A.SetSym(i, j, 0)
		}
		A.SetSym(i, i, 1)
	}
}

// direction solves (M + H) delta = W^-1 v, H the scaling's part on the b, and
// sets ds and dz of every cone; v tells the right side W dz + W^-1 ds = v.
func (p *interior) direction(delta, rhs *mat.VecDense, v func(*cone) ray) {
	rhs.Zero()
	for k := range p.cones {
		c := &p.cones[k]
		c.dz = c.unscale(v(c))
		for m, i := range c.index {
			rhs.SetVec(i, c.dz.x[m]+c.w[m]-p.W[i])
		}
	}
	p.system.solve(delta, rhs, p.cones)
	for k := range p.cones {
		c := &p.cones[k]
		c.ds.x0 = 0
		gather(c.ds.x, delta.RawVector().Data, c.index)
		back := c.unscale(c.unscale(c.ds))
		c.dz.x0 -= back.x0
		floats.Sub(c.dz.x, back.x)
	}
}

// longest is the largest step, at most 1/interiorStay, that keeps all s and z
// in their cones.
func (p *interior) longest() float64 {
	step := 1 / interiorStay
	for k := range p.cones {
		c := &p.cones[k]
		step = min(step, reach(ray{c.radius, c.b}, c.ds), reach(ray{c.z0, c.w}, c.dz))
	}
	return step
}

func (p *interior) move(step float64, delta *mat.VecDense) {
	floats.AddScaled(p.B, step, delta.RawVector().Data)
	p.system.gradient(p.W, p.B)
	floats.Add(p.W, p.g)
	for k := range p.cones {
		c := &p.cones[k]
		gather(c.b, p.B, c.index)
		c.z0 += step * c.dz.x0
		floats.AddScaled(c.w, step, c.dz.x)
	}
}

// rescale computes the scaling at s and z, and reports whether both are still
// inside.
func (c *cone) rescale() bool {
	s, z := ray{c.radius, c.b}, ray{c.z0, c.w}
	ss, zz := s.determinant(), z.determinant()
	if !(ss > 0 && zz > 0) {
		return false
	}
	ss, zz = math.Sqrt(ss), math.Sqrt(zz)
	c.eta = math.Sqrt(ss / zz)
	cosine := (s.x0*z.x0 + floats.Dot(s.x, z.x)) / (ss * zz)
	gamma := math.Sqrt((1 + cosine) / 2)
	c.v0 = (s.x0/ss + z.x0/zz) / (2 * gamma)
	for m := range c.v {
		c.v[m] = (s.x[m]/ss - z.x[m]/zz) / (2 * gamma)
	}
	c.lam = c.scale(z)
	return true
}

// addTo adds the b-part of W^-2, (I + 2 v v')/eta^2.
func (c *cone) addTo(A *mat.SymDense) {
	f := 1 / (c.eta * c.eta)
	for m, i := range c.index {
		for l := m; l < len(c.index); l++ {
			j := c.index[l]
			A.SetSym(i, j, A.At(i, j)+2*f*c.v[m]*c.v[l])
		}
		A.SetSym(i, i, A.At(i, i)+f)
	}
}

// scale returns W x, unscale W^-1 x.
func (c *cone) scale(x ray) ray   { return c.rotate(x, c.eta, 1) }
func (c *cone) unscale(x ray) ray { return c.rotate(x, 1/c.eta, -1) }

func (c *cone) rotate(x ray, factor, sign float64) ray {
	inner := floats.Dot(c.v, x.x)
	y := ray{factor * (c.v0*x.x0 + sign*inner), make([]float64, len(x.x))}
	along := sign*x.x0 + inner/(c.v0+1)
	for m, v := range x.x {
		y.x[m] = factor * (v + along*c.v[m])
	}
	return y
}

func (x ray) scaled(f float64) ray {
	y := ray{f * x.x0, append([]float64(nil), x.x...)}
	floats.Scale(f, y.x)
	return y
}

// determinant is x0^2 - ||x||^2.
func (x ray) determinant() float64 {
	norm := floats.Norm(x.x, 2)
	return (x.x0 - norm) * (x.x0 + norm)
}

// product is x o y = (<x, y>, x0 y + y0 x).
func product(x, y ray) ray {
	z := ray{x.x0*y.x0 + floats.Dot(x.x, y.x), make([]float64, len(x.x))}
	for m := range z.x {
		z.x[m] = x.x0*y.x[m] + y.x0*x.x[m]
	}
	return z
}

// divide solves x o y = r for y.
func divide(x, r ray) ray {
	inner := floats.Dot(x.x, r.x)
	y0 := (x.x0*r.x0 - inner) / x.determinant()
	y := ray{y0, make([]float64, len(x.x))}
	for m := range y.x {
		y.x[m] = (r.x[m] - y0*x.x[m]) / x.x0
	}
	return y
}

// reach is the largest step t for which x + t dx is in the cone.
func reach(x, dx ray) float64 {
	a := dx.x0*dx.x0 - floats.Dot(dx.x, dx.x)
	b := x.x0*dx.x0 - floats.Dot(x.x, dx.x)
	c := x.determinant()
	t := math.Inf(1)
	if dx.x0 < 0 {
		t = -x.x0 / dx.x0
	}
	// The smallest positive root of a t^2 + 2 b t + c.
	if root := b*b - a*c; root >= 0 {
		q := -(b + math.Copysign(math.Sqrt(root), b))
		for _, v := range []float64{q / a, c / q} {
			if v > 0 {
				t = min(t, v)
			}
		}
	}
	return t
}
