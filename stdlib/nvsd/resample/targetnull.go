package resample

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A TargetNull is a model, together with those that the same procedure makes of permutations
// of the target, for which no input can matter.
type TargetNull struct {
	Model  *model.Model // of the target as it is
	Scores []float64    // its NormsPerSD
	Worths []float64    // in log evidence, as [choose.Evidence] has them; nil unless the Refit is ARD
	// ScoreAbove and WorthAbove have, for every input, the number of runs in which its
	// score, or its worth, is above the largest of the run.
	ScoreAbove, WorthAbove []int
	// Beyond is true for the selected inputs that are beyond noise: above the largest of at least
	// the fraction 1 - Level of the runs. It compares worths if there are any, and scores
	// otherwise.
	Beyond []bool
	Level  float64 // as planned
	// LargestScores and LargestWorths are those of every run, 0 if it chose no input.
	LargestScores, LargestWorths []float64
	Runs                         int // number of finished runs with a permuted target
	Empty                        int // number of these that chose no input
	Seconds                      float64
	Stopped                      string // the reason why not all runs were done; "" if they were
}

// PermutedTarget makes the model that the whole procedure chooses.
func PermutedTarget(ctx context.Context, s problem.Spec, train *data.Frame, taus int, by choose.Criterion, rule choose.SelectionRule, plan NullPlan) (*TargetNull, error) {
	start := time.Now()
	if train == nil {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil)")
	}
	if err := choose.CheckFeatures(&s, by); err != nil {
		return nil, err
	}
	if err := by.CheckFor(train); err != nil {
		return nil, err
	}
	plan, err := plan.complete("targets", "runs")
	if err != nil {
		return nil, err
	}
	s.Penalty = problem.SharePenalty(s.Penalty)
	seeds := plan.seeds()
	choose := func(ctx context.Context, train *data.Frame, by choose.Criterion) (*model.Model, error) {
		path, err := s.Path(ctx, train, taus)
		if err != nil {
			return nil, err
		}
		return model.Select(ctx, path, by, rule)
	}
	under := make([]nullRun, plan.Repeats)
	one := s.Needs(train.N(), train.D(), taus, 0)
	runs := progress.Units{Of: "permuted targets", Unit: "run", All: len(under), Bytes: one.Bytes}
	ctx, at := runs.Begin(one.Apart(len(under)).After(one).In(ctx))
	defer at.End()
	m, err := choose(ctx, train, by)
	if err != nil {
		return nil, err
	}
	done, err := runs.EachAt(model.WithDrafts(ctx, nil), at, func(ctx context.Context, r int) error {
		judge := by
		if by.Valid != nil {
			judge.Valid = by.Valid.WithPermutedTarget(seeds[r])
		}
		permuted, err := plan.permuted(train, seeds[r])
		if err != nil {
			return err
		}
		m, err := choose(ctx, permuted, judge)
		if err == nil {
			under[r] = nullRun{slices.Max(m.PerSD), slices.Max(Worths(m)), lists.Count(m.In) == 0}
		}
		return err
	})
	if err != nil && done == nil {
		return nil, err
	}
	null := compareNull(m, lists.Marked(under, done), plan.Level)
	null.Seconds, null.Stopped = time.Since(start).Seconds(), progress.StoppedBy(err)
	return null, err
}

// permuted returns the Frame with the rows of its target, or the targets of its groups, in another order.
func (plan NullPlan) permuted(f *data.Frame, seed uint64) (*data.Frame, error) {
	if plan.Groups {
		return f.WithPermutedGroups(seed)
	}
	return f.WithPermutedTarget(seed), nil
}

// A nullRun has the numbers of the model of a permuted target that are compared. The model has matrices, and is not kept.
type nullRun struct {
	score, worth float64 // the largest of its inputs
	empty        bool
}

// compareNull compares a model with those of permuted targets.
func compareNull(m *model.Model, runs []nullRun, level float64) *TargetNull {
	null := &TargetNull{
		Model: m, Scores: m.NormsPerSD(), ScoreAbove: make([]int, m.D()), Beyond: make([]bool, m.D()), Level: level, Runs: len(runs),
	}
	for _, run := range runs {
		null.LargestScores = append(null.LargestScores, run.score)
		if run.empty {
			null.Empty++
		}
	}
	null.ScoreAbove = CountBelow(null.Scores, null.LargestScores)
	if m.Spec.Refit == problem.ARD {
		null.Worths = Worths(m)
		for _, run := range runs {
			null.LargestWorths = append(null.LargestWorths, run.worth)
		}
		null.WorthAbove = CountBelow(null.Worths, null.LargestWorths)
	}
	for a, times := range null.Decides() {
		null.Beyond[a] = m.In[a] && null.Runs > 0 && float64(times) >= math.Ceil((1-level)*float64(null.Runs)-1e-9)
	}
	return null
}

// Decides returns, for every input, the number of runs that decide whether it is Beyond noise.
func (null *TargetNull) Decides() []int {
	if null.Worths != nil {
		return null.WorthAbove
	}
	return null.ScoreAbove
}

// Worths returns the worth of every input, which is 0 for an input without evidence.
func Worths(m *model.Model) []float64 {
	if m.Selection == nil || m.Selection.Evidence == nil {
		return make([]float64, m.D())
	}
	return slices.Clone(m.Selection.Evidence.Worth)
}

// CountBelow returns, for every value, the number of the others that are below it.
func CountBelow(values, others []float64) []int {
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

// Warnings returns the warnings about the runs, one sentence each.
func (null *TargetNull) Warnings() []string { return drawWarnings(0, null.Stopped) }

// Standing returns the comparison of an input with noise, in a phrase.
func (null *TargetNull) Standing(a int) string {
	of := "norm"
	if null.Worths != nil {
		of = "worth"
	}
	return fmt.Sprintf("%s above the largest of %d of %s", of, null.Decides()[a], report.Plural(null.Runs, "permuted run"))
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
	t.AddFirst(m.Ranking()[:lists.Count(m.In)], "input", nil, func(a int) []any {
		row := []any{names[a], null.Scores[a], report.Ratio{Times: null.ScoreAbove[a], Of: null.Runs}}
		if null.Worths != nil {
			row = append(row, null.Worths[a], report.Ratio{Times: null.WorthAbove[a], Of: null.Runs})
		}
		return append(row, report.Marked(null.Beyond[a], "beyond"))
	})
	t.Notes = append(t.Notes, null.Account())
	return t
}

// Account sums up the choices and norms of the permuted runs, in a sentence.
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
