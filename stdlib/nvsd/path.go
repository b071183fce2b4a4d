package nvsd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A Path is a Spec fitted at falling taus. It never changes.
type Path struct {
	*design
	*ceiling
	given   bool // PathAt was given the taus
	asked   int  // how many fits were asked for: more than there are if it was stopped
	taus    []float64
	fits    []*solve.Solution // an entry is nil if f is 0
	perSD   [][]float64       // norms of every fit, as a Model's NormsPerSD
	seconds float64
	short   []shortFit

	wrongKernel, wrongPenalty error // what is wrong with them
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
	if count < 1 {
		return nil, badArgument("count", "a path of %d taus is asked for: at least one is needed", count)
	}
	p, err := s.startPath(ctx, train)
	if err != nil {
		return nil, err
	}
	if p.op == nil {
		return p, p.extend(ctx, 0)
	}
	ctx, at := p.announce(ctx, count)
	defer at.End()
	begin, err := p.begin(ctx)
	if err != nil {
		return nil, err
	}
	taus := make([]float64, count)
	for k := range taus {
		if taus[k] = begin; k > 0 {
			taus[k] *= math.Pow(10, -s.decades()*float64(k)/float64(count-1))
		}
	}
	return p.finished(p.through(ctx, at, taus))
}

// PathAt is Path at the given taus,
//
//	path, err := spec.PathAt(ctx, s.Train, 1, 0.1, 0.01)
//
// from the largest down, and each of them once. It needs no tau_max, so nu may be 0, and
// the penalty need not be able to empty the model. The taus are the same in folds (see
// [AbsoluteTau]). If nothing can be learned, the path is the one point tau = 0.
func (s Spec) PathAt(ctx context.Context, train *data.Frame, taus ...float64) (*Path, error) {
	if len(taus) == 0 {
		return nil, badArgument("taus", "PathAt needs at least one tau")
	}
	for i, tau := range taus {
		if err := checkWeight("taus", fmt.Sprintf("tau %d of the %d given", i+1, len(taus)), tau); err != nil {
			return nil, err
		}
	}
	p, err := s.startPath(ctx, train)
	if err != nil {
		return nil, err
	}
	p.given = true
	if p.op == nil {
		return p, p.extend(ctx, 0)
	}
	taus = slices.Clone(taus)
	slices.Sort(taus)
	slices.Reverse(taus)
	taus = slices.Compact(taus)
	ctx, at := p.announce(ctx, len(taus))
	defer at.End()
	return p.finished(p.through(ctx, at, taus))
}

// announce begins a path, of which the search for tau_max is a part. It says where fits take
// long: a fit of a penalty that is not convex takes hundreds of rounds of ADMM, each with two
// products of a full matrix of the order n d, where the default solver takes a few with n x n.
func (p *Path) announce(ctx context.Context, fits int) (context.Context, *Computation) {
	path := Part{Of: "path", Unit: "fit", All: fits}
	if p.spec.needsADMM() {
		path.Note = "by ADMM (slow: the penalty is not convex, or does not say that it is)"
	}
	return Begin(ctx, path)
}

