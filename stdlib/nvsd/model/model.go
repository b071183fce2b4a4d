// Package model has the fitted functions: predictions, derivatives, their norms, dependences,
// intervals and residuals, and how each was found.
package model

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A Model is a fitted function, together with how it was found. It never changes, and
// several goroutines may use it.
type Model struct {
	*problem.Design
	F                  problem.Function
	Kind               string // a phrase: what kind of model this is
	In                 []bool
	Certain            []solve.Certainty // at the optimum of the fit that selects; nil without a certificate
	problem.InputNorms                   // categorySDs are nil for a model that was read from a file

	Tau, RelGap float64          // of the fit that selects; NaN without one
	Ceiling     *problem.Ceiling // tau_max of that fit
	RidgeNu     float64          // of the ridge regression; NaN without one
	Short       bool             // that fit did not reach its tolerance
	Iterations  int
	steps       []solve.Step  // of the solver in that fit
	Selecting   *PenalisedFit // that fit; nil without one, and for a model that was read from a file
	Seconds     float64
	TrainRMSE   float64           // of the predictions
	TrainLoss   float64           // mean loss; NaN for squares
	ValidRMSE   float64           // NaN where there was no validation part
	Selection   *choose.Selection // nil unless Path.Select made the model
	Order       []int             // of all inputs by the path; nil unless Path.Select made the model
	Warnings    []string
	Read        *AsRead     // nil unless the model was read from a file
	Background  *Background // nil unless the kernel has a part on all inputs beside the one on the selected
	Reduced     *Reduced    // nil unless the function has kernels at some of the rows alone that it is fitted to
}

// NewModel completes a model by what follows from its function: the training error and the
// derivative norms. norms are those of the scaled inputs; if nil, they are computed.
func NewModel(m Model, norms []float64) (*Model, error) {
	fitted, err := m.F.Predict(m.Train.X())
	if err != nil {
		return nil, err
	}
	return completed(m, fitted, norms)
}

// completed is [NewModel] with the function's values at the training rows.
func completed(m Model, fitted, norms []float64) (*Model, error) {
	m.TrainLoss = math.NaN()
	if l := m.Spec.Smooth(); l != nil {
		m.TrainLoss = stat.Mean(score.MeasureBy(l).Rows(fitted, m.Y), m.Weights)
		fitted = slices.Clone(fitted)
		loss.Responses(l, fitted)
	}
	m.TrainRMSE = score.RMSE(fitted, m.Y, m.Weights)
	if norms == nil {
		_, W, err := m.F.Evaluate(m.Train.X())
		if err != nil {
			return nil, err
		}
		norms = problem.ColumnNorms(W, m.Weights)
	}
	var err error
	m.InputNorms, err = m.Measure(&m.F, m.In, norms)
	if err != nil {
		return nil, err
	}
	m.Warnings = append(slices.Clone(m.Design.Warnings), m.Warnings...)
	return &m, nil
}

// Predict returns the predicted means of the target at the rows of X (m x d, inputs in their
// own units and in the order of Names), in units of the target.
func (m *Model) Predict(X mat.Matrix) ([]float64, error) { return m.responses(m.F.Predict(X)) }

// Link returns the values f(x) + b at the rows of X, such as log-odds: what Predict returns, but for losses with a [loss.Response].
func (m *Model) Link(X mat.Matrix) ([]float64, error) { return m.F.Predict(X) }

// LinkFrame returns the values of Link at the rows of a Frame, whose columns are found by name.
func (m *Model) LinkFrame(f *data.Frame) ([]float64, error) {
	X, err := m.inputsOf(f)
	if err != nil {
		return nil, err
	}
	return m.Link(X)
}

// responses replaces values of the function by those on the scale of the target.
func (m *Model) responses(v []float64, err error) ([]float64, error) {
	loss.Responses(m.Spec.Smooth(), v)
	return v, err
}

// Loss returns the loss of the Spec, nil for the square.
func (m *Model) Loss() loss.Loss { return m.Spec.Smooth() }

