package progress_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Steps are reported with the computations that they are in, the outermost first, by
// whatever solver.
func TestStepsAreReported(t *testing.T) {
	f := fixture.Waves(30, 2, 1)
	own := fixture.Quick
	own.Solver = solve.Newton{Tol: fixture.Quick.Tol}
	for what, c := range map[string]struct {
		run  func(ctx context.Context) error
		want []string
	}{
		"fit":        {func(ctx context.Context) error { _, err := fixture.Quick.Fit(ctx, f, nvsd.TauFrac(0.3)); return err }, nil},
		"own solver": {func(ctx context.Context) error { _, err := own.Fit(ctx, f, nvsd.TauFrac(0.3)); return err }, nil},
		"path":       {func(ctx context.Context) error { _, err := fixture.Quick.Path(ctx, f, 3); return err }, []string{"path"}},
		"bootstrap": {func(ctx context.Context) error {
			_, err := fixture.Quick.Bootstrap(ctx, f, nvsd.TauFrac(0.3), nvsd.BootstrapPlan{Repeats: 3})
			return err
		}, []string{"bootstrap"}},
		"nested": {func(ctx context.Context) error {
			_, err := fixture.Quick.CrossValidate(ctx, f, nvsd.KFold(2, 1), nvsd.Search{Taus: 2, By: nvsd.ByLeaveOneOut()})
			return err
		}, []string{"nested cross-validation", "search", "path"}},
		"permuted": {func(ctx context.Context) error {
			_, err := fixture.Quick.PermutedTarget(ctx, f, 2, nvsd.ByLeaveOneOut(), nvsd.Ranked, nvsd.NullPlan{Repeats: 2})
			return err
		}, []string{"permuted targets", "path"}},
	} {
		found := 0
		err := c.run(nvsd.WithReporter(fixture.Ctx, func(p nvsd.Progress) {
			var within []string
			for _, part := range p.Parts {
				within = append(within, part.Of)
			}
			switch {
			case p.Step == nil && len(p.Parts) != 1:
				t.Errorf("%s: %v is done, within %v", what, p, within)
			case p.Step != nil && slices.Equal(within, c.want):
				found++
			}
		}))
		if err != nil || found == 0 {
			t.Errorf("%s: no step is reported within %v, error %v", what, c.want, err)
		}
	}
}

func TestProgressInALine(t *testing.T) {
	p := nvsd.Progress{
		Parts: []nvsd.Part{{Of: "cross-validation", Unit: "fold", Done: 2, All: 5}, {Of: "path", Unit: "fit", Done: 11, All: 50}},
		Step:  &solve.Step{Tau: 0.25, Iteration: 40, RelGap: 1e-3, Objective: 2, Seconds: 1},
	}
	const want = "cross-validation: 2 of 5 folds done; path: 11 of 50 fits done; tau 0.25: relative gap 0.001; iteration 40, objective 2, 1.0 s"
	if p.String() != want {
		t.Errorf("%v", p)
	}
}

// Where several goroutines compute, one at a time reports, and no part is lost to a reporter
// that takes its time.
func TestOneReportAtATime(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	var calls atomic.Int32
	var told []int
	_, err := fixture.Quick.Bootstrap(nvsd.WithReporter(fixture.Ctx, func(p nvsd.Progress) {
		if calls.Add(1) != 1 {
			t.Error("two reports at once")
		}
		if p.Step == nil {
			time.Sleep(2 * time.Millisecond)
			told = append(told, p.Parts[0].Done)
		}
		calls.Add(-1)
	}), fixture.Waves(30, 2, 1), nvsd.TauFrac(0.3), nvsd.BootstrapPlan{Repeats: 12})
	if err != nil {
		t.Fatal(err)
	}
	for k, done := range told {
		if done != k+1 {
			t.Errorf("report %d says %d", k+1, done)
		}
	}
	if len(told) != 12 {
		t.Errorf("%d of 12 parts are reported", len(told))
	}
}

// A reporter may compute in the context that reports to it.
func TestReporterMayCompute(t *testing.T) {
	f := fixture.Waves(30, 2, 1)
	var reporting context.Context
	var parts []string
	began := false
	reporting = nvsd.WithReporter(fixture.Ctx, func(p nvsd.Progress) {
		if p.Step == nil {
			parts = append(parts, p.Parts[0].String())
		}
		if !began {
			began = true
			if _, err := fixture.Quick.Path(reporting, f, 2); err != nil {
				t.Error(err)
			}
		}
	})
	if _, err := fixture.Quick.Bootstrap(reporting, f, nvsd.TauFrac(0.3), nvsd.BootstrapPlan{Repeats: 3}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"path: 2 of 2 fits done", "bootstrap: 3 of 3 fits done"} {
		if !slices.Contains(parts, want) {
			t.Errorf("%q is not among %q", want, parts)
		}
	}
}

