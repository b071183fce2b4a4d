package nvsd

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

// A Model is a fitted function, together with how it was found. It never changes, and
// several goroutines may use it.
type Model struct {
	*design
	f          function
	method     string // a phrase: what kind of model this is
	selected   []bool
	certain    []solve.Certainty // at the optimum of the fit that selects; nil without a certificate
	inputNorms                   // categorySDs are nil for a model that was read from a file

	tau, relGap float64  // of the fit that selects; NaN without one
	ceiling     *ceiling // tau_max of that fit
	ridgeNu     float64  // of the ridge regression; NaN without one
	short       bool     // that fit did not reach its tolerance
	iterations  int
	steps       []solve.Step // of the solver in that fit
	selecting   *selecting   // that fit; nil without one, and for a model that was read from a file
	seconds     float64
	trainRMSE   float64
	validRMSE   float64    // NaN where there was no validation part
	selection   *Selection // nil unless Path.Select made the model
	order       []int      // of all inputs by the path; nil unless Path.Select made the model
	warnings    []string
	read        *asRead // nil unless the model was read from a file
}

// newModel completes a model by what follows from its function: the training error and the
// derivative norms. norms are those of the scaled inputs; if nil, they are computed.
func newModel(m Model, norms []float64) (*Model, error) {
	X := m.train.X()
	fitted, err := m.f.predict(X)
	if err != nil {
		return nil, err
	}
	m.trainRMSE = rmse(fitted, m.y)
	if norms == nil {
		_, W, err := m.f.evaluate(X)
		if err != nil {
			return nil, err
		}
		norms = columnNorms(W)
	}
	if m.inputNorms, err = m.measure(&m.f, m.selected, norms); err != nil {
		return nil, err
	}
	m.warnings = append(slices.Clone(m.design.warnings), m.warnings...)
	return &m, nil
}

// Predict returns the model's values at the rows of X (m x d, inputs in their
// own units and in the order of Names), in units of the target.
func (m *Model) Predict(X mat.Matrix) ([]float64, error) { return m.f.predict(X) }

// RMSE returns the root mean squared error of the model on a Frame, whose columns are found
// by name.
func (m *Model) RMSE(on *data.Frame) (float64, error) {
	if err := sameTarget(on, m.given); err != nil {
		return 0, err
	}
	v, err := m.PredictFrame(on)
	if err != nil {
		return 0, err
	}
	return rmse(v, on.Y()), nil
}

// CheckTarget reports why the model's predictions cannot be compared with the target of a Frame: it
// is another one than the model was trained on, or has other classes.
func (m *Model) CheckTarget(on *data.Frame) error { return sameTarget(on, m.given) }

// PredictFrame is Predict on a Frame, whose columns are found by name. They may be in
// another order, and there may be more of them. Of the inputs that the model was trained on,
// only those are needed that the prediction depends on: the selected ones.
func (m *Model) PredictFrame(f *data.Frame) ([]float64, error) {
	X, err := m.inputsOf(f)
	if err != nil {
		return nil, err
	}
	return m.f.predict(X)
}

// inputsOf returns the inputs of a Frame in the order of Names, with 0 for those that the
// prediction does not depend on.
func (m *Model) inputsOf(f *data.Frame) (*mat.Dense, error) {
	g, err := align(f, m.given, m.f.fill, m.f.use)
	if err != nil {
		return nil, err
	}
	X := mat.NewDense(g.N(), len(m.f.use), nil)
	for column, a := range inUse(m.f.use) {
		X.SetCol(a, mat.Col(nil, column, g.X()))
	}
	return X, nil
}

// Gradients returns the m x d matrix of the model's derivatives at the rows of
// X (m x d), in units of the target per unit of the input.
func (m *Model) Gradients(X mat.Matrix) (*mat.Dense, error) {
	_, W, err := m.f.evaluate(X)
	if err != nil {
		return nil, err
	}
	rows, _ := W.Dims()
	for i := range rows {
		w := W.RawRowView(i)
		for a := range w {
			w[a] /= m.scale[a]
		}
	}
	return W, nil
}

// Scores is NormsPerSD: how much each input matters.
func (m *Model) Scores() []float64 { return m.NormsPerSD() }

// NormsPerSD returns the derivative norms ||d_a f||_n of this function times the training
// standard deviation of the input: the typical change of the target over one standard
// deviation. They are 0 for inputs that are not selected. Categorical inputs have difference
// norms: see NormKinds.
func (m *Model) NormsPerSD() []float64 { return slices.Clone(m.perSD) }

// NormsPerUnit returns the derivative norms in units of the target per unit of the input.
// Categorical inputs have difference norms.
func (m *Model) NormsPerUnit() []float64 { return slices.Clone(m.perUnit) }

// normOf returns the norm of a term, per standard deviation.
func (m *Model) normOf(t term) float64 {
	if t.category < 0 {
		return m.perSD[t.columns[0]]
	}
	return m.categorySDs[t.category]
}

// Selected reports which inputs the model depends on.
func (m *Model) Selected() []bool { return slices.Clone(m.selected) }

// SelectedNames returns the names of the selected inputs, by falling NormsPerSD.
func (m *Model) SelectedNames() []string {
	return rankedNames(m.train.Names(), m.perSD, m.selected)
}

