package nvsd

import (
	"context"
	"encoding/json"
	"io"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/record"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
	"gonum.org/v1/gonum/mat"
)

// A Model is a fitted function, together with how it was found. It never changes, and
// several goroutines may use it.
type Model struct{ m *model.Model }

func wrapModel(m *model.Model, err error) (*Model, error) {
	if m == nil {
		return nil, err
	}
	return &Model{m}, err
}

// Predict returns the predicted means of the target at the rows of X (m x d, inputs in their
// own units and in the order of Names), in units of the target. For the logistic loss they are 2 p - 1, with p the
// probability of class +1, and for the Poisson loss the expected counts.
func (m *Model) Predict(X mat.Matrix) ([]float64, error) {
	return m.m.Predict(X)
}

// RMSE returns the root mean squared error of the predictions on a Frame, whose columns are found
// by name.
func (m *Model) RMSE(on *data.Frame) (float64, error) {
	return m.m.RMSE(on)
}

// CheckTarget returns an error if the model's predictions cannot be compared with the target of a
// Frame: it is another one than the model was trained on, or has other classes.
func (m *Model) CheckTarget(on *data.Frame) error {
	return m.m.CheckTarget(on)
}

// PredictFrame is [Model.Predict] at the rows of a Frame. Columns
// are found by name. They may be in another order, and there may be more of them. Of the inputs
// that the model was trained on, only those are needed that the prediction depends on: the selected
// ones.
func (m *Model) PredictFrame(f *data.Frame) ([]float64, error) {
	return m.m.PredictFrame(f)
}

// Gradients returns the m x d matrix of the derivatives of f at the rows of
// X (m x d), in units of [Model.Link] per unit of the input.
func (m *Model) Gradients(X mat.Matrix) (*mat.Dense, error) {
	return m.m.Gradients(X)
}

// Scores returns the scores of the inputs, by which they rank: the NormsPerSD.
func (m *Model) Scores() []float64 {
	return m.m.Scores()
}

// NormsPerSD returns the derivative norms ||d_a f||_n of this function times the training
// standard deviation of the input: the typical change of the target over one standard
// deviation. They are 0 for inputs that are not selected. Categorical inputs have difference
// norms: see NormKinds.
func (m *Model) NormsPerSD() []float64 {
	return m.m.NormsPerSD()
}

// NormsPerUnit returns the derivative norms in units of the target per unit of the input.
// Categorical inputs have difference norms.
func (m *Model) NormsPerUnit() []float64 {
	return m.m.NormsPerUnit()
}

// Selected reports which inputs the model depends on.
func (m *Model) Selected() []bool {
	return m.m.Selected()
}

// SelectedNames returns the names of the selected inputs, by falling NormsPerSD.
func (m *Model) SelectedNames() []string {
	return m.m.SelectedNames()
}

// Ranking returns the columns of all inputs. The selected ones come first, by falling
// NormsPerSD. The others have norms of 0, and follow in the order in which they come in along
// the path, from the tau of the model on down. Of inputs that come in together, the one of
// larger penalised norm is first. Without a path the others are in the order of their
// columns.
func (m *Model) Ranking() []int {
	return m.m.Ranking()
}

// Names returns the names of the inputs.
func (m *Model) Names() []string {
	return m.m.Names()
}

// Target returns the name of the target.
func (m *Model) Target() string {
	return m.m.Target()
}

// N returns the number of rows that the model is fitted to.
func (m *Model) N() int {
	return m.m.N()
}

// D returns the number of inputs, selected or not.
func (m *Model) D() int {
	return m.m.D()
}

// Method returns the kind of the model, in a phrase.
func (m *Model) Method() string {
	return m.m.Method()
}

// Rule returns the rule by which the inputs were selected, in a phrase.
func (m *Model) Rule() string {
	return m.m.Rule()
}

// Selection returns how Path.Select chose this model. It is nil for a model that Select has
// not made. The Selection of a model from a file has no By.
func (m *Model) Selection() *choose.Selection {
	return m.m.Selection
}

// Spec returns the Spec that the model was fitted by. For a model from a file it has no
// Penalty and no Solver.
func (m *Model) Spec() Spec {
	return Spec(m.m.Design.Spec)
}

// Tau returns the weight of the penalty in the fit that selects. It is NaN without such a
// fit.
func (m *Model) Tau() float64 {
	return m.m.Tau
}

// TauMax returns the least tau at which all derivatives vanish, or a bound above it. It is
// NaN without a penalised fit, with nu = 0, and for a model from a file if TauMax was not
// known when it was written. A fit at a given tau finds it at the first call.
func (m *Model) TauMax() float64 {
	return m.m.TauMax()
}

// Nu returns the weight of ||f||_H^2 in the fit that selects. It is NaN without such a fit.
func (m *Model) Nu() float64 {
	return m.m.Nu()
}

