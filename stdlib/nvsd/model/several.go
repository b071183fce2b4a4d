package model

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A SeveralModel is a penalised fit of several functions of the same inputs, one for each class of a target or for each of several targets: an input is in for all functions, or for none. It never
// changes, and several goroutines may use it.
type SeveralModel struct {
	of        *Model // how it was found, and the norms; it has no function
	functions []problem.Function
	training  *mat.Dense // of the functions at the training rows, n x c
}

// FitSeveral fits several functions by the Spec at one tau: see [problem.Spec.SeveralPath].
func FitSeveral(ctx context.Context, s problem.Spec, train *data.Frame, tau problem.TauChoice) (*SeveralModel, error) {
	return fit(ctx, s, train, tau, problem.Spec.StartSeveral, func(_ context.Context, p *problem.Path, i int) (*SeveralModel, error) { return severalAt(p, i) })
}

// severalAt returns the model of the fit at tau i.
func severalAt(p *problem.Path, i int) (*SeveralModel, error) {
	if i < 0 || i >= p.Len() {
		return nil, refusal.NoSuch("fit", "path", i, p.Len())
	}
	of := foundAt(p, i)
	of.F = p.Constant()
	of.F.Use = p.Varying()
	of.Kind = fmt.Sprintf("penalised fit of %d functions", len(p.Several.Names))
	of.TrainRMSE, of.TrainLoss = math.NaN(), math.NaN()
	of.Warnings = slices.Concat(p.Design.Warnings, of.Warnings)
	var err error
	of.InputNorms, err = p.NormsOf(i)
	if err != nil {
		return nil, err
	}
	m := &SeveralModel{of: &of, functions: p.Functions(i)}
	n := len(p.Y)
	m.training = mat.NewDense(n, len(m.functions), nil)
	for k, f := range m.functions {
		for i := range n {
			v := f.Intercept
			if of.Selecting != nil { // the solver has the values, and they cost nothing
				v = of.Selecting.Sol.Fitted[k*n+i] + p.Several.Origins()[k]
			}
			m.training.Set(i, k, v)
		}
	}
	return m, nil
}

// Functions returns the names of the functions: those of the targets, or the labels of the classes.
func (m *SeveralModel) Functions() []string { return slices.Clone(m.of.Several.Names) }

// Links returns the values f_k(x) + b_k, m x c in the order of Functions, at the rows of X (m x d, inputs in their own units and in the order of Names). For classes their
// sum over the functions is 0, and the difference of two is the log-odds of these classes.
func (m *SeveralModel) Links(X mat.Matrix) (*mat.Dense, error) {
	var all *mat.Dense
	for k := range m.functions {
		v, err := m.functions[k].Predict(X)
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = mat.NewDense(len(v), len(m.functions), nil)
		}
		all.SetCol(k, v)
	}
	return all, nil
}

// Predict returns the predicted targets, or the probabilities of the classes, m x c in the order of Functions, at the rows of X.
func (m *SeveralModel) Predict(X mat.Matrix) (*mat.Dense, error) { return m.responses(m.Links(X)) }

// responses replaces values of the functions by those on the scale of the target.
func (m *SeveralModel) responses(v *mat.Dense, err error) (*mat.Dense, error) {
	if err == nil && m.of.Several.Classes {
		solve.Probabilities(v)
	}
	return v, err
}

// PredictFrame is Predict at the rows of a Frame, whose columns are found by name.
func (m *SeveralModel) PredictFrame(f *data.Frame) (*mat.Dense, error) {
	X, err := m.of.inputsOf(f)
	if err != nil {
		return nil, err
	}
	return m.Predict(X)
}

// Probabilities returns the probabilities of the classes, m x c in the order of Functions, at the rows of X. It is an error for targets of numbers.
func (m *SeveralModel) Probabilities(X mat.Matrix) (*mat.Dense, error) {
	if err := m.checkClasses(); err != nil {
		return nil, err
	}
	return m.Predict(X)
}

// checkClasses refuses targets of numbers.
func (m *SeveralModel) checkClasses() error {
	if !m.of.Several.Classes {
		return refusal.BadArgument("model", "its targets %s are numbers, which have no probabilities of classes: take Predict and RMSE", report.Listed(m.Functions()))
	}
	return nil
}

// RMSE returns the root mean squared error of each target, in the order of Functions, on a Frame with the same targets, whose columns are found by name. It is an error for classes.
func (m *SeveralModel) RMSE(on *data.Frame) ([]float64, error) {
	if m.of.Several.Classes {
		return nil, refusal.BadArgument("model", "its target is one of classes, whose probabilities have no squared error in units of it: take Measure")
	}
	if on == nil {
		return nil, noEvaluated()
	}
	if !slices.Equal(on.Targets(), m.of.Several.Names) {
		return nil, refusal.BadData(refusal.Evaluated, "the targets are %v, and the model was trained on %v: read both with the same data.Targets", on.Targets(), m.of.Several.Names)
	}
	v, err := m.PredictFrame(on)
	if err != nil {
		return nil, err
	}
	weights, err := on.Weights()
	if err != nil {
		return nil, refusal.BadData(refusal.Evaluated, "%w", err)
	}
	return rmseOf(v, on.TargetMatrix(), weights), nil
}

