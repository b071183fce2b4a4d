package choose

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"gonum.org/v1/gonum/stat"
)

// A contest measures the proposals of a path by a criterion.
type contest interface {
	// try returns a candidate for each of the proposals.
	try(ctx context.Context, asked []proposal) ([]Candidate, error)
	// choose returns the candidate of least error and the chosen one.
	choose(all []Candidate) (least, chosen int)
	// againstMean returns the squared errors, row by row, of the training mean and of a
	// candidate.
	againstMean(ctx context.Context, c Candidate) (mean, own []float64, err error)
	warnings() []string
}

// Choose compares the sets of inputs that the rule proposes, by their errors, and returns the
// chosen one. With a rule by ranks it goes on to propose more around the candidate of least error
// and the chosen one, until there is nothing left between.
func Choose(ctx context.Context, p *problem.Path, by Criterion, rule SelectionRule) (*Chosen, error) {
	on, err := newContest(p, by, rule)
	if err != nil {
		return nil, err
	}
	ts := newTrials(p, rule, nil) // of all rows: to know the sets
	var all []Candidate
	var least, best int
	for asked := proposalsOf(p, rule); len(asked) > 0; {
		for _, ask := range asked {
			ts.propose(ask.tau, ask.size)
		}
		more, err := on.try(ctx, asked)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
		slices.SortStableFunc(all, func(a, b Candidate) int {
			return cmp.Or(a.TauIndex-b.TauIndex, a.asked-b.asked)
		})
		least, best = on.choose(all)
		asked = nil
		if rule.Ranks() {
			asked = finer(p, rule, all, all[least])
			for _, ask := range finer(p, rule, all, all[best]) {
				if !slices.Contains(asked, ask) {
					asked = append(asked, ask)
				}
			}
		}
	}
	c := &Chosen{measure: score.MeasureBy(p.Spec.Smooth()), Selection: Selection{Rule: rule, By: by, Taus: p.Len(), Sets: len(ts.sets), SE: math.NaN(), PathRMSE: make([]float64, p.Len())}}
	for i := range c.PathRMSE {
		c.PathRMSE[i] = math.Inf(1)
	}
	for _, a := range all {
		c.PathRMSE[a.TauIndex] = math.Min(c.PathRMSE[a.TauIndex], a.RMSE)
	}
	won := all[best]
	c.TauIndex, c.Size, c.RMSE, c.candidate = won.TauIndex, won.Size, won.RMSE, won.ridge
	c.Set = ts.sets[ts.propose(won.TauIndex, won.asked)]
	mean, own, err := on.againstMean(ctx, won)
	if err != nil {
		return nil, err
	}
	c.mean, c.Warnings = mean, on.warnings()
	c.compare(own)
	if in, is := on.(*inFolds); is {
		c.CrossValidation, c.SE = in.told(all, least, best), won.SE
	} else {
		c.compared = rowComparison(by, c.measure, all, least, best)
	}
	return c, nil
}

func newContest(p *problem.Path, by Criterion, rule SelectionRule) (contest, error) {
	if by.Cross != nil {
		p, err := by.counting(p)
		if err != nil {
			return nil, err
		}
		return contestInFolds(p, by.Cross, rule)
	}
	judge, err := by.On(p.Design)
	if err != nil {
		return nil, err
	}
	return &onRows{trials: newTrials(p, rule, judge), by: by}, nil
}

// onRows compares by the errors of rows that one judge measures. The rows are left out one
// by one, or held out for validation.
type onRows struct {
	*trials
	by Criterion
}

func (on *onRows) try(ctx context.Context, asked []proposal) ([]Candidate, error) {
	sets := make([]int, len(asked))
	for j, ask := range asked {
		sets[j] = on.propose(ask.tau, ask.size)
	}
	if err := on.run(ctx); err != nil {
		return nil, err
	}
	all := make([]Candidate, len(asked))
	for j, ask := range asked {
		found := on.results[sets[j]]
		best := ArgMin(found.RMSE)
		all[j] = Candidate{TauIndex: ask.tau, Tau: on.path.Taus[ask.tau], Size: inputsOf(on.path, on.rule, ask), RMSE: found.RMSE[best], asked: ask.size, ridge: best, squares: found.squares}
	}
	return all, nil
}

func (on *onRows) choose(all []Candidate) (least, chosen int) {
	least = leastError(all)
	return least, fewestWithin(all, least, on.by.sparse.errors())
}

func (on *onRows) againstMean(_ context.Context, c Candidate) (mean, own []float64, err error) {
	mean, err = on.judge.Constant(on.path.Mean)
	return on.judge.Terms(mean), c.squares, err
}

// leastError returns the candidate of least error. Of equal ones, it returns the one with
// the fewest inputs, and of those the first.
func leastError(all []Candidate) int {
	best := 0
	for j, c := range all {
		if c.RMSE < all[best].RMSE || c.RMSE == all[best].RMSE && c.Size < all[best].Size {
			best = j
		}
	}
	return best
}

// fewestWithin returns the candidate of fewest inputs whose squared errors are on average
// at most the given number of standard errors of the difference above the least ones. Of
// candidates with equally many inputs it returns the one of least error.
func fewestWithin(all []Candidate, least int, errors float64) int {
	best := least
	for j, c := range all {
		if j == least || !(PairedT(c.squares, all[least].squares, Identity) <= errors) {
			continue
		}
		if b := all[best]; c.Size < b.Size || c.Size == b.Size && c.RMSE < b.RMSE {
			best = j
		}
	}
	return best
}

// Identity returns v, for [PairedT] of the squared errors themselves.
func Identity(v float64) float64 { return v }

// PairedT returns the paired t statistic of two lists of squared errors: the mean over rows of
// of(a_i) - of(b_i), in standard errors of this mean. It is 0 if there is no difference, and NaN
// for fewer than two rows.
func PairedT(a, b []float64, of func(square float64) float64) float64 {
	if len(b) != len(a) || len(a) < 2 {
		return math.NaN()
	}
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = of(a[i]) - of(b[i])
	}
	return tStatistic(differences)
}

// tStatistic returns the mean of v over its standard error, and 0 if the mean is 0.
func tStatistic(v []float64) float64 {
	mean, sd := stat.MeanStdDev(v, nil)
	if mean == 0 {
		return 0
	}
	return mean / (sd / math.Sqrt(float64(len(v))))
}
