// Package choose chooses the inputs of a model among the sets that a path proposes, by the errors of
// kernel ridge regression on each, or by the evidence. A criterion says how errors are measured; a
// contest measures all proposals by it.
package choose

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Criterion is the error by which kernel ridge regressions are compared. Its zero value is not a
// choice.
type Criterion struct {
	Valid    *data.Frame
	LeaveOut bool
	sparse   CrossOption // the comparison of the errors of rows
	Cross    *crossing
	unit     string // the name of the rows that are left out and counted together, "" for single observations
}

// ByValidation compares by the root mean squared error on held-out data, which should share no
// row with the training part.
func ByValidation(valid *data.Frame, options ...CrossOption) Criterion {
	return Criterion{Valid: valid, sparse: rowOption(options)}
}

// ByLeaveOneOut compares by the leave-one-out error on the training part.
func ByLeaveOneOut(options ...CrossOption) Criterion {
	return Criterion{LeaveOut: true, sparse: rowOption(options)}
}

// rowOption returns the last of the options, or the default without options.
func rowOption(options []CrossOption) CrossOption {
	if len(options) == 0 {
		return HalfSE
	}
	return options[len(options)-1]
}

// String names the error by which the criterion compares, with its limit.
func (c Criterion) String() string {
	switch {
	case c.Cross != nil:
		return c.Cross.String()
	case !c.LeaveOut && c.Valid == nil: // as that of a model from a file
		return "criterion"
	case c.sparse != LeastError:
		return fmt.Sprintf("%s (fewest inputs within %s)", c.measure(), c.sparse)
	}
	return c.measure()
}

// measure names the error that the criterion compares, as "leave-one-out error".
func (c Criterion) measure() string {
	switch {
	case c.LeaveOut && c.unit != "":
		return fmt.Sprintf("error leaving one %s out", c.unit)
	case c.LeaveOut:
		return "leave-one-out error"
	case c.Cross != nil:
		return "cross-validated error"
	}
	return "validation error"
}

// Check reports a criterion that is not complete.
func (c Criterion) Check() error {
	if c.Valid == nil && !c.LeaveOut && c.Cross == nil {
		return refusal.BadArgument("by", "there is nothing to choose by: give nvsd.ByValidation a validation part (is data.Valid(n) in the split?), nvsd.ByCrossValidation(nvsd.KFold(5, seed)), or nvsd.ByLeaveOneOut()")
	}
	if c.Cross == nil && c.sparse.errors() < 0 {
		return refusal.BadArgument("by", "errors of rows are not compared by %q: give nvsd.HalfSE, nvsd.OneSE or nvsd.LeastError", string(c.sparse))
	}
	return nil
}

// CheckFor is Check for criteria of models that are trained on a Frame: of a validation part it
// checks too that they can be measured there. It is for what fits before it compares.
func (c Criterion) CheckFor(train *data.Frame) error {
	if err := c.Check(); err != nil || c.Valid == nil || train == nil {
		return err
	}
	_, err := score.AlignTarget(c.Valid, train)
	if err != nil {
		return fmt.Errorf("validation: %w", err)
	}
	return nil
}

// Judge measures the models of one design by a criterion.
type Judge struct {
	leaveOut bool
	X        mat.Matrix // held-out inputs, in the design's order
	Y        []float64  // targets to compare with: held-out, or of training
	centred  bool       // the constant is the mean of y, when leaving one out
	repeats  [][]int    // rows that are one observation, which are left out together; nil if there are none
	weights  []float64  // of the rows; nil if all are 1
	loss     loss.Loss  // nil for squares
	measure  score.Measure
}

// On returns the judge of the models of a design.
func (c Criterion) On(ds *problem.Design) (*Judge, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	ds, err := c.counted(ds)
	if err != nil {
		return nil, err
	}
	if c.LeaveOut {
		return Judge{leaveOut: true, Y: ds.Y, centred: ds.Spec.Intercept.Fitted(), repeats: ds.Repeats, weights: ds.Weights}.by(ds), nil
	}
	valid, err := ds.AlignTarget(c.Valid)
	if err != nil {
		return nil, fmt.Errorf("validation: %w", err)
	}
	weights, err := c.Valid.Weights()
	if err != nil {
		return nil, refusal.BadData(refusal.Evaluated, "validation: %w", err)
	}
	return Judge{X: valid.X(), Y: valid.Y(), repeats: repeats.Observations(valid.X(), valid.Y()), weights: weights}.by(ds), nil
}

// by returns the judge for the loss of a design.
func (j Judge) by(ds *problem.Design) *Judge {
	j.loss = ds.Spec.Smooth()
	j.measure = score.MeasureBy(j.loss)
	return &j
}

