package solve

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/exact"
)

// A proof is a lower bound of the minimum. For any f, any a (of sum 0 with an
// intercept) and any blocks u of finite h*(u), with g the function of the coefficients
// a and B' = -u/(2 nu) and r = y - f(X) - b at the best b,
//
//	F(f) - dual(a, u) = (1/n) ||r - n nu a||^2 + h(W) + h*(u) - <u, W> + nu ||f - g||_H^2,
//
// W the gradients of f. No term is below 0, so that none can hide a rounding error of
// another. With weights the first term is (1/n) sum_i w_i (r_i - n nu a_i/w_i)^2; u has the rows -2 nu B_i/sqrt(w_i), and
// W those of the gradients times sqrt(w_i). Here f is the function of alpha and B, a is alpha less its mean and u is
// -2 nu B, shortened where rounding has left it outside of its ball. So g is f but for the
// mean and the shortening.
type proof struct {
	gap      estimate // F(f) - dual(a, u), and by how much it may be larger
	improper string   // why nothing is proven, or ""
}

// prove bounds the distance of the objective of m to the minimum; m is measured at the
// point x.
func (f *finisher) prove(m *measured, x *point) (proof, error) {
	if m.improper != "" {
		return proof{improper: m.improper}, nil
	}
	var settled estimate
	var drift, apart float64
	if f.mean != nil {
		settled, apart = f.unsettledLoss(m)
	} else {
		settled, drift = f.unsettled(m)
	}
	conjugate, away, err := f.conjugate(m, x)
	if err != nil {
		return proof{}, err
	}
	p := proof{gap: settled.plus(conjugate)}
	for a, by := range f.apart {
		away += by * math.Sqrt(f.lengths[a])
		p.gap.at = p.gap.at.Add(exact.Of(2 * f.nu * by * (m.norms[a].Hi*math.Sqrt(float64(f.n)) + blockOf(x.R, a)) * (1 + 1e-9)))
	}
	p.gap.off += f.nu * (drift + away) * (drift + away) * (1 + 1e-9)
	p.gap.at = p.gap.at.Add(exact.Of(f.nu * apart * (apart + 2*away) * (1 + 1e-9)))
	if p.gap.at.Hi < -p.gap.off {
		p.improper = "its distance from the minimum comes out below 0"
	}
	p.gap.at = exact.Of(max(0, p.gap.at.Hi))
	return p, nil
}

// blockOf returns the norm of column a.
func blockOf(A *mat.Dense, a int) float64 { return mat.Norm(A.ColView(a), 2) }

// unsettled returns (1/n) ||r - n nu a||^2, which is 0 where alpha is the best with B, and
// the norm of the part of f that the mean of alpha makes.
func (f *finisher) unsettled(m *measured) (e estimate, drift float64) {
	blocks := f.p.Op.blocks()
	means := make([]exact.Double, len(blocks))
	if f.p.Intercept {
		for k, K := range blocks {
			rows := blockIn(f.rows, k, f.each)
			means[k] = exact.Total(ofFloats(blockIn(m.alpha, k, f.each))).Div(rows.sum(f.each))
			var reach float64
			for i := range f.each {
				reach += rows.at(i) * math.Sqrt(math.Abs(K.At(i, i)))
			}
			drift += math.Abs(means[k].Hi) * reach * (1 + 1e-6)
		}
	}
	nnu := exact.Product(float64(f.n), f.nu)
	var square exact.Double
	for i, a := range m.alpha {
		own := f.rows.over(i, exact.Of(a)).Sub(means[i/f.each]).Mul(nnu)
		square = square.Add(f.rows.times(i, m.rest[i].Sub(own).Square()))
	}
	n := float64(f.n)
	return estimate{square.Div(exact.Of(n)), (2*root(square) + m.ofV) * m.ofV / n}, drift
}

