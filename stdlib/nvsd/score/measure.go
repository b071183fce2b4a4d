package score

import (
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"gonum.org/v1/gonum/floats"
)

// A Measure is the error of fitted values by which models are chosen: the root mean square, or the mean of the loss of the fit. Its
// zero value is the root mean square.
type Measure struct{ loss loss.Loss }

// MeasureBy returns the measure of a loss; nil for the square.
func MeasureBy(l loss.Loss) Measure { return Measure{l} }

// Squares reports whether the measure is the root mean square.
func (m Measure) Squares() bool { return m.loss == nil }

// Name returns the name of the measure.
func (m Measure) Name() string {
	switch m.loss.(type) {
	case nil:
		return "RMSE"
	case loss.Logistic:
		return "log-loss"
	}
	return "mean loss"
}

// Rows returns the error of each row: its square, or the loss of the fitted value v for the target y.
func (m Measure) Rows(v, y []float64) []float64 {
	rows := make([]float64, len(y))
	for i, t := range y {
		rows[i] = m.Row(v[i], t)
	}
	return rows
}

// Row returns the error of a row.
func (m Measure) Row(v, y float64) float64 {
	if m.loss == nil {
		return (v - y) * (v - y)
	}
	return m.loss.Value(y, v)
}

// Of returns the error of terms, one for each observation, of which it is the mean.
func (m Measure) Of(terms []float64) float64 {
	mean := floats.Sum(terms) / float64(len(terms))
	if m.loss == nil {
		return math.Sqrt(mean)
	}
	return mean
}

// OfMean returns the error whose mean of terms is this, and the standard error of it by that of the mean.
func (m Measure) OfMean(mean, se float64) (of, seOf float64) {
	switch {
	case m.loss != nil:
		return mean, se
	case mean == 0:
		return 0, 0
	}
	root := math.Sqrt(mean)
	return root, se / (2 * root)
}

// MeanOf returns the mean of terms whose error this is.
func (m Measure) MeanOf(of float64) float64 {
	if m.loss == nil {
		return of * of
	}
	return of
}
