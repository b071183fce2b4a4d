package nvsd

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// inFolds compares by the errors in folds. The path is fitted once in each fold, at the
// taus that are looked at.
type inFolds struct {
	by     *crossing
	path   *Path // on all rows
	rule   SelectionRule
	folds  []Fold
	within []*inFold // nil before anything was tried
}

// inFold is one of the folds.
type inFold struct {
	*trials
	at map[int]int // from the index of a tau in the path on all rows to that in the fold's path
}

func (p *Path) inFolds(by *crossing, rule SelectionRule) (*inFolds, error) {
	folds, err := by.divide(p.train)
	return &inFolds{by: by, path: p, rule: rule, folds: folds}, err
}

// try measures the proposals in every fold. The first call fits the paths.
func (in *inFolds) try(ctx context.Context, asked []proposal) ([]Candidate, error) {
	parent := in.path.forFolds()
	what := parts{of: "cross-validation", unit: "fold", all: len(in.folds)}
	begin := in.within == nil
	if begin {
		in.within = make([]*inFold, len(in.folds))
	} else {
		what.of = "cross-validation between sizes"
	}
	errs := make([][]foldError, len(asked))
	for j := range errs {
		errs[j] = make([]foldError, len(in.folds))
	}
	_, err := what.each(ctx, func(ctx context.Context, f int) error {
		if begin {
			var err error
			if in.within[f], err = in.begin(ctx, parent, in.folds[f]); err != nil {
				return err
			}
		}
		fold, sets := in.within[f], make([]int, len(asked))
		for j, ask := range asked {
			sets[j] = fold.propose(fold.at[ask.tau], ask.size)
		}
		if err := fold.run(ctx); err != nil {
			return err
		}
		for j := range asked {
			errs[j][f] = foldError{fold.results[sets[j]].rmse, len(in.folds[f].Held), in.folds[f].Repeat}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	all := make([]Candidate, len(asked))
	for j, ask := range asked {
		ridge, rmse, se := pool(errs[j])
		all[j] = Candidate{TauIndex: ask.tau, Tau: in.path.taus[ask.tau], Size: in.path.inputs(in.rule, ask), RMSE: rmse, SE: se, asked: ask.size, ridge: ridge}
	}
	return all, nil
}

// begin fits a path in a fold.
func (in *inFolds) begin(ctx context.Context, parent *design, fold Fold) (*inFold, error) {
	taus, at := in.path.tausOf(in.rule), map[int]int{}
	for k, i := range taus {
		at[i] = k
	}
	own, judge, err := in.path.inFold(ctx, parent, fold, taus, in.by.absolute)
	if err != nil {
		return nil, err
	}
	return &inFold{own.newTrials(in.rule, judge), at}, nil
}

func (in *inFolds) choose(all []Candidate) (least, chosen int) {
	cv := CrossValidation{Candidates: all}
	cv.choose(in.by.oneSE)
	return cv.Least, cv.Chosen
}

// againstMean fits the candidate once more in every fold.
func (in *inFolds) againstMean(ctx context.Context, c Candidate) (mean, own []float64, err error) {
	means, owns := make([][]float64, len(in.folds)), make([][]float64, len(in.folds))
	for f, fold := range in.within {
		rs, err := fold.path.ridges(fold.sets[fold.propose(fold.at[c.TauIndex], c.asked)])
		if err != nil {
			return nil, nil, err
		}
		if owns[f], err = rs.squares(ctx, c.ridge, fold.judge); err != nil {
			return nil, nil, err
		}
		means[f] = fold.judge.constant(fold.path.mean)
	}
	return in.path.byObservation(in.folds, means), in.path.byObservation(in.folds, owns), nil
}

// byObservation returns the squared errors of every observation that a fold holds out as perObservation
// does. A row that is held out more than once has their mean.
func (ds *design) byObservation(folds []Fold, squares [][]float64) []float64 {
	n := len(ds.y)
	sums, times := make([]float64, n), make([]float64, n)
	for f, fold := range folds {
		for j, row := range fold.Held {
			sums[row], times[row] = sums[row]+squares[f][j], times[row]+1
		}
	}
	place, held := make([]int, n), []float64{}
	for row, t := range times {
		if t > 0 {
			place[row] = len(held)
			held = append(held, sums[row]/t)
		}
	}
	if ds.repeats == nil {
		return held
	}
	var groups [][]int
	for _, rows := range ds.repeats {
		var some []int
		for _, row := range rows {
			if times[row] > 0 {
				some = append(some, place[row])
			}
		}
		if some != nil {
			groups = append(groups, some)
		}
	}
	return perObservation(groups, held)
}

func (in *inFolds) warnings() []string {
	all := make([][]string, len(in.within))
	for f, fold := range in.within {
		all[f] = slices.Concat(fold.path.constantTarget(), fold.path.ofFits(), fold.trials.warnings())
	}
	return ofFolds(all)
}

// told returns the comparison as a CrossValidation. The set of no input is the same at every
// tau, and is one candidate there.
func (in *inFolds) told(all []Candidate, least, chosen int) *CrossValidation {
	cv := &CrossValidation{Folds: len(in.folds), warnings: in.warnings()}
	for j, c := range all {
		if j == least {
			cv.Least = len(cv.Candidates)
		}
		if j == chosen {
			cv.Chosen = len(cv.Candidates)
		}
		if c.Size > 0 || c.TauIndex == 0 {
			cv.Candidates = append(cv.Candidates, c)
		}
	}
	return cv
}

// forFolds returns the design with a penalty that several folds may use at once.
func (p *Path) forFolds() *design {
	parent := *p.design
	parent.spec.Penalty = shared(parent.spec.Penalty)
	return &parent
}

// inFold fits the path at some of its taus on the rows that a fold trains on, and returns
// the judge of those that it holds out.
func (p *Path) inFold(ctx context.Context, parent *design, fold Fold, taus []int, absolute bool) (*Path, *judge, error) {
	ds, judge, err := parent.hold(fold)
	if err != nil {
		return nil, nil, err
	}
	own := &Path{design: ds, ceiling: newCeiling(ds)}
	return own, judge, own.follow(ctx, p, taus, absolute)
}

// follow fits the path at some taus of another on its own rows.
func (p *Path) follow(ctx context.Context, other *Path, taus []int, absolute bool) error {
	ctx, at := p.announce(ctx, len(taus))
	defer at.End()
	factor := 1.0
	if theirs := other.seen(); theirs > 0 && !absolute && !other.given {
		own, err := p.find(ctx)
		if err != nil {
			return err
		}
		if own.Begin > 0 && !math.IsInf(own.Begin, 1) {
			factor = own.Begin / theirs
		}
	}
	theirs := make([]float64, len(taus))
	for k, i := range taus {
		theirs[k] = factor * other.taus[i]
	}
	return p.through(ctx, at, theirs)
}

// hold returns the design of the rows that a fold trains on, and the judge of
// those that it holds out.
func (ds *design) hold(fold Fold) (*design, *judge, error) {
	train, err := ds.given.Rows(fold.Train...)
	if err != nil {
		return nil, nil, err
	}
	held, err := ds.given.Rows(fold.Held...)
	if err != nil {
		return nil, nil, err
	}
	own, err := newDesign(ds.spec, train)
	return own, &judge{X: held.X(), y: held.Y()}, err
}

// crossRidge returns the cross-validated error of every candidate of kernel ridge
// regression on all inputs that vary, or on none.
func (ds *design) crossRidge(ctx context.Context, by *crossing, all bool) ([]float64, error) {
	folds, err := by.divide(ds.train)
	if err != nil {
		return nil, err
	}
	inFolds := make([]foldError, len(folds))
	_, err = parts{of: "cross-validation of kernel ridge", unit: "fold", all: len(folds)}.each(ctx, func(ctx context.Context, f int) error {
		own, judge, err := ds.hold(folds[f])
		if err != nil {
			return err
		}
		use := make([]bool, own.train.D())
		if all {
			use = own.varying()
		}
		rs, err := own.ridges(use)
		if err != nil {
			return err
		}
		m, err := rs.errors(ctx, judge)
		inFolds[f] = foldError{m.rmse, len(judge.y), folds[f].Repeat}
		return err
	})
	if err != nil {
		return nil, err
	}
	errs := make([]float64, widest(inFolds))
	for j := range errs {
		errs[j], _ = poolAt(inFolds, j)
	}
	return errs, nil
}

// constantTarget warns of a target that is constant on the rows of a design.
func (ds *design) constantTarget() []string {
	if !lists.Constant(ds.y) {
		return nil
	}
	return []string{"the target is constant on the rows trained on, and so is the model there"}
}

// ofFolds returns what to know about the fits in folds, in a sentence.
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
	return []string{fmt.Sprintf("cross-validation: %d of %s with warnings: %s", concerned, report.Plural(len(warnings), "fold"), first)}
}
