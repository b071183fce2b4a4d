package baseline

import "math"

// certify bounds the minimum from below, by the better of two bounds. That by the dual problem
// is tighter where lambda is large. That by the slopes stays useful where lambda is small
// beside the rounding of the inner products.
func (g *alignments) certify(beta []float64, lambda float64) bounds {
	with, within, total, size := 0.0, 0.0, 0.0, g.targetSize
	for k, b := range beta {
		with += b * g.target[k]
		if b > 0 {
			within += b * g.along(k, beta)
		}
		total += b
		size += b * g.sizes[k]
	}
	at := hsicResidual{alignments: g, lambda: lambda, beta: beta}
	at.blur = (g.unit + float64(len(beta)+8)*roundoff) * size
	for k := range beta {
		at.slopes = append(at.slopes, g.target[k]-g.along(k, beta))
	}
	at.square = g.square - 2*with + within
	hidden := at.blur*size/2 + float64(len(beta)+8)*roundoff*lambda*total // of the objective
	objective := max(0, at.square/2) + lambda*total
	dual := max(at.byDual(g.square-with, size), objective-hidden-at.bySlopes(objective+hidden))
	return bounds{objective, dual, max(0, objective+hidden-dual)}
}

// An hsicResidual holds the residual at beta, for the bounds.
type hsicResidual struct {
	alignments *alignments
	lambda     float64
	beta       []float64
	slopes     []float64 // <Kbar_k, residual>
	square     float64   // ||residual||^2
	blur       float64   // what rounding hides of an inner product with the residual, over the size of the other factor
}

// byDual returns the bound by the dual problem: for any matrix V with <Kbar_k, V> <= lambda it
// is <Lbar, V> - ||V||^2/2, and V is the best multiple of the residual. along is <Lbar,
// residual>, and size the size of the residual.
func (r hsicResidual) byDual(along, size float64) float64 {
	highest := 0.0
	for k, slope := range r.slopes {
		if r.alignments.sizes[k] > 0 {
			highest = max(highest, slope+r.blur*r.alignments.sizes[k])
		}
	}
	atMost := max(0, r.square) + r.blur*size
	along -= r.blur * r.alignments.targetSize
	if !(along > 0 && atMost > 0) {
		return 0
	}
	multiple := along / atMost
	if highest > 0 {
		multiple = min(multiple, r.lambda/highest)
	}
	return multiple*along - multiple*multiple*atMost/2
}

// bySlopes returns an upper bound of the distance of the objective, which is given, to its
// minimum. The objective is convex: with the slopes c_k = lambda - <Kbar_k, residual>, the
// distance is at most
//
//	sum_k c_k beta_k - sum_k c_k beta*_k
//
// for the best beta*. Of beta* the bound uses that lambda sum_k beta*_k is at most the
// objective, and that sum_k beta*_k Kbar_k is no longer than Lbar. Since the inner products are
// not negative, the latter bounds sum_k (beta*_k ||Kbar_k||)^2.
func (r hsicResidual) bySlopes(objective float64) float64 {
	within, highest, square := 0.0, 0.0, 0.0
	for k, b := range r.beta {
		hidden := r.blur*r.alignments.sizes[k] + float64(len(r.beta)+8)*roundoff*r.lambda
		within += b * (r.lambda - r.slopes[k] + hidden)
		if falls := r.slopes[k] - r.lambda + hidden; falls > 0 { // never where the matrix is 0
			highest = max(highest, falls)
			part := falls / r.alignments.shortest(k)
			square += part * part
		}
	}
	without := highest * objective / r.lambda
	if apart := r.alignments.apart * float64(len(r.beta)); apart < 0.5 {
		most := math.Sqrt((r.alignments.square + r.alignments.unit*r.alignments.targetSize*r.alignments.targetSize) / (1 - apart)) // of the beta*_k ||Kbar_k||
		without = min(without, math.Sqrt(square)*most)
	}
	return max(0, within+without) * (1 + float64(len(r.beta)+16)*roundoff)
}
