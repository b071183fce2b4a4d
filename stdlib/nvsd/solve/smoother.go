package solve

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Smoother returns ridge regression at nu > 0 as a linear function of the targets, at m points
// x_j: the fit there is the j-th row of weights (m x n) times y. variance[j] is the variance of
//
//	f(x_j) - weights[j] y,   f a Gaussian process of covariance k, y_i = f(x_i) + noise,
//
// where the noise has the variance n nu, and f with an intercept a constant of unlimited variance
// besides: with the P of [Ridge.LeaveOneOut] and k_j = (k(x_j, x_i))_i
//
//	k(x_j, x_j) - k_j'P k_j,   weights[j] = P k_j,
//
// and with an intercept, where k_j and k(x_j, x_j) are those of the kernel that is centred on the
// training points, n nu/n = nu more and weights[j] = P k_j + 1/n. No variance is below 0.
//
// cross holds k(x_j, x_i) (m x n), and self k(x_j, x_j) (length m). It takes O(n^2) for a point.
func (r *Ridge) Smoother(nu float64, cross *mat.Dense, self []float64) (weights *mat.Dense, variance []float64, err error) {
	if err := r.op.hasPoints("the variance at a point"); err != nil {
		return nil, nil, err
	}
	shift, err := r.shift(nu)
	if err != nil {
		return nil, nil, err
	}
	m, n := cross.Dims()
	if n != len(r.y) || len(self) != m {
		return nil, nil, fmt.Errorf("solve: the kernel of %d points with themselves, and %d x %d with the training points: the latter must have a row for each of the points, and %d columns", len(self), m, n, len(r.y))
	}
	whole, err := r.shifted.modes()
	if err != nil {
		return nil, nil, err
	}
	weights, variance = mat.NewDense(m, n, nil), append([]float64(nil), self...)
	k := mat.DenseCopyOf(cross)
	if r.root != nil {
		for j := range m {
			floats.Mul(k.RawRowView(j), r.root)
		}
	}
	if r.columns != nil {
		c := r.op.constant
		overall := c.mean(r.columns)
		for j := range m {
			row := k.RawRowView(j)
			mean := c.mean(row)
			variance[j] += overall - 2*mean
			floats.Sub(row, r.columns)
			c.addTo(row, overall-mean)
			for i, w := range weights.RawRowView(j) {
				weights.RawRowView(j)[i] = w + c.part(i, n)
			}
		}
	}
	for l, q := range whole.vectors { // outside, as it is long and the points are few
		for j := range m {
			along := floats.Dot(q, k.RawRowView(j))
			at := along / (whole.lambda[l] + shift)
			floats.AddScaled(weights.RawRowView(j), at, q)
			variance[j] -= float64(along * at)
		}
	}
	if r.root != nil {
		for j := range m {
			floats.Mul(weights.RawRowView(j), r.root)
		}
	}
	for j, v := range variance {
		variance[j] = math.Max(v, 0)
		if r.columns != nil {
			variance[j] += nu
		}
	}
	return weights, variance, nil
}
