package solve_test

import (
	"fmt"
	"math"
	"math/big"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// digits are big floats of a precision: an arithmetic that shares nothing with the
// code that it judges.
type digits uint

func (p digits) of(x float64) *big.Float        { return p.zero().SetFloat64(x) }
func (p digits) zero() *big.Float               { return new(big.Float).SetPrec(uint(p)) }
func (p digits) add(x, y *big.Float) *big.Float { return p.zero().Add(x, y) }
func (p digits) sub(x, y *big.Float) *big.Float { return p.zero().Sub(x, y) }
func (p digits) mul(x, y *big.Float) *big.Float { return p.zero().Mul(x, y) }
func (p digits) div(x, y *big.Float) *big.Float { return p.zero().Quo(x, y) }
func (p digits) neg(x *big.Float) *big.Float    { return p.zero().Neg(x) }
func (p digits) sqrt(x *big.Float) *big.Float {
	if x.Sign() <= 0 {
		return p.zero()
	}
	return p.zero().Sqrt(x)
}

// exp is e^x by its series at x / 2^k.
func (p digits) exp(x *big.Float) *big.Float {
	more := p + 128
	k := max(0, x.MantExp(nil)) + 16
	r := more.zero().SetMantExp(more.zero().Set(x), -k)
	sum, term := more.of(1), more.of(1)
	for i := 1.0; term.Sign() != 0 && term.MantExp(nil) > -int(more); i++ {
		term = more.div(more.mul(term, r), more.of(i))
		sum = more.add(sum, term)
	}
	for range k {
		sum = more.mul(sum, sum)
	}
	return p.zero().Set(sum)
}

// log is the logarithm of x > 0 by Newton's method.
func (p digits) log(x *big.Float) *big.Float {
	f, _ := x.Float64()
	y := p.of(math.Log(f))
	for range 12 {
		y = p.sub(p.add(y, p.mul(x, p.exp(p.neg(y)))), p.of(1))
	}
	return y
}

// sincos are those of x, by their series at x / 3^k.
func (p digits) sincos(x *big.Float) (sin, cos *big.Float) {
	more := p + 64
	r, k := more.zero().Set(x), 0
	for ; r.MantExp(nil) > -8 && r.Sign() != 0; k++ {
		r = more.div(r, more.of(3))
	}
	square := more.mul(r, r)
	sin, cos = more.zero().Set(r), more.of(1)
	s, c := more.zero().Set(r), more.of(1)
	for i := 1.0; i < 400; i += 2 {
		c = more.div(more.mul(c, square), more.of(-i*(i+1)))
		s = more.div(more.mul(s, square), more.of(-(i+1)*(i+2)))
		cos, sin = more.add(cos, c), more.add(sin, s)
		if c.MantExp(nil) < -int(more) || c.Sign() == 0 {
			break
		}
	}
	for range k { // sin 3t = sin t (3 - 4 sin^2 t), cos 3t = cos t (4 cos^2 t - 3)
		sin = more.mul(sin, more.sub(more.of(3), more.mul(more.of(4), more.mul(sin, sin))))
		cos = more.mul(cos, more.sub(more.mul(more.of(4), more.mul(cos, cos)), more.of(3)))
	}
	return sin, cos
}

// pi is by Machin's formula.
func (p digits) pi() *big.Float {
	more := p + 64
	arctan := func(inverse float64) *big.Float {
		x := more.div(more.of(1), more.of(inverse))
		square := more.mul(x, x)
		sum, power := more.zero(), x
		for i := 1.0; power.MantExp(nil) > -int(more); i += 2 {
			sum = more.add(sum, more.div(power, more.of(i)))
			power = more.neg(more.mul(power, square))
		}
		return sum
	}
	return more.mul(more.of(4), more.sub(more.mul(more.of(4), arctan(5)), arctan(239)))
}

// A bigJet is a kernel at x and z with its gradients and mixed derivatives.
type bigJet struct {
	value  *big.Float
	dx, dz []*big.Float
	mixed  [][]*big.Float
}

// jet evaluates a kernel of package kern.
func (p digits) jet(k any, x, z []*big.Float) bigJet {
	switch k := k.(type) {
	case kern.Linear:
		return p.ofDot(x, z, func(s *big.Float) [3]*big.Float { return [3]*big.Float{s, p.of(1), p.zero()} })
	case kern.Constant:
		return p.ofDot(x, z, func(*big.Float) [3]*big.Float { return [3]*big.Float{p.of(k.Value), p.zero(), p.zero()} })
	case kern.Polynomial:
		return p.ofDot(x, z, func(s *big.Float) [3]*big.Float {
			base := p.add(s, p.of(k.Offset))
			power := func(m int) *big.Float {
				v := p.of(1)
				for range m {
					v = p.mul(v, base)
				}
				return v
			}
			q := k.Degree
			f := [3]*big.Float{power(q), p.mul(p.of(float64(q)), power(q-1)), p.zero()}
			if q > 1 {
				f[2] = p.mul(p.of(float64(q*(q-1))), power(q-2))
			}
			return f
		})
	case kern.Gaussian:
		g := p.inverseSquare(k.Width)
		return p.ofDistance(x, z, func(s *big.Float) [3]*big.Float {
			v := p.exp(p.neg(p.mul(g, s)))
			return [3]*big.Float{v, p.neg(p.mul(g, v)), p.mul(p.mul(g, g), v)}
		})
	case kern.RationalQuadratic:
		g := p.inverseSquare(k.Width)
		a := p.of(k.Shape)
		return p.ofDistance(x, z, func(s *big.Float) [3]*big.Float {
			base := p.add(p.of(1), p.div(p.mul(g, s), a))
			v := p.exp(p.neg(p.mul(a, p.log(base))))
			first := p.neg(p.div(p.mul(g, v), base))
			return [3]*big.Float{v, first, p.neg(p.div(p.mul(p.mul(g, first), p.add(a, p.of(1))), p.mul(a, base)))}
		})
	case kern.Matern52:
		g := p.inverseSquare(k.Width)
		square := p.mul(p.of(5), g) // c^2
		return p.ofDistance(x, z, func(s *big.Float) [3]*big.Float {
			t := p.sqrt(p.mul(square, p.mul(p.of(2), s)))
			e := p.exp(p.neg(t))
			third := p.div(square, p.of(3))
			value := p.mul(e, p.add(p.add(p.of(1), t), p.div(p.mul(t, t), p.of(3))))
			return [3]*big.Float{value, p.neg(p.mul(third, p.mul(e, p.add(p.of(1), t)))), p.mul(p.mul(third, square), e)}
		})
	case kern.Periodic:
		return p.periodic(k, x, z)
	case kern.ARD:
		divided := func(x []*big.Float) []*big.Float {
			y := make([]*big.Float, len(x))
			for a, v := range x {
				y[a] = p.div(v, p.of(k.Widths[a]))
			}
			return y
		}
		j := p.jet(k.Base, divided(x), divided(z))
		j.dx, j.dz = divided(j.dx), divided(j.dz)
		for a, row := range j.mixed {
			for b, v := range divided(row) {
				j.mixed[a][b] = p.div(v, p.of(k.Widths[a]))
			}
		}
		return j
	}
	parts, product := kern.Parts(k.(kern.Kernel))
	if len(parts) == 0 {
		panic(fmt.Sprintf("no big floats of kernel %v", k))
	}
	j := p.jet(parts[0], x, z)
	for _, part := range parts[1:] {
		j = p.combine(product, j, p.jet(part, x, z))
	}
	return j
}

func (p digits) inverseSquare(w kern.Width) *big.Float {
	sigma := p.of(float64(w.(kern.Sigma)))
	return p.div(p.of(1), p.mul(sigma, sigma))
}

func (p digits) emptyJet(d int) bigJet {
	j := bigJet{dx: make([]*big.Float, d), dz: make([]*big.Float, d), mixed: make([][]*big.Float, d)}
	for a := range j.mixed {
		j.mixed[a] = make([]*big.Float, d)
	}
	return j
}

func (p digits) ofDot(x, z []*big.Float, kappa func(*big.Float) [3]*big.Float) bigJet {
	j, s := p.emptyJet(len(x)), p.zero()
	for a := range x {
		s = p.add(s, p.mul(x[a], z[a]))
	}
	f := kappa(s)
	j.value = f[0]
	for a := range x {
		j.dx[a], j.dz[a] = p.mul(f[1], z[a]), p.mul(f[1], x[a])
		for b := range x {
			j.mixed[a][b] = p.mul(f[2], p.mul(z[a], x[b]))
		}
		j.mixed[a][a] = p.add(j.mixed[a][a], f[1])
	}
	return j
}

func (p digits) ofDistance(x, z []*big.Float, kappa func(*big.Float) [3]*big.Float) bigJet {
	j, s := p.emptyJet(len(x)), p.zero()
	apart := make([]*big.Float, len(x))
	for a := range x {
		apart[a] = p.sub(x[a], z[a])
		s = p.add(s, p.mul(apart[a], apart[a]))
	}
	f := kappa(p.div(s, p.of(2)))
	j.value = f[0]
	for a := range x {
		j.dx[a] = p.mul(f[1], apart[a])
		j.dz[a] = p.neg(j.dx[a])
		for b := range x {
			j.mixed[a][b] = p.neg(p.mul(f[2], p.mul(apart[a], apart[b])))
		}
		j.mixed[a][a] = p.sub(j.mixed[a][a], f[1])
	}
	return j
}

func (p digits) periodic(k kern.Periodic, x, z []*big.Float) bigJet {
	d := len(x)
	j := p.emptyJet(d)
	w := p.div(p.mul(p.of(2), p.pi()), p.of(k.Period))
	narrow := p.div(p.of(1), p.mul(p.of(k.Width), p.of(k.Width)))
	first, second, sum := make([]*big.Float, d), make([]*big.Float, d), p.zero()
	for a := range x { // 2 sin^2(t/2) = 1 - cos t
		sin, cos := p.sincos(p.mul(w, p.sub(x[a], z[a])))
		sum = p.add(sum, p.sub(p.of(1), cos))
		first[a], second[a] = p.neg(p.mul(narrow, p.mul(w, sin))), p.neg(p.mul(narrow, p.mul(p.mul(w, w), cos)))
	}
	j.value = p.exp(p.neg(p.mul(narrow, sum)))
	for a := range x {
		j.dx[a] = p.mul(j.value, first[a])
		j.dz[a] = p.neg(j.dx[a])
		for b := range x {
			j.mixed[a][b] = p.neg(p.mul(j.value, p.mul(first[a], first[b])))
		}
		j.mixed[a][a] = p.sub(j.mixed[a][a], p.mul(j.value, second[a]))
	}
	return j
}

func (p digits) combine(product bool, f, g bigJet) bigJet {
	d := len(f.dx)
	j := p.emptyJet(d)
	if product {
		j.value = p.mul(f.value, g.value)
	} else {
		j.value = p.add(f.value, g.value)
	}
	for a := range d {
		if !product {
			j.dx[a], j.dz[a] = p.add(f.dx[a], g.dx[a]), p.add(f.dz[a], g.dz[a])
		} else {
			j.dx[a] = p.add(p.mul(f.dx[a], g.value), p.mul(f.value, g.dx[a]))
			j.dz[a] = p.add(p.mul(f.dz[a], g.value), p.mul(f.value, g.dz[a]))
		}
		for b := range d {
			if !product {
				j.mixed[a][b] = p.add(f.mixed[a][b], g.mixed[a][b])
				continue
			}
			ends := p.add(p.mul(f.mixed[a][b], g.value), p.mul(f.value, g.mixed[a][b]))
			j.mixed[a][b] = p.add(ends, p.add(p.mul(f.dx[a], g.dz[b]), p.mul(f.dz[b], g.dx[a])))
		}
	}
	return j
}

// A truth is what big floats say of given coefficients.
type truth struct {
	objective, dual float64 // with directed errors below 1e-15 of themselves
	above           float64 // objective - dual
	norms           []float64
}

// truthOf measures coefficients, to as many digits as change nothing.
func truthOf(k kern.Kernel, X *mat.Dense, p *solve.Problem, alpha []float64, B *mat.Dense) truth {
	last := digits(256).truth(k, X, p, alpha, B)
	for prec := digits(512); ; prec *= 2 {
		next := prec.truth(k, X, p, alpha, B)
		if math.Abs(next.above-last.above) <= 1e-12*math.Abs(next.above)+1e-30*math.Abs(next.objective) && math.Abs(next.objective-last.objective) <= 1e-14*math.Abs(next.objective) {
			return next
		}
		last = next
		if prec > 1<<13 {
			panic("the digits do not settle")
		}
	}
}

func (p digits) rows(X *mat.Dense) [][]*big.Float {
	n, d := X.Dims()
	rows := make([][]*big.Float, n)
	for i := range rows {
		rows[i] = make([]*big.Float, d)
		for a := range d {
			rows[i][a] = p.of(X.At(i, a))
		}
	}
	return rows
}

// function returns the values and gradients of a function at the rows of X, and the squared lengths of the d_a k(x_i, .).
func (p digits) function(k kern.Kernel, X *mat.Dense, alpha []float64, B *mat.Dense) (v []*big.Float, W [][]*big.Float, lengths []*big.Float) {
	n, d := X.Dims()
	rows := p.rows(X)
	v, W = make([]*big.Float, n), make([][]*big.Float, n)
	for i := range n {
		v[i], W[i] = p.zero(), make([]*big.Float, d)
		for a := range d {
			W[i][a] = p.zero()
		}
		for j := range n {
			f := p.jet(k, rows[i], rows[j])
			v[i] = p.add(v[i], p.mul(f.value, p.of(alpha[j])))
			for b := range d {
				v[i] = p.add(v[i], p.mul(f.dz[b], p.of(B.At(j, b))))
			}
			for a := range d {
				W[i][a] = p.add(W[i][a], p.mul(f.dx[a], p.of(alpha[j])))
				for b := range d {
					W[i][a] = p.add(W[i][a], p.mul(f.mixed[a][b], p.of(B.At(j, b))))
				}
			}
			if i == j {
				for a := range d {
					lengths = append(lengths, f.mixed[a][a])
				}
			}
		}
	}
	return v, W, lengths
}

func (p digits) truth(k kern.Kernel, X *mat.Dense, problem *solve.Problem, alpha []float64, B *mat.Dense) truth {
	n, d := X.Dims()
	v, W, lengths := p.function(k, X, alpha, B)
	nu, tau := p.of(problem.Nu), p.of(problem.Tau)
	if problem.TauRidge {
		nu = p.mul(nu, tau)
	}
	count := p.of(float64(n))
	rest, mean := make([]*big.Float, n), p.zero()
	for i := range rest {
		rest[i] = p.sub(p.of(problem.Y[i]), v[i])
		mean = p.add(mean, p.div(rest[i], count))
	}
	alphaMean := p.zero()
	for _, a := range alpha {
		alphaMean = p.add(alphaMean, p.div(p.of(a), count))
	}
	if !problem.Intercept {
		mean, alphaMean = p.zero(), p.zero()
	}
	squares, settled, normSq := p.zero(), p.zero(), p.zero()
	for i, r := range rest {
		r = p.sub(r, mean)
		squares = p.add(squares, p.div(p.mul(r, r), count))
		e := p.sub(r, p.mul(p.mul(count, nu), p.sub(p.of(alpha[i]), alphaMean)))
		settled = p.add(settled, p.div(p.mul(e, e), count))
		normSq = p.add(normSq, p.mul(p.of(alpha[i]), v[i]))
		for a := range d {
			normSq = p.add(normSq, p.mul(p.of(B.At(i, a)), W[i][a]))
		}
	}
	var t truth
	norms := make([]*big.Float, d)
	for a := range d {
		norms[a] = p.zero()
		for i := range n {
			norms[a] = p.add(norms[a], p.mul(W[i][a], W[i][a]))
		}
		norms[a] = p.sqrt(p.div(norms[a], count))
		f, _ := norms[a].Float64()
		t.norms = append(t.norms, f)
	}
	groups, weights, quad := problem.Penalty.(trait.Blocks).Blocks(d)
	value, conjugate, drift := p.zero(), p.zero(), p.zero()
	for g, members := range groups {
		square, weight, inner := p.zero(), p.zero(), p.zero()
		length := p.zero()
		for _, a := range members {
			square = p.add(square, p.mul(norms[a], norms[a]))
			for i := range n {
				b := p.of(B.At(i, a))
				weight = p.add(weight, p.mul(b, b))
				inner = p.add(inner, p.mul(b, W[i][a]))
				length = p.add(length, lengths[i*d+a])
			}
		}
		norm := p.sqrt(square) // ||d f||_n
		value = p.add(value, p.add(p.mul(p.of(weights[g]), norm), p.mul(p.of(quad), square)))
		radius := p.div(p.mul(tau, p.of(weights[g])), p.sqrt(count))
		u := p.mul(p.mul(p.of(2), nu), p.sqrt(weight))
		inner = p.mul(p.mul(p.of(-2), nu), inner) // <u, W>
		if beyond := p.sub(u, radius); beyond.Sign() > 0 {
			if c2 := p.div(p.mul(tau, p.of(quad)), count); c2.Sign() > 0 {
				conjugate = p.add(conjugate, p.div(p.mul(beyond, beyond), p.mul(p.of(4), c2)))
			} else { // shortened
				part := p.div(beyond, u)
				inner = p.sub(inner, p.mul(inner, part))
				drift = p.add(drift, p.mul(part, p.mul(p.sqrt(weight), p.sqrt(length))))
			}
		}
		conjugate = p.sub(conjugate, inner)
	}
	objective := p.add(squares, p.add(p.mul(tau, value), p.mul(nu, normSq)))
	if problem.Intercept { // a is alpha less its mean
		reach, rows := p.zero(), p.rows(X)
		for i := range n {
			reach = p.add(reach, p.sqrt(p.jet(k, rows[i], rows[i]).value))
		}
		drift = p.add(drift, p.mul(p.zero().Abs(alphaMean), reach))
	}
	above := p.add(settled, p.add(p.add(p.mul(tau, value), conjugate), p.mul(nu, p.mul(drift, drift))))
	t.objective, _ = objective.Float64()
	t.above, _ = above.Float64()
	t.dual, _ = p.sub(objective, above).Float64()
	return t
}
