package resample

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A StabilityPlan has the settings of Spec.Stability: of the halves of the rows, and of the
// selection on them. The zero value of a field is the default named there.
type StabilityPlan struct {
	Pairs     int     // of halves of the rows: 50
	Size      int     // q, the inputs that each half selects: the most at which the bound is at most 1
	Threshold float64 // pi, the frequency from which an input is stable, above 1/2: 0.75
	Taus      int     // of each path: 30
	Seed      uint64
	// Independent draws the halves of a pair independently (Meinshausen and Buhlmann
	// 2010). Otherwise they share no row (Shah and Samworth 2013). With independent
	// halves the bound is that of infinitely many draws.
	Independent bool
}

// A Stability has the frequencies at which inputs are selected on random halves of the data.
type Stability struct {
	Target      string
	Names       []string
	Frequencies []float64 // the fraction of the halves that select an input
	Selected    []bool    // those of at least Threshold
	Threshold   float64   // pi
	Size        int       // q
	// Bound is q^2 / ((2 pi - 1) p), where p is the number of inputs that vary. It
	// bounds the expected number of selected inputs among those that a half selects
	// with probability at most q/p (Shah and Samworth 2013, theorem 1). If inputs
	// without effect are exchangeable and the selection is no worse than chance, it
	// bounds the expected number of false selections (Meinshausen and Buhlmann 2010,
	// theorem 1).
	Bound    float64
	Halves   int     // number of halves
	MeanSize float64 // mean number of inputs that a half selected: below Size if paths ended before
	Unproven int     // fits whose relative gap is above the Spec's tolerance, or not known
	Seconds  float64
	Stopped  string // the reason why not all halves were done; "" if they were

	copies []string // warnings of inputs that are copies of one another
}

// StabilityOf selects on random halves of the rows, and counts how often an input is selected.
func StabilityOf(ctx context.Context, s problem.Spec, train *data.Frame, plan StabilityPlan) (*Stability, error) {
	start := time.Now()
	if err := s.Check(); err != nil {
		return nil, err
	}
	if train == nil || train.N() < 4 {
		return nil, refusal.BadData(refusal.TrainingPart, "stability selection: at least four observations are needed, two in each half")
	}
	s.Penalty = problem.SharePenalty(s.Penalty)
	plan.Pairs, plan.Taus = orDefault(plan.Pairs, 50), orDefault(plan.Taus, 30)
	plan.Threshold = orDefault(plan.Threshold, 0.75)
	p := lists.Count(problem.NewScaling(s.Scale, train, nil).Varying())
	if plan.Size == 0 {
		plan.Size = max(1, int(math.Sqrt((2*plan.Threshold-1)*float64(p))))
	}
	if err := plan.check(p); err != nil {
		return nil, err
	}
	halves := plan.draw(train.N())
	picked, loose := make([][]int, len(halves)), make([]int, len(halves))
	one := s.Needs(train.N()/2, train.D(), plan.Taus, 0)
	done, err := progress.Units{Of: "stability selection", Unit: "subsample", All: len(halves), Bytes: one.Bytes}.Each(one.Apart(len(halves)).In(ctx), func(ctx context.Context, h int) error {
		half, err := train.Rows(halves[h]...)
		if err != nil {
			return err
		}
		picked[h], loose[h], err = firstIn(ctx, s, half, plan)
		return err
	})
	pairs := make([]bool, len(done))
	for h := range done {
		pairs[h] = done[h] && done[h^1]
	}
	if lists.Count(pairs) == 0 {
		return nil, err
	}
	picked, loose = lists.Marked(picked, pairs), lists.Marked(loose, pairs)
	st := &Stability{
		Target: train.Target(), Names: train.Names(), Threshold: plan.Threshold, Size: plan.Size,
		Frequencies: make([]float64, train.D()), Selected: make([]bool, train.D()), Halves: len(picked), Stopped: progress.StoppedBy(err),
	}
	if p > 0 {
		st.Bound = float64(plan.Size*plan.Size) / ((2*plan.Threshold - 1) * float64(p))
	}
	for h, inputs := range picked {
		for _, a := range inputs {
			st.Frequencies[a]++
		}
		st.MeanSize += float64(len(inputs)) / float64(len(picked))
		st.Unproven += loose[h]
	}
	for a := range st.Frequencies {
		st.Frequencies[a] /= float64(len(picked))
		st.Selected[a] = st.Frequencies[a] >= plan.Threshold
	}
	st.copies = problem.CopyWarnings(train)
	if len(st.copies) > 0 {
		st.copies = append(st.copies, "copies come in together: where a half has no room for all of them, one is counted, by its place or by rounding: read the sum of their frequencies")
	}
	st.Seconds = time.Since(start).Seconds()
	return st, err
}

