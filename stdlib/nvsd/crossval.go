package nvsd

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/sync/errgroup"
)

// ByCrossValidation compares by the error on rows that are held out of fold
// after fold. In each fold everything is done anew on the rows that it trains
// on: the scaling, the kernel's width, the path, the ranking, and the ridge
// regression on the inputs so selected; a candidate is a tau, a number of inputs
// where the rule is Ranked, and a nu of that regression, the same in every fold.
// Its error is the root of the mean over the held-out rows of the squared error.
//
// A fold's taus are the same fractions of its tau_max as the path's are of its
// own, because tau_max moves with the rows, unless AbsoluteTau is given.
func ByCrossValidation(folds Folds, options ...CrossOption) Criterion {
	c := &crossing{folds: folds}
	for _, option := range options {
		c.oneSE = c.oneSE || option == OneSE
		c.absolute = c.absolute || option == AbsoluteTau
	}
	return Criterion{cross: c}
}

// A CrossOption says how cross-validation compares.
type CrossOption string

const (
	// OneSE chooses the fewest inputs whose error is within one standard error
	// of the least; of those the least error.
	OneSE CrossOption = "one standard error"
	// AbsoluteTau takes the same taus in every fold, not the same fractions of
	// tau_max.
	AbsoluteTau CrossOption = "absolute tau"
)

// crossing is the criterion of cross-validation.
type crossing struct {
	folds           Folds
	oneSE, absolute bool
}

func (c *crossing) String() string {
	if c.oneSE {
		return fmt.Sprintf("cross-validated error (%v; fewest inputs within one standard error)", c.folds)
	}
	return fmt.Sprintf("cross-validated error (%v)", c.folds)
}

// divide returns the folds of n rows, of which OneSE needs two.
func (c *crossing) divide(n int) ([]Fold, error) {
	folds, err := c.folds.Divide(n)
	if err == nil && c.oneSE && len(folds) < 2 {
		return nil, fmt.Errorf("nvsd: one fold has no standard error, which OneSE chooses by: leave OneSE out or take more folds than %v", c.folds)
	}
	return folds, err
}

// A CrossValidation is the candidates that cross-validation compared.
type CrossValidation struct {
	Folds      int // fits of the path, repetitions among them
	Candidates []Candidate
	Least      int // index of the candidate of least error
	Chosen     int // index of the chosen one: another than Least by OneSE alone
	warnings   []string
}

// A Candidate is a tau of a path and a number of inputs selected there.
type Candidate struct {
	TauIndex int
	Tau      float64 // of the path on all training rows
	Size     int     // number of inputs, on all training rows
	RMSE     float64 // root of the mean squared error on held-out rows
	SE       float64 // standard error of RMSE over the folds of one division
	nu       int     // index of the ridge regression's nu
}

// crossValidated compares what the rule proposes by cross-validation.
func (p *Path) crossValidated(ctx context.Context, by Criterion, rule Rule) (*chosen, error) {
	sizes := p.sizes(rule)
	inFolds := sizes
	if rule != Ranked { // a fold has zeros of its own
		inFolds = make([][]int, len(sizes))
		for i := range sizes {
			inFolds[i] = []int{0, p.train.D()}[:len(sizes[i])]
		}
	}
	cv := &CrossValidation{}
	errs, err := p.foldErrors(ctx, by.cross, rule, inFolds, cv)
	if err != nil {
		return nil, err
	}
	c := &chosen{Selection: Selection{Rule: rule, By: by, Taus: p.Len(), Errors: make([]float64, p.Len()), CrossValidation: cv}}
	for i := range sizes {
		c.Errors[i] = math.Inf(1)
		for k, size := range sizes[i] {
			all := make([]foldError, len(errs))
			for f := range errs {
				all[f] = errs[f][i][k]
			}
			nu, rmse, se := pool(all)
			c.Errors[i] = math.Min(c.Errors[i], rmse)
			if size > 0 || i == 0 { // no input is the same at every tau
				cv.Candidates = append(cv.Candidates, Candidate{i, p.taus[i], size, rmse, se, nu})
			}
		}
	}
	cv.choose(by.cross.oneSE)
	best := cv.Candidates[cv.Chosen]
	ts := p.propose(rule, sizes)
	c.Sets = len(ts.sets)
	c.TauIndex, c.Size, c.RMSE, c.nu = best.TauIndex, best.Size, best.RMSE, best.nu
	c.set = ts.sets[ts.at[best.TauIndex][slices.Index(sizes[best.TauIndex], best.Size)]]
	c.warnings = cv.warnings
	return c, nil
}

