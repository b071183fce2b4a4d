package baseline

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Smoother makes a function of one input from values at the training points. It is linear:
// the function's value at a point is a weighted sum of these.
type Smoother interface {
	// On prepares the smoother for the values x of an input, which vary. The function that
	// it returns sets dst[i] to the weight of the value at x[i] in the smoothed value at a
	// point; dst has the length of x.
	On(x []float64) (weights func(dst []float64, at float64), err error)
	String() string
}

// LocalLinear is local linear regression with a Gaussian kernel: its value at a point is
// that of the straight line through values whose squares of residuals are weighted by
// exp(-u^2/2), u being their distance from the point in bandwidths.
type LocalLinear struct {
	Bandwidth float64 // in standard deviations of the input (divisor n-1); 0 is 0.6 n^(-1/5)
}

func (s LocalLinear) String() string { return "local linear smoother" + bandwidthPhrase(s.Bandwidth) }

// On readies the smoother for the values of an input.
func (s LocalLinear) On(x []float64) (func(dst []float64, at float64), error) {
	h, err := bandwidth(s.Bandwidth, x)
	if err != nil {
		return nil, err
	}
	return func(dst []float64, at float64) {
		mean := kernelWeights(dst, x, at, h)
		spread := 0.0
		for i, w := range dst {
			u := (x[i] - mean) / h
			spread += w * u * u
		}
		// Where all weight is on one point there is no slope to tell.
		if spread <= 1e-8 {
			return
		}
		ahead := (at - mean) / h / spread
		for i := range dst {
			dst[i] *= 1 + ahead*((x[i]-mean)/h)
		}
		floats.Scale(1/floats.Sum(dst), dst) // 1, but for rounding far from the points
	}, nil
}

// KernelSmoother is the estimator of Nadaraya and Watson: the mean of the values weighted by
// exp(-u^2/2), u being their distance from the point in bandwidths.
type KernelSmoother struct {
	Bandwidth float64 // in standard deviations of the input (divisor n-1); 0 is 0.6 n^(-1/5)
}

func (s KernelSmoother) String() string { return "kernel smoother" + bandwidthPhrase(s.Bandwidth) }

// On readies the smoother for the values of an input.
func (s KernelSmoother) On(x []float64) (func(dst []float64, at float64), error) {
	h, err := bandwidth(s.Bandwidth, x)
	return func(dst []float64, at float64) { kernelWeights(dst, x, at, h) }, err
}

func bandwidthPhrase(h float64) string {
	if h == 0 {
		return ""
	}
	return fmt.Sprintf(" of bandwidth %.4g", h)
}

// bandwidth returns the bandwidth of an input in its own units.
func bandwidth(h float64, x []float64) (float64, error) {
	n := float64(len(x))
	if h == 0 {
		h = 0.6 * math.Pow(n, -0.2)
	}
	if !(h > 0) || math.IsInf(h, 1) {
		return 0, fmt.Errorf("the Bandwidth is %v: it must be a finite number above 0, or 0 for 0.6 n^(-1/5)", h)
	}
	_, _, sd := standardised(x)
	return h * sd * math.Sqrt(n/(n-1)), nil
}

// kernelWeights sets dst to weights of sum 1 and returns the mean of x by them. They are
// relative to that of the nearest point, so that there is always one that is not lost.
func kernelWeights(dst, x []float64, at, h float64) float64 {
	nearest := math.Inf(1)
	for _, v := range x {
		nearest = min(nearest, math.Abs(v-at)/h)
	}
	for i, v := range x {
		u := math.Abs(v-at) / h
		dst[i] = math.Exp(-(u - nearest) * (u + nearest) / 2)
	}
	floats.Scale(1/floats.Sum(dst), dst)
	return floats.Dot(dst, x)
}

// SplineProjection is the projection on the natural cubic splines that [SpAM] has, less
// their means.
type SplineProjection struct {
	Functions int // 0 is 3
}

func (s SplineProjection) String() string {
	return fmt.Sprintf("projection on %d spline functions", SpAM(s).functions())
}

// On readies the smoother for the values of an input.
func (s SplineProjection) On(x []float64) (func(dst []float64, at float64), error) {
	if SpAM(s).functions() < 1 {
		return nil, fmt.Errorf("Functions is %d: it must be at least 1, or 0 for 3", s.Functions)
	}
	basis, u, err := newSplineBasis(x, SpAM(s).functions())
	if err != nil {
		return nil, err
	}
	return func(dst []float64, at float64) {
		f := mat.NewVecDense(basis.len(), nil)
		basis.at(f.RawVector().Data, at)
		mat.NewVecDense(len(dst), dst).MulVec(u, f)
	}, nil
}
