package progress_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
)

// longRuns are the computations of many parts, in a Spec that some of them need.
func longRuns(t *testing.T) map[string]func(ctx context.Context, spec nvsd.Spec) (told fmt.Stringer, err error) {
	f := fixture.Waves(30, 2, 1)
	by := nvsd.ByCrossValidation(nvsd.KFold(4, 1))
	path := fixture.Must[*nvsd.Path](t)(fixture.Quick.Path(fixture.Ctx, f, 3))
	return map[string]func(context.Context, nvsd.Spec) (fmt.Stringer, error){
		"path": func(ctx context.Context, s nvsd.Spec) (fmt.Stringer, error) { return s.Path(ctx, f, 4) },
		"stability": func(ctx context.Context, s nvsd.Spec) (fmt.Stringer, error) {
			return s.Stability(ctx, f, nvsd.StabilityPlan{Pairs: 2, Taus: 3})
		},
		"null": func(ctx context.Context, s nvsd.Spec) (fmt.Stringer, error) {
			return s.PermutedNull(ctx, f, nvsd.TauFrac(0.3), nvsd.NullPlan{Repeats: 4})
		},
		"bootstrap": func(ctx context.Context, s nvsd.Spec) (fmt.Stringer, error) {
			return s.Bootstrap(ctx, f, nvsd.TauFrac(0.3), nvsd.BootstrapPlan{Repeats: 4})
		},
		"nested": func(ctx context.Context, s nvsd.Spec) (fmt.Stringer, error) {
			return s.CrossValidate(ctx, f, nvsd.KFold(4, 2), nvsd.Search{Taus: 2, By: by})
		},
		"ridge": func(ctx context.Context, s nvsd.Spec) (fmt.Stringer, error) { return s.Ridge(ctx, f, by) },
		"search": func(ctx context.Context, s nvsd.Spec) (fmt.Stringer, error) {
			s.Nu = nvsd.Choose(1, 0.3, 0.1, 0.03)
			return s.Search(ctx, f, nvsd.Search{Taus: 2, By: by})
		},
		"selection": func(ctx context.Context, s nvsd.Spec) (fmt.Stringer, error) {
			p, err := s.Path(context.WithoutCancel(ctx), f, 3)
			if err != nil {
				return nil, err
			}
			if got := path.Len(); got != p.Len() {
				t.Errorf("%d fits, want %d", p.Len(), got)
			}
			return p.Select(ctx, by, nvsd.Ranked)
		},
	}
}

// Every part is told once, in the order of their numbers, and only those of the
// outermost loop.
func TestPartsAreTold(t *testing.T) {
	for name, run := range longRuns(t) {
		var told []nvsd.Part
		reporting := fixture.OnParts(fixture.Ctx, func(p nvsd.Part) { told = append(told, p) })
		if _, err := run(reporting, fixture.Quick); err != nil {
			t.Fatal(name, err)
		}
		if name == "selection" { // after its path
			told = told[3:]
		}
		if len(told) != 4 {
			t.Errorf("%s: told %v, want 4 parts", name, told)
		}
		for k, p := range told {
			if p.Done != k+1 || p.All != 4 || p.Of != told[0].Of {
				t.Errorf("%s: part %d of 4 is told as %v", name, k+1, p)
			}
		}
	}
}

// What is cancelled returns what was done by then, or says that it was stopped.
func TestCancelledRunsReturnWhatIsDone(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for name, run := range longRuns(t) {
		within, cancel := context.WithCancel(fixture.Ctx)
		got, err := run(fixture.OnParts(within, func(p nvsd.Part) {
			if p.Done == 2 && (name != "selection" || p.Of != "path") {
				cancel()
			}
		}), fixture.Quick)
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
			continue
		}
		switch got := got.(type) {
		case *nvsd.Path:
			if got.Len() < 2 {
				t.Errorf("%s: %d fits are kept", name, got.Len())
			}
		case *resample.Stability:
			checkStopped(t, name, got.Halves, got.Warnings(), got)
		case *resample.Null:
			checkStopped(t, name, got.Repeats, got.Warnings(), got)
		case *resample.Bootstrap:
			checkStopped(t, name, got.Repeats, got.Warnings(), got)
		case *search.Assessment:
			checkStopped(t, name, len(got.PerFold), got.Warnings(), got)
		case *nvsd.SearchResult:
			if got.Tried() != 2 || got.Left == "" {
				t.Errorf("%s: %d tried, left because %q", name, got.Tried(), got.Left)
			}
		case *nvsd.Model:
			if got != nil || !strings.Contains(err.Error(), "stopped after 2 of 4 folds") {
				t.Errorf("%s: a model of half of the folds, or the error %v", name, err)
			}
		}
	}
}

// A panic of who is told of the parts is the caller's, who can recover it.
func TestPanicsReachTheCaller(t *testing.T) {
	panicking := fixture.OnParts(fixture.Ctx, func(nvsd.Part) { panic("boom") })
	for name, run := range longRuns(t) {
		func() {
			defer func() {
				if r := recover(); r != "boom" {
					t.Errorf("%s: recovered %v", name, r)
				}
			}()
			_, err := run(panicking, fixture.Quick)
			t.Errorf("%s: no panic, error %v", name, err)
		}()
	}
}

func checkStopped(t *testing.T, name string, done int, warnings []string, shown fmt.Stringer) {
	t.Helper()
	if done != 2 || !strings.Contains(strings.Join(warnings, "\n"), "stopped after 2 of 4") {
		t.Errorf("%s: %d parts of 4, warnings %q", name, done, warnings)
	}
	if !strings.Contains(shown.String(), "stopped after 2 of 4") {
		t.Errorf("%s: not shown:\n%v", name, shown)
	}
}
