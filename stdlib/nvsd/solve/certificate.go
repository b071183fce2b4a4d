package solve

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Out reports whether a group whose dual ratio and norm are given is out, beside
// the largest norm there is: when the ratio is below 1 - 1e-6, or the norm at
// most 1e-6 of the largest. A ratio that is not known is NaN.
func Out(ratio, norm, largest float64) bool {
	return ratio < 1-1e-6 || norm <= outNorm*largest
}

// outNorm is the part of the largest norm up to which one counts as 0.
const outNorm = 1e-6

// certify sets the objective of x's coefficients, and how far it is above the
// minimum at most, from B, R, W and alpha. Both formulas take alpha for the one that
// is best with B, which [reduced.field] has found.
func (f *finisher) certify(x *point) error {
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
	return nil
}

// decide sets Groups, Ratios, Active and Norms, by the dual blocks and the prox of
// x where there is a certificate, else by the norms alone.
func (f *finisher) decide(s *Solution, x *point) {
	s.Active, s.Norms = make([]bool, f.d), make([]float64, f.d)
	in := func(a int) {
		s.Active[a] = true
		s.Norms[a] = s.RawNorms[a]
	}
	groups, ratios := f.ratios(x)
	if groups == nil {
		exact := s.RawNorms
		if f.certifies {
			columnNorms(f.pen.r, x.R) // the prox has exact zeros
			exact = f.pen.r
		}
		for a, norm := range exact {
			if norm > 0 && !Out(1, s.RawNorms[a], s.NormScale) {
				in(a)
			}
		}
		return
	}
	s.Groups, s.Ratios = groups, ratios
	for g, members := range groups {
		if !Out(ratios[g], blockNorm(s.RawNorms, members), s.NormScale) {
			for _, a := range members {
				in(a)
			}
		}
	}
}

// ratios returns ||u_g - 2 c2 phi_g|| / rad_g for every group of a penalty that
// is a sum of block norms; c2 = tau quad / n is the factor of the squares. phi is
// the prox R, to which the gradients tend: u is a subgradient there, so that the
// ratio of a group is 1 if it is in, however early the solver stopped. Without a
// certificate there are no dual blocks, and the ratios are NaN.
func (f *finisher) ratios(x *point) (groups [][]int, ratios []float64) {
	groups, weights, quad := blocksOf(f.p.Penalty, f.d)
	if groups == nil {
		return nil, nil
	}
	c2 := f.p.Tau * quad / float64(f.n)
	square := make([]float64, f.d)
	for i := range f.n {
		b, phi := x.B.RawRowView(i), x.R.RawRowView(i)
		for a := range square {
			e := -2*f.nu*b[a] - 2*c2*phi[a]
			square[a] += e * e
		}
	}
	for g, members := range groups {
		var sum float64
		for _, a := range members {
			sum += square[a]
		}
		rad := f.p.Tau * weights[g] / math.Sqrt(float64(f.n))
		ratio := math.NaN()
		if rad > 0 && f.certifies {
			ratio = math.Sqrt(sum) / rad
		}
		ratios = append(ratios, ratio)
	}
	return groups, ratios
}
