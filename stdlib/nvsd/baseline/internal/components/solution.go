package components

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
)

// unit is the largest relative error of one rounding.
const unit = 0x1p-53

// Sizes returns for every component at least |alpha|'|K_j||alpha|, the sum of the sizes of the
// products in alpha'K_j alpha.
func Sizes(f Family, alpha []float64) []float64 {
	total := blas64.Asum(vector(alpha))
	sizes := slices.Clone(f.Largest())
	for j := range sizes {
		sizes[j] *= total * total
	}
	return sizes
}

// solution returns the point of the run with its bounds. The upper one is the objective of
// f_j = theta_j K_j alpha, the lower one that of the dual problem,
//
//	(2v'y - v'v)/n                                   where v'K_j v <= (n tau)^2 for all j,
//	(2v'y - v'v)/n - M max_j v'K_j v/(lambda n^2)    for Bounded,
//
// at v = s n r alpha with the best s. Both hold for any theta and alpha, whatever the system
// was solved to.
func (r *newton) solution(limit Limit) *Solution {
	alpha, squares := r.system.Alpha(), r.system.Squares()
	sizes, total := Sizes(r.Family, alpha), blas64.Asum(vector(alpha))
	n := float64(len(alpha))
	rounding := (n + 8) * unit // of a sum of n products, relative to the sum of their sizes
	sol := &Solution{
		Theta: slices.Clone(r.theta), Alpha: slices.Clone(alpha), Ratio: make([]float64, len(squares)),
		Norms: make([]float64, len(squares)), Most: make([]float64, len(squares)),
	}
	residual := slices.Clone(r.Y)
	highest, blur := 0.0, 0.0
	for j, q := range squares {
		atMost := max(q, 0) + 2*rounding*sizes[j]
		sol.Ratio[j] = math.Sqrt(max(q, 0))
		highest = max(highest, atMost)
		if theta := r.theta[j]; theta > 0 {
			sol.Norms[j], sol.Most[j] = theta*sol.Ratio[j], theta*math.Sqrt(atMost)
			for i, f := range r.system.Fit(j) {
				residual[i] -= theta * f
			}
			blur += theta * sizes[j]
		}
	}
	if total > 0 {
		blur *= rounding / total // of one value of sum_j f_j
	}
	hidden := make([]float64, len(alpha))
	var ay, aySize, aa float64
	for i, y := range r.Y {
		hidden[i] = blur + rounding*math.Abs(y)
		ay += alpha[i] * y
		aySize += math.Abs(alpha[i] * y)
		aa += alpha[i] * alpha[i]
	}
	sol.Dual = r.dual(n, highest, ay-rounding*aySize, aa*(1+rounding))
	r.Certify(sol, residual, hidden, limit.Tol)
	return sol
}

// Certify makes the objective, the gap and Converged of sol those of functions with its norms
// and the residual. hidden is what rounding may hide of each of its values, tol as in Limit.
//
// Solve calls it for f_j = theta_j K_j alpha. A caller that computes the functions in another
// way, which rounds differently, calls it again for those.
func (p *Problem) Certify(sol *Solution, residual, hidden []float64, tol float64) {
	n := float64(len(residual))
	var rr, rrAtMost, yy float64
	for i, v := range residual {
		atMost := math.Abs(v) + hidden[i]
		rr += v * v
		rrAtMost += atMost * atMost
		yy += p.Y[i] * p.Y[i]
	}
	sol.Objective = p.objective(n, rr, total(sol.Norms))
	sol.Gap = p.objective(n, rrAtMost, total(sol.Most))*(1+(n+8)*unit) - sol.Dual
	sol.Converged = sol.Gap <= tol*max(sol.Objective, 1e-12*yy/n)
}

func (p *Problem) objective(n, rr, norms float64) float64 {
	if math.IsInf(p.bound, 1) {
		return rr/n + 2*p.ridge*norms
	}
	return rr/n + p.ridge/p.bound*norms*norms
}

// dual returns the lower bound of alpha with the largest alpha'K_j alpha, alpha'y and
// alpha'alpha given.
func (p *Problem) dual(n, highest, ay, aa float64) float64 {
	if !(ay > 0 && aa > 0) {
		return 0 // v = 0
	}
	quadratic := n * p.ridge * p.ridge * aa
	if !math.IsInf(p.bound, 1) {
		quadratic += p.bound * p.ridge * highest
		return p.ridge * ay * (p.ridge * ay / quadratic)
	}
	s := p.ridge * ay / quadratic
	if highest > 0 {
		s = min(s, 1/math.Sqrt(highest))
	}
	return s * (2*p.ridge*ay - s*quadratic)
}
