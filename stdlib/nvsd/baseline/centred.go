package baseline

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A centred is a target less its mean.
type centred struct {
	mean float64
	y    []float64
	yy   float64 // y'y
}

// errTargetSize is that of a target whose squares float64 does not hold.
var errTargetSize = errors.New("the squares of the target are beyond the range of float64: scale it, to values near 1")

func newCentred(y []float64) (*centred, error) {
	c := &centred{mean: meanOf(y), y: make([]float64, len(y))}
	for i, v := range y {
		c.y[i] = v - c.mean
	}
	c.yy = floats.Dot(c.y, c.y)
	if math.IsInf(c.yy, 0) || math.IsNaN(c.yy) || c.yy < 1e-290 && floats.Norm(c.y, math.Inf(1)) > 0 {
		return nil, errTargetSize
	}
	return c, nil
}

// meanOf returns the mean, which is that of equal values to the last bit.
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

// takeMean subtracts the mean, which it returns, and again what rounding leaves of it. Equal
// numbers become zeros.
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

// withoutMean is v less its mean.
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

func constantVector(n int, v float64) []float64 {
	x := make([]float64, n)
	floats.AddConst(v, x)
	return x
}

// repeated is a value for every row of X.
func repeated(v float64, X *mat.Dense) []float64 {
	m, _ := X.Dims()
	return constantVector(m, v)
}

func rootMeanSquare(v []float64) float64 { return floats.Norm(v, 2) / math.Sqrt(float64(len(v))) }

// standardised returns a column less its mean over its population standard deviation
// (divisor n), which is 0 for a constant column, whose values become 0.
func standardised(column []float64) (z []float64, mean, sd float64) {
	mean = meanOf(column)
	z = make([]float64, len(column))
	largest := 0.0
	for i, x := range column {
		z[i] = x - mean
		largest = max(largest, math.Abs(z[i]))
	}
	if largest == 0 {
		return z, mean, 0
	}
	sum := 0.0
	for _, v := range z {
		sum += (v / largest) * (v / largest)
	}
	sd = largest * math.Sqrt(sum/float64(len(z)))
	for i := range z {
		z[i] /= sd
	}
	return z, mean, sd
}

// memoryOfProblem is the number of bytes that a problem may take.
const memoryOfProblem = 4 << 30

// checkMemory refuses what would not fit: count of what, of that many bytes together.
func checkMemory(count float64, what string, bytes float64, advice string) error {
	if bytes <= memoryOfProblem {
		return nil
	}
	return fmt.Errorf("%.12g %s would take %.3g GiB of memory (the limit is %d): %s", count, what, bytes/(1<<30), memoryOfProblem>>30, advice)
}
