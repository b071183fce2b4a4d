package nvsd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A Rule says which sets of inputs a path proposes.
type Rule string

const (
	// ExactZeros proposes, at every tau, the inputs whose derivative norm is not
	// exactly 0.
	ExactZeros Rule = "exact zeros"
	// Ranked proposes, at every tau, the k inputs of largest derivative norm per
	// standard deviation, for k = 1, 2, ... up to the number that is in. (From
	// about 20 on, k grows in steps.) Every column is ranked by itself: a group,
	// or the levels of a categorical input, may be parted, which ExactZeros with a
	// GroupLasso does not do.
	Ranked Rule = "ranked"
	// ADMMZeros proposes, at every tau, the inputs whose part of ADMM's split
	// gradients is not exactly 0, as UAI 2018, section 4.3, selects. It is for a
	// path that was fitted by solve.ADMM. Where that was stopped early, what is
	// selected depends on its MaxIter.
	ADMMZeros Rule = "ADMM's zeros"
)

// check reports a rule that is none, or none for this path.
func (p *Path) check(rule Rule) error {
	switch rule {
	case ExactZeros, Ranked:
		return nil
	case ADMMZeros:
		for _, sol := range p.fits {
			if sol != nil && sol.Split == nil {
				return errors.New("nvsd: the rule nvsd.ADMMZeros is for fits by ADMM: say Solver: solve.ADMM{} in the Spec")
			}
		}
		return nil
	}
	return fmt.Errorf("nvsd: there is no selection rule %q: give nvsd.ExactZeros, nvsd.Ranked or nvsd.ADMMZeros", rule)
}

// A Selection is how Path.Select chose a model.
type Selection struct {
	Rule     Rule
	By       Criterion
	TauIndex int       // of the chosen tau in the path
	Taus     int       // of the path
	Size     int       // number of chosen inputs
	RMSE     float64   // error of the chosen model by the criterion
	Errors   []float64 // for every tau, the least error of what it proposes
	Sets     int       // how many different sets of inputs were tried
	SE       float64   // standard error of RMSE; NaN unless it is of cross-validation

	CrossValidation *CrossValidation // nil unless that is the criterion
	Evidence        *Evidence        // nil unless the Refit is ARD
}

// String is the selection in a sentence, and the table of a cross-validation.
func (s *Selection) String() string {
	text := fmt.Sprintf("%s; error %.4g\n", s.describe(), s.RMSE)
	if s.CrossValidation != nil {
		text += s.CrossValidation.String()
	}
	return text
}

// describe is the selection in a phrase.
func (s *Selection) describe() string {
	if s.Evidence != nil {
		return fmt.Sprintf("%s of most evidence, each with a width of its own (%s compared), from what was proposed: %s", plural(s.Size, "input"), plural(len(s.Evidence.Steps), "fit"), s.proposal())
	}
	return s.proposal()
}

// proposal is what rule and criterion chose, in a phrase.
func (s *Selection) proposal() string {
	of := fmt.Sprintf("tau %d of %d", s.TauIndex+1, s.Taus)
	by := fmt.Sprintf("chosen by the %v of kernel ridge on the selected inputs (%d sets tried)", s.By, s.Sets)
	if s.Rule == Ranked {
		return fmt.Sprintf("ranked: the %d largest derivative norms at %s; number and tau %s", s.Size, of, by)
	}
	if s.Rule == ADMMZeros {
		return fmt.Sprintf("zeros of ADMM's split gradients at %s, %s", of, by)
	}
	if s.Rule == Alg1Threshold {
		return fmt.Sprintf("squared derivatives that sum to more than tau, at %s, %s", of, by)
	}
	return fmt.Sprintf("exact zeros of the derivative norms at %s, %s", of, by)
}

// Select makes the two-step model of UAI 2018, section 5,
//
//	m, err := path.Select(ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked)
//
// of the sets of inputs
// that the rule proposes along the path, and of no input at all, the one on
// which kernel ridge regression does best by the criterion, and that
// regression. Its nu is chosen by the same criterion among the Spec's RidgeNus,
// together with its width as the Spec's Refit says; a refit that is given here takes the
// place of the Spec's:
//
//	kept, err := path.Select(ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked, nvsd.KeepKernel)
//
// Of equal errors the fewest inputs win, and then the largest tau. When ctx ends
// there is no model: some folds, or some sets, choose another than all.
func (p *Path) Select(ctx context.Context, by Criterion, rule Rule, refit ...Refit) (*Model, error) {
	start := time.Now()
	p, err := p.refitted(refit)
	if err != nil {
		return nil, err
	}
	if err := p.check(rule); err != nil {
		return nil, err
	}
	if p.Len() == 0 {
		return nil, fmt.Errorf("nvsd: the path holds no fit to select from")
	}
	choose := p.judged
	if by.cross != nil {
		choose = p.crossValidated
	}
	c, err := choose(ctx, by, rule)
	if err != nil {
		return nil, err
	}
	refitted := p.refitIsotropic
	if p.spec.Refit == ARD {
		refitted = func(ctx context.Context, c *chosen) (ridgeFit, error) { return p.refitARD(ctx, by, c) }
	}
	fit, err := refitted(ctx, c)
	if err != nil {
		return nil, err
	}
	m, err := fit.model(p.design, by, selectedInputs, start)
	if err != nil {
		return nil, err
	}
	m.selection, m.tau, m.ceiling, m.relGap = &c.Selection, p.taus[c.TauIndex], p.ceiling, p.Gaps()[c.TauIndex]
	if m.order = c.order; m.order == nil {
		m.order = p.order(c.TauIndex)
	}
	if c.Evidence == nil { // which has selected then, and not that fit
		m.certain = p.certain(c.TauIndex)
	}
	m.short = p.fits[c.TauIndex] != nil && p.fits[c.TauIndex].Status != solve.Converged
	m.iterations, m.seconds = p.Iterations(), m.seconds+p.seconds
	m.warnings = slices.Concat(m.warnings, p.ofFits(), c.warnings)
	return m, nil
}

