package nvsd

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A TargetNull is a model, together with those that the same procedure makes of permutations
// of the target, for which no input can matter.
type TargetNull struct {
	Model  *Model    // of the target as it is
	Scores []float64 // its NormsPerSD
	Worths []float64 // in log evidence, as [Evidence] has them; nil unless the Refit is ARD
	// ScoreAbove and WorthAbove have, for every input, the number of runs in which its
	// score, or its worth, is above the largest of the run.
	ScoreAbove, WorthAbove []int
	// Beyond says which selected inputs are beyond noise: above the largest of at least
	// the fraction 1 - Level of the runs. It compares worths if there are any, and scores
	// otherwise.
	Beyond []bool
	Level  float64 // as planned
	// LargestScores and LargestWorths are those of every run, 0 if it chose no input.
	LargestScores, LargestWorths []float64
	Runs                         int // number of finished runs with a permuted target
	Empty                        int // number of these that chose no input
	Seconds                      float64
	Stopped                      string // what ended it before all runs were done; "" if nothing did
}

// PermutedTarget makes the model that the whole procedure chooses,
//
//	s.Path(ctx, train, taus) and then Select(ctx, by, rule),
//
// and again after each of plan.Repeats permutations of the target's rows. A permuted target
// depends on no input, while the inputs still depend on one another. Let s_a be the score of
// input a (the derivative norm per standard deviation, or the worth in log evidence), 0 if a
// is not chosen, and pi_r the r-th permutation. For every input, PermutedTarget counts the
// runs with
//
//	s_a(y) > max_b s_b(pi_r y).
//
// The comparison is with the largest of all inputs, and every run repeats all choices. So
// whatever the procedure does, if no input matters at all, the probability that any input is
// above the largest of all R runs is at most 1/(R+1).
//
// There are three limits. All of the variance of a permuted target is noise, so a weak input
// next to strong ones is compared with more noise than there is, and may matter though it is
// not beyond noise. An input is compared with the largest of all, not with its own runs. And
// the rows must be exchangeable, which those of a time series, or of groups that share a
// level, are not.
//
// With validation the target of the held-out part is permuted too. The Spec's kernel and
// solver are used in several goroutines. The same seed gives the same numbers. If ctx ends,
// PermutedTarget returns the result of the finished runs together with the error, and nothing
// if the model itself was not finished.
func (s Spec) PermutedTarget(ctx context.Context, train *data.Frame, taus int, by Criterion, rule SelectionRule, plan NullPlan) (*TargetNull, error) {
	start := time.Now()
	if train == nil {
		return nil, badData(trainingPart, "there is no training part (nil)")
	}
	plan, err := plan.complete("targets", "runs")
	if err != nil {
		return nil, err
	}
	s.Penalty = shared(s.Penalty)
	seeds := plan.seeds()
	choose := func(ctx context.Context, train *data.Frame, by Criterion) (*Model, error) {
		path, err := s.Path(ctx, train, taus)
		if err != nil {
			return nil, err
		}
		return path.Select(ctx, by, rule)
	}
	models := make([]*Model, plan.Repeats)
	runs := parts{of: "permuted targets", unit: "run", all: len(models)}
	ctx, at := runs.begin(ctx)
	defer at.End()
	m, err := choose(ctx, train, by)
	if err != nil {
		return nil, err
	}
	done, err := runs.eachAt(ctx, at, func(ctx context.Context, r int) (err error) {
		judge := by
		if by.valid != nil {
			judge.valid = by.valid.WithPermutedTarget(seeds[r])
		}
		models[r], err = choose(ctx, train.WithPermutedTarget(seeds[r]), judge)
		return err
	})
	if err != nil && done == nil {
		return nil, err
	}
	null := compareNull(m, lists.Marked(models, done), plan.Level)
	null.Seconds, null.Stopped = time.Since(start).Seconds(), stoppedBy(err)
	return null, err
}

// compareNull compares a model with those of permuted targets.
func compareNull(m *Model, runs []*Model, level float64) *TargetNull {
	null := &TargetNull{
		Model: m, Scores: m.NormsPerSD(), ScoreAbove: make([]int, m.D()), Beyond: make([]bool, m.D()), Level: level, Runs: len(runs),
	}
	for _, run := range runs {
		null.LargestScores = append(null.LargestScores, slices.Max(run.perSD))
		if lists.Count(run.selected) == 0 {
			null.Empty++
		}
	}
	null.ScoreAbove = above(null.Scores, null.LargestScores)
	if m.spec.Refit == ARD {
		null.Worths = m.worths()
		for _, run := range runs {
			null.LargestWorths = append(null.LargestWorths, slices.Max(run.worths()))
		}
		null.WorthAbove = above(null.Worths, null.LargestWorths)
	}
	for a, times := range null.decides() {
		null.Beyond[a] = m.selected[a] && null.Runs > 0 && float64(times) >= math.Ceil((1-level)*float64(null.Runs)-1e-9)
	}
	return null
}