// RidgeNu returns the weight of ||f||_H^2 in this kernel ridge regression. It is NaN for a
// model that is none.
func (m *Model) RidgeNu() float64 {
	return m.m.RidgeNu
}

// Background returns the account of the part of the function that is of all inputs, beside the one of the
// selected. It is nil for a model without one, and for all but the Predictor of a [Finding].
func (m *Model) Background() *model.Background {
	return m.m.Background
}

// Reduced returns the account of a model on centres, with a bound of the distance from the function with
// kernels at all rows: see [Spec.RidgeOnCentres]. It is nil for other models.
func (m *Model) Reduced() *model.Reduced {
	return m.m.Reduced
}

// RelGap returns the certificate of the fit that selects: its objective is at most this
// fraction above the minimum. It is NaN without a certificate.
func (m *Model) RelGap() float64 {
	return m.m.RelGap
}

// Converged reports whether the fit that selects reached its solver's tolerance. It is true
// for a model without such a fit.
func (m *Model) Converged() bool {
	return m.m.Converged()
}

// TrainRMSE returns the root mean squared error on the training part.
func (m *Model) TrainRMSE() float64 {
	return m.m.TrainRMSE
}

// ValidRMSE returns the root mean squared error on the validation part by which the model
// was chosen. Because of that choice, it is lower than the error to expect on new data. It is
// NaN without a validation part.
func (m *Model) ValidRMSE() float64 {
	return m.m.ValidRMSE
}

// Intercept returns the constant b. The function f is not 0 at any particular point, so only
// the sum f + b has a meaning.
func (m *Model) Intercept() float64 {
	return m.m.Intercept()
}

// KernelString names the kernel with its resolved width. It is empty without a kernel.
func (m *Model) KernelString() string {
	return m.m.KernelString()
}

// PenaltyString names the penalty of the fit that selects. It is empty without such a fit.
func (m *Model) PenaltyString() string {
	return m.m.PenaltyString()
}

// SolverString names the solver of the fit that selects, with its settings. It is empty
// without such a fit, and for a model from an old file.
func (m *Model) SolverString() string {
	return m.m.SolverString()
}

// Seconds returns the time of the fit, with its path and its selection.
func (m *Model) Seconds() float64 {
	return m.m.Seconds
}

// Iterations returns the number of solver iterations of the fit, or of the whole path that
// the model was selected from.
func (m *Model) Iterations() int {
	return m.m.Iterations
}

// Warnings returns the warnings about the data and the fit, to read before the model is trusted,
// one sentence each.
func (m *Model) Warnings() []string {
	return slices.Clone(m.m.Warnings)
}

// Certain returns, for every input, whether it is certainly in or certainly out at
// the optimum of the fit that selects, or undecided. This holds however early that fit
// was stopped: it is what the gap proves, not what a rule selects. It is nil without
// a certificate, and for a model from an old file that does not have it.
func (m *Model) Certain() []solve.Certainty {
	return slices.Clone(m.m.Certain)
}

// Convergence returns the steps of the solver in the fit that selects. It is an error for a
// model without such a fit, for one whose fit needed no solver, and for one that was read
// from a file, which keeps no steps.
func (m *Model) Convergence() (*model.Convergence, error) {
	return m.m.Convergence()
}

// PartialDependence returns the mean prediction and its derivative as functions of the
// named input, at the values of grid. Without a grid there are 41 values, evenly spaced
// over the input's range in the training part. For a categorical input, or a column of
// one, it is the mean prediction at each level.
func (m *Model) PartialDependence(ctx context.Context, input string, grid ...float64) (*model.Dependence, error) {
	return m.m.PartialDependence(ctx, input, grid...)
}

// PartialDependences returns the [model.Dependence] on each of the named inputs, in their order, at
// 21 values. Without names these are the selected inputs, by falling norm per standard
// deviation, at most 12 of them. A categorical input counts once, under its name. It is an error
// when more than 12 inputs are named, and without names for a model that depends on no input.
func (m *Model) PartialDependences(ctx context.Context, names ...string) (*model.Dependences, error) {
	return m.m.PartialDependences(ctx, names...)
}

// Export writes the fitted function and its gradient to a file that stands alone: a Go
// package if the path ends in .go, a Python module if it ends in .py, data if it ends in
// .json. The name of the Go package is that of the file. The file is replaced as a whole or
// not at all. [Model.ExportTo] says what is written.
func (m *Model) Export(path string) error {
	return record.Export(m.m, path)
}