// Losses returns the loss of each row of a Frame, whose columns are found by name. It is an error for a model of squares.
func (m *Model) Losses(on *data.Frame) ([]float64, error) {
	l := m.Spec.Smooth()
	if l == nil {
		return nil, refusal.BadArgument("model", "its loss is the square: Residuals has the errors")
	}
	if err := score.SameTarget(on, m.Given); err != nil {
		return nil, err
	}
	if err := loss.Check(l, append(on.Y(), m.Y...)); err != nil { // with targets of all kinds
		return nil, refusal.BadData(refusal.Evaluated, "%w", err)
	}
	v, err := m.LinkFrame(on)
	if err != nil {
		return nil, err
	}
	return score.MeasureBy(l).Rows(v, on.Y()), nil
}

// RMSE returns the root mean squared error of the model on a Frame, whose columns are found
// by name.
func (m *Model) RMSE(on *data.Frame) (float64, error) {
	if err := score.SameTarget(on, m.Given); err != nil {
		return 0, err
	}
	v, err := m.PredictFrame(on)
	if err != nil {
		return 0, err
	}
	weights, err := on.Weights()
	if err != nil {
		return 0, refusal.BadData(refusal.Evaluated, "%w", err)
	}
	return score.RMSE(v, on.Y(), weights), nil
}

// CheckTarget returns an error if the model's predictions cannot be compared with the target of a
// Frame: it is another one than the model was trained on, or has other classes.
func (m *Model) CheckTarget(on *data.Frame) error { return score.SameTarget(on, m.Given) }

// PredictFrame is Predict at the rows of a Frame, whose columns are found by name.
func (m *Model) PredictFrame(f *data.Frame) ([]float64, error) { return m.responses(m.LinkFrame(f)) }

// ResidualsOfMany returns the targets of a Frame, whose columns are found by name, less the predictions there, to
// rounding. It is made for many rows.
func (m *Model) ResidualsOfMany(f *data.Frame) ([]float64, error) {
	X, err := m.inputsOf(f)
	if err != nil {
		return nil, err
	}
	r, err := m.responses(m.F.Values(X))
	if err != nil {
		return nil, err
	}
	for i, y := range f.Y() {
		r[i] = y - r[i]
	}
	return r, nil
}

// inputsOf returns the inputs of a Frame in the order of Names, with 0 for those that the
// prediction does not depend on.
func (m *Model) inputsOf(f *data.Frame) (*mat.Dense, error) {
	g, err := score.AlignInUse(f, m.Given, m.F.Fill, m.F.Use)
	if err != nil {
		return nil, err
	}
	X := mat.NewDense(g.N(), len(m.F.Use), nil)
	for column, a := range score.InUse(m.F.Use) {
		X.SetCol(a, mat.Col(nil, column, g.X()))
	}
	return X, nil
}

// Gradients returns the m x d matrix of the model's derivatives at the rows of
// X (m x d), in units of the target per unit of the input.
func (m *Model) Gradients(X mat.Matrix) (*mat.Dense, error) {
	_, W, err := m.F.Evaluate(X)
	if err != nil {
		return nil, err
	}
	rows, _ := W.Dims()
	for i := range rows {
		w := W.RawRowView(i)
		for a := range w {
			w[a] /= m.Scale[a]
		}
	}
	return W, nil
}

// Scores returns the scores of the inputs, by which they rank: the NormsPerSD.
func (m *Model) Scores() []float64 { return m.NormsPerSD() }

// NormsPerSD returns the derivative norms ||d_a f||_n of this function times the training
// standard deviation of the input: the typical change of the target over one standard deviation.
func (m *Model) NormsPerSD() []float64 { return slices.Clone(m.PerSD) }

// NormsPerUnit returns the derivative norms in units of the target per unit of the input.
// Categorical inputs have difference norms.
func (m *Model) NormsPerUnit() []float64 { return slices.Clone(m.PerUnit) }

