package nvsd

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/record"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A Path is a Spec fitted at falling taus. It never changes.
type Path struct{ p *problem.Path }

func wrapPath(p *problem.Path, err error) (*Path, error) {
	if p == nil {
		return nil, err
	}
	return &Path{p}, err
}

// Len returns the number of taus.
func (p *Path) Len() int {
	return p.p.Len()
}

// Names returns the names of the inputs.
func (p *Path) Names() []string {
	return p.p.Names()
}

// Target returns the name of the target.
func (p *Path) Target() string {
	return p.p.Target()
}

// Taus returns the weights of the penalty, falling.
func (p *Path) Taus() []float64 {
	return slices.Clone(p.p.Taus)
}

// TauMax returns the least tau at which all derivatives vanish, or a bound above it. It is
// NaN with nu = 0, +Inf if no tau is large enough, and 0 if every tau > 0 is. A path that
// began without it finds it at the first call.
func (p *Path) TauMax() float64 {
	return p.p.TauMax()
}

// NormsPath returns, for every tau, the derivative norms per standard deviation of the
// inputs. Categorical inputs have difference norms, as in the models of Path.Model.
func (p *Path) NormsPath() [][]float64 {
	return p.p.NormsPath()
}

// ActiveCounts returns, for every tau, the number of inputs that are in.
func (p *Path) ActiveCounts() []int {
	return p.p.ActiveCounts()
}

// Gaps returns, for every tau, the certificate: the objective is at most this fraction
// above the minimum. It is NaN for a fit without a certificate.
func (p *Path) Gaps() []float64 {
	return p.p.Gaps()
}

// RMSE returns, for every tau, the root mean squared error on f of the penalised fit,
// without a refit.
func (p *Path) RMSE(f *data.Frame) ([]float64, error) {
	return p.p.RMSE(f)
}

// Iterations returns the number of solver iterations of all fits.
func (p *Path) Iterations() int {
	return p.p.Iterations()
}

// Seconds returns the time of all fits.
func (p *Path) Seconds() float64 {
	return p.p.Seconds
}

// Warnings returns the warnings about the data and the fits, one sentence each.
func (p *Path) Warnings() []string {
	return p.p.Warnings()
}

// Figure draws the derivative norms along the path, and below them the number of inputs that are
// in. Options change how:
//
//	path.Figure(nvsd.LogNorms(), nvsd.MarkModel(m))
func (p *Path) Figure(options ...problem.PathOption) (*viz.Figure, error) {
	return p.p.Figure(options...)
}

// Heatmap returns the norms of groups of inputs along the path, in the order in which the
// groups come in; those that come in together by falling norm. The groups are those of the
// penalty, and the inputs, one by one, if it has none.
func (p *Path) Heatmap() *problem.GroupPath {
	return p.p.Heatmap()
}

// Report returns the derivative norms as lines over tau, with the numbers of inputs that are
// in, and a table of at most a dozen fits. The first and the last are among them.
func (p *Path) Report() report.Report {
	return p.p.Report()
}

// String returns the table of the Report as plain text.
func (p *Path) String() string {
	return p.p.String()
}

// Steps returns the number of fits, which display.Explore steps through.
func (p *Path) Steps() int {
	return p.p.Steps()
}

// Label returns the tau of fit i with its name.
func (p *Path) Label(i int) string {
	return p.p.Label(i)
}

// Step returns the report of fit i: its numbers, the derivative norms as bars, on one scale for all
// steps, and the target of the training part over the predicted one. The training error is that of
// the penalised fit, without a refit.
func (p *Path) Step(i int) report.Report {
	return p.p.Step(i)
}

// Outline returns some of the fits, from the first to the last: their derivative norms as bars
// side by side, and their numbers.
func (p *Path) Outline() report.Report {
	return p.p.Outline()
}

// Certain returns, for every tau, the certainty of every input in the fit there: see Model.Certain.
func (p *Path) Certain() [][]solve.Certainty {
	return p.p.Certain()
}

// Model returns the penalised fit at tau i, without a refit. The index is 0 at the
// largest tau.
func (p *Path) Model(i int) (*Model, error) {
	return wrapModel(model.Penalised(p.p, i))
}

// CheckProof checks a proof of this path: see [Model.CheckProof].
func (p *Path) CheckProof(ctx context.Context, raw []byte) (*proof.Checked, error) {
	return proof.CheckPath(ctx, p.p, raw)
}

// Proof returns the proof of the fits that the table of the path lists, see [Model.Proof]: at most a dozen, and
// fewer if these have more than 65536 coefficients. The first and the last are among them, if there is more
// than one. Of the other fits there is no proof.
//
// A path on which nothing could be learned has none.
func (p *Path) Proof() (json.RawMessage, error) {
	return proof.OfPath(p.p)
}

// Provenance returns the digest of the path's taus and norms, to the bit, and the Provenance of its
// training data, for the metadata of an output.
func (p *Path) Provenance() map[string]any {
	return record.PathProvenance(p.p)
}

// Select makes the two-step model of UAI 2018, section 5:
//
//	m, err := path.Select(ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked)
//
// Kernel ridge regression is fitted to the sets of inputs that the rule proposes along the
// path, and to no input at all. The regression that is best by the criterion is the model.
// Its nu is chosen by the same criterion among the Spec's RidgeNus, together with its width
// as the Spec's Refit says. A refit that is given here replaces the Spec's:
//
//	kept, err := path.Select(ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked, nvsd.KeepKernel)
//
// Of equal errors the fewest inputs win, and then the largest tau. With leave-one-out and
// validation, a larger set must be better by more than noise (see [ByLeaveOneOut]). The
// model says by how much it is better than the training mean, and warns if that is not
// enough. If ctx ends, there is no model, because some of the folds or sets may choose
// another one than all of them.
func (p *Path) Select(ctx context.Context, by Criterion, rule SelectionRule, refit ...Refit) (*Model, error) {
	return wrapModel(model.Select(ctx, p.p, by, rule, refit...))
}

// MarkModel marks the tau of a model that was selected from the path, and the inputs of its
// names. A tau that the path has not is not marked.
func MarkModel(m *Model) problem.PathOption {
	return problem.MarkModel(m)
}

// RelativeNorms draws each norm relative to the largest of its input, so that small norms
// are seen, and which grow first.
func RelativeNorms() problem.PathOption {
	return problem.RelativeNorms()
}

// LogNorms draws the norms on a logarithmic axis of at most six decades.
func LogNorms() problem.PathOption {
	return problem.LogNorms()
}
