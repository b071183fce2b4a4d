package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"gonum.org/v1/gonum/stat"
)

// Limits of the step that leaves out wild targets.
const (
	wildFrom      = 5.0  // robust standard deviations of a residual
	wildMost      = 0.2  // of the rows: more are no exceptions
	wildRounds    = 4    // searches without them
	wildUnsettled = 0.02 // of two lists of them that may differ
	wildEnough    = 3.0  // standard errors by which absolute errors are less without them
	wildShare     = 0.95 // of the absolute errors that is left at most
	normalMAD     = 1.4826
)

// withoutWild returns the finding of a table without the rows whose targets are wild, if it predicts all
// rows clearly better than f does, and else f.
//
// The rows that f leaves unexplained by far are left out, the search is taken on the others, and what is far
// from its function is left out instead, until the same rows are: a row that only the first function
// contradicts comes back, and one that it has followed goes.
func (plan FindPlan) withoutWild(ctx context.Context, table *data.Frame, f *Finding) (*Finding, error) {
	if table.N() < fewRows || fewDifferent(table.Y()) {
		return f, nil
	}
	weights, err := table.Weights()
	if err != nil {
		return nil, err
	}
	before, err := f.unexplained(ctx, table, lists.UpTo(table.N()))
	if err != nil {
		return nil, err
	}
	left := beyond(before, weights)
	for range wildRounds {
		if len(left) == 0 || float64(len(left)) > wildMost*float64(table.N()) {
			return f, nil
		}
		kept := lists.Without(table.N(), left)
		clean, err := table.Rows(kept...)
		if err != nil {
			return nil, err
		}
		g, err := plan.on(kept).once().found(ctx, clean, nil)
		if err != nil || !g.Found() {
			return f, err
		}
		after, err := g.unexplained(ctx, table, kept)
		if err != nil {
			return nil, err
		}
		next := beyond(after, weights)
		if settled(next, left) {
			units, err := unitsOf(table)
			if err != nil {
				return nil, err
			}
			if !clearlyLess(after, before, units, weights) {
				return f, nil
			}
			return plan.on(kept).instead(ctx, f, g, clean, left)
		}
		left = next
	}
	return f, nil
}

// unitsOf returns the rows of a table that are compared as one: of a group, of a span of time, or of one observation; nil
// for single rows.
func unitsOf(table *data.Frame) ([][]int, error) {
	if choose.BelongTogether(table) {
		return choose.Units(table)
	}
	return repeats.Observations(table.X(), table.Y()), nil
}

// settled reports whether two lists of wild rows, which rise, are the same, but for a few of many: rows near the bound come and
// go with any change of the function.
func settled(a, b []int) bool {
	both := 0
	for _, i := range a {
		if _, is := slices.BinarySearch(b, i); is {
			both++
		}
	}
	return float64(len(a)+len(b)-2*both) <= wildUnsettled*float64(len(a)+len(b))
}

// instead returns the finding g of a table without the rows that are left out, judged on rows held out and
// compared with permuted targets, and f if inputs are not found then.
func (plan FindPlan) instead(ctx context.Context, f, g *Finding, clean *data.Frame, left []int) (*Finding, error) {
	if plan.Permuted > 0 {
		var err error
		g, err = plan.found(ctx, clean, nil)
		if err != nil {
			return nil, err
		}
	}
	err := plan.judge(ctx, g.sight, g)
	if err != nil || !g.Found() {
		return f, err
	}
	g.leftOut = left
	return g, nil
}

// on returns the plan for some rows of its table.
func (plan FindPlan) on(rows []int) FindPlan {
	plan.By = onRows(plan.By, rows)
	return plan
}

// once returns the plan without permuted targets.
func (plan FindPlan) once() FindPlan {
	plan.Permuted = 0
	return plan
}

// fewDifferent reports whether a target has so few different values that they may be classes or points of
// a scale, of which none is wild.
func fewDifferent(y []float64) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(y)))) <= fewValues
}