// refitIsotropic is the regression that was chosen.
func (p *Path) refitIsotropic(ctx context.Context, c *chosen) (ridgeFit, error) {
	rs, err := p.ridges(c.set)
	if err != nil {
		return ridgeFit{}, err
	}
	return rs.fit(ctx, c.candidate, c.RMSE)
}

// refitted is the path with the refit that is given, if one is, in its Spec.
func (p *Path) refitted(refit []Refit) (*Path, error) {
	if len(refit) == 0 {
		return p, nil
	}
	if len(refit) > 1 {
		return nil, fmt.Errorf("nvsd: %d refits are given to select by: give one, or none for that of the Spec", len(refit))
	}
	own, design := *p, *p.design
	own.design, design.spec.Refit = &design, refit[0]
	return &own, refit[0].check()
}

// chosen is a Selection with what its regression is fitted from.
type chosen struct {
	Selection
	set       []bool
	candidate int   // of its regressions
	order     []int // of all inputs; nil for that of the path
	warnings  []string
}

// judged compares what the rule proposes by errors that one judge measures.
func (p *Path) judged(ctx context.Context, by Criterion, rule Rule) (*chosen, error) {
	judge, err := by.on(p.design)
	if err != nil {
		return nil, err
	}
	ts := p.propose(rule, p.sizes(rule))
	if err := ts.run(ctx, p.design, judge); err != nil {
		return nil, err
	}
	c := &chosen{Selection: Selection{Rule: rule, By: by, Taus: p.Len(), Sets: len(ts.sets), SE: math.NaN(), Errors: make([]float64, p.Len())}}
	for i, proposed := range ts.at {
		for k, t := range proposed {
			best := least(ts.errors[t])
			e := ts.errors[t][best]
			if k == 0 || e < c.Errors[i] {
				c.Errors[i] = e
			}
			if size := count(ts.sets[t]); c.set == nil || e < c.RMSE || e == c.RMSE && size < c.Size {
				c.set, c.candidate, c.TauIndex, c.Size, c.RMSE = ts.sets[t], best, i, size, e
			}
		}
	}
	c.warnings = ts.warnings()
	return c, nil
}

// sizes returns, for every tau, how many inputs the rule proposes.
func (p *Path) sizes(rule Rule) [][]int {
	sizes := make([][]int, p.Len())
	for i := range sizes {
		sizes[i] = rule.sizes(count(p.in(i, rule)))
	}
	return sizes
}

// in tells which inputs are in at tau i by the rule.
func (p *Path) in(i int, rule Rule) []bool {
	if rule != ADMMZeros || p.fits[i] == nil {
		return p.active(i)
	}
	in := p.fits[i].Split.Zeros()
	for a := range in {
		in[a] = !in[a]
	}
	return in
}

// trials are the different sets of inputs that a path proposes.
type trials struct {
	sets [][]bool
	at   [][]int // for every tau and size proposed there, indices into sets

	errors [][]float64 // of kernel ridge on every set, every candidate of it
	failed []error     // why there is no fit on a set, whose error then is +Inf
}

// propose takes, at every tau, the inputs of largest norm, of each of the sizes
// as many as are in.
func (p *Path) propose(rule Rule, sizes [][]int) *trials {
	ts := &trials{at: make([][]int, p.Len())}
	index := map[string]int{}
	norms := p.NormsPath()
	for i := range ts.at {
		in := p.in(i, rule)
		order := ranking(norms[i], in)[:count(in)]
		for _, k := range sizes[i] {
			set := make([]bool, p.train.D())
			for _, a := range order[:min(k, len(order))] {
				set[a] = true
			}
			key := fmt.Sprint(set)
			t, known := index[key]
			if !known {
				t = len(ts.sets)
				index[key] = t
				ts.sets = append(ts.sets, set)
			}
			ts.at[i] = append(ts.at[i], t)
		}
	}
	return ts
}

// sizes returns how many of m ranked inputs the rule proposes, 0 among them.
func (r Rule) sizes(m int) []int {
	sizes := []int{0}
	if r != Ranked {
		return slices.Compact(append(sizes, m))
	}
	for k := 1; k < m; k += 1 + k/20 {
		sizes = append(sizes, k)
	}
	if m > 0 {
		sizes = append(sizes, m)
	}
	return sizes
}

// run measures kernel ridge regression on every set. A set may give the kernel no
// width by its rule, as a single binary input does; it is then left out.
func (ts *trials) run(ctx context.Context, ds *design, by *judge) error {
	ts.errors, ts.failed = make([][]float64, len(ts.sets)), make([]error, len(ts.sets))
	return inParallel(ctx, len(ts.sets), func(ctx context.Context, t int) error {
		errs, err := ds.ridgeErrors(ctx, ts.sets[t], by)
		if err != nil && ds.spec.Refit != KeepKernel && ctx.Err() == nil {
			errs, ts.failed[t], err = []float64{math.Inf(1)}, err, nil
		}
		ts.errors[t] = errs
		return err
	})
}

// warnings tells which sets were left out, and why.
func (ts *trials) warnings() []string {
	var first error
	left := 0
	for _, err := range ts.failed {
		if err != nil {
			left++
			first = cmp.Or(first, err)
		}
	}
	if left == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of the %d sets of inputs could not be tried: %v", left, len(ts.sets), first)}
}
