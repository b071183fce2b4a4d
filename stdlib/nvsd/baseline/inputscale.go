package baseline

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// A UnitScale is a map of the inputs into [0, 1], for a system that needs them there. The
// zero value is TrainRange.
type UnitScale string

const (
	// TrainRange takes the training minimum to 0 and the training maximum to 1. New points
	// beyond them count as the nearer end. A constant input is 0 everywhere.
	TrainRange UnitScale = "training range"
	// UnitGiven leaves the inputs as they are; training points outside [0, 1] are refused.
	// New points outside count as the nearer end.
	UnitGiven UnitScale = "given"
)

func (s UnitScale) String() string {
	switch s {
	case "", TrainRange:
		return "inputs scaled to [0, 1] by their training range"
	case UnitGiven:
		return "inputs in [0, 1] as given"
	}
	return fmt.Sprintf("UnitScale(%q)", string(s))
}

// An inputScale is a map of inputs, z_a = (x_a - shift_a) / scale_a, learned on training
// points.
type inputScale struct {
	shift, scale []float64 // +Inf of scale: the input becomes 0
	varies       []bool    // on the training points
	unit         bool      // what it gives is in [0, 1], the nearer end where it would not be
}

func newInputScale(X *mat.Dense) *inputScale {
	_, d := X.Dims()
	s := &inputScale{shift: make([]float64, d), scale: constantVector(d, 1), varies: make([]bool, d)}
	for a := range d {
		s.varies[a] = !allEqual(mat.Col(nil, a, X))
	}
	return s
}

// toUnit returns the map into [0, 1].
func toUnit(how UnitScale, X *mat.Dense, names []string) (*inputScale, error) {
	n, d := X.Dims()
	s := newInputScale(X)
	s.unit = true
	for a := range d {
		low, high := math.Inf(1), math.Inf(-1)
		for i := range n {
			low, high = min(low, X.At(i, a)), max(high, X.At(i, a))
		}
		switch {
		case how == UnitGiven && !(low >= 0 && high <= 1):
			return nil, fmt.Errorf("input %q goes from %v to %v, and is to be in [0, 1] as given: scale it, or leave Scale at baseline.TrainRange", names[a], low, high)
		case how == UnitGiven:
		case how != "" && how != TrainRange:
			return nil, fmt.Errorf("%v is not a scale: take baseline.TrainRange or baseline.UnitGiven", how)
		case math.IsInf(high-low, 1):
			return nil, fmt.Errorf("input %q goes from %v to %v, too far for float64: scale it", names[a], low, high)
		default:
			s.shift[a] = low
			if high > low {
				s.scale[a] = high - low
			}
		}
	}
	return s, nil
}

// toSD returns the map to training mean 0 and standard deviation 1 (divisor n-1), in which
// a constant input is 0 everywhere, or that to the inputs themselves.
func toSD(how nvsd.Scale, X *mat.Dense, names []string) (*inputScale, error) {
	s := newInputScale(X)
	switch how {
	case "", nvsd.TrainSD:
	case nvsd.NoScaling:
		return s, nil
	default:
		return nil, fmt.Errorf("Scale is %q: it must be nvsd.TrainSD or nvsd.NoScaling", string(how))
	}
	for a, varies := range s.varies {
		if !varies {
			s.scale[a] = math.Inf(1)
			continue
		}
		s.shift[a], s.scale[a] = meanStdDev(mat.Col(nil, a, X))
		if !(s.scale[a] > 0) || math.IsInf(s.scale[a], 1) {
			return nil, fmt.Errorf("input %q varies by no more than float64 tells: scale or shift it", names[a])
		}
	}
	return s, nil
}

// toPopulationSD returns the map to training minimum 0 and standard deviation 1 (divisor n), in
// which a constant input is 0 everywhere. It is for kernels of differences, which see no shift:
// the minimum keeps the digits of inputs on a grid.
func toPopulationSD(X *mat.Dense, names []string) (*inputScale, error) {
	s := newInputScale(X)
	for a, varies := range s.varies {
		if !varies {
			s.scale[a] = math.Inf(1)
			continue
		}
		column := mat.Col(nil, a, X)
		low, high := floats.Min(column), floats.Max(column)
		_, _, sd := standardised(column)
		if !(sd > 0) || math.IsInf(high-low, 1) {
			return nil, fmt.Errorf("input %q goes from %v to %v, too far or too little for float64: scale it", names[a], low, high)
		}
		s.shift[a], s.scale[a] = low, sd
	}
	return s, nil
}

// meanStdDev returns the mean and the standard deviation (divisor n-1) of values that are
// not all 0, also where their squares are no numbers of float64. It scales them.
func meanStdDev(v []float64) (mean, sd float64) {
	largest := floats.Norm(v, math.Inf(1))
	for i := range v {
		v[i] /= largest
	}
	mean, sd = stat.MeanStdDev(v, nil)
	return mean * largest, sd * largest
}

// apply returns the rows of X on the scale.
func (s *inputScale) apply(X *mat.Dense) *mat.Dense {
	n, d := X.Dims()
	Z := mat.NewDense(n, d, nil)
	for i := range n {
		x, z := X.RawRowView(i), Z.RawRowView(i)
		for a := range d {
			z[a] = s.at(x[a], a)
			if s.unit {
				z[a] = min(max(z[a], 0), 1)
			}
		}
	}
	return Z
}

// at returns the value x of the input a on the scale, which may be outside of [0, 1].
func (s *inputScale) at(x float64, a int) float64 { return (x - s.shift[a]) / s.scale[a] }