// Ranking returns the columns of all inputs. The selected ones come first, by falling
// NormsPerSD. The others have norms of 0, and follow in the order in which they come in along
// the path, from the tau of the model on down. Of inputs that come in together, the one of
// larger penalised norm is first. Without a path the others are in the order of their
// columns.
func (m *Model) Ranking() []int {
	order := ranking(m.perSD, m.selected)
	if m.order == nil {
		return order
	}
	in := lists.Count(m.selected)
	behind := order[in:]
	copy(behind, slices.DeleteFunc(slices.Clone(m.order), func(a int) bool { return m.selected[a] }))
	return order
}

// Names returns the names of the inputs.
func (m *Model) Names() []string { return m.train.Names() }

// Target returns the name of the target.
func (m *Model) Target() string { return m.train.Target() }

// N returns the number of training observations.
func (m *Model) N() int { return m.train.N() }

// D returns the number of inputs, selected or not.
func (m *Model) D() int { return m.train.D() }

// Method says in a phrase what kind of model this is.
func (m *Model) Method() string { return m.method }

// Rule says in a phrase how the inputs were selected.
func (m *Model) Rule() string {
	if m.read != nil {
		return m.read.rule
	}
	if m.selection != nil {
		return m.selection.describe()
	}
	if math.IsNaN(m.tau) {
		return "none: every input that varies is used"
	}
	return "exact zeros of the derivative norms"
}

// Selection returns how Path.Select chose this model. It is nil for a model that Select has
// not made. The Selection of a model from a file has no By.
func (m *Model) Selection() *Selection { return m.selection }

// Spec returns the Spec that the model was fitted by. For a model from a file it has no
// Penalty and no Solver.
func (m *Model) Spec() Spec { return m.spec }

// Tau returns the weight of the penalty in the fit that selects. It is NaN without such a
// fit.
func (m *Model) Tau() float64 { return m.tau }

// TauMax returns the least tau at which all derivatives vanish, or a bound above it. It is
// NaN without a penalised fit, with nu = 0, and for a model from a file if TauMax was not
// known when it was written. A fit at a given tau finds it at the first call.
func (m *Model) TauMax() float64 { return m.ceiling.ask() }

// Nu returns the weight of ||f||_H^2 in the fit that selects. It is NaN without such a fit.
func (m *Model) Nu() float64 {
	if math.IsNaN(m.tau) {
		return math.NaN()
	}
	return m.spec.Nu.at(m.tau)
}

// RidgeNu returns the weight of ||f||_H^2 in this kernel ridge regression. It is NaN for a
// model that is none.
func (m *Model) RidgeNu() float64 { return m.ridgeNu }

// RelGap returns the certificate of the fit that selects: its objective is at most this
// fraction above the minimum. It is NaN without a certificate.
func (m *Model) RelGap() float64 { return m.relGap }

// Converged reports whether the fit that selects reached its solver's tolerance. It is true
// for a model without such a fit.
func (m *Model) Converged() bool { return !m.short }

// TrainRMSE returns the root mean squared error on the training part.
func (m *Model) TrainRMSE() float64 { return m.trainRMSE }

// ValidRMSE returns the root mean squared error on the validation part by which the model
// was chosen. Because of that choice, it is lower than the error to expect on new data. It is
// NaN without a validation part.
func (m *Model) ValidRMSE() float64 {
	return m.validRMSE
}

// Intercept returns the constant b. The function f is not 0 at any particular point, so only
// the sum f + b has a meaning.
func (m *Model) Intercept() float64 { return m.f.b }

// KernelString names the kernel with its resolved width. It is empty without a kernel.
func (m *Model) KernelString() string {
	if m.kernel == nil {
		return ""
	}
	return fmt.Sprint(m.kernel)
}

// PenaltyString names the penalty of the fit that selects. It is empty without such a fit.
func (m *Model) PenaltyString() string {
	if m.read != nil {
		return m.read.penalty
	}
	if math.IsNaN(m.tau) {
		return ""
	}
	return fmt.Sprint(m.spec.Penalty)
}

// SolverString names the solver of the fit that selects, with its settings. It is empty
// without such a fit, and for a model from an old file.
func (m *Model) SolverString() string {
	switch {
	case m.read != nil:
		return m.read.solver
	case math.IsNaN(m.tau):
		return ""
	}
	return called(m.spec.solver())
}

// Seconds returns how long the fit took, with its path and its selection.
func (m *Model) Seconds() float64 { return m.seconds }

// Iterations returns the number of solver iterations of the fit, or of the whole path that
// the model was selected from.
func (m *Model) Iterations() int { return m.iterations }

// Warnings returns what to know about the data and the fit before the model is trusted, one
// sentence each.
func (m *Model) Warnings() []string { return slices.Clone(m.warnings) }

// Certain returns, for every input, whether it is certainly in or certainly out at
// the optimum of the fit that selects, or undecided. This holds however early that fit
// was stopped: it is what the gap proves, not what a rule selects. It is nil without
// a certificate, and for a model from an old file that does not have it.
func (m *Model) Certain() []solve.Certainty { return slices.Clone(m.certain) }

// asRead has the names of what a file keeps by name only.
type asRead struct {
	rule, penalty, solver string
}
