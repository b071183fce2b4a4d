package solve

import (
	"math"
	"time"

	"gonum.org/v1/gonum/floats"
)

// A sum of block norms and squares,
//
//	P(u) = sum_g weights[g] sqrt(sum_{a in groups[g]} u_a^2) + quad sum_a u_a^2,
//
// tells its parts, so that the dual ratio of every group can be reported.
type blockNorms interface {
	Blocks(d int) (groups [][]int, weights []float64, quad float64)
}

// Out reports whether a group whose dual ratio and norm are given is out, beside
// the largest norm there is: when the ratio is below 1 - 1e-6, or the norm at
// most 1e-6 of the largest. A ratio that is not known is NaN.
func Out(ratio, norm, largest float64) bool {
	return ratio < 1-1e-6 || norm <= 1e-6*largest
}

// relative returns the relative gap of x.
func (r *dualRun) relative(x *point) float64 {
	if x.gap <= 0 {
		return 0
	}
	return x.gap / math.Max(x.objective, r.floor)
}

// certify sets the objective of x's coefficients, and its gap.
func (r *dualRun) certify(x *point) error {
	hW, err := r.pen.value(x.W)
	if err != nil {
		return err
	}
	hR, err := r.pen.value(x.R)
	if err != nil {
		return err
	}
	R, W := x.R.RawMatrix().Data, x.W.RawMatrix().Data
	var bw, bwr float64
	for i, b := range x.B.RawMatrix().Data {
		bw += b * W[i]
		bwr += b * (W[i] - R[i])
	}
	x.objective = r.nu*(floats.Dot(x.alpha, r.y)+bw) + r.p.Tau*hW
	x.gap = r.p.Tau*(hW-hR) + 2*r.nu*bwr
	return nil
}

// solution reports the best point, its bounds computed anew from its
// coefficients.
func (r *dualRun) solution(status Status) (*Solution, error) {
	x := r.best
	s := &Solution{Alpha: x.alpha, B: x.B, Iterations: r.iter, Status: status, Trace: r.trace,
		Fitted: make([]float64, r.n), RawNorms: make([]float64, r.d)}
	gram(r.op.train, s.Fitted, x.W, x.alpha, x.B)
	rest := make([]float64, r.n)
	floats.SubTo(rest, r.p.Y, s.Fitted)
	if r.p.Intercept {
		s.Intercept = floats.Sum(rest) / float64(r.n)
		floats.AddConst(-s.Intercept, rest)
	}
	s.NormSq = floats.Dot(x.alpha, s.Fitted) + floats.Dot(x.B.RawMatrix().Data, x.W.RawMatrix().Data)
	floats.AddConst(s.Intercept, s.Fitted)
	if err := r.certify(x); err != nil {
		return nil, err
	}
	value, err := r.pen.value(x.W)
	if err != nil {
		return nil, err
	}
	s.Objective = floats.Dot(rest, rest)/float64(r.n) + r.p.Tau*value + r.nu*s.NormSq
	s.Dual = s.Objective - max(x.gap, 0)
	if gap := s.Objective - s.Dual; gap > 0 {
		s.RelGap = gap / math.Max(s.Objective, r.floor)
	}
	columnNorms(s.RawNorms, x.W)
	ridge := make([]float64, r.d)
	columnNorms(ridge, r.g)
	s.NormScale = max(floats.Max(s.RawNorms), floats.Max(ridge))
	r.decide(s, x)
	s.Seconds = time.Since(r.start).Seconds()
	return s, nil
}

// decide sets Groups, Ratios, Active and Norms.
func (r *dualRun) decide(s *Solution, x *point) {
	s.Active, s.Norms = make([]bool, r.d), make([]float64, r.d)
	in := func(a int) {
		s.Active[a] = true
		s.Norms[a] = s.RawNorms[a]
	}
	groups, ratios := r.ratios(x)
	if groups == nil {
		columnNorms(r.pen.r, x.R) // the prox has exact zeros
		for a, norm := range r.pen.r {
			if norm > 0 && !Out(1, s.RawNorms[a], s.NormScale) {
				in(a)
			}
		}
		return
	}
	s.Groups, s.Ratios = groups, ratios
	for g, members := range groups {
		var sum float64
		for _, a := range members {
			sum += s.RawNorms[a] * s.RawNorms[a]
		}
		if !Out(ratios[g], math.Sqrt(sum), s.NormScale) {
			for _, a := range members {
				in(a)
			}
		}
	}
}

// ratios returns ||u_g - 2 c2 phi_g|| / rad_g for every group of a penalty that
// is a sum of block norms; c2 = tau quad / n is the factor of the squares. phi is
// the prox R, to which the gradients tend: u is a subgradient there, so that the
// ratio of a group is 1 if it is in, however early the solver stopped.
func (r *dualRun) ratios(x *point) (groups [][]int, ratios []float64) {
	p, ok := r.p.Penalty.(blockNorms)
	if !ok {
		return nil, nil
	}
	groups, weights, quad := p.Blocks(r.d)
	c2 := r.p.Tau * quad / float64(r.n)
	square := make([]float64, r.d)
	for i := range r.n {
		b, phi := x.B.RawRowView(i), x.R.RawRowView(i)
		for a := range square {
			e := -2*r.nu*b[a] - 2*c2*phi[a]
			square[a] += e * e
		}
	}
	for g, members := range groups {
		var sum float64
		for _, a := range members {
			sum += square[a]
		}
		rad := r.p.Tau * weights[g] / math.Sqrt(float64(r.n))
		ratio := math.NaN()
		if rad > 0 {
			ratio = math.Sqrt(sum) / rad
		}
		ratios = append(ratios, ratio)
	}
	return groups, ratios
}
