package problem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A Path is a Spec fitted at falling taus. It never changes.
type Path struct {
	*Design
	*Ceiling
	AtTaus  bool // PathAt was given the taus
	Asked   int  // number of fits that were asked for: more than there are if it was stopped
	Taus    []float64
	Fits    []*solve.Solution // an entry is nil if f is 0
	PerSD   [][]float64       // norms of every fit, per standard deviation of the input
	Seconds float64
	short   []shortFit

	WrongKernel, WrongPenalty error // faults of the kernel and the penalty, nil for none
}

// Path fits the Spec at count taus,
//
//	path, err := spec.Path(ctx, s.Train, 50)
//
// evenly spaced on a logarithmic scale from tau_max down over the Spec's Decades. Each
// fit begins where the last one ended. If nothing can be learned, because no input varies
// or the target is constant, the path is the one point tau = 0. With a small factor in
// [TimesTau], every tau > 0 may empty the model; the path then begins where the ridge
// counts for as much as the target, and a warning says so.
//
// A fit that does not reach the tolerance stays in the path, with its gap and a warning.
// If ctx ends, Path returns the fits that are finished together with the error. The path
// says how many these are, and so do the models that are made from it.
func (s Spec) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return s.path(ctx, train, count, Spec.StartPath)
}

// A beginning is a way to start a path.
type beginning func(s Spec, ctx context.Context, train *data.Frame) (*Path, error)

// path is [Spec.Path] with the way to start it.
func (s Spec) path(ctx context.Context, train *data.Frame, count int, start beginning) (*Path, error) {
	if count < 1 {
		return nil, refusal.BadArgument("count", "a path of %d taus is asked for: at least one is needed", count)
	}
	p, err := start(s, ctx, train)
	if err != nil {
		return nil, err
	}
	if p.Op == nil {
		return p, p.Extend(ctx, 0)
	}
	ctx, at := p.BeginProgress(ctx, count)
	defer at.End()
	begin, err := p.FirstTau(ctx)
	if err != nil {
		return nil, err
	}
	taus := make([]float64, count)
	for k := range taus {
		taus[k] = begin
		if k > 0 {
			taus[k] *= math.Pow(10, -s.Span()*float64(k)/float64(count-1))
		}
	}
	return p.finished(p.FitTaus(ctx, at, taus))
}

// PathAt fits the Spec at the given taus,
//
//	path, err := spec.PathAt(ctx, s.Train, 1, 0.1, 0.01)
//
// from the largest down, and each of them once. It needs no tau_max, so nu may be 0, and
// the penalty need not be able to empty the model. The taus are the same in folds (see
// choose.AbsoluteTau). If nothing can be learned, the path is the one point tau = 0.
func (s Spec) PathAt(ctx context.Context, train *data.Frame, taus ...float64) (*Path, error) {
	return s.pathAt(ctx, train, taus, Spec.StartPath)
}

// pathAt is [Spec.PathAt] with the way to start it.
func (s Spec) pathAt(ctx context.Context, train *data.Frame, taus []float64, start beginning) (*Path, error) {
	if len(taus) == 0 {
		return nil, refusal.BadArgument("taus", "PathAt needs at least one tau")
	}
	for i, tau := range taus {
		if err := checkWeight("taus", fmt.Sprintf("tau %d of the %d given", i+1, len(taus)), tau); err != nil {
			return nil, err
		}
	}
	p, err := start(s, ctx, train)
	if err != nil {
		return nil, err
	}
	p.AtTaus = true
	if p.Op == nil {
		return p, p.Extend(ctx, 0)
	}
	taus = slices.Clone(taus)
	slices.Sort(taus)
	slices.Reverse(taus)
	taus = slices.Compact(taus)
	ctx, at := p.BeginProgress(p.ForAll(p.Spec.NeedsAt(len(p.Y), p.Train.D(), len(taus))).In(ctx), len(taus))
	defer at.End()
	return p.finished(p.FitTaus(ctx, at, taus))
}

// BeginProgress begins a path, of which the search for tau_max is a part. It says where fits take
// long: a fit of a penalty that is not convex takes hundreds of rounds of ADMM, each with two
// products of a full matrix of the order n d, where the default solver takes a few with n x n.
func (p *Path) BeginProgress(ctx context.Context, fits int) (context.Context, *progress.Computation) {
	path := progress.Part{Of: "path", Unit: "fit", All: fits}
	if p.Spec.needsADMM() {
		path.Note = "by ADMM (slow: the penalty is not convex, or does not say that it is)"
	}
	return progress.Begin(p.ForAll(p.Spec.Needs(len(p.Y), p.Train.D(), fits, 0)).In(ctx), path)
}

