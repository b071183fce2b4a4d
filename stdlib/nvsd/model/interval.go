package model

import (
	"context"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

// An IntervalMethod is a method of prediction intervals: by the posterior of a Gaussian process, or
// by leave-one-out residuals.
//
// The inputs, the widths and nu of most models were chosen on the rows that the intervals are
// computed from, so that errors on these rows are too small. Both methods therefore multiply
// variances by Akaike's factor of the final prediction error (1969), (n + p)/(n - p), for n
// observations and p numbers that were chosen: nu, and one for each selected input.
type IntervalMethod string

const (
	// ByPosterior takes the target for a Gaussian process with the kernel of the model, whose
	// posterior mean the model is, with Gaussian noise of one size: the interval has the posterior
	// variance and that of the noise, and quantiles of Student's t.
	//
	// Of a model on centres (see [Reduced]) the variance of the noise is that of the residuals of all n rows. The
	// variance of the function is the one given the m centres, each as a mean of n/m rows.
	ByPosterior IntervalMethod = "posterior"
	// ByJackknifePlus adds the leave-one-out residuals to the predictions of the models that each
	// residual is of (Barber.
	ByJackknifePlus IntervalMethod = "jackknife+"
)

// defaultIntervals is the method of better coverage on the problems of docs/selection.md.
const defaultIntervals = ByPosterior

// Intervals are predictions, and for each a range in which the target of a new observation with
// these inputs is expected with the probability Level. All lists have the order of the rows.
type Intervals struct {
	Target       string
	Model        string // the method that made the predictions
	By           IntervalMethod
	Level        float64
	Predictions  []float64
	Lower, Upper []float64
	True         []float64 // the target; nil if the data have none
}

// PredictInterval returns the predictions of [Model.PredictFrame] with intervals that have the
// target of a new observation with probability level, from 0.5 to below 1.
func (m *Model) PredictInterval(ctx context.Context, f *data.Frame, level float64, by ...IntervalMethod) (*Intervals, error) {
	X, err := m.inputsOf(f)
	if err != nil {
		return nil, err
	}
	v, err := m.IntervalsAt(ctx, X, level, by...)
	if err != nil {
		return nil, err
	}
	if f.Target() == m.Target() {
		if err := score.SameTarget(f, m.Given); err != nil {
			return nil, err
		}
		v.True = f.Y()
	}
	return v, nil
}

// IntervalsAt returns the predictions at the rows of X (m x d, inputs in their own units and in the
// order of Names) with intervals: see [Model.PredictInterval].
func (m *Model) IntervalsAt(ctx context.Context, X mat.Matrix, level float64, by ...IntervalMethod) (*Intervals, error) {
	v := &Intervals{Target: m.Target(), Model: m.Kind, By: defaultIntervals, Level: level}
	if len(by) > 0 {
		v.By = by[len(by)-1]
	}
	if !(level >= 0.5 && level < 1) {
		return nil, refusal.BadArgument("level", "the level of prediction intervals is %v: it is the probability that one has the target, from 0.5 to below 1", level)
	}
	if l := m.Spec.Smooth(); l != nil {
		return nil, refusal.BadArgument("model", "prediction intervals are of squares, and the loss of the model is %s", refusal.Called(l))
	}
	var err error
	v.Predictions, err = m.F.Predict(X)
	if err != nil {
		return nil, err
	}
	s, err := m.smoother(ctx)
	if err != nil {
		return nil, err
	}
	around, err := s.bounds(ctx, v.By, level)
	if err != nil {
		return nil, err
	}
	rows := len(v.Predictions)
	v.Lower, v.Upper = make([]float64, rows), make([]float64, rows)
	Z := m.F.Apply(X, m.F.Use)
	err = parallel.Each(ctx, (rows+blockRows-1)/blockRows, func(ctx context.Context, block int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		from := block * blockRows
		to := min(from+blockRows, rows)
		weights, variances, err := s.at(Z.Slice(from, to, 0, m.Train.D()).(*mat.Dense))
		if err != nil {
			return err
		}
		for i := from; i < to; i++ {
			v.Lower[i], v.Upper[i] = around(v.Predictions[i], weights.RawRowView(i-from), variances[i-from])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return v, nil
}

// blockRows is the number of rows that are computed at a time, which bounds memory.
const blockRows = 64

// A smoother is a model as a linear function of the training targets.
type smoother struct {
	*Model
	ridge *solve.Ridge // nil for a constant
	Z     *mat.Dense   // scaled training inputs
}

func (m *Model) smoother(ctx context.Context) (*smoother, error) {
	s := &smoother{Model: m}
	if m.F.Op == nil {
		return s, nil
	}
	s.Z = m.F.Apply(m.Train.X(), m.F.Use)
	var err error
	s.ridge, err = m.ridgeRegression(ctx, "prediction intervals")
	return s, err
}

// at returns the weights of the targets in the predictions at scaled inputs, and the variances of
// the function there where the scale of the process is 1; see [solve.Ridge.Smoother].
func (s *smoother) at(Z *mat.Dense) (weights *mat.Dense, variances []float64, err error) {
	rows, n, count := Z.RawMatrix().Rows, len(s.Y), s.Count()
	variances = make([]float64, rows)
	if s.ridge != nil {
		for j := range rows {
			variances[j] = s.Kernel.Eval(Z.RawRowView(j), Z.RawRowView(j))
		}
		return s.ridge.Smoother(s.RidgeNu, choose.CrossGram(s.Kernel, Z, s.Z), variances)
	}
	weights = mat.NewDense(rows, n, nil)
	if s.Spec.Intercept.Fitted() {
		for j := range rows {
			for i := range n {
				weights.Set(j, i, s.Weight(i)/count)
			}
			variances[j] = 1 / count
		}
	}
	return weights, variances, nil
}

// bounds returns the function that makes an interval of a prediction, of the weights of the targets
// in it, and of the variance of the fitted function there.
func (s *smoother) bounds(ctx context.Context, by IntervalMethod, level float64) (func(v float64, weights []float64, variance float64) (lower, upper float64), error) {
	switch by {
	case ByPosterior:
		p, err := s.Posterior(ctx)
		if err != nil {
			return nil, err
		}
		quantile := p.quantile(level)
		return func(v float64, _ []float64, variance float64) (lower, upper float64) {
			half := quantile * math.Sqrt(p.Scale*variance+p.Noise)
			return v - half, v + half
		}, nil
	case ByJackknifePlus:
		j, err := s.jackknife(ctx, level)
		return func(v float64, weights []float64, _ float64) (lower, upper float64) { return j.around(v, weights) }, err
	}
	return nil, refusal.BadArgument("by", "there are no prediction intervals by %q: give nvsd.ByPosterior or nvsd.ByJackknifePlus", string(by))
}

// finalPrediction returns Akaike's factor (n + p)/(n - p): by how much the variance of errors on
// new rows is larger than on n observations, of which p numbers were chosen.
func (m *Model) finalPrediction() float64 {
	n, p := float64(m.Observations()), float64(m.chosenNumbers())
	return (n + p) / math.Max(n-p, 1)
}

// chosenNumbers returns the number of parameters of the kernel ridge regression that were chosen on
// the training rows.
func (m *Model) chosenNumbers() int {
	switch {
	case m.F.Op == nil:
		return 0
	case m.Background != nil:
		return m.Background.Chosen
	case m.Selection != nil:
		return lists.Count(m.In) + 1
	}
	p := 0
	if m.Spec.Refit != problem.KeepKernel && m.Spec.Refit != problem.NewWidth {
		p++
	}
	if len(m.Spec.RidgeNus) != 1 {
		p++
	}
	return p
}
