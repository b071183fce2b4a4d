package progress_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/underway"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
)

// watched is a board that is asked at will.
type watched struct {
	mu           sync.Mutex
	look         func() underway.Line // of the last that began
	began, ended int
}

func (w *watched) Begin(look func() underway.Line) (end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.look = look
	w.began++
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.ended++
	}
}

// Whatever takes long is on the board as one computation, from its beginning to its end, also
// where it fails.
func TestLongRunsAreOnTheBoard(t *testing.T) {
	f := fixture.Waves(30, 2, 1)
	runs := longRuns(t)
	runs["fit"] = func(ctx context.Context, s nvsd.Spec) (told fmt.Stringer, err error) {
		return s.Fit(ctx, f, nvsd.TauFrac(0.3))
	}
	stopped, stop := context.WithCancel(fixture.Ctx)
	stop()
	for name, run := range runs {
		for _, within := range []context.Context{fixture.Ctx, stopped} {
			w := &watched{}
			_, err := run(underway.WithBoard(within, w), fixture.Quick)
			want := 1
			if name == "selection" {
				want = 2 // a path before it
			}
			begins := w.began == want && err == nil
			if within == stopped { // what has been stopped may end before it begins
				begins = w.began <= want && err != nil
			}
			if !begins || w.ended != w.began {
				t.Errorf("%s: %d began and %d ended, want %d; error %v", name, w.began, w.ended, want, err)
			}
		}
	}
}

// A reporter of the user's takes the place of the board, and so does none.
func TestReporterReplacesTheBoard(t *testing.T) {
	w := &watched{}
	reports := 0
	for _, r := range []progress.Reporter{func(nvsd.Progress) { reports++ }, nil} {
		if _, err := fixture.Quick.Path(nvsd.WithReporter(underway.WithBoard(fixture.Ctx, w), r), fixture.Waves(30, 2, 1), 2); err != nil {
			t.Fatal(err)
		}
	}
	if w.began != 0 || reports == 0 {
		t.Errorf("%d on the board, %d reports", w.began, reports)
	}
}

// TestNeedsAreToldOnce: the outermost computation with a name tells what the call takes, and those within it do not. The
// outermost call says what that is.
func TestNeedsAreToldOnce(t *testing.T) {
	var told []string
	ctx := nvsd.WithReporter(fixture.Ctx, func(p nvsd.Progress) { told = append(told, p.String()) })
	ctx = progress.WithNeeds(progress.WithNeeds(ctx, "about 20 s"), "about 7 s")
	ctx, outer := progress.Begin(ctx, progress.Part{Of: "search", Unit: "set", All: 2})
	within, inner := progress.Begin(ctx, progress.Part{Of: "path", Unit: "fit", All: 3})
	inner.Reached(within, 1)
	inner.End()
	outer.Reached(ctx, 1)
	outer.End()
	want := []string{"search (about 20 s): 1 of 2 sets done"}
	if !slices.Equal(told, want) {
		t.Errorf("%q", told)
	}
	w := &watched{}
	ctx, alone := progress.Begin(progress.WithNeeds(underway.WithBoard(fixture.Ctx, w), "about 20 s"), progress.Part{})
	if line := w.look(); line.Doing != "computing (about 20 s)" {
		t.Errorf("%q", line.Doing)
	}
	_, part := progress.Begin(ctx, progress.Part{Of: "path", Unit: "fit", All: 3})
	if line := w.look(); line.Doing != "path (about 20 s): fit 1 of 3" {
		t.Errorf("%q", line.Doing)
	}
	part.End()
	alone.End()
}
