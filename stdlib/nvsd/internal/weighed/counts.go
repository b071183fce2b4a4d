package weighed

import "gonum.org/v1/gonum/floats"

// Counts returns how many observations rows of weights above 0 stand for: the weights, which it may change, or if they
// sum to less than the number of rows a multiple with that sum. It is nil if each row stands for one.
func Counts(weights []float64) []float64 {
	if weights == nil {
		return nil
	}
	n, most := float64(len(weights)), floats.Max(weights)
	if floats.Min(weights) == most && most <= 1 {
		return nil
	}
	if floats.Sum(weights) < n {
		floats.Scale(1/most, weights) // the sum of small weights would be none
		floats.Scale(n/floats.Sum(weights), weights)
	}
	return weights
}

// At returns the weight of a row: 1 where there are no weights.
func At(weights []float64, row int) float64 {
	if weights == nil {
		return 1
	}
	return weights[row]
}

// Total returns the weight of n rows: n where there are no weights.
func Total(weights []float64, n int) float64 {
	if weights == nil {
		return float64(n)
	}
	return floats.Sum(weights)
}
