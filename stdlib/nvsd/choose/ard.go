package choose

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/evidence"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
	"gonum.org/v1/gonum/mat"
)

// An Evidence is the account of the refit [problem.ARD]: the log evidence of the model, the worth
// of each input, and the widths.
type Evidence struct {
	Log      float64 // log evidence of the model
	Mean     float64 // log evidence of the training mean alone
	Price    float64 // the least worth of an input that is in
	Proposed int     // number of inputs that the criterion chose, from which the climbs began
	// Worth is, for every column, the fall of Log without its input; 0 for those not selected.
	Worth []float64
	// Widths are the widths of the kernel in the columns as they are scaled; +Inf for columns that
	// are not selected. The levels of a categorical input have one width, in the units of their 0
	// and 1: two rows of different levels are equally far apart, whichever these are.
	Widths []float64
	Steps  []evidence.Step // the models that were compared
	// Instead is the reason why the model has another kernel on the selected inputs than the one
	// with Widths. It is "" if the model has that one.
	Instead string
}

// String returns the evidence of the model and of its inputs, in a sentence.
func (e *Evidence) String() string {
	return fmt.Sprintf("log evidence %.4g, of the mean alone %.4g; each input is worth more than %.2g of it", e.Log, e.Mean, e.Price)
}

// muchBetter is the number of standard errors of the difference by which another kernel
// on the inputs of most evidence must predict better, to replace the widths found.
const muchBetter = 1.5

// fitsOfPath is the number of fits of a path that the climbs of the evidence start from.
// They are evenly spread over the fits with a norm above 0.
const fitsOfPath = 3

// The climbs on some inputs start from the chosen inputs and proposedMore others, and from
// proposedAtLeast inputs at least.
const (
	proposedAtLeast = 8
	proposedMore    = 4
)

// refitARD replaces the inputs that the criterion chose by the inputs and widths of most evidence,
// and fits them. The criterion measures the error of the result; cross-validation repeats
// everything in every fold. If no width can be found, the model is the one that the criterion
// chose, with one width.
func refitARD(ctx context.Context, p *problem.Path, by Criterion, c *Chosen) (RidgeFit, error) {
	before := *c
	p, err := by.counting(p)
	if err != nil {
		return RidgeFit{}, err
	}
	r, err := fitTogether(ctx, p, by, c, draftsOf(ctx, p, by, c))
	if failed, ok := errors.AsType[NoWidthsError](err); ok {
		c.Warnings = append(c.Warnings, failed.Error())
		return refitIsotropic(ctx, p, c)
	}
	if err != nil {
		return RidgeFit{}, err
	}
	r, squares, err := smoother(ctx, p, by, r, c)
	if err != nil {
		return RidgeFit{}, err
	}
	c.RMSE = c.measure.Of(squares)
	if by.Cross != nil {
		squares, err = crossARD(ctx, p, by, c)
		if err != nil {
			return RidgeFit{}, err
		}
	}
	c.compare(squares)
	nested, err := clarkWest(p, r)
	if err != nil {
		return RidgeFit{}, err
	}
	c.OverMean = math.Max(c.OverMean, nested)
	if worse := PairedT(squares, before.own, Identity); c.Size > 0 && worse > 2 && before.OverMean >= EnoughOverMean {
		c.Warnings = append(c.Warnings, fmt.Sprintf("one width on %s predicts better, with a %v of %.4g against %.4g, by %.2g standard errors of the difference: the evidence leaves out inputs of weak effects; nvsd.BestWidth keeps them", report.Plural(before.Size, "input"), by.measure(), before.RMSE, c.RMSE, worse))
	}
	if r == nil {
		return RidgeFit{Function: p.Constant(), Kernel: p.Kernel, Nu: math.NaN(), RMSE: c.RMSE}, nil
	}
	return r.Fit(ctx, 0, c.RMSE)
}