// ExportTo writes the fitted function and its gradient in a form that stands alone. What is
// written takes the inputs that the function depends on, and no others, in their own units: the
// text of a level for a categorical input, or its columns of 0 and 1. It scales them as the
// model does, and fills in those that are missing by what the model has learned for them. Its values and gradients are those of [Model.Predict] and [Model.Gradients] up to
// rounding.
//
// Kernels of package kern can be written, their sums and products too. A kernel whose code is
// in a cell is an [ArgumentError].
func (m *Model) ExportTo(w io.Writer, form record.ExportForm) error {
	return record.ExportTo(m.m, w, form)
}

// PredictInterval returns the predictions of [Model.PredictFrame] with intervals that have the
// target of a new observation with probability level, from 0.5 to below 1. Of the methods the
// last counts; without any it is ByPosterior:
//
//	m.PredictInterval(ctx, test, 0.9)
//	m.PredictInterval(ctx, test, 0.9, nvsd.ByJackknifePlus)
//
// It is an error for a penalised fit, which is not linear in the targets, so that neither
// method has a closed form: let [Path.Select] refit it. After a decomposition of the kernel
// matrix it takes O(n^2) for a row.
func (m *Model) PredictInterval(ctx context.Context, f *data.Frame, level float64, by ...model.IntervalMethod) (*model.Intervals, error) {
	return m.m.PredictInterval(ctx, f, level, by...)
}

// IntervalsAt returns the predictions at the rows of X (m x d, inputs in their own units and in the
// order of Names) with intervals: see [Model.PredictInterval].
func (m *Model) IntervalsAt(ctx context.Context, X mat.Matrix, level float64, by ...model.IntervalMethod) (*model.Intervals, error) {
	return m.m.IntervalsAt(ctx, X, level, by...)
}

// LeaveOneOut returns the leave-one-out residual of every training row: the target less the
// prediction of the model fitted to the other rows, with the same inputs, kernel and nu. Rows
// whose inputs are equal, the ones that are not selected among them, are left out together. For
// kernel ridge regression it is a closed form (see [solve.Ridge.LeaveOneOut]), and for the
// training mean n/(n-1) times the residual. The choice of inputs and widths has seen all
// rows, which makes these residuals too small.
//
// It is an error for a penalised fit, which has no closed form.
func (m *Model) LeaveOneOut(ctx context.Context) ([]float64, error) {
	return m.m.LeaveOneOut(ctx)
}

// NormKinds returns, for every input, the kind of its norms.
func (m *Model) NormKinds() []model.NormKind {
	return m.m.NormKinds()
}

// CategoryNorms returns the norm of the model by every categorical input of the training part.
func (m *Model) CategoryNorms() []model.CategoryNorm {
	return m.m.CategoryNorms()
}

// TwoClasses reports whether the model's target is one of two classes: it was
// read with data.Classes, or its training values are exactly -1 and +1. A
// target of any other two values is a number, unless data.Classes or
// Frame.WithClasses says that it is a class.
func (m *Model) TwoClasses() bool {
	return m.m.TwoClasses()
}

// Classify returns the sign of the model's predictions at the rows of X, -1 or
// +1. It is an error when the target is not one of two classes.
func (m *Model) Classify(X mat.Matrix) ([]float64, error) {
	return m.m.Classify(X)
}

// Figure draws the derivative norms of the Report as bars.
func (m *Model) Figure() (*viz.Figure, error) {
	return m.m.Figure()
}

// Report returns the derivative norms as bars, and a table of the inputs in the order of
// [Model.Ranking] with how good the model is and how it was found. It asks for
// [Model.TauMax].
func (m *Model) Report() report.Report {
	return m.m.Report()
}

// String returns the table of the Report as plain text. It has tau_max only if that is
// known already.
func (m *Model) String() string {
	return m.m.String()
}

// Save writes the model to a file as [Model.Write] does. It replaces the file as a whole or
// not at all.
func (m *Model) Save(path string) error {
	return record.Save(m.m, path)
}

// Write writes the model as JSON. [ReadModel] makes a model of it that predicts the same to
// the bit on the same machine. The JSON holds the training data.
//
// Penalty, solver and the criterion of a Selection are kept by name only: the Spec of a
// model that was read has no Penalty and no Solver. Only kernels of package kern, and
// kernels made of these, can be written; any other kernel is an error.
func (m *Model) Write(w io.Writer) error {
	return record.Write(m.m, w)
}

// Posterior returns the sizes that the intervals of [ByPosterior] have. With alpha the coefficients,
// of n rows that are g observations (rows with equal inputs are one) of means m_j, and the least
// noise that ties of the target ask for, the scale of most evidence is
//
//	c = max(q / (g - 1), least / (n nu)),   q = y'alpha - (1/(n nu)) sum_i (y_i - m_j(i))^2,
//
// with g in place of g - 1 without an intercept. Where errors of prediction chose nu, it is
//
//	c = (1/g) sum_j r_j A_j,   r_j the mean leave-one-out residual of observation j, A_j the sum of its alpha,
//
// as r_j A_j has the mean c. Scale is c times Akaike's factor: see [model.IntervalMethod]. The noise of
// an observation has the variance Scale g nu, and that of a row within an observation comes to it.
//
// It is an error for a penalised fit.
func (m *Model) Posterior(ctx context.Context) (*model.Posterior, error) {
	return m.m.Posterior(ctx)
}

