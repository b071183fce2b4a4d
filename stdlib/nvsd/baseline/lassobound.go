package baseline

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// A leastSquares holds a penalised least squares problem at a residual r, for bounds of its
// minimum,
//
//	min over b   ||y - sum_j Z_j b_j||^2/(2n) + l1 sum_j ||b_j|| + (l2/2) sum_j ||b_j||^2,
//
// at a residual r. Any vector r gives bounds; that of the minimiser gives the best.
type leastSquares struct {
	y, r   []float64
	norms  []float64 // ||Z_j'r||, as computed
	sizes  []float64 // at least the Frobenius norm of Z_j
	l1, l2 float64   // not both 0
	lost   float64   // at least the length of what the norms are of beside r
}

// lower returns a lower bound of the minimum, rounding included. It is the dual objective
//
//	(v'y - v'v/2)/n - sum_j (||Z_j'v||/n - l1)_+^2 / (2 l2),
//
// the sum being infinite where l2 = 0 and it is not 0, at v = r or at the multiple of r
// which is best where the sum is 0.
func (p leastSquares) lower() float64 {
	n := float64(len(p.y))
	rounding := (n + 8) * roundoff
	ry, size := 0.0, 0.0
	for i, v := range p.r {
		ry += v * p.y[i]
		size += math.Abs(v * p.y[i])
	}
	ry -= rounding*size + 2*p.lost*floats.Norm(p.y, 2)
	rr := floats.Dot(p.r, p.r) * (1 + rounding)
	if p.lost > 0 {
		rr += 2 * p.lost * (2*math.Sqrt(rr) + p.lost)
	}
	if !(ry > 0 && rr > 0) {
		return 0 // v = 0
	}
	length := math.Sqrt(rr)
	highest, sum := 0.0, 0.0
	for j, norm := range p.norms {
		atMost := norm*(1+rounding) + rounding*p.sizes[j]*length
		highest = max(highest, atMost)
		if over := atMost/n - p.l1; over > 0 {
			sum += over * over
		}
	}
	best := 0.0
	if s := ry / rr; p.l1 > 0 {
		if highest > 0 {
			s = min(s, n*p.l1/highest*(1-4*roundoff))
		}
		best = s * (ry - s*rr/2) / n * (1 - 8*roundoff)
	}
	if p.l2 > 0 {
		best = max(best, ((ry-rr/2)/n-sum/(2*p.l2)*(1+rounding))-8*roundoff*ry/n)
	}
	return max(0, best)
}

// upper returns an upper bound of the objective at coefficients b, rounding included. r is
// the residual, computed from the given number of products, whose sizes hidden bounds:
// hidden[i] is at least |y_i| + sum |b| |Z_i|. penalty is that of b.
func (p leastSquares) upper(hidden []float64, terms int, penalty float64) float64 {
	n := float64(len(p.y))
	blur := float64(terms+3) * roundoff
	rr := 0.0
	for i, v := range p.r {
		at := math.Abs(v) + blur*hidden[i]
		rr += at * at
	}
	return (rr/(2*n) + penalty) * (1 + (n+float64(terms)+8)*roundoff)
}