// rmseOf returns the root mean squared differences of the columns of two matrices.
func rmseOf(v, y *mat.Dense, weights []float64) []float64 {
	_, c := y.Dims()
	all := make([]float64, c)
	for k := range all {
		all[k] = score.RMSE(mat.Col(nil, k, v), mat.Col(nil, k, y), weights)
	}
	return all
}

// ClassifyFrame returns the likeliest class of each row of a Frame, whose columns are found by name. It is an error for targets of numbers.
func (m *SeveralModel) ClassifyFrame(f *data.Frame) ([]string, error) {
	if err := m.checkClasses(); err != nil {
		return nil, err
	}
	p, err := m.PredictFrame(f)
	if err != nil {
		return nil, err
	}
	return likeliest(m.of.Several.Names, p), nil
}

// Measure returns the errors of the probabilities on a Frame with the same classes, such as the log-loss. It is an error for targets of numbers.
func (m *SeveralModel) Measure(on *data.Frame) (*score.ManyClassMetrics, error) {
	if err := m.checkClasses(); err != nil {
		return nil, err
	}
	if err := sameClasses(on, m.of.Target(), m.of.Several.Names); err != nil {
		return nil, err
	}
	p, err := m.PredictFrame(on)
	if err != nil {
		return nil, err
	}
	return measureClasses(p, on)
}

// measureClasses compares probabilities with the classes of a Frame.
func measureClasses(p *mat.Dense, on *data.Frame) (*score.ManyClassMetrics, error) {
	weights, err := on.Weights()
	if err != nil {
		return nil, refusal.BadData(refusal.Evaluated, "%w", err)
	}
	return score.MeasureManyClasses(p, problem.ClassNumbers(on), weights), nil
}

// Names returns the names of the inputs.
func (m *SeveralModel) Names() []string { return m.of.Names() }

// Selected reports which inputs the functions depend on.
func (m *SeveralModel) Selected() []bool { return m.of.Selected() }

// SelectedNames returns the names of the selected inputs, by falling norm.
func (m *SeveralModel) SelectedNames() []string { return m.of.SelectedNames() }

// NormsPerSD returns the derivative norms of all functions together, sqrt(sum_k ||d_a f_k||_n^2), times the training standard deviation of the input. Categorical
// inputs have difference norms.
func (m *SeveralModel) NormsPerSD() []float64 { return m.of.NormsPerSD() }

// NormsPerUnit returns these norms per unit of the input.
func (m *SeveralModel) NormsPerUnit() []float64 { return m.of.NormsPerUnit() }

// Certain returns, for every input, the certainty that it is in or out at the optimum; nil without a certificate.
func (m *SeveralModel) Certain() []solve.Certainty { return slices.Clone(m.of.Certain) }

// Tau returns the weight of the penalty.
func (m *SeveralModel) Tau() float64 { return m.of.Tau }

// TauMax returns the least tau at which all derivatives of all functions vanish, or a bound above it.
func (m *SeveralModel) TauMax() float64 { return m.of.TauMax() }

// Gap returns the certificate: the objective is at most this fraction above the minimum.
func (m *SeveralModel) Gap() float64 { return m.of.RelGap }

// Converged reports whether the fit reached its tolerance.
func (m *SeveralModel) Converged() bool { return m.of.Converged() }

// Intercepts returns the constants b_k, in the order of Functions.
func (m *SeveralModel) Intercepts() []float64 {
	b := make([]float64, len(m.functions))
	for k, f := range m.functions {
		b[k] = f.Intercept
	}
	return b
}

// Warnings returns the warnings about the data and the fit, one sentence each.
func (m *SeveralModel) Warnings() []string { return slices.Clone(m.of.Warnings) }

// Convergence returns the steps of the solver.
func (m *SeveralModel) Convergence() (*Convergence, error) { return m.of.Convergence() }

// Report returns the norms of all functions together as bars, and a table of the inputs with how good the functions are and how they were found.
func (m *SeveralModel) Report() report.Report {
	return report.Report{m.chart(), m.table(m.TauMax())}
}

// String returns the table of the Report as plain text. It has tau_max only if that is known already.
func (m *SeveralModel) String() string { return m.table(m.of.Ceiling.Seen()).String() }

// Figure draws the norms of the Report as bars.
func (m *SeveralModel) Figure() (*viz.Figure, error) { return viz.Draw(m.chart()) }

func (m *SeveralModel) table(tauMax float64) report.Table {
	facts := []report.Fact{{Name: "functions", Text: m.of.Several.Told()}, m.trainingError()}
	return m.of.tableOf(append(facts, m.of.settings(tauMax)...))
}

func (m *SeveralModel) chart() report.Bars { return m.of.chart() }

// trainingError returns the errors at the training rows as a fact.
func (m *SeveralModel) trainingError() report.Fact {
	if !m.of.Several.Classes {
		var errors []string
		for _, v := range rmseOf(m.training, m.of.Train.TargetMatrix(), m.of.Weights) {
			errors = append(errors, report.Number(v))
		}
		return report.Fact{Name: "RMSE", Text: report.Listed(errors) + " in training"}
	}
	p := mat.DenseCopyOf(m.training)
	solve.Probabilities(p)
	loss := score.MeasureManyClasses(p, problem.ClassNumbers(m.of.Train), m.of.Weights).LogLoss
	return report.Fact{Name: "log-loss", Text: report.Number(loss) + " in training"}
}