// choose sets the least and the chosen candidate.
func (cv *CrossValidation) choose(oneSE bool) {
	all := cv.Candidates
	for j, c := range all {
		if least := all[cv.Least]; c.RMSE < least.RMSE || c.RMSE == least.RMSE && c.Size < least.Size {
			cv.Least = j
		}
	}
	cv.Chosen = cv.Least
	if !oneSE {
		return
	}
	for j, c := range all {
		if c.RMSE > all[cv.Least].RMSE+all[cv.Least].SE {
			continue
		}
		if chosen := all[cv.Chosen]; c.Size < chosen.Size || c.Size == chosen.Size && c.RMSE < chosen.RMSE {
			cv.Chosen = j
		}
	}
}

// foldError is the error of kernel ridge regression in one fold.
type foldError struct {
	rmse   []float64 // at every nu; one for all of the constant
	held   int       // rows
	repeat int
}

// foldErrors fits the path in every fold, and returns the errors there by fold,
// tau and size.
func (p *Path) foldErrors(ctx context.Context, by *crossing, rule Rule, sizes [][]int, cv *CrossValidation) ([][][]foldError, error) {
	folds, err := by.divide(p.train.N())
	if err != nil {
		return nil, err
	}
	cv.Folds = len(folds)
	parent := *p.design
	parent.spec.Penalty = shared(parent.spec.Penalty)
	errs := make([][][]foldError, len(folds))
	warnings := make([][]string, len(folds))
	err = inEvery(ctx, folds, func(ctx context.Context, f int) error {
		ds, judge, err := parent.hold(folds[f])
		if err != nil {
			return err
		}
		again := &Path{design: ds}
		if err := again.follow(ctx, p, by.absolute); err != nil {
			return err
		}
		ts := again.propose(rule, sizes)
		if err := ts.run(ctx, ds, judge); err != nil {
			return err
		}
		errs[f] = make([][]foldError, len(sizes))
		for i, proposed := range ts.at {
			for _, t := range proposed {
				errs[f][i] = append(errs[f][i], foldError{ts.errors[t], len(judge.y), folds[f].Repeat})
			}
		}
		warnings[f] = slices.Concat(ds.constantTarget(), again.warnings, ts.warnings())
		return nil
	})
	cv.warnings = ofFolds(warnings)
	return errs, err
}

// follow fits the path at the taus of another on its own rows.
func (p *Path) follow(ctx context.Context, other *Path, absolute bool) error {
	if err := p.begin(ctx); err != nil {
		return err
	}
	for _, tau := range other.taus {
		if !absolute && other.tauMax > 0 {
			tau *= p.tauMax / other.tauMax
		}
		if err := p.extend(ctx, tau); err != nil {
			return err
		}
	}
	return nil
}

// hold returns the design of the rows that a fold trains on, and the judge of
// those that it holds out.
func (ds *design) hold(fold Fold) (*design, *judge, error) {
	train, err := ds.train.Rows(fold.Train...)
	if err != nil {
		return nil, nil, err
	}
	held, err := ds.train.Rows(fold.Held...)
	if err != nil {
		return nil, nil, err
	}
	spec := ds.spec
	spec.Progress = nil // which may be told by one goroutine only
	own, err := newDesign(spec, train)
	return own, &judge{X: held.X(), y: held.Y()}, err
}

// crossRidge returns the cross-validated error of kernel ridge regression on
// all inputs that vary, at every nu.
func (ds *design) crossRidge(ctx context.Context, by *crossing) ([]float64, error) {
	folds, err := by.divide(ds.train.N())
	if err != nil {
		return nil, err
	}
	all := make([]foldError, len(folds))
	err = inEvery(ctx, folds, func(ctx context.Context, f int) error {
		own, judge, err := ds.hold(folds[f])
		if err != nil {
			return err
		}
		errs, err := own.ridgeErrors(ctx, own.varying(), judge)
		all[f] = foldError{errs, len(judge.y), folds[f].Repeat}
		return err
	})
	if err != nil {
		return nil, err
	}
	errs := make([]float64, widest(all))
	for j := range errs {
		errs[j], _ = poolAt(all, j)
	}
	return errs, nil
}