// Error returns the error of terms: see [score.Measure].
func (j *Judge) Error(terms []float64) float64 { return j.measure.Of(terms) }

// ridge returns the errors of a ridge regression at nu, row by row: squares, or losses. cross is the kernel between the held-out and
// training points.
func (j *Judge) ridge(ctx context.Context, r *KernelRidge, nu float64, cross *mat.Dense) ([]float64, error) {
	if j.leaveOut && r.byLoss != nil {
		v, err := r.leftOut(ctx, nu, j.repeats)
		if err != nil {
			return nil, err
		}
		return j.Rows(v), nil
	}
	if j.leaveOut {
		rest, err := r.ridge.LeaveGroupsOut(nu, j.repeats)
		for i, v := range rest {
			rest[i] = v * v
		}
		return rest, err
	}
	alpha, b, err := r.coefficients(ctx, nu)
	if err != nil {
		return nil, err
	}
	v := make([]float64, len(j.Y))
	mat.NewVecDense(len(v), v).MulVec(cross, mat.NewVecDense(len(alpha), alpha))
	floats.AddConst(b, v)
	return j.Rows(v), nil
}

// held returns the number of rows, or their weight.
func (j *Judge) held() float64 {
	return weighed.Total(j.weights, len(j.Y))
}

// Rows returns the errors of fitted values, row by row.
func (j *Judge) Rows(v []float64) []float64 { return j.measure.Rows(v, j.Y) }

// Constant returns the errors of the fitted value b for every row, or of the best constant of the rows
// that are not left out with it.
func (j *Judge) Constant(b float64) ([]float64, error) {
	if !j.leaveOut || !j.centred {
		return j.Rows(slices.Repeat([]float64{b}, len(j.Y))), nil
	}
	if j.loss != nil {
		return j.constantByLoss()
	}
	v := make([]float64, len(j.Y))
	for i, y := range j.Y {
		v[i] = b - y
	}
	v = awayFromMean(v, j.repeats, j.weights)
	for i := range v {
		v[i] *= v[i]
	}
	return v, nil
}

// constantByLoss returns the losses of the best constant of the rows that are not left out with a row.
func (j *Judge) constantByLoss() ([]float64, error) {
	groups := j.repeats
	if groups == nil {
		for i := range j.Y {
			groups = append(groups, []int{i})
		}
	}
	rows := make([]float64, len(j.Y))
	for _, group := range groups {
		rest := make([]float64, len(j.Y))
		for i := range rest {
			rest[i] = weighed.At(j.weights, i)
		}
		for _, i := range group {
			rest[i] = 0
		}
		b, err := solve.BestConstant(j.loss, j.Y, rest)
		if err != nil {
			return nil, fmt.Errorf("nvsd: %w", err)
		}
		for _, i := range group {
			rows[i] = j.measure.Row(b, j.Y[i])
		}
	}
	return rows, nil
}

// Terms returns the terms of the error, one for each observation, of the errors of the rows: see PerObservation.
func (j *Judge) Terms(squares []float64) []float64 {
	return PerObservation(j.repeats, j.weights, squares)
}

// awayFromMean returns, for differences of n rows to their mean, those to the mean of the rows that
// are not left out together with them. Means are by the weights of the rows; nil if all are 1.
func awayFromMean(v []float64, groups [][]int, weights []float64) []float64 {
	n, out := weighed.Total(weights, len(v)), make([]float64, len(v))
	if groups == nil {
		for i := range v {
			out[i] = v[i] * n / (n - weighed.At(weights, i))
		}
		return out
	}
	for _, rows := range groups {
		var sum, all float64
		for _, i := range rows {
			w := weighed.At(weights, i)
			sum += w * v[i]
			all += w
		}
		for _, i := range rows {
			out[i] = v[i] + sum/(n-all)
		}
	}
	return out
}

// PerObservation returns the sums of v over rows that are one observation, by the weights of the rows, over the mean weight
// of an observation. Their mean is the mean of v, and their scatter that of independent terms. Without groups each row is an
// observation, and without weights each row has 1.
func PerObservation(groups [][]int, weights, v []float64) []float64 {
	if v == nil || groups == nil && weights == nil {
		return v
	}
	all := float64(len(v))
	if weights != nil {
		v, all = floats.MulTo(make([]float64, len(v)), weights, v), floats.Sum(weights)
	}
	sums := v
	if groups != nil {
		sums = make([]float64, len(groups))
		for g, rows := range groups {
			for _, i := range rows {
				sums[g] += v[i]
			}
		}
	}
	floats.Scale(float64(len(sums))/all, sums)
	return sums
}

// RootMean returns the square root of the mean of squared errors.
func RootMean(squares []float64) float64 {
	return math.Sqrt(floats.Sum(squares) / float64(len(squares)))
}
