package baseline

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// asVector returns v as a vector of package blas64.
func asVector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Inc: 1, Data: v} }

// addTimes adds f x to y.
func addTimes(f float64, x, y []float64) {
	for i, v := range x {
		y[i] += f * v
	}
}

// meanOf returns the mean. That of equal values is exact.
func meanOf(v []float64) float64 {
	n := float64(len(v))
	mean := 0.0
	for _, x := range v {
		mean += x / n // first, so that the sum stays within range
	}
	rest := 0.0
	for _, x := range v {
		rest += (x - mean) / n
	}
	mean += rest
	if allEqual(v) {
		mean = v[0]
	}
	return mean
}

// takeMean subtracts the mean, and then the mean that rounding leaves, and returns both
// together. Equal numbers become zeros.
func takeMean(v []float64) float64 {
	if allEqual(v) {
		mean := v[0]
		clear(v)
		return mean
	}
	mean := stat.Mean(v, nil)
	floats.AddConst(-mean, v)
	rest := stat.Mean(v, nil)
	floats.AddConst(-rest, v)
	return mean + rest
}

// withoutMean returns v less its mean.
func withoutMean(v []float64) []float64 {
	out := slices.Clone(v)
	takeMean(out)
	return out
}

func allEqual(v []float64) bool {
	for _, x := range v {
		if x != v[0] {
			return false
		}
	}
	return true
}

func allFinite(v []float64) bool {
	sum := floats.Norm(v, 1)
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

func constantVector(n int, v float64) []float64 {
	x := make([]float64, n)
	floats.AddConst(v, x)
	return x
}

// repeated returns a value for every row of X.
func repeated(v float64, X *mat.Dense) []float64 {
	m, _ := X.Dims()
	return constantVector(m, v)
}

func rootMeanSquare(v []float64) float64 { return floats.Norm(v, 2) / math.Sqrt(float64(len(v))) }
