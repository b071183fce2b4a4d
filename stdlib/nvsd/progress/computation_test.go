package progress_test

import (
	"context"
	"fmt"
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
			if w.began != want || w.ended != want || within == fixture.Ctx && err != nil {
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