// check reports a field that is not valid with p inputs that vary.
func (plan StabilityPlan) check(p int) error {
	switch {
	case plan.Pairs < 1 || plan.Taus < 2:
		return refusal.BadArgument("StabilityPlan", "stability selection with %d pairs of halves and %d taus: at least one and two are needed", plan.Pairs, plan.Taus)
	case !(plan.Threshold > 0.5 && plan.Threshold <= 1):
		return refusal.BadArgument("StabilityPlan.Threshold", "stability selection: the threshold is %v: it must be above 1/2 and at most 1", plan.Threshold)
	case plan.Size < 1 || plan.Size > max(p, 1):
		return refusal.BadArgument("StabilityPlan.Size", "stability selection: Size is %d: it must be from 1 to the %d inputs that vary", plan.Size, p)
	}
	return nil
}

// draw returns the rows of the halves of every pair.
func (plan StabilityPlan) draw(n int) [][]int {
	rng := resamplings(plan.Seed)
	var halves [][]int
	for range plan.Pairs {
		order := rng.Perm(n)
		first, second := order[:n/2], order[n/2:2*(n/2)]
		if plan.Independent {
			second = rng.Perm(n)[:n/2]
		}
		halves = append(halves, first, second)
	}
	return halves
}

// firstIn returns the first inputs that come in along the path on a half of the rows, and
// the number of its fits that are unproven.
func firstIn(ctx context.Context, s problem.Spec, half *data.Frame, plan StabilityPlan) (inputs []int, loose int, err error) {
	p, err := s.StartPath(ctx, half)
	if err != nil || p.Op == nil {
		return nil, 0, err
	}
	begin, err := p.FirstTau(ctx)
	if err != nil {
		return nil, 0, err
	}
	ctx, at := progress.Begin(ctx, progress.Part{Of: "path", Unit: "fit", All: plan.Taus - 1})
	defer at.End()
	in := make([]bool, half.D())
	for k := 1; k < plan.Taus && len(inputs) < plan.Size; k++ {
		tau := begin * math.Pow(10, -s.Span()*float64(k)/float64(plan.Taus-1))
		if err := p.Extend(ctx, tau); err != nil {
			return nil, 0, err
		}
		active := p.Active(k - 1)
		norms := p.PerSD[k-1]
		var entered []int
		for a, now := range active {
			if now && !in[a] {
				in[a] = true
				entered = append(entered, a)
			}
		}
		slices.SortStableFunc(entered, func(a, b int) int { return cmp.Compare(norms[b], norms[a]) })
		inputs = append(inputs, entered...)
		at.Reached(ctx, k)
	}
	return inputs[:min(plan.Size, len(inputs))], unproven(p.Gaps(), s.Tolerance()), nil
}

// SelectedNames returns the names of the stable inputs, the most frequent
// first.
func (st *Stability) SelectedNames() []string {
	return problem.RankedNames(st.Names, st.Frequencies, st.Selected)
}

// Warnings returns the warnings about the data and the fits, one sentence each.
func (st *Stability) Warnings() []string {
	return slices.Concat(drawWarnings(st.Unproven, st.Stopped), st.copies)
}

// boundNote explains Bound, in a sentence.
func (st *Stability) boundNote() string {
	return fmt.Sprintf("at most %.2g of the stable ones are expected to be inputs that a half selects with a probability of at most %.2g (inputs without effect, if they are exchangeable and selection does no worse than chance)",
		st.Bound, st.chance())
}

// chance returns q/p, the probability in Bound.
func (st *Stability) chance() float64 {
	return st.Bound * (2*st.Threshold - 1) / float64(st.Size)
}

// Report returns the frequencies as bars, and as a table of at most 30 of them.
func (st *Stability) Report() report.Report {
	stable := fmt.Sprintf("stable from %.2g on", st.Threshold)
	return report.Report{report.Bars{
		Title: "Stability selection: " + st.Target, Axis: "part of the halves that select the input", What: "selection frequencies",
		Bars:  report.BarsOf(st.Names, st.Frequencies, st.Selected),
		Level: &report.Level{Value: st.Threshold, Text: stable},
	}, st.table(stable)}
}

// String returns the table of the Report as plain text.
func (st *Stability) String() string { return st.Report().String() }

func (st *Stability) table(stable string) report.Table {
	t := report.Table{
		Title:    fmt.Sprintf("%s: selected by %d halves of the data, at most %d inputs each, %.3g on average", st.Target, st.Halves, st.Size, st.MeanSize),
		Columns:  report.Columns("input", "frequency", "stable"),
		Warnings: st.Warnings(),
	}
	t.AddFirst(Falling(st.Frequencies), "input", nil, func(a int) []any {
		return []any{st.Names[a], st.Frequencies[a], report.Marked(st.Selected[a], "stable")}
	})
	t.Notes = append(t.Notes, stable, st.boundNote())
	return t
}

// Figure draws the selection frequencies of the Report as bars.
func (st *Stability) Figure() (*viz.Figure, error) { return viz.OfReport(st.Report()) }
