package solve

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Out reports whether a group with this dual ratio and norm is out: where the ratio is
// below 1 - 1e-6, or the norm is at most 1e-6 of the largest. An unknown ratio is NaN.
func Out(ratio, norm, largest float64) bool {
	return ratio < 1-1e-6 || norm <= outNorm*largest
}

// outNorm is the part of the largest norm up to which a norm counts as 0.
const outNorm = 1e-6

// spoilt is the part of the objective by which a gap must be below 0 to be rounding
// alone, which proves nothing.
const spoilt = 1e-6

// certify sets the objective of x, and a bound of its distance to the minimum, from B, R, W
// and alpha. Both formulas hold for the alpha that is best with B, as [reduced.field] finds
// it. Where the run's context has ended, its error is returned: the products of x may be cut short.
func (f *finisher) certify(x *point) error {
	if err := f.ctx.Err(); err != nil {
		return err
	}
	hW, err := f.pen.value(x.W)
	if err != nil {
		return err
	}
	hR, err := f.pen.value(x.R)
	if err != nil {
		return err
	}
	R, W := x.R.RawMatrix().Data, x.W.RawMatrix().Data
	var bw, bwr float64
	for i, b := range x.B.RawMatrix().Data {
		bw += b * W[i]
		bwr += b * (W[i] - R[i])
	}
	x.objective = f.nu*(floats.Dot(x.alpha, f.y)+bw) + f.p.Tau*hW
	x.gap = f.p.Tau*(hW-hR) + 2*f.nu*bwr
	if x.gap < -spoilt*math.Max(x.objective, f.floor) {
		x.gap = math.Inf(1)
	}
	return nil
}

// decide sets Active and Norms. A certain input is as proven. Any other is decided by the
// dual blocks and the prox of x where there is a certificate, else by its norm.
func (f *finisher) decide(s *Solution, x *point) {
	s.Active, s.Norms = make([]bool, f.d), make([]float64, f.d)
	if s.Groups == nil {
		exact := s.RawNorms
		if f.certifies {
			columnNorms(f.pen.r, x.R) // the prox has exact zeros
			exact = f.pen.r
		}
		for a, norm := range exact {
			s.Active[a] = norm > 0 && !Out(1, s.RawNorms[a], s.NormScale)
		}
	}
	for g, members := range s.Groups {
		for _, a := range members {
			s.Active[a] = !Out(s.Ratios[g], blockNorm(s.RawNorms, members), s.NormScale)
		}
	}
	for a, c := range s.Certain {
		if c != Undecided {
			s.Active[a] = c == CertainlyIn
		}
	}
	s.keep(slices.Clone(s.Active))
}

// ratios returns ||u_g - 2 c2 phi_g|| / rad_g for every group of a penalty that
// is a sum of block norms; c2 = tau quad / n is the factor of the squares. phi is
// the prox R, to which the gradients tend: u is a subgradient there, so that the
// ratio of a group is 1 if it is in, however early the solver stopped. Without a
// certificate there are no dual blocks, and the ratios are NaN.
func (f *finisher) ratios(x *point) (groups [][]int, ratios []float64) {
	if f.groups == nil {
		return nil, nil
	}
	c2 := f.p.Tau * f.quad / float64(f.n)
	square := make([]float64, f.d)
	for i := range f.n {
		b, phi := x.B.RawRowView(i), x.R.RawRowView(i)
		for a := range square {
			e := -2*f.nu*b[a] - 2*c2*phi[a]
			square[a] += e * e
		}
	}
	for g, members := range f.groups {
		var sum float64
		for _, a := range members {
			sum += square[a]
		}
		rad := f.p.Tau * f.weights[g] / math.Sqrt(float64(f.n))
		ratio := math.NaN()
		if rad > 0 && f.certifies {
			ratio = math.Sqrt(sum) / rad
		}
		ratios = append(ratios, ratio)
	}
	return f.groups, ratios
}
