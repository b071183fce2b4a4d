package choose

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"gonum.org/v1/gonum/floats"
)

// inFolds compares by the errors in folds. The path is fitted once in each fold, at the
// taus that are looked at.
type inFolds struct {
	by     *crossing
	path   *problem.Path // on all rows
	rule   SelectionRule
	folds  []Fold
	bytes  float64   // of memory that a fold takes
	within []*inFold // nil before anything was tried
}

// bytesOf returns about the bytes of memory that a further problem on the rows of a design takes.
func bytesOf(ds *problem.Design) float64 {
	return ds.Spec.Needs(len(ds.Y), ds.Train.D(), 1, 0).Bytes
}

// inFold is one of the folds.
type inFold struct {
	*trials
	at map[int]int // from the index of a tau in the path on all rows to that in the fold's path
}

func contestInFolds(p *problem.Path, by *crossing, rule SelectionRule) (*inFolds, error) {
	folds, err := by.Divide(p.Train)
	if err != nil {
		return nil, err
	}
	bytes, err := p.Spec.InFold(p.Train.N(), p.Train.D(), p.Len(), len(folds))
	return &inFolds{by: by, path: p, rule: rule, folds: folds, bytes: bytes}, err
}

// try measures the proposals in every fold. The first call fits the paths.
func (in *inFolds) try(ctx context.Context, asked []proposal) ([]Candidate, error) {
	parent := forFolds(in.path)
	what := progress.Units{Of: "cross-validation", Unit: "fold", All: len(in.folds), Bytes: in.bytes}
	begin := in.within == nil
	if begin {
		in.within = make([]*inFold, len(in.folds))
	} else {
		what.Of = "cross-validation between sizes"
	}
	errs := make([][]FoldError, len(asked))
	for j := range errs {
		errs[j] = make([]FoldError, len(in.folds))
	}
	needs := in.path.Spec.Needs(in.path.Train.N(), in.path.Train.D(), in.path.Len(), len(in.folds))
	_, err := what.Each(needs.In(ctx), func(ctx context.Context, f int) error {
		if begin {
			var err error
			in.within[f], err = in.begin(ctx, parent, in.folds[f])
			if err != nil {
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
			errs[j][f] = FoldError{fold.results[sets[j]].RMSE, fold.judge.held(), in.folds[f].Repeat, fold.judge.measure}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	all := make([]Candidate, len(asked))
	for j, ask := range asked {
		ridge, rmse, se := pool(errs[j])
		all[j] = Candidate{TauIndex: ask.tau, Tau: in.path.Taus[ask.tau], Size: inputsOf(in.path, in.rule, ask), RMSE: rmse, SE: se, asked: ask.size, ridge: ridge}
	}
	return all, nil
}

// begin fits a path in a fold.
func (in *inFolds) begin(ctx context.Context, parent *problem.Design, fold Fold) (*inFold, error) {
	taus, at := tausOf(in.path, in.rule), map[int]int{}
	for k, i := range taus {
		at[i] = k
	}
	own, judge, err := pathInFold(ctx, in.path, parent, fold, taus, in.by.absolute)
	if err != nil {
		return nil, err
	}
	return &inFold{newTrials(own, in.rule, judge), at}, nil
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
		rs, err := NewRidgeGrid(fold.path.Design, fold.sets[fold.propose(fold.at[c.TauIndex], c.asked)])
		if err != nil {
			return nil, nil, err
		}
		owns[f], err = rs.squares(ctx, c.ridge, fold.judge)
		if err != nil {
			return nil, nil, err
		}
		means[f], err = fold.judge.Constant(fold.path.Mean)
		if err != nil {
			return nil, nil, err
		}
	}
	return ByObservation(in.path.Design, in.folds, means), ByObservation(in.path.Design, in.folds, owns), nil
}

// ByObservation returns the squared errors of every observation that a fold holds out as PerObservation
// does, from those of the rows. A row that is held out more than once has their mean.
func ByObservation(ds *problem.Design, folds []Fold, squares [][]float64) []float64 {
	n := len(ds.Y)
	sums, times := make([]float64, n), make([]float64, n)
	for f, fold := range folds {
		for j, row := range fold.Held {
			sums[row], times[row] = sums[row]+squares[f][j], times[row]+1
		}
	}
	place, held, out := make([]int, n), []float64{}, []int{}
	for row, t := range times {
		if t > 0 {
			place[row] = len(held)
			held, out = append(held, sums[row]/t), append(out, row)
		}
	}
	var weights []float64
	if ds.Weights != nil {
		weights = lists.Pick(ds.Weights, out)
	}
	if ds.Repeats == nil {
		return PerObservation(nil, weights, held)
	}
	var groups [][]int
	for _, rows := range ds.Repeats {
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
	return PerObservation(groups, weights, held)
}

// CountOf returns how many observations some rows stand for by the weights of all rows; nil if all have 1.
func CountOf(weights []float64, rows []int) float64 {
	if weights == nil {
		return float64(len(rows))
	}
	return floats.Sum(lists.Pick(weights, rows))
}

func (in *inFolds) warnings() []string {
	all := make([][]string, len(in.within))
	for f, fold := range in.within {
		all[f] = slices.Concat(ConstantTarget(fold.path.Design), fold.path.FitWarnings(), fold.trials.warnings())
	}
	return FoldWarning(all)
}

// told returns the comparison as a CrossValidation. The set of no input is the same at every
// tau, and is one candidate there.
func (in *inFolds) told(all []Candidate, least, chosen int) *CrossValidation {
	cv := &CrossValidation{Folds: len(in.folds), warnings: in.warnings(), measure: score.MeasureBy(in.path.Spec.Smooth())}
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
func forFolds(p *problem.Path) *problem.Design {
	parent := *p.Design
	parent.Spec.Penalty = problem.SharePenalty(parent.Spec.Penalty)
	return &parent
}

// pathInFold fits the path at some of its taus on the rows that a fold trains on, and returns
// the judge of those that it holds out.
func pathInFold(ctx context.Context, p *problem.Path, parent *problem.Design, fold Fold, taus []int, absolute bool) (*problem.Path, *Judge, error) {
	ds, judge, err := holdOut(parent, fold)
	if err != nil {
		return nil, nil, err
	}
	own := &problem.Path{Design: ds, Ceiling: problem.NewCeiling(ds)}
	return own, judge, followPath(ctx, own, p, taus, absolute)
}

// followPath fits the path at some taus of another on its own rows.
func followPath(ctx context.Context, p *problem.Path, other *problem.Path, taus []int, absolute bool) error {
	ctx, at := p.BeginProgress(ctx, len(taus))
	defer at.End()
	factor := 1.0
	if theirs := other.Seen(); theirs > 0 && !absolute && !other.AtTaus {
		own, err := p.FindTauMax(ctx)
		if err != nil {
			return err
		}
		if own.Begin > 0 && !math.IsInf(own.Begin, 1) {
			factor = own.Begin / theirs
		}
	}
	theirs := make([]float64, len(taus))
	for k, i := range taus {
		theirs[k] = factor * other.Taus[i]
	}
	return p.FitTaus(ctx, at, theirs)
}

// holdOut returns the design of the rows that a fold trains on, and the judge of
// those that it holds out.
func holdOut(ds *problem.Design, fold Fold) (*problem.Design, *Judge, error) {
	train, err := ds.Given.Rows(fold.Train...)
	if err != nil {
		return nil, nil, err
	}
	held, err := ds.Given.Rows(fold.Held...)
	if err != nil {
		return nil, nil, err
	}
	own, err := problem.NewDesign(ds.Spec, train)
	judge := Judge{X: held.X(), Y: held.Y()}.by(ds)
	if ds.Weights != nil {
		judge.weights = lists.Pick(ds.Weights, fold.Held)
	}
	return own, judge, err
}

// crossRidge returns the cross-validated error of every candidate of kernel ridge
// regression on all inputs that vary, or on none.
func crossRidge(ctx context.Context, ds *problem.Design, by *crossing, all bool) ([]float64, error) {
	folds, err := by.Divide(ds.Train)
	if err != nil {
		return nil, err
	}
	inFolds := make([]FoldError, len(folds))
	_, err = progress.Units{Of: "cross-validation of kernel ridge", Unit: "fold", All: len(folds), Bytes: bytesOf(ds)}.Each(ctx, func(ctx context.Context, f int) error {
		own, judge, err := holdOut(ds, folds[f])
		if err != nil {
			return err
		}
		use := make([]bool, own.Train.D())
		if all {
			use = own.Varying()
		}
		rs, err := NewRidgeGrid(own, use)
		if err != nil {
			return err
		}
		m, err := rs.errors(ctx, judge)
		inFolds[f] = FoldError{m.RMSE, judge.held(), folds[f].Repeat, judge.measure}
		return err
	})
	if err != nil {
		return nil, err
	}
	errs := make([]float64, widest(inFolds))
	for j := range errs {
		errs[j], _ = PoolAt(inFolds, j)
	}
	return errs, nil
}

// ConstantTarget warns of a target that is constant on the rows of a design.
func ConstantTarget(ds *problem.Design) []string {
	if !lists.Constant(ds.Y) {
		return nil
	}
	return []string{"the target is constant on the rows trained on, and so is the model there"}
}

// FoldWarning sums up the warnings about the fits in folds, in one sentence. It returns none if no
// fold has any.
func FoldWarning(warnings [][]string) []string {
	concerned, first := 0, ""
	for f, w := range warnings {
		if len(w) == 0 {
			continue
		}
		concerned++
		if first == "" {
			first = fmt.Sprintf("in fold %d %s", f+1, w[0])
		}
	}
	if concerned == 0 {
		return nil
	}
	return []string{fmt.Sprintf("cross-validation: %d of %s with warnings: %s", concerned, report.Plural(len(warnings), "fold"), first)}
}
