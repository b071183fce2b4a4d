package baseline

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// varyingScale is the map from inputs in their own units to those that a method sees.
type varyingScale struct {
	shift, scale []float64 // z = (x - shift) / scale
	varies       []bool
}

func newVaryingScale(how nvsd.Scale, X *mat.Dense) varyingScale {
	n, d := X.Dims()
	s := varyingScale{shift: make([]float64, d), scale: make([]float64, d), varies: make([]bool, d)}
	column := make([]float64, n)
	for a := range d {
		mat.Col(column, a, X)
		s.scale[a] = 1
		largest := 0.0
		for _, v := range column {
			s.varies[a] = s.varies[a] || v != column[0]
			largest = max(largest, math.Abs(v))
		}
		if how == nvsd.NoScaling || !s.varies[a] {
			continue
		}
		for i := range column {
			column[i] /= largest // squares of huge and of tiny values are no float64
		}
		if mean, sd := stat.MeanStdDev(column, nil); sd > 0 {
			s.shift[a], s.scale[a] = mean*largest, sd*largest
		}
	}
	return s
}

func (s varyingScale) at(x float64, a int) float64 { return (x - s.shift[a]) / s.scale[a] }
