package resample

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A NullPlan has the number of permutations of Spec.PermutedNull and Spec.PermutedTarget, and the
// level of their comparisons. The zero value of a field is the default named there.
type NullPlan struct {
	Repeats int     // fits, each with copies in another order: 20
	Level   float64 // between 0 and 1: 0.05
	Seed    uint64
	Groups  bool // of Spec.PermutedTarget: exchange the targets of whole groups of the Frame, by data.Frame.WithPermutedGroups
}

// complete returns the plan with its defaults, and an error if a field is not valid.
func (plan NullPlan) complete(permuted, runs string) (NullPlan, error) {
	plan.Repeats, plan.Level = orDefault(plan.Repeats, 20), orDefault(plan.Level, 0.05)
	switch {
	case plan.Repeats < 1:
		return plan, refusal.BadArgument("NullPlan.Repeats", "permuted %s: %d %s are asked for: at least one is needed", permuted, plan.Repeats, runs)
	case !(plan.Level > 0 && plan.Level < 1):
		return plan, refusal.BadArgument("NullPlan.Level", "permuted %s: the level is %v: it must be between 0 and 1", permuted, plan.Level)
	}
	return plan, nil
}

// seeds returns a seed for each of the repeats.
func (plan NullPlan) seeds() []uint64 {
	rng := resamplings(plan.Seed)
	seeds := make([]uint64, plan.Repeats)
	for r := range seeds {
		seeds[r] = rng.Uint64()
	}
	return seeds
}

// A Null compares the norms of inputs with those of copies that cannot matter.
type Null struct {
	Target string
	Names  []string
	Norms  []float64 // per standard deviation, mean over the fits
	// Above has, for every input, the fraction of the fits in which its norm is above
	// the norms of all copies.
	Above    []float64
	Selected []bool  // Above is at least 1 - Level
	Level    float64 // as planned
	// Largest has the largest norm of a copy in every fit. Copies has the norms of all
	// copies in all fits, rising: the distribution of norms without an effect.
	Largest, Copies []float64
	Repeats         int // fits that were done
	Unproven        int // fits whose relative gap is above the Spec's tolerance, or not known
	Seconds         float64
	Stopped         string // the reason why not all fits were done; "" if they were
}

// PermutedNull fits the inputs together with a copy of each whose rows are in another order (the
// construction of UAI 2018, section 5.2; see data.Frame.WithPermuted), repeatedly with different
// orders.
func PermutedNull(ctx context.Context, s problem.Spec, train *data.Frame, tau problem.TauChoice, plan NullPlan) (*Null, error) {
	start := time.Now()
	if err := s.Check(); err != nil {
		return nil, err
	}
	if train == nil {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil)")
	}
	plan, err := plan.complete("copies", "fits")
	if err != nil {
		return nil, err
	}
	own, err := penalty.Resolve(s.Penalty, train.Names())
	if err != nil {
		return nil, refusal.BadArgument("Spec.Penalty", "%w", err)
	}
	d := train.D()
	s.Penalty = problem.SharePenalty(doubledPenalty{own, d})
	seeds := plan.seeds()
	norms, gaps := make([][]float64, plan.Repeats), make([]float64, plan.Repeats)
	one := s.Needs(train.N(), 2*d, 1, 0)
	done, err := progress.Units{Of: "permuted copies", Unit: "fit", All: plan.Repeats, Bytes: one.Bytes}.Each(one.Apart(plan.Repeats).In(ctx), func(ctx context.Context, r int) error {
		both, _, err := train.WithPermuted(seeds[r])
		if err != nil {
			return err
		}
		m, err := model.Fit(ctx, s, both, tau)
		if err == nil {
			norms[r], gaps[r] = m.PerSD, m.RelGap
		}
		return err
	})
	repeats := lists.Count(done)
	if repeats == 0 {
		return nil, err
	}
	norms, gaps = lists.Marked(norms, done), lists.Marked(gaps, done)

	null := &Null{
		Target: train.Target(), Names: train.Names(), Level: plan.Level, Repeats: repeats,
		Unproven: unproven(gaps, s.Tolerance()), Stopped: progress.StoppedBy(err),
		Norms: make([]float64, d), Above: make([]float64, d), Selected: make([]bool, d),
	}
	fits := float64(repeats)
	for _, u := range norms {
		largest := slices.Max(u[d:])
		null.Largest, null.Copies = append(null.Largest, largest), append(null.Copies, u[d:]...)
		for a := range null.Norms {
			null.Norms[a] += u[a] / fits
			if u[a] > largest {
				null.Above[a]++
			}
		}
	}
	slices.Sort(null.Copies)
	for a := range null.Above {
		null.Selected[a] = null.Above[a] >= math.Ceil((1-plan.Level)*fits-1e-9)
		null.Above[a] /= fits
	}
	null.Seconds = time.Since(start).Seconds()
	return null, err
}