// smoother returns r, or a regression on the same inputs that predicts much better: with one
// width, or with all widths larger, and with nu chosen again. It also returns the squared
// errors on the rows of the criterion; those of the constant if r is nil. Such a regression
// is needed for a polynomial: its evidence has more than one maximum, and the widths of most
// evidence may be too small. For cross-validation, where every fold makes this choice for
// itself, the errors are leave-one-out errors.
func smoother(ctx context.Context, p *problem.Path, by Criterion, r *KernelRidge, c *Chosen) (*KernelRidge, []float64, error) {
	if by.Cross != nil {
		by = by.leavingOut()
	}
	on, err := by.On(p.Design)
	if err != nil {
		return nil, nil, err
	}
	if r == nil {
		constant, err := on.Constant(p.Mean)
		return nil, on.Terms(constant), err
	}
	var own CandidateErrors
	if err := r.Errors(ctx, on, &own); err != nil {
		return nil, nil, err
	}
	others := *p.Design
	others.Spec.Refit = problem.BestWidth
	rs, err := NewRidgeGrid(&others, c.Set)
	if err != nil {
		return r, own.squares, nil // no width on these inputs
	}
	for _, factor := range largerWidths {
		rs.kernels = append(rs.kernels, kern.Widen(r.kernel, factor))
	}
	m, err := rs.errors(ctx, on)
	if err != nil {
		return nil, nil, err
	}
	better := PairedT(own.squares, m.squares, Identity)
	if !(better > muchBetter) {
		return r, own.squares, nil
	}
	j := ArgMin(m.RMSE)
	c.Evidence.Instead = fmt.Sprintf("in place of the widths of most evidence the model has a kernel that predicts better by %.2g standard errors of the difference (%v %.4g, not %.4g)", better, by.measure(), m.RMSE[j], own.RMSE[0])
	wider, nu, err := rs.at(ctx, j)
	if err != nil {
		return nil, nil, err
	}
	wider.Nus = wider.Nus[nu:][:1]
	return wider, m.squares, nil
}

// largerWidths are factors of the widths of most evidence: kernels with the larger widths are
// compared.
var largerWidths = []float64{2, 4}

// clarkWest returns Clark and West's statistic of the regression against the mean. It is 0
// for the constant, and for a loss other than the square.
func clarkWest(p *problem.Path, r *KernelRidge) (float64, error) {
	if r == nil || r.byLoss != nil {
		return 0, nil
	}
	terms, err := nestedTerms(p, r)
	return tStatistic(PerObservation(p.Repeats, p.Weights, terms)), err
}

// nestedTerms returns the terms of the statistic, row by row.
func nestedTerms(p *problem.Path, r *KernelRidge) ([]float64, error) {
	own, err := r.ridge.LeaveGroupsOut(r.Nus[0], p.Repeats)
	if err != nil {
		return nil, fmt.Errorf("nvsd: kernel ridge: %w", err)
	}
	terms := LeaveOutMean(p.Design)
	for i, rest := range terms {
		terms[i] = rest * (rest - own[i])
	}
	return terms, nil
}

// A NoWidthsError is the error of a search for the evidence that found no widths.
type NoWidthsError struct{ error }

// Error returns the reason, with the kernel that the model has instead.
func (e NoWidthsError) Error() string {
	return fmt.Sprintf("no width for each input was found, and the model has one width on the inputs that the criterion chose: %v", e.error)
}

// FitByEvidence returns the regression with the inputs and widths of most evidence, and makes
// them those of the selection. It returns nil if there are no such inputs. The regression
// has one nu, which the evidence chose.
func FitByEvidence(ctx context.Context, p *problem.Path, c *Chosen) (*KernelRidge, error) {
	return fitByEvidence(ctx, p, c, nil, nil)
}

// fitByEvidence is FitByEvidence, in which no inputs may be but those of a list, nil for all, and which tells what it has reached.
func fitByEvidence(ctx context.Context, p *problem.Path, c *Chosen, only []int, reached reachedFunc) (*KernelRidge, error) {
	if p.Op == nil {
		return nil, nil
	}
	problem, base, err := evidenceProblem(p)
	if err != nil {
		return nil, err
	}
	order := GroupsOf(p.Design, p.Order(c.TauIndex))
	chosen := len(GroupsOf(p.Design, score.InUse(c.Set)))
	plan := evidence.Plan{
		Norms:    startNorms(p, c.TauIndex),
		Proposed: order[:min(max(chosen+proposedMore, proposedAtLeast), len(order))],
		Among:    p.Among,
	}
	if reached != nil {
		plan.Reached = func(found *evidence.Result) { reached(base, found) }
	}
	if only != nil {
		plan.Only, plan.Proposed = only, only
		plan.Among = max(plan.Among, len(GroupsOf(p.Design, score.InUse(p.Varying()))))
	}
	if k, is := c.Rule.Top(); is {
		plan.Size = k
	}
	found, err := searchEvidence(ctx, problem, plan)
	if err != nil {
		return nil, err
	}
	return withEvidence(ctx, p, c, base, found)
}

