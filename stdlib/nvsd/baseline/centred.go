package baseline

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
)

// A centredTarget is a target less its mean.
type centredTarget struct {
	mean float64
	y    []float64
	yy   float64 // y'y
}

// errTargetSize is the error of a target whose squares float64 does not hold.
var errTargetSize = errors.New("the squares of the target are beyond the range of float64: scale it, to values near 1")

func newCentredTarget(y []float64) (*centredTarget, error) {
	c := &centredTarget{mean: meanOf(y), y: make([]float64, len(y))}
	for i, v := range y {
		c.y[i] = v - c.mean
	}
	c.yy = floats.Dot(c.y, c.y)
	if math.IsInf(c.yy, 0) || math.IsNaN(c.yy) || c.yy < 1e-290 && floats.Norm(c.y, math.Inf(1)) > 0 {
		return nil, errTargetSize
	}
	return c, nil
}

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