// conjugate returns h(W) + h*(u) - <u, W>, and the norm of the part of f that the
// shortening of u takes.
func (f *finisher) conjugate(m *measured, x *point) (e estimate, drift float64, err error) {
	if f.groups == nil {
		return f.conjugateByProx(m, x)
	}
	rn := exact.Of(float64(f.n)).Sqrt()
	quad := exact.Product(f.p.Tau, f.quad).Div(exact.Of(float64(f.n)))
	var slopes, terms float64
	for g, members := range f.groups {
		radius := exact.Product(f.p.Tau, f.weights[g]).Div(rn)
		var weight, inner exact.Double // ||B_g||^2 and <B_g, W_g>
		for i := range f.n {
			row := m.B.RawRowView(i)
			for _, a := range members {
				weight = weight.Add(f.slopes.over(i, exact.Product(row[a], row[a])))
				inner = inner.Add(m.W[i*f.d+a].Times(row[a]))
			}
		}
		norm := groupNorm(m.norms, members).Mul(rn)
		u := weight.Sqrt().Times(2 * f.nu)
		inner = inner.Times(-2 * f.nu)
		term := radius.Mul(norm).Add(quad.Mul(norm.Square()))
		if beyond := u.Sub(radius); beyond.Hi > 0 {
			if f.quad > 0 {
				term = term.Add(beyond.Square().Div(quad.Times(4)))
			} else {
				part := beyond.Div(u)
				inner = inner.Sub(inner.Mul(part))
				var lengths float64
				for _, a := range members {
					lengths += f.lengths[a]
				}
				drift += part.Hi * root(weight) * math.Sqrt(lengths) * (1 + 1e-6)
			}
		}
		e.at = e.at.Add(term).Sub(inner)
		slope := radius.Hi + u.Hi + quad.Hi*(2*norm.Hi+m.ofW)
		slopes += slope * slope
		terms += term.Hi + math.Abs(inner.Hi)
	}
	e.off = math.Sqrt(slopes)*m.ofW*(1+1e-9) + 0x1p-90*terms
	return e, drift, nil
}

// conjugateByProx is [finisher.conjugate] for any penalty. u is a subgradient of h at the
// prox R of the step to x, so that h*(u) = <u, R> - h(R). It trusts the prox, but for a
// few roundings of its argument: these move R by rho and u by 2 nu rho/curvature. The
// effect on h(R) - <u, R> is of second order, except where R is at a kink, which is 0.
func (f *finisher) conjugateByProx(m *measured, x *point) (e estimate, drift float64, err error) {
	const roundings = 8 * unit
	u := make([]float64, f.d)
	columnNorms(u, x.R)
	at, err := f.penaltyAt(u, 0)
	if err != nil {
		return e, 0, err
	}
	e = m.penalty.plus(at.times(-1))
	e.off = m.penalty.off + at.off
	e = e.times(f.p.Tau)

	from, blocks, apart := make([]float64, f.d), make([]float64, f.d), make([]float64, f.d) // squares of Z, B and W - R
	var inner exact.Double
	for i := range f.n {
		b, r := m.B.RawRowView(i), x.R.RawRowView(i)
		for a, v := range b {
			rest := f.slopes.timesRoot(i, m.W[i*f.d+a]).Sub(exact.Of(r[a]))
			inner = inner.Add(f.slopes.overRoot(i, rest).Times(v))
			v = f.slopes.overRoot(i, exact.Of(v)).Hi
			z := r[a] - f.curvature*v
			from[a] += z * z
			blocks[a] += v * v
			apart[a] += rest.Hi * rest.Hi
		}
	}
	e.at = e.at.Add(inner.Times(2 * f.nu))
	var all float64
	for a := range from {
		rho := roundings * math.Sqrt(from[a]) // of R
		away := rho / f.curvature             // of B
		drift += away * math.Sqrt(f.lengths[a])
		kinked := 1e-3
		if norm := u[a] * math.Sqrt(float64(f.n)); norm > 0 && norm < 100*rho {
			kinked = 2
		}
		e.off += 2 * f.nu * (kinked*rho*math.Sqrt(blocks[a]) + away*(math.Sqrt(apart[a])+m.ofW))
		all += blocks[a]
	}
	e.off += 2 * f.nu * math.Sqrt(all) * m.ofW * (1 + 1e-9)
	return e, drift, nil
}