// The inner of two reporters is told, and a nil one is none.
func TestReporterIsReplaced(t *testing.T) {
	f := fixture.Waves(30, 2, 1)
	outer, inner := 0, 0
	reporting := nvsd.WithReporter(fixture.Ctx, func(nvsd.Progress) { outer++ })
	for _, within := range []context.Context{
		nvsd.WithReporter(reporting, func(nvsd.Progress) { inner++ }), nvsd.WithReporter(reporting, nil), nvsd.WithReporter(fixture.Ctx, nil),
	} {
		if _, err := fixture.Quick.Path(within, f, 2); err != nil {
			t.Fatal(err)
		}
	}
	if outer != 0 || inner < 2 {
		t.Errorf("%d reports to the outer, %d to the inner", outer, inner)
	}
}

// A solver with a Progress of its own tells that one.
func TestSolversOwnProgress(t *testing.T) {
	var own, reported int
	spec := fixture.Quick
	spec.Solver = solve.Dual{Tol: fixture.Quick.Tol, Progress: solve.Every(0, func(solve.Step) { own++ })}
	if _, err := spec.Fit(fixture.OnSteps(fixture.Ctx, func(solve.Step) { reported++ }), fixture.Waves(30, 2, 1), nvsd.Tau(0.1)); err != nil {
		t.Fatal(err)
	}
	if own == 0 || reported != 0 {
		t.Errorf("%d steps to the solver's own Progress, %d reported", own, reported)
	}
}

// Nothing is reported after the end of the context, and a panic amid parts of several
// goroutines leaves a reporter that reports.
func TestReporterAfterTheEnd(t *testing.T) {
	f := fixture.Waves(30, 2, 1)
	stopped, stop := context.WithCancel(fixture.Ctx)
	after := 0
	_, err := fixture.Quick.Bootstrap(nvsd.WithReporter(stopped, func(p nvsd.Progress) {
		if stopped.Err() != nil {
			after++
		}
		if p.Step == nil {
			stop()
		}
	}), f, nvsd.TauFrac(0.3), nvsd.BootstrapPlan{Repeats: 20})
	if !errors.Is(err, context.Canceled) || after > 0 {
		t.Errorf("%d reports after the end; error %v", after, err)
	}
	fail, reports := true, 0
	failing := nvsd.WithReporter(fixture.Ctx, func(nvsd.Progress) {
		reports++
		if fail {
			panic("boom")
		}
	})
	func() {
		defer func() {
			if r := recover(); r != "boom" {
				t.Errorf("recovered %v", r)
			}
		}()
		_, _ = fixture.Quick.Bootstrap(failing, f, nvsd.TauFrac(0.3), nvsd.BootstrapPlan{Repeats: 8})
	}()
	fail, reports = false, 0
	if _, err := fixture.Quick.Path(failing, f, 2); err != nil || reports < 2 {
		t.Errorf("after a panic %d reports, error %v", reports, err)
	}
}

// At most one report in an interval, and the end of what was told of.
func TestEvery(t *testing.T) { synctest.Test(t, testEvery) }

func testEvery(t *testing.T) {
	part := func(done int) nvsd.Progress {
		return nvsd.Progress{Parts: []nvsd.Part{{Of: "path", Unit: "fit", Done: done, All: 3}}}
	}
	var told []int
	tell := func(p nvsd.Progress) { told = append(told, p.Parts[0].Done) }
	soon := progress.Every(time.Hour, tell)
	for done := range 4 {
		soon(part(done))
	}
	if len(told) > 0 {
		t.Errorf("told %v of a short computation", told)
	}
	paced := progress.Every(50*time.Millisecond, tell)
	paced(part(0))
	time.Sleep(60 * time.Millisecond)
	for done := 1; done < 4; done++ {
		paced(part(done))
	}
	if !slices.Equal(told, []int{1, 3}) {
		t.Errorf("told %v, want the first after the interval, and the last", told)
	}
}

// What is computed does not depend on who is told.
func TestReporterDecidesNothing(t *testing.T) {
	f := fixture.Waves(30, 2, 1)
	quietly := fixture.Must[*nvsd.Path](t)(fixture.Quick.Path(fixture.Ctx, f, 4))
	told := fixture.Must[*nvsd.Path](t)(fixture.Quick.Path(nvsd.WithReporter(fixture.Ctx, func(nvsd.Progress) {}), f, 4))
	for i, norms := range quietly.NormsPath() {
		if !slices.Equal(norms, told.NormsPath()[i]) {
			t.Errorf("fit %d: %v and %v", i, norms, told.NormsPath()[i])
		}
	}
}

// TestSlowPathsSaySo: while a path is under way whose penalty needs ADMM, its progress says so.
func TestSlowPathsSaySo(t *testing.T) {
	f := fixture.Waves(20, 2, 1)
	for _, c := range []struct {
		p    penalty.Penalty
		slow bool
	}{{penalty.Lasso{}, false}, {penalty.LogSum{Eps: 0.5}, true}, {penalty.Convex(penalty.Separable(func(u float64) float64 { return u })), false}} {
		spec := fixture.Gaussian
		spec.Penalty = c.p
		var of string
		reporting := nvsd.WithReporter(fixture.Ctx, func(p nvsd.Progress) { of = p.Parts[0].String() })
		fixture.Must[*nvsd.Path](t)(spec.Path(reporting, f, 2))
		if slow := strings.Contains(of, "by ADMM (slow: the penalty is not convex"); slow != c.slow || !strings.HasPrefix(of, "path") {
			t.Errorf("%v: %q", c.p, of)
		}
	}
}