// SelectedNames returns the names of the selected inputs, by falling norm.
func (null *Null) SelectedNames() []string {
	return problem.RankedNames(null.Names, null.Norms, null.Selected)
}

// Warnings returns the warnings about the fits, one sentence each.
func (null *Null) Warnings() []string { return drawWarnings(null.Unproven, null.Stopped) }

// Report returns the norms as bars, and the comparison as a table of at most 30 inputs.
func (null *Null) Report() report.Report {
	level := quantile(null.Largest, 0.5)
	largest := fmt.Sprintf("largest norm of a copy: %s (median)", report.Number(level))
	return report.Report{report.Bars{
		Title: "Norms beside permuted copies: " + null.Target, Axis: report.NormsAxis, What: "mean norms",
		Bars:  report.BarsOf(null.Names, null.Norms, null.Selected),
		Level: &report.Level{Value: level, Text: largest},
	}, null.table(largest)}
}

// String returns the table of the Report as plain text.
func (null *Null) String() string { return null.Report().String() }

func (null *Null) table(largest string) report.Table {
	t := report.Table{
		Title:    fmt.Sprintf("%s: inputs beside permuted copies, %s", null.Target, report.Plural(null.Repeats, "fit")),
		Columns:  report.Columns("input", "selected", "norm per sd", "above all copies"),
		Warnings: null.Warnings(),
	}
	t.AddFirst(Falling(null.Norms), "input", nil, func(a int) []any {
		return []any{null.Names[a], report.Marked(null.Selected[a], "selected"), null.Norms[a], report.Percent(null.Above[a])}
	})
	t.Notes = append(t.Notes, fmt.Sprintf("%s; selected where above all in %.3g %% of the fits", largest, 100*(1-null.Level)))
	return t
}

// doubledPenalty is the penalty P(u_1, ..., u_d) + P(u_d+1, ..., u_2d) of inputs and their copies.
type doubledPenalty struct {
	p penalty.Penalty
	d int
}

// String names the penalty.
func (p doubledPenalty) String() string { return fmt.Sprintf("%v of inputs and copies", p.p) }

// Value returns the sum of the penalties of both halves of u.
func (p doubledPenalty) Value(u []float64) float64 { return p.p.Value(u[:p.d]) + p.p.Value(u[p.d:]) }

// Prox applies the prox of P to each half.
func (p doubledPenalty) Prox(dst, u []float64, t float64) {
	p.p.Prox(dst[:p.d:p.d], u[:p.d:p.d], t)
	p.p.Prox(dst[p.d:], u[p.d:], t)
}

// Convex reports whether P says that it is convex.
func (p doubledPenalty) Convex() bool { return trait.IsConvex(p.p) }

// Check returns the error of P for half of the inputs.
func (p doubledPenalty) Check(int) error { return trait.CheckInputs(p.p, p.d) }

// Blocks returns the groups of P among the inputs, and the same among the copies.
func (p doubledPenalty) Blocks(int) (groups [][]int, weights []float64, quad float64) {
	groups, weights, quad = trait.PartsOf(p.p, p.d)
	both := slices.Clone(groups)
	for _, g := range groups {
		moved := slices.Clone(g)
		for i := range moved {
			moved[i] += p.d
		}
		both = append(both, moved)
	}
	return both, slices.Concat(weights, weights), quad
}

// Figure draws the norms of the Report as bars.
func (null *Null) Figure() (*viz.Figure, error) { return viz.OfReport(null.Report()) }