// inEvery does something in every fold, on as many goroutines as are useful. An
// error names its fold.
func inEvery(ctx context.Context, folds []Fold, do func(ctx context.Context, f int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for f := range folds {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("nvsd: cross-validation: %w", err)
			}
			if err := do(ctx, f); err != nil {
				return fmt.Errorf("fold %d of %d: %w", f+1, len(folds), err)
			}
			return nil
		})
	}
	return group.Wait()
}

// pool returns the nu of least error over the folds, of equals the largest,
// its error and the standard error of that.
func pool(all []foldError) (nu int, rmse, se float64) {
	rmse = math.Inf(1)
	for j := range widest(all) {
		if e, s := poolAt(all, j); j == 0 || e < rmse {
			nu, rmse, se = j, e, s
		}
	}
	return nu, rmse, se
}

// widest returns the number of nus.
func widest(all []foldError) int {
	most := 0
	for _, e := range all {
		most = max(most, len(e.rmse))
	}
	return most
}

// poolAt returns the error at one nu: with m_f the mean squared error in fold f
// and w_f its part of the held-out rows, sqrt(m) where m = sum_f w_f m_f. The
// standard error of m is sqrt(sum_f w_f (m_f - m)^2 / (K - 1)) with K the folds
// of one division, however often it is repeated; that of sqrt(m) follows by the
// delta method. It is NaN where there is one fold.
func poolAt(all []foldError, nu int) (rmse, se float64) {
	rows, folds := 0.0, 0
	for _, e := range all {
		rows += float64(e.held)
		if e.repeat == 0 {
			folds++
		}
	}
	square := func(e foldError) float64 {
		r := e.rmse[min(nu, len(e.rmse)-1)]
		return r * r
	}
	var mean, spread float64
	for _, e := range all {
		mean += float64(e.held) / rows * square(e)
	}
	for _, e := range all {
		spread += float64(e.held) / rows * (square(e) - mean) * (square(e) - mean)
	}
	rmse = math.Sqrt(mean)
	switch {
	case folds < 2:
		return rmse, math.NaN()
	case mean == 0:
		return 0, 0
	}
	return rmse, math.Sqrt(spread/float64(folds-1)) / (2 * rmse)
}

// constantTarget warns of a target that says nothing on the rows of a design.
func (ds *design) constantTarget() []string {
	if !isConstant(ds.y) {
		return nil
	}
	return []string{"the target is constant on the rows trained on, and so is the model there"}
}

// ofFolds is what to know about the fits in folds, in a sentence.
func ofFolds(warnings [][]string) []string {
	concerned, first := 0, ""
	for f, w := range warnings {
		if len(w) == 0 {
			continue
		}
		if concerned++; first == "" {
			first = fmt.Sprintf("in fold %d %s", f+1, w[0])
		}
	}
	if concerned == 0 {
		return nil
	}
	return []string{fmt.Sprintf("cross-validation: %d of %s with warnings: %s", concerned, plural(len(warnings), "fold"), first)}
}

// String is the least error at every tau as a table in plain text, at most a
// dozen of them and the chosen one.
func (cv *CrossValidation) String() string {
	const most = 12
	var perTau []int // indices of candidates
	for j, c := range cv.Candidates {
		last := len(perTau) - 1
		switch {
		case last < 0 || cv.Candidates[perTau[last]].TauIndex != c.TauIndex:
			perTau = append(perTau, j)
		case j == cv.Chosen || perTau[last] != cv.Chosen && c.RMSE < cv.Candidates[perTau[last]].RMSE:
			perTau[last] = j
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "cross-validation in %s of %s\n", plural(cv.Folds, "fold"), plural(len(cv.Candidates), "candidate"))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "tau\tinputs\tRMSE\t(SE)\t")
	step := max(1, (len(perTau)+most-1)/most)
	for i, j := range perTau {
		if i%step != 0 && j != cv.Chosen {
			continue
		}
		c, mark := cv.Candidates[j], ""
		if j == cv.Chosen {
			mark = "chosen"
		}
		fmt.Fprintf(w, "%.4g\t%d\t%.4g\t(%.2g)\t%s\n", c.Tau, c.Size, c.RMSE, c.SE, mark)
	}
	w.Flush()
	return b.String()
}
