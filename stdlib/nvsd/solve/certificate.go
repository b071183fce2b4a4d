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

const (
	outRatio = 1 - 1e-6 // a group whose dual ratio is below is out
	outNorm  = 1e-6     // and an input whose norm is at most this part of the largest
)

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
	s.RelGap = (s.Objective - s.Dual) / math.Max(s.Objective, r.scale)
	if s.Objective == 0 {
		s.RelGap = 0
	}
	columnNorms(s.RawNorms, x.W)
	r.select_(s, x)
	s.Seconds = time.Since(r.start).Seconds()
	return s, nil
}

// select_ sets Groups, Ratios, Active and Norms.
func (r *dualRun) select_(s *Solution, x *point) {
	s.Active, s.Norms = make([]bool, r.d), make([]float64, r.d)
	for a := range s.Active {
		s.Active[a] = true
	}
	if p, ok := r.p.Penalty.(blockNorms); ok {
		groups, weights, quad := p.Blocks(r.d)
		s.Groups, s.Ratios = groups, make([]float64, len(groups))
		square := r.residuals(x, 2*r.p.Tau*quad/float64(r.n))
		for g, members := range groups {
			var sum float64
			for _, a := range members {
				sum += square[a]
			}
			rad := r.p.Tau * weights[g] / math.Sqrt(float64(r.n))
			s.Ratios[g] = math.Sqrt(sum) / rad
			if rad == 0 {
				s.Ratios[g] = math.NaN()
			}
			for _, a := range members {
				s.Active[a] = !(s.Ratios[g] < outRatio)
			}
		}
	} else {
		columnNorms(r.pen.r, x.R)
		for a, norm := range r.pen.r {
			s.Active[a] = norm > 0
		}
	}
	largest := floats.Max(s.RawNorms)
	for a, norm := range s.RawNorms {
		s.Active[a] = s.Active[a] && norm > outNorm*largest
		if s.Active[a] {
			s.Norms[a] = norm
		}
	}
}

// residuals returns ||u_a - c phi_a||^2 for every input.
func (r *dualRun) residuals(x *point, c float64) []float64 {
	square := make([]float64, r.d)
	for i := range r.n {
		b, w := x.B.RawRowView(i), x.W.RawRowView(i)
		for a := range square {
			e := -2*r.nu*b[a] - c*w[a]
			square[a] += e * e
		}
	}
	return square
}
