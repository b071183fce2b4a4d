package problem

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A Scale names the scaling that is applied to the inputs before the kernel. The zero value is
// TrainSD.
type Scale string

const (
	// TrainSD subtracts the training mean and divides by the training standard deviation (divisor
	// n-1, or the sum of the weights less 1), so that derivative norms are per standard deviation and comparable among inputs.
	TrainSD Scale = "training standard deviation"
	// NoScaling leaves the inputs as they are.
	NoScaling Scale = "none"
)

// String names the scaling.
func (s Scale) String() string {
	switch s {
	case "", TrainSD:
		return "inputs scaled by their training standard deviation"
	case NoScaling:
		return "inputs not scaled"
	}
	return fmt.Sprintf("Scale(%q)", string(s))
}

// check reports a scale that is not one of the choices.
func (s Scale) check() error {
	switch s {
	case "", TrainSD, NoScaling:
		return nil
	}
	return refusal.BadArgument("Spec.Scale", "Scale is %q: it must be nvsd.TrainSD or nvsd.NoScaling", string(s))
}

// A Scaling maps inputs in their own units to those that the kernel sees, and fills in missing
// ones. It is learned on the training part alone.
type Scaling struct {
	Shift, Scale []float64 // z_a = (x_a - shift_a) / scale_a
	SD           []float64 // training standard deviation, 0 for a constant input
	Fill         []float64 // values that stand for missing inputs, in their own units; NaN for none, nil for none at all
}

// Remember sets the values that stand for missing inputs, unless all of them are NaN.
func (s *Scaling) Remember(fill []float64) {
	if slices.ContainsFunc(fill, func(v float64) bool { return !math.IsNaN(v) }) {
		s.Fill = fill
	}
}

// NewScaling returns the scaling of the inputs of a training part, whose rows have weights; nil if all have 1.
func NewScaling(how Scale, train *data.Frame, weights []float64) Scaling {
	d := train.D()
	s := Scaling{Shift: make([]float64, d), Scale: make([]float64, d), SD: make([]float64, d)}
	for a := range d {
		column := mat.Col(nil, a, train.X())
		s.Scale[a] = 1
		if lists.Constant(column) {
			continue
		}
		mean, sd := stat.MeanStdDev(column, weights)
		s.SD[a] = sd
		if how != NoScaling {
			s.Shift[a], s.Scale[a] = mean, sd
		}
	}
	return s
}

// Varying reports which inputs are not constant on the training part.
func (s Scaling) Varying() []bool {
	use := make([]bool, len(s.SD))
	for a, sd := range s.SD {
		use[a] = sd > 0
	}
	return use
}

// Apply returns the scaled inputs, with 0 for those not in use. A kernel of inner products
// or of distances then ignores these, and every kernel keeps the number of inputs that it
// was made for.
func (s Scaling) Apply(X mat.Matrix, use []bool) *mat.Dense {
	n, _ := X.Dims()
	return s.applyTo(X, lists.UpTo(n), use)
}

// applyTo is [Scaling.Apply] at some of the rows.
func (s Scaling) applyTo(X mat.Matrix, rows []int, use []bool) *mat.Dense {
	_, d := X.Dims()
	Z := mat.NewDense(len(rows), d, nil)
	for j, i := range rows {
		z := Z.RawRowView(j)
		for a := range z {
			if !use[a] {
				continue
			}
			x := X.At(i, a)
			if s.Fill != nil && math.IsNaN(x) {
				x = s.Fill[a]
			}
			z[a] = (x - s.Shift[a]) / s.Scale[a]
		}
	}
	return Z
}

// norms returns the derivative norms per unit and per standard deviation of the inputs, from
// those of the scaled inputs.
func (s Scaling) norms(scaled []float64) (perUnit, perSD []float64) {
	perUnit, perSD = make([]float64, len(scaled)), make([]float64, len(scaled))
	for a, u := range scaled {
		perUnit[a] = u / s.Scale[a]
		perSD[a] = perUnit[a] * s.SD[a]
	}
	return perUnit, perSD
}

// ColumnNorms returns sqrt(mean_i W_ia^2), length d. The mean is by the weights of the rows; nil if all have 1.
func ColumnNorms(W *mat.Dense, weights []float64) []float64 {
	n, d := W.Dims()
	u, all := make([]float64, d), weighed.Total(weights, n)
	for i := range n {
		for a, w := range W.RawRowView(i) {
			if weights != nil {
				w *= math.Sqrt(weights[i])
			}
			u[a] += w * w
		}
	}
	for a := range u {
		u[a] = math.Sqrt(u[a] / all)
	}
	return u
}