// NormOf returns the norm of a term, per standard deviation.
func (m *Model) NormOf(t problem.Term) float64 {
	if t.Category < 0 {
		return m.PerSD[t.Columns[0]]
	}
	return m.CategorySDs[t.Category]
}

// Selected reports which inputs the model depends on.
func (m *Model) Selected() []bool { return slices.Clone(m.In) }

// SelectedNames returns the names of the selected inputs, by falling NormsPerSD.
func (m *Model) SelectedNames() []string {
	return problem.RankedNames(m.Train.Names(), m.PerSD, m.In)
}

// Ranking returns the columns of all inputs.
func (m *Model) Ranking() []int {
	order := problem.Ranking(m.PerSD, m.In)
	if m.Order == nil {
		return order
	}
	in := lists.Count(m.In)
	behind := order[in:]
	copy(behind, slices.DeleteFunc(slices.Clone(m.Order), func(a int) bool { return m.In[a] }))
	return order
}

// Names returns the names of the inputs.
func (m *Model) Names() []string { return m.Train.Names() }

// Target returns the name of the target, or the names of several.
func (m *Model) Target() string { return strings.Join(m.Train.Targets(), ", ") }

// N returns the number of rows that the model is fitted to.
func (m *Model) N() int {
	if m.Reduced != nil {
		return m.Reduced.Rows
	}
	return m.Train.N()
}

// Observations returns the number of observations, of which rows with equal inputs are one unless the
// model is Reduced.
func (m *Model) Observations() int {
	if m.Reduced != nil {
		return m.Reduced.Rows
	}
	return m.Design.Observations()
}

// D returns the number of inputs, selected or not.
func (m *Model) D() int { return m.Train.D() }

// Method returns the kind of the model, in a phrase.
func (m *Model) Method() string { return m.Kind }

// Rule returns the rule by which the inputs were selected, in a phrase.
func (m *Model) Rule() string {
	if m.Read != nil {
		return m.Read.Rule
	}
	if m.Selection != nil {
		return m.Selection.Describe()
	}
	if math.IsNaN(m.Tau) {
		return "none: every input that varies is used"
	}
	if !m.Spec.Features.IsZero() {
		return "none: below tau_max no derivative norm of random features is exactly 0"
	}
	return "exact zeros of the derivative norms"
}

// TauMax returns the least tau at which all derivatives vanish, or a bound above it.
func (m *Model) TauMax() float64 { return m.Ceiling.TauMax() }

// Nu returns the weight of ||f||_H^2 in the fit that selects. It is NaN without such a fit.
func (m *Model) Nu() float64 {
	if math.IsNaN(m.Tau) {
		return math.NaN()
	}
	return m.Spec.Nu.At(m.Tau)
}

// Converged reports whether the fit that selects reached its solver's tolerance. It is true
// for a model without such a fit.
func (m *Model) Converged() bool { return !m.Short }

// Intercept returns the constant b. The function f is not 0 at any particular point, so only
// the sum f + b has a meaning.
func (m *Model) Intercept() float64 { return m.F.Intercept }

// KernelString names the kernel with its resolved width. It is empty without a kernel.
func (m *Model) KernelString() string {
	if m.Kernel == nil {
		return ""
	}
	return fmt.Sprint(m.Kernel)
}

// PenaltyString names the penalty of the fit that selects. It is empty without such a fit.
func (m *Model) PenaltyString() string {
	if m.Read != nil {
		return m.Read.Penalty
	}
	if math.IsNaN(m.Tau) {
		return ""
	}
	return fmt.Sprint(m.Spec.Penalty)
}

// SolverString names the solver of the fit that selects, with its settings. It is empty
// without such a fit, and for a model from an old file.
func (m *Model) SolverString() string {
	switch {
	case m.Read != nil:
		return m.Read.Solver
	case math.IsNaN(m.Tau):
		return ""
	}
	return refusal.Called(m.Spec.Minimiser())
}

// AsRead has the names of the rule, the penalty and the solver, which a file keeps by name only.
type AsRead struct {
	Rule, Penalty, Solver string
}