// searchEvidence searches by a plan, and reports its progress. It does not wait where ctx ends.
func searchEvidence(ctx context.Context, problem evidence.Problem, plan evidence.Plan) (*evidence.Result, error) {
	ctx, at := progress.Begin(ctx, progress.Part{Of: "widths by the evidence", Unit: "start"})
	defer at.End()
	if at != nil {
		plan.Tell = func(done, all int) {
			at.Of(all)
			at.Reached(ctx, done)
		}
	}
	found, err := parallel.Within(ctx, func() (*evidence.Result, error) { return problem.Search(ctx, plan) })
	if ctx.Err() != nil {
		return nil, fmt.Errorf("nvsd: the refit with a width for each input: %w", ctx.Err())
	}
	if err != nil {
		return nil, NoWidthsError{err}
	}
	return found, nil
}

// withEvidence makes the inputs and widths of a result those of the selection, and returns the regression with them and the kernel
// base, whose width is 1; nil if there are none.
func withEvidence(ctx context.Context, p *problem.Path, c *Chosen, base kern.Kernel, found *evidence.Result) (*KernelRidge, error) {
	takeEvident(p, c, found)
	if c.Size == 0 {
		return nil, nil
	}
	r, err := NewKernelRidge(ctx, p.Design, kern.ARD{Base: base, Widths: c.Evidence.Widths}, c.Set)
	if err != nil {
		return nil, err
	}
	if r.byLoss != nil {
		return r, r.chooseNu(ctx, p)
	}
	r.Nus = []float64{found.Noise / p.Count()}
	return r, nil
}

// evidenceProblem returns the problem of the scaled inputs and the Spec's kernel with
// width 1. The kernel must be one of distances. The columns of a categorical input are 0 and 1.
func evidenceProblem(p *problem.Path) (evidence.Problem, kern.Kernel, error) {
	Z := p.Apply(p.Train.X(), slices.Repeat([]bool{true}, p.Train.D()))
	parts := p.Train.Groups()
	for _, columns := range parts {
		if len(columns) > 1 {
			for _, a := range columns {
				Z.SetCol(a, mat.Col(nil, a, p.Train.X()))
			}
		}
	}
	base := p.Spec.Kernel
	if ard, is := base.(kern.ARD); is {
		base = ard.Base
	}
	unit, ok, err := kern.WithWidth(base, kern.Sigma(1), Z)
	if err != nil {
		return evidence.Problem{}, nil, refusal.BadArgument("Spec.Kernel", "%w", err)
	}
	y, err := evidenceTargets(p)
	if err != nil {
		return evidence.Problem{}, nil, err
	}
	problem := evidence.Problem{X: Z, Parts: parts, Y: y, Weights: p.Weights, Intercept: p.Spec.Intercept.Fitted()}
	if !ok || !trait.Find(unit, &problem.Kernel) {
		return problem, nil, refusal.BadArgument("Spec.Kernel", "the refit nvsd.ARD gives every input a width, and the kernel %v is none of distances with a width: take one that is, such as kern.Gaussian, or another Refit", p.Spec.Kernel)
	}
	return problem, unit, nil
}

// evidenceTargets returns the targets whose evidence chooses inputs and widths. The process is Gaussian: of classes these are the codes -1
// and 1, and of counts the roots that have one variance (Anscombe 1948).
func evidenceTargets(p *problem.Path) ([]float64, error) {
	y := p.Problem(0).Y
	switch p.Spec.Smooth().(type) {
	case nil, loss.Logistic:
	case loss.Poisson:
		for i, v := range y {
			y[i] = 2 * math.Sqrt(v+3./8)
		}
	default:
		return nil, refusal.BadArgument("Spec.Refit", "the refit nvsd.ARD is by the evidence of a Gaussian process, and the loss %s has none: take nvsd.BestWidth", refusal.Called(p.Spec.Loss))
	}
	return y, nil
}

// chooseNu leaves the regression with the nu of least error leaving one observation out.
func (r *KernelRidge) chooseNu(ctx context.Context, p *problem.Path) error {
	judge, err := ByLeaveOneOut().On(p.Design)
	if err != nil {
		return err
	}
	var m CandidateErrors
	if err := r.Errors(ctx, judge, &m); err != nil {
		return err
	}
	r.Nus = r.Nus[ArgMin(m.RMSE):][:1]
	return nil
}