// FitTaus fits at falling taus. It leaves out a fit that ctx has cut short.
func (p *Path) FitTaus(ctx context.Context, at *progress.Computation, taus []float64) error {
	p.Asked = len(taus)
	for k, tau := range taus {
		err := p.Extend(ctx, tau)
		if ctx.Err() != nil && err != nil {
			p.Taus, p.Fits, p.PerSD = p.Taus[:k], p.Fits[:k], p.PerSD[:k]
			p.short = slices.DeleteFunc(p.short, func(f shortFit) bool { return !slices.Contains(p.Fits, f.sol) })
			return fmt.Errorf("nvsd: path stopped after %d of %s: %w", k, report.Plural(len(taus), "fit"), ctx.Err())
		}
		if err != nil {
			return err
		}
		at.Reached(ctx, k+1)
	}
	return nil
}

// finished returns the path beside an error, unless it holds no fit.
func (p *Path) finished(err error) (*Path, error) {
	if len(p.Fits) == 0 {
		return nil, err
	}
	return p, err
}

// StartPath returns a path that holds no fit yet.
func (s Spec) StartPath(ctx context.Context, train *data.Frame) (*Path, error) {
	return s.startPath(ctx, train, newDesign)
}

// startPath is [Spec.StartPath] with the design that is wanted.
func (s Spec) startPath(ctx context.Context, train *data.Frame, design func(context.Context, Spec, *data.Frame) (*Design, error)) (*Path, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	start := time.Now()
	// A kernel's matrices of many rows take long, and cannot be stopped.
	ds, err := parallel.Within(ctx, func() (*Design, error) { return design(ctx, s, train) })
	if err != nil && err == ctx.Err() {
		return nil, fmt.Errorf("nvsd: the kernel's matrices: %w", err)
	}
	if err != nil {
		return nil, err
	}
	ds.Spec.Penalty, err = penalty.Resolve(s.Penalty, train.Names())
	if err != nil {
		return nil, refusal.BadArgument("Spec.Penalty", "%w", err)
	}
	ds.solveIn(ctx)
	p := &Path{Design: ds, Ceiling: NewCeiling(ds)}
	p.Suspect()
	p.Seconds = time.Since(start).Seconds()
	return p, nil
}

// Extend adds the fit at tau. On an error there was no fit to add, or ctx has cut it
// short.
func (p *Path) Extend(ctx context.Context, tau float64) error {
	if p.Op == nil {
		return p.Add(tau, nil)
	}
	var warm *solve.Solution
	if len(p.Fits) > 0 {
		warm = p.Fits[len(p.Fits)-1]
	} else if _, is := p.Spec.Minimiser().(solve.Dual); is { // what others find may depend on where they begin
		warm = p.start(tau)
	}
	start := time.Now()
	defer func() { p.Seconds += time.Since(start).Seconds() }()
	fitting, fit := progress.BeginSteps(ctx, progress.Part{}, p.Spec.Tolerance())
	defer fit.End()
	sol, err := p.solving.Solve(fitting, p.Problem(tau), warm)
	if sol != nil {
		// If no input is proven to be in, tau may be above tau_max. The norms are then 0,
		// but for what the tolerance has left of them.
		if err == nil && sol.Certified() && !slices.Contains(sol.Certain, solve.CertainlyIn) {
			if _, err := p.FindTauMax(ctx); err != nil {
				return err
			}
		}
		if err := p.Add(tau, sol); err != nil {
			return err
		}
		p.examine(p.Spec.Penalty, sol.RawNorms)
	}
	if unfinished, ok := errors.AsType[*solve.Unfinished](err); ok && sol != nil {
		p.short = append(p.short, shortFit{tau, sol, unfinished})
		if unfinished.Status == solve.MaxIter {
			return nil
		}
	}
	if err != nil {
		return fmt.Errorf("nvsd: fit at tau = %.4g: %w", tau, err)
	}
	return nil
}

// Add appends a fit and measures its norms.
func (p *Path) Add(tau float64, sol *solve.Solution) error {
	p.Taus, p.Fits = append(p.Taus, tau), append(p.Fits, sol)
	i := len(p.Fits) - 1
	_, perSD := p.Scaling.norms(p.Norms(i))
	if !p.Flat(i) && len(p.Train.Categories()) > 0 {
		all, err := p.NormsOf(i)
		if err != nil {
			return err
		}
		perSD = all.PerSD
	}
	p.PerSD = append(p.PerSD, perSD)
	return nil
}