// Proof returns the model with all from which [CheckProof] computes its numbers again: where
// the training data come from, the Spec, the exact coefficients, and what is claimed of them.
// It is JSON, the same bytes for the same model. A page that shows the model keeps it beside
// what is seen. docs/proofs.md describes it field by field.
//
// A model that was read from a file has no proof, and none that is Reduced or has a Background.
func (m *Model) Proof() (json.RawMessage, error) {
	return proof.OfModel(m.m)
}

// CheckProof checks a proof of this model as the function [CheckProof] does, with the kernel, the
// penalty and the training data that the model has: they may be the code of a cell. No number of
// this model enters. A proof of other data or of another Spec is refused.
//
// A model that was read from a file has no penalty, and is an error.
func (m *Model) CheckProof(ctx context.Context, raw []byte) (*proof.Checked, error) {
	return proof.CheckModel(ctx, m.m, raw)
}

// Provenance returns the claims of the model and the origin of its data, for the metadata of an
// output:
//
//   - "digest": the SHA-256 of its coefficients and offset, to the bit;
//   - "selected": the inputs that it selects, and, of the optimum of the fit that selects, those that
//     are "certainlyIn", "certainlyOut" and "undecided" (see [Model.Certain]), with the "relativeGap";
//   - "data": the Provenance of the training data;
//   - "unproved": why it has no proof, if it has none.
func (m *Model) Provenance() map[string]any {
	return record.ModelProvenance(m.m)
}

// Residuals compares the model's predictions with the target of a Frame, observation by
// observation. Columns are found by name.
func (m *Model) Residuals(on *data.Frame) (*score.Residuals, error) {
	return m.m.Residuals(on)
}

// Score measures the model on data that it has not seen, together with kernel ridge
// regression on all inputs and the training mean. The ridge regression has the model's
// Spec, and its nu is chosen by the criterion that chose the model. Without such a
// criterion, and for a model that was read from a file, it is chosen by the leave-one-out
// error. If the target is one of two classes (see [Model.TwoClasses]), the score has the
// metrics of classes too.
func (m *Model) Score(ctx context.Context, on *data.Frame) (Score, error) {
	return m.m.Score(ctx, on)
}

// Surface returns the model's predictions over two inputs, at 41 x 41 values, evenly spaced
// over their ranges in the training part. The other inputs are held at their training means,
// and categorical ones at their most frequent level, unless at says another value:
//
//	m.Surface(ctx, "x1", "x2", nvsd.Held{Input: "x3", Value: 0.5})
//
// If at says a level, the observations that are shown are those with that level, and where
// there is none of them the prediction is a guess.
//
// The two inputs must not be categorical, and must vary in the training part.
func (m *Model) Surface(ctx context.Context, a, b string, at ...Held) (*model.Surface, error) {
	return m.m.Surface(ctx, a, b, at...)
}

const (
	// ByPosterior takes the target for a Gaussian process with the kernel of the model, whose
	// posterior mean the model is, with Gaussian noise of one size: the interval has the
	// posterior variance and that of the noise, and quantiles of Student's t. It widens away
	// from the training rows. It takes kernel and nu as known, and asks for noise of one size
	// and no heavy tails.
	//
	// The scale of the variances is that of most evidence. Where the nu was chosen by errors of
	// prediction, they say little of the evidence, and the scale is the one at which the
	// leave-one-out residuals have the variances of the process (Bachoc 2013).
	ByPosterior = model.ByPosterior
	// ByJackknifePlus adds the leave-one-out residuals to the predictions of the models that
	// each residual is of (Barber, Candes, Ramdas and Tibshirani 2021, "Predictive inference
	// with the jackknife+"). It assumes no law of the noise. If rows are exchangeable and
	// nothing was chosen on them, an interval of level 1 - a has the target with probability 1
	// - 2a or more, and in practice with about 1 - a. After a selection there is no such
	// guarantee. Far from all rows the interval does not widen.
	//
	// Rows with equal inputs are left out together, and count as one observation. With fewer
	// than level/(1 - level) observations the interval is infinite.
	ByJackknifePlus = model.ByJackknifePlus
)

// Held is the value at which an input is held: a number, or a level of a categorical input.
type Held = model.Held

// Mean returns the model that predicts the training mean, whatever the inputs are.
func Mean(train *data.Frame) (*Model, error) {
	return wrapModel(model.Mean(train))
}
