package resample

import (
	"context"
	"fmt"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A BootstrapPlan has the number of draws of Spec.Bootstrap, and the level of its intervals. The
// zero value of a field is the default named there.
type BootstrapPlan struct {
	Repeats int     // fits: 100
	Level   float64 // of the intervals, between 0 and 1: 0.9
	Seed    uint64
}

// A Bootstrap has the variation of norms among fits to rows that are drawn with replacement.
type Bootstrap struct {
	Target string
	Names  []string
	Norms  []float64 // per standard deviation, of the fit on all rows
	// Low and High are percentiles of the norms among the fits: the fraction Level of
	// them lies between. Frequencies are the fractions of the fits that select an input.
	Low, High, Frequencies []float64
	Level                  float64
	Tau                    float64 // of every fit
	Repeats                int     // fits that were done
	Unproven               int     // fits whose relative gap is above the Spec's tolerance, or not known
	Seconds                float64
	Stopped                string // the reason why not all fits were done; "" if they were
}

// BootstrapOf fits the Spec at one tau on all rows, and then repeatedly on as many rows drawn
// from them with replacement.
func BootstrapOf(ctx context.Context, s problem.Spec, train *data.Frame, tau problem.TauChoice, plan BootstrapPlan) (*Bootstrap, error) {
	start := time.Now()
	plan.Repeats, plan.Level = orDefault(plan.Repeats, 100), orDefault(plan.Level, 0.9)
	switch {
	case plan.Repeats < 1:
		return nil, refusal.BadArgument("BootstrapPlan.Repeats", "bootstrap: %d fits are asked for: at least one is needed", plan.Repeats)
	case !(plan.Level > 0 && plan.Level < 1):
		return nil, refusal.BadArgument("BootstrapPlan.Level", "bootstrap: the level is %v: it must be between 0 and 1", plan.Level)
	}
	s.Penalty = problem.SharePenalty(s.Penalty)
	if train == nil {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil): load data, or split off data.Train(n)")
	}
	one := s.Needs(train.N(), train.D(), 1, 0)
	ctx, whole := progress.Begin(one.Apart(plan.Repeats).After(one).In(ctx), progress.Part{})
	defer whole.End()
	m, err := model.Fit(ctx, s, train, tau)
	if err != nil {
		return nil, err
	}
	s.Kernel = m.Kernel
	rng := resamplings(plan.Seed)
	draws := make([][]int, plan.Repeats)
	for r := range draws {
		draws[r] = make([]int, train.N())
		for i := range draws[r] {
			draws[r][i] = rng.IntN(train.N())
		}
	}
	norms, in, gaps := make([][]float64, plan.Repeats), make([][]bool, plan.Repeats), make([]float64, plan.Repeats)
	done, err := progress.Units{Of: "bootstrap", Unit: "fit", All: plan.Repeats, Bytes: one.Bytes}.Each(ctx, func(ctx context.Context, r int) error {
		sample, err := train.Rows(draws[r]...)
		if err != nil {
			return err
		}
		fit, err := model.Fit(ctx, s, sample, problem.Tau(m.Tau))
		if err == nil {
			norms[r], in[r], gaps[r] = fit.PerSD, fit.In, fit.RelGap
		}
		return err
	})
	repeats := lists.Count(done)
	if repeats == 0 {
		return nil, err
	}
	norms, in, gaps = lists.Marked(norms, done), lists.Marked(in, done), lists.Marked(gaps, done)

	d := train.D()
	boot := &Bootstrap{
		Target: m.Target(), Names: m.Names(), Norms: m.NormsPerSD(), Level: plan.Level, Tau: m.Tau, Repeats: repeats,
		Low: make([]float64, d), High: make([]float64, d), Frequencies: make([]float64, d),
		Unproven: unproven(gaps, s.Tolerance()), Stopped: progress.StoppedBy(err),
	}
	for a := range d {
		of, times := make([]float64, repeats), 0
		for r := range norms {
			of[r] = norms[r][a]
			if in[r][a] {
				times++
			}
		}
		boot.Frequencies[a] = float64(times) / float64(repeats)
		boot.Low[a], boot.High[a] = quantile(of, (1-plan.Level)/2), quantile(of, (1+plan.Level)/2)
	}
	boot.Seconds = time.Since(start).Seconds()
	return boot, err
}

// Warnings returns the warnings about the fits, one sentence each.
func (boot *Bootstrap) Warnings() []string { return drawWarnings(boot.Unproven, boot.Stopped) }

// Report returns the intervals as a chart, and as a table of at most 30 of them.
func (boot *Bootstrap) Report() report.Report {
	intervals := make([]report.Interval, len(boot.Names))
	for a, name := range boot.Names {
		intervals[a] = report.Interval{Name: name, Value: boot.Norms[a], Low: boot.Low[a], High: boot.High[a]}
	}
	chart := report.Intervals{
		Title: "Norms among samples: " + boot.Target, Axis: report.NormsAxis,
		Point: "on all rows", Range: fmt.Sprintf("%.3g %% of the samples", 100*boot.Level), Intervals: intervals,
	}
	return report.Report{chart, boot.table()}
}

// String returns the table of the Report as plain text.
func (boot *Bootstrap) String() string { return boot.table().String() }

func (boot *Bootstrap) table() report.Table {
	quantile := func(part float64) string { return fmt.Sprintf("%.3g %% quantile", 100*part) }
	t := report.Table{
		Title:    fmt.Sprintf("%s: %s on rows drawn with replacement, tau %s", boot.Target, report.Plural(boot.Repeats, "fit"), report.Number(boot.Tau)),
		Columns:  report.Columns("input", "norm per sd", quantile((1-boot.Level)/2), quantile((1+boot.Level)/2), "selected in"),
		Warnings: boot.Warnings(),
	}
	t.AddFirst(Falling(boot.Norms), "input", nil, func(a int) []any {
		return []any{boot.Names[a], boot.Norms[a], boot.Low[a], boot.High[a], report.Percent(boot.Frequencies[a])}
	})
	t.Notes = append(t.Notes, "percentile intervals of the norms of this penalised fit among the samples, no confidence intervals for those of the true function")
	return t
}

// Figure draws the intervals of the Report.
func (boot *Bootstrap) Figure() (*viz.Figure, error) { return viz.OfReport(boot.Report()) }