// unexplained returns the target less its prediction, at every row of a table of which the finding has
// seen the rows kept or some of them: by the model, fitted to the rows without this one, and by the mean
// if nothing was found.
func (f *Finding) unexplained(ctx context.Context, table *data.Frame, kept []int) ([]float64, error) {
	if !f.Found() {
		residuals := table.Y()
		weights, err := f.sight.table.Weights()
		if err != nil {
			return nil, err
		}
		mean := stat.Mean(f.sight.table.Y(), weights)
		for i := range residuals {
			residuals[i] -= mean
		}
		return residuals, nil
	}
	residuals, err := f.Model.ResidualsOfMany(table)
	if err != nil {
		return nil, err
	}
	own, err := f.leaveOneOut(ctx)
	if err != nil {
		return nil, err
	}
	for k, r := range own {
		if f.seen.rows != nil {
			k = f.seen.rows[k]
		}
		residuals[kept[k]] = r
	}
	return residuals, nil
}

// beyond returns the numbers that are farther from the median than wildFrom robust standard deviations,
// by their places.
func beyond(v, weights []float64) []int {
	away := awayFromMedian(v, weights)
	bound := wildFrom * normalMAD * median(away, weights)
	var far []int
	for i, a := range away {
		if a > bound && bound > 0 {
			far = append(far, i)
		}
	}
	return far
}

// clearlyLess reports whether absolute deviations of residuals from their median are clearly less than
// others', in the mean over all observations, of which groups has the rows; nil for single rows. Every row
// counts, those that were left out too. Squares would be those of the wild rows alone, which nothing predicts. A constant
// is no gain: the mean of the rows that are left is nearer to the median of skewed noise, and no better.
func clearlyLess(after, before []float64, groups [][]int, weights []float64) bool {
	less, more := awayFromMedian(after, weights), awayFromMedian(before, weights)
	if stat.Mean(less, weights) > wildShare*stat.Mean(more, weights) {
		return false
	}
	gain := make([]float64, len(less))
	for i := range gain {
		gain[i] = more[i] - less[i]
	}
	if groups != nil {
		gain = repeats.Means(groups, weights, gain)
	} else if weights != nil {
		gain = choose.PerObservation(nil, weights, gain)
	}
	mean, sd := stat.MeanStdDev(gain, nil)
	return mean > wildEnough*sd/math.Sqrt(float64(len(gain)))
}

func awayFromMedian(v, weights []float64) []float64 {
	away, centre := make([]float64, len(v)), median(v, weights)
	for i := range v {
		away[i] = math.Abs(v[i] - centre)
	}
	return away
}

func median(v, weights []float64) float64 {
	if weights != nil {
		return weighed.Median(v, weights)
	}
	return stat.Quantile(0.5, stat.LinInterp, slices.Sorted(slices.Values(v)), nil)
}

// LeftOut returns the rows of the Frame that are no part of the answer, from 0 and rising, since their
// targets are wild: they are more than 5 robust standard deviations away from what is found without them, and all rows are
// predicted clearly better without them. All errors and intervals are those of the other rows. It is nil if all rows are used.
func (f *Finding) LeftOut() []int { return slices.Clone(f.leftOut) }

// wildWarning names the rows that are left out.
func (f *Finding) wildWarning() []string {
	if len(f.leftOut) == 0 {
		return nil
	}
	rows := make([]string, len(f.leftOut))
	for k, i := range f.leftOut {
		rows[k] = fmt.Sprint(i + 1)
	}
	of := "rows"
	if len(rows) == 1 {
		of = "row"
	}
	return []string{fmt.Sprintf("left out as wild: %s %s, where %s is more than %g standard deviations away from what the other rows say, and without which all are predicted better; errors and intervals are those of the other rows, and targets as wild as these lie beyond the intervals", of, report.Listed(rows), f.Model.Target(), wildFrom)}
}

// onRows returns a criterion for some rows of its table.
func onRows(by choose.Criterion, rows []int) choose.Criterion {
	if by.Cross != nil {
		own := *by.Cross
		own.Folds = own.Folds.Of(rows)
		by.Cross = &own
	}
	return by
}