// Function returns the function that was fitted at tau i.
func (p *Path) Function(i int) Function {
	if p.Fits[i] == nil {
		return p.Constant()
	}
	sol := p.Fits[i]
	return Function{Scaling: p.Scaling, Use: p.Varying(), Op: p.Op, Alpha: sol.Alpha, B: sol.B, Intercept: p.Origin() + sol.Intercept}
}

// Flat reports whether all derivatives are known to vanish at tau i. From tau_max on they
// do, whatever the solver's tolerance has left of them. A fit without a certificate may be
// another minimum, and does not count as flat; nor does one that proves an input to be in.
func (p *Path) Flat(i int) bool {
	sol := p.Fits[i]
	return sol == nil || sol.Certified() && p.Taus[i] > 0 && p.Taus[i] >= p.Seen() && !slices.Contains(sol.Certain, solve.CertainlyIn)
}

// Norms returns the derivative norms of the scaled inputs at tau i.
func (p *Path) Norms(i int) []float64 {
	if p.Flat(i) {
		return make([]float64, p.Train.D())
	}
	return p.Fits[i].Norms
}

// Order returns the inputs in the order in which they come in, from tau i on down. Inputs
// that come in together are by falling norm per standard deviation. Those that never come in
// are last, in the order of their columns.
func (p *Path) Order(i int) []int {
	d := p.Train.D()
	first, norm := make([]int, d), make([]float64, d)
	for a := range d {
		first[a] = len(p.Fits)
	}
	for j := len(p.Fits) - 1; j >= i; j-- {
		_, perSD := p.Scaling.norms(p.Norms(j))
		for a, v := range perSD {
			if v > 0 {
				first[a], norm[a] = j, v
			}
		}
	}
	order := lists.UpTo(d)
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(first[a], first[b]), cmp.Compare(norm[b], norm[a]))
	})
	return order
}

// Active reports which inputs are in the fit at tau i.
func (p *Path) Active(i int) []bool {
	if p.Flat(i) {
		return make([]bool, p.Train.D())
	}
	return slices.Clone(p.Fits[i].Active)
}

// Len returns the number of taus.
func (p *Path) Len() int { return len(p.Taus) }

// Names returns the names of the inputs.
func (p *Path) Names() []string { return p.Train.Names() }

// Target returns the name of the target, or the names of several.
func (p *Path) Target() string { return strings.Join(p.Train.Targets(), ", ") }

// NormsPath returns, for every tau, the derivative norms per standard deviation of the
// inputs. Categorical inputs have difference norms, as in the models of Path.Model.
func (p *Path) NormsPath() [][]float64 {
	all := make([][]float64, len(p.Taus))
	for i := range all {
		all[i] = slices.Clone(p.PerSD[i])
	}
	return all
}

// ActiveCounts returns, for every tau, the number of inputs that are in.
func (p *Path) ActiveCounts() []int {
	counts := make([]int, len(p.Taus))
	for i := range counts {
		counts[i] = lists.Count(p.Active(i))
	}
	return counts
}

// Gaps returns, for every tau, the certificate: the objective is at most this fraction
// above the minimum. It is NaN for a fit without a certificate.
func (p *Path) Gaps() []float64 {
	gaps := make([]float64, len(p.Taus))
	for i, sol := range p.Fits {
		if sol != nil {
			gaps[i] = sol.RelGap
		}
	}
	return gaps
}

// RMSE returns, for every tau, the root mean squared error on f of the penalised fit,
// without a refit.
func (p *Path) RMSE(f *data.Frame) ([]float64, error) {
	g, err := p.AlignTarget(f)
	if err != nil {
		return nil, err
	}
	weights, err := f.Weights()
	if err != nil {
		return nil, refusal.BadData(refusal.Evaluated, "%w", err)
	}
	errs := make([]float64, len(p.Taus))
	for i := range errs {
		fit := p.Function(i)
		v, err := fit.Predict(g.X())
		if err != nil {
			return nil, err
		}
		loss.Responses(p.Spec.Loss, v)
		errs[i] = score.RMSE(v, g.Y(), weights)
	}
	return errs, nil
}

// Iterations returns the number of solver iterations of all fits.
func (p *Path) Iterations() int {
	total := 0
	for _, sol := range p.Fits {
		if sol != nil {
			total += sol.Iterations
		}
	}
	return total
}

// Warnings returns the warnings about the data and the fits, one sentence each.
func (p *Path) Warnings() []string {
	return slices.Concat(p.Design.Warnings, p.FitWarnings())
}