// decides returns, for every input, the number of runs that decide whether it is Beyond noise.
func (null *TargetNull) decides() []int {
	if null.Worths != nil {
		return null.WorthAbove
	}
	return null.ScoreAbove
}

// worths returns the worth of every input, which is 0 for an input without evidence.
func (m *Model) worths() []float64 {
	if m.selection == nil || m.selection.Evidence == nil {
		return make([]float64, m.D())
	}
	return slices.Clone(m.selection.Evidence.Worth)
}

// above returns, for every value, how many of the others it is above.
func above(values, others []float64) []int {
	times := make([]int, len(values))
	for a, v := range values {
		for _, other := range others {
			if v > other {
				times[a]++
			}
		}
	}
	return times
}

// Warnings returns what to know about the runs, one sentence each.
func (null *TargetNull) Warnings() []string { return drawWarnings(0, null.Stopped) }

// Standing says how an input compares with noise, in a phrase.
func (null *TargetNull) Standing(a int) string {
	of := "norm"
	if null.Worths != nil {
		of = "worth"
	}
	return fmt.Sprintf("%s above the largest of %d of %s", of, null.decides()[a], report.Plural(null.Runs, "permuted run"))
}

// Report returns the norms as bars, and the comparison as a table of at most 30 chosen
// inputs.
func (null *TargetNull) Report() report.Report {
	m := null.Model
	if m == nil {
		return report.Report{report.Table{Notes: []string{"no model, and no permuted targets"}}}
	}
	level := quantile(null.LargestScores, 0.5)
	return report.Report{report.Bars{
		Title: "Norms beside permuted targets: " + m.Target(), Axis: report.NormsAxis, What: "norms",
		Bars:  report.BarsOf(m.Names(), null.Scores, null.Beyond),
		Level: &report.Level{Value: level, Text: fmt.Sprintf("largest norm with the target permuted: %s (median)", report.Number(level))},
	}, null.table()}
}

// String returns the table of the Report as plain text.
func (null *TargetNull) String() string { return null.Report().String() }

func (null *TargetNull) table() report.Table {
	m := null.Model
	t := report.Table{
		Title:    fmt.Sprintf("%s: chosen inputs beside %s with the target permuted", m.Target(), report.Plural(null.Runs, "run")),
		Columns:  report.Columns("input", "norm per sd", "above"),
		Warnings: null.Warnings(),
	}
	if null.Worths != nil {
		t.Columns = append(t.Columns, report.Column{Name: "worth", Unit: "log evidence"}, report.Column{Name: "above"})
	}
	t.Columns = append(t.Columns, report.Column{Name: "beyond noise"})
	names := m.Names()
	t.AddFirst(m.Ranking()[:lists.Count(m.selected)], "input", nil, func(a int) []any {
		row := []any{names[a], null.Scores[a], report.Ratio{Times: null.ScoreAbove[a], Of: null.Runs}}
		if null.Worths != nil {
			row = append(row, null.Worths[a], report.Ratio{Times: null.WorthAbove[a], Of: null.Runs})
		}
		return append(row, report.Marked(null.Beyond[a], "beyond"))
	})
	t.Notes = append(t.Notes, null.Account())
	return t
}

// Account returns what the permuted runs found, in a sentence.
func (null *TargetNull) Account() string {
	if null.Runs == 0 {
		return "no permuted run was done"
	}
	line := fmt.Sprintf("permuted runs: %d of %d chose no input; largest norm %.4g (median %.4g)", null.Empty, null.Runs, slices.Max(null.LargestScores), quantile(null.LargestScores, 0.5))
	if null.Worths != nil {
		line += fmt.Sprintf(", largest worth %.3g (median %.3g)", slices.Max(null.LargestWorths), quantile(null.LargestWorths, 0.5))
	}
	return line + fmt.Sprintf("; beyond noise is above the largest of %.3g%% of the runs", 100*(1-null.Level))
}

// Figure draws the norms of the Report as bars. It is an error without a model.
func (null *TargetNull) Figure() (*viz.Figure, error) { return viz.OfReport(null.Report()) }
