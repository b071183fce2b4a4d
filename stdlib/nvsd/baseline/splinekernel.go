package baseline

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// bernoulli1, bernoulli2 and bernoulli4 are the Bernoulli polynomials k_r = B_r / r!.
func bernoulli1(u float64) float64 { return u - 0.5 }

func bernoulli2(u float64) float64 {
	v := u - 0.5
	return (v*v - 1.0/12) / 2
}

func bernoulli4(u float64) float64 {
	v := u - 0.5
	v *= v
	return (v*v - v/2 + 7.0/240) / 24
}

// splineKernels are the reproducing kernels of the functions of an input on [0, 1] that have
// the mean 0 and a second derivative g of integrable square, with the squared norm
// (f(1) - f(0))^2 + integral of g^2 (Wahba 1990, chapter 10; Lin and Zhang 2006, sec. 2):
//
//	K(s, t) = k1(s) k1(t) + k2(s) k2(t) - k4(|s - t|)
//
// between any point and the training points of each input.
type splineKernels struct {
	points, first, second [][]float64 // of an input: t, k1(t), k2(t)
}

func newSplineKernels(Z *mat.Dense) *splineKernels {
	n, d := Z.Dims()
	k := &splineKernels{}
	for a := range d {
		points, first, second := mat.Col(nil, a, Z), make([]float64, n), make([]float64, n)
		for i, t := range points {
			first[i], second[i] = bernoulli1(t), bernoulli2(t)
		}
		k.points, k.first, k.second = append(k.points, points), append(k.first, first), append(k.second, second)
	}
	return k
}

func (k *splineKernels) row(dst []float64, a int, s float64) {
	first, second := k.first[a], k.second[a]
	s1, s2 := bernoulli1(s), bernoulli2(s)
	for i, t := range k.points[a] {
		dst[i] = s1*first[i] + s2*second[i] - bernoulli4(math.Abs(s-t))
	}
}