// GroupsOf returns the inputs of some columns, in the order in which they come first, as numbers of
// the groups of the Frame.
func GroupsOf(ds *problem.Design, columns []int) []int {
	owner := make([]int, ds.Train.D())
	for k, group := range ds.Train.Groups() {
		for _, a := range group {
			owner[a] = k
		}
	}
	var owners []int
	seen := make([]bool, len(owner))
	for _, a := range columns {
		if k := owner[a]; !seen[k] {
			seen[k] = true
			owners = append(owners, k)
		}
	}
	return owners
}

// startNorms returns the norms of inputs in the fit at tau i, and in fits that are spread over the
// path.
func startNorms(p *problem.Path, i int) [][]float64 {
	var some []int
	for j, u := range p.PerSD {
		if slices.Max(u) > 0 {
			some = append(some, j)
		}
	}
	var starts []int
	if slices.Contains(some, i) {
		starts = append(starts, i)
	}
	for k := 1; k <= fitsOfPath && len(some) > 0; k++ {
		if j := some[k*(len(some)-1)/(fitsOfPath+1)]; !slices.Contains(starts, j) {
			starts = append(starts, j)
		}
	}
	var norms [][]float64
	for _, j := range starts {
		var own []float64
		for _, columns := range p.Train.Groups() {
			own = append(own, problem.GroupNorm(p.PerSD[j], columns))
		}
		norms = append(norms, own)
	}
	return norms
}

// takeEvident writes a result into the selection.
func takeEvident(p *problem.Path, c *Chosen, found *evidence.Result) {
	d := p.Train.D()
	e := &Evidence{
		Log: found.LogEvidence, Mean: found.Constant, Proposed: c.Size, Price: found.Price,
		Worth: make([]float64, d), Widths: slices.Repeat([]float64{math.Inf(1)}, d), Steps: found.Steps,
	}
	c.Set = make([]bool, d)
	varying, parts, norms := p.Varying(), p.Train.Groups(), make([]float64, d)
	for k, input := range found.Inputs {
		for _, a := range parts[input] {
			if !varying[a] {
				continue // a level that no row of training has
			}
			c.Set[a], e.Worth[a], e.Widths[a] = true, found.Worth[k], found.Widths[k]
			if len(parts[input]) > 1 {
				e.Widths[a] /= p.Scale[a]
			}
		}
	}
	for input, columns := range parts {
		for _, a := range columns {
			norms[a] = found.Norms[input]
		}
	}
	c.Size, c.Evidence = lists.Count(c.Set), e
	c.Order = problem.Ranking(norms, varying)
	if !found.Converged {
		c.Warnings = append(c.Warnings, "the climb of the evidence ended at its limit of steps: the widths of the inputs are those of its last step")
	}
}

// crossARD measures the whole procedure on held-out rows, and returns its squared errors
// row by row. In every fold, the path, the choice by the leave-one-out error and the
// evidence see only the rows that are trained on.
func crossARD(ctx context.Context, p *problem.Path, by Criterion, c *Chosen) ([]float64, error) {
	folds, err := by.Cross.Divide(p.Train)
	if err != nil {
		return nil, err
	}
	parent := forFolds(p)
	errs, squares := make([]FoldError, len(folds)), make([][]float64, len(folds))
	_, err = progress.Units{Of: "cross-validation of the refit", Unit: "fold", All: len(folds), Bytes: bytesOf(p.Design)}.Each(ctx, func(ctx context.Context, f int) error {
		again, judge, err := pathInFold(ctx, p, parent, folds[f], lists.UpTo(p.Len()), by.Cross.absolute)
		if err != nil {
			return err
		}
		own, err := Choose(ctx, again, by.leavingOut(), c.Rule)
		if err != nil {
			return err
		}
		fit, err := refitARD(ctx, again, by.leavingOut(), own)
		if err != nil {
			return err
		}
		v, err := fit.Predict(judge.X)
		if err != nil {
			return err
		}
		squares[f] = judge.Rows(v)
		errs[f] = FoldError{[]float64{judge.Error(judge.Terms(squares[f]))}, judge.held(), folds[f].Repeat, judge.measure}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.RMSE, c.SE = PoolAt(errs, 0)
	return ByObservation(p.Design, folds, squares), nil
}