// through fits at falling taus. It leaves out a fit that ctx has cut short.
func (p *Path) through(ctx context.Context, at *Computation, taus []float64) error {
	p.asked = len(taus)
	for k, tau := range taus {
		err := p.extend(ctx, tau)
		if ctx.Err() != nil && err != nil {
			p.taus, p.fits, p.perSD = p.taus[:k], p.fits[:k], p.perSD[:k]
			p.short = slices.DeleteFunc(p.short, func(f shortFit) bool { return !slices.Contains(p.fits, f.sol) })
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
	if len(p.fits) == 0 {
		return nil, err
	}
	return p, err
}

// startPath returns a path that holds no fit yet.
func (s Spec) startPath(ctx context.Context, train *data.Frame) (*Path, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	start := time.Now()
	ds, err := newDesign(s, train)
	if err != nil {
		return nil, err
	}
	if ds.spec.Penalty, err = penalty.Resolve(s.Penalty, train.Names()); err != nil {
		return nil, badArgument("Spec.Penalty", "%w", err)
	}
	ds.solveIn(ctx)
	p := &Path{design: ds, ceiling: newCeiling(ds)}
	p.suspect()
	p.seconds = time.Since(start).Seconds()
	return p, nil
}

// extend adds the fit at tau. On an error there was no fit to add, or ctx has cut it
// short.
func (p *Path) extend(ctx context.Context, tau float64) error {
	if p.op == nil {
		return p.add(tau, nil)
	}
	var warm *solve.Solution
	if len(p.fits) > 0 {
		warm = p.fits[len(p.fits)-1]
	} else if _, is := p.spec.solver().(solve.Dual); is { // what others find may depend on where they begin
		warm = p.start(tau)
	}
	start := time.Now()
	defer func() { p.seconds += time.Since(start).Seconds() }()
	fitting, fit := beginSteps(ctx, Part{}, p.spec.tol())
	defer fit.End()
	sol, err := p.solving.Solve(fitting, p.problem(tau), warm)
	if sol != nil {
		// If no input is proven to be in, tau may be above tau_max. The norms are then 0,
		// but for what the tolerance has left of them.
		if err == nil && sol.Certified() && !slices.Contains(sol.Certain, solve.CertainlyIn) {
			if _, err := p.find(ctx); err != nil {
				return err
			}
		}
		if err := p.add(tau, sol); err != nil {
			return err
		}
		p.examine(p.spec.Penalty, sol.RawNorms)
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

// add appends a fit and measures its norms.
func (p *Path) add(tau float64, sol *solve.Solution) error {
	p.taus, p.fits = append(p.taus, tau), append(p.fits, sol)
	i := len(p.fits) - 1
	_, perSD := p.scaling.norms(p.norms(i))
	if !p.flat(i) && len(p.train.Categories()) > 0 {
		f := p.function(i)
		all, err := p.measure(&f, p.active(i), p.norms(i))
		if err != nil {
			return err
		}
		perSD = all.perSD
	}
	p.perSD = append(p.perSD, perSD)
	return nil
}

// function returns the function that was fitted at tau i.
func (p *Path) function(i int) function {
	if p.fits[i] == nil {
		return p.constant()
	}
	sol := p.fits[i]
	return function{scaling: p.scaling, use: p.varying(), op: p.op, alpha: sol.Alpha, B: sol.B, b: p.mean + sol.Intercept}
}

// flat reports whether all derivatives are known to vanish at tau i. From tau_max on they
// do, whatever the solver's tolerance has left of them. A fit without a certificate may be
// another minimum, and does not count as flat; nor does one that proves an input to be in.
func (p *Path) flat(i int) bool {
	sol := p.fits[i]
	return sol == nil || sol.Certified() && p.taus[i] > 0 && p.taus[i] >= p.seen() && !slices.Contains(sol.Certain, solve.CertainlyIn)
}

// norms returns the derivative norms of the scaled inputs at tau i.
func (p *Path) norms(i int) []float64 {
	if p.flat(i) {
		return make([]float64, p.train.D())
	}
	return p.fits[i].Norms
}

// order returns the inputs in the order in which they come in, from tau i on down. Inputs
// that come in together are by falling norm per standard deviation. Those that never come in
// are last, in the order of their columns.
func (p *Path) order(i int) []int {
	d := p.train.D()
	first, norm := make([]int, d), make([]float64, d)
	for a := range d {
		first[a] = len(p.fits)
	}
	for j := len(p.fits) - 1; j >= i; j-- {
		_, perSD := p.scaling.norms(p.norms(j))
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

// active reports which inputs are in the fit at tau i.
func (p *Path) active(i int) []bool {
	if p.flat(i) {
		return make([]bool, p.train.D())
	}
	return slices.Clone(p.fits[i].Active)
}

// Len returns the number of taus.
func (p *Path) Len() int { return len(p.taus) }

// Names returns the names of the inputs.
func (p *Path) Names() []string { return p.train.Names() }

// Target returns the name of the target.
func (p *Path) Target() string { return p.train.Target() }

// Taus returns the weights of the penalty, falling.
func (p *Path) Taus() []float64 { return slices.Clone(p.taus) }

// TauMax returns the least tau at which all derivatives vanish, or a bound above it. It is
// NaN with nu = 0, +Inf if no tau is large enough, and 0 if every tau > 0 is. A path that
// began without it finds it at the first call.
func (p *Path) TauMax() float64 { return p.ask() }

// NormsPath returns, for every tau, the derivative norms per standard deviation of the
// inputs. Categorical inputs have difference norms, as in the models of Path.Model.
func (p *Path) NormsPath() [][]float64 {
	all := make([][]float64, len(p.taus))
	for i := range all {
		all[i] = slices.Clone(p.perSD[i])
	}
	return all
}

// ActiveCounts returns, for every tau, how many inputs are in.
func (p *Path) ActiveCounts() []int {
	counts := make([]int, len(p.taus))
	for i := range counts {
		counts[i] = lists.Count(p.active(i))
	}
	return counts
}

// Gaps returns, for every tau, the certificate: the objective is at most this fraction
// above the minimum. It is NaN for a fit without a certificate.
func (p *Path) Gaps() []float64 {
	gaps := make([]float64, len(p.taus))
	for i, sol := range p.fits {
		if sol != nil {
			gaps[i] = sol.RelGap
		}
	}
	return gaps
}

// RMSE returns, for every tau, the root mean squared error on f of the penalised fit,
// without a refit.
func (p *Path) RMSE(f *data.Frame) ([]float64, error) {
	g, err := p.alignTarget(f)
	if err != nil {
		return nil, err
	}
	errs := make([]float64, len(p.taus))
	for i := range errs {
		fit := p.function(i)
		v, err := fit.predict(g.X())
		if err != nil {
			return nil, err
		}
		errs[i] = rmse(v, g.Y())
	}
	return errs, nil
}

// Iterations returns the number of solver iterations of all fits.
func (p *Path) Iterations() int {
	total := 0
	for _, sol := range p.fits {
		if sol != nil {
			total += sol.Iterations
		}
	}
	return total
}

// Seconds returns how long all fits took.
func (p *Path) Seconds() float64 { return p.seconds }

// Warnings returns what to know about the data and the fits, one sentence each.
func (p *Path) Warnings() []string {
	return slices.Concat(p.design.warnings, p.ofFits())
}
