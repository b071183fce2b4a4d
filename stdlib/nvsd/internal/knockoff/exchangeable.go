package knockoff

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Difference is the largest one between inputs and their copies: that of input J and its copy beside input K. J and K are -1 for a single input.
type Difference struct {
	J, K int
	P    float64 // the probability of one as large, in all pairs, if inputs and copies can be exchanged
}

// LargestDifference looks for a pair of inputs that a copy does not depend on as its input does. If input j and its copy can be exchanged, then
//
//	t_i = (p(x_ij) - p(copy_ij)) q(x_ik)
//
// has either sign with the same probability, for all functions p and q. Here they are the rank, and its square about the middle, and the score of a
// pair is sum_i t_i / sqrt(sum_i t_i^2), which is about normal. P is the probability of the largest score by Bonferroni.
func LargestDifference(inputs, copies [][]float64) Difference {
	d := len(inputs)
	shapes := make([][2][]float64, d)
	changes := make([][2][]float64, d)
	for j := range inputs {
		x, c := shapesOf(inputs[j], inputs[j]), shapesOf(inputs[j], copies[j])
		shapes[j], changes[j] = x, x
		for s := range x {
			changes[j][s] = make([]float64, len(x[s]))
			for i, v := range x[s] {
				changes[j][s][i] = v - c[s][i]
			}
		}
	}
	largest, found := 0.0, Difference{-1, -1, 1}
	for j := range d {
		for k := range d {
			if k == j {
				continue
			}
			for _, change := range changes[j] {
				for _, shape := range shapes[k] {
					if z := score(change, shape); z > largest {
						largest, found.J, found.K = z, j, k
					}
				}
			}
		}
	}
	tests := float64(4 * d * (d - 1))
	found.P = min(1, 2*tests*distuv.UnitNormal.CDF(-largest))
	if d < 2 {
		found.P = 1
	}
	return found
}

// shapesOf returns the ranks of values among others, from -1 to 1, and their squares about the mean.
func shapesOf(among, values []float64) [2][]float64 {
	c := newColumn(among)
	rank, square := make([]float64, len(values)), make([]float64, len(values))
	for i, v := range values {
		below, upTo := c.places(v)
		rank[i] = float64(below+upTo)/float64(len(among)) - 1
		square[i] = rank[i]*rank[i] - 1.0/3
	}
	return [2][]float64{rank, square}
}

// score returns sum_i t_i / sqrt(sum_i t_i^2), without its sign.
func score(change, shape []float64) float64 {
	var sum, squares float64
	for i, v := range change {
		t := v * shape[i]
		sum += t
		squares += t * t
	}
	if squares == 0 {
		return 0
	}
	return math.Abs(sum) / math.Sqrt(squares)
}
