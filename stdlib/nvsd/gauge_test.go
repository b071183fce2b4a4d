package nvsd_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/underway"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
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
	f := waves(30, 2, 1)
	runs := longRuns(t)
	runs["fit"] = func(ctx context.Context, s nvsd.Spec) (told fmt.Stringer, err error) {
		return s.Fit(ctx, f, nvsd.TauFrac(0.3))
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	for name, run := range runs {
		for _, within := range []context.Context{ctx, stopped} {
			w := &watched{}
			_, err := run(underway.WithBoard(within, w), quick)
			want := 1
			if name == "selection" {
				want = 2 // a path before it
			}
			if w.began != want || w.ended != want || within == ctx && err != nil {
				t.Errorf("%s: %d began and %d ended, want %d; error %v", name, w.began, w.ended, want, err)
			}
		}
	}
}

// A reporter of the user's takes the place of the board, and so does none.
func TestReporterReplacesTheBoard(t *testing.T) {
	w := &watched{}
	reports := 0
	for _, r := range []nvsd.Reporter{func(nvsd.Progress) { reports++ }, nil} {
		if _, err := quick.Path(nvsd.WithReporter(underway.WithBoard(ctx, w), r), waves(30, 2, 1), 2); err != nil {
			t.Fatal(err)
		}
	}
	if w.began != 0 || reports == 0 {
		t.Errorf("%d on the board, %d reports", w.began, reports)
	}
}

// What is under way is said from the outside in, and of a fit alone its gap.
func TestWhatIsUnderWay(t *testing.T) {
	w := &watched{}
	board := underway.WithBoard(ctx, w)
	if said := func() string {
		ctx, cv := nvsd.Begin(board, nvsd.Part{Of: "cross-validation", Unit: "fold", All: 5})
		defer cv.End()
		cv.Reached(ctx, 1)
		ctx, path := nvsd.Begin(ctx, nvsd.Part{Of: "path", Unit: "fit", All: 50})
		path.Reached(ctx, 25)
		_, top := nvsd.Begin(ctx, nvsd.Part{Of: "tau_max"})
		if line := w.look(); line.Done != (1+0.5)/5 {
			t.Errorf("%v of the folds are done", line.Done)
		}
		said := w.look().Doing
		top.End()
		path.End()
		return said
	}(); said != "cross-validation: fold 2 of 5, fit 26 of 50, tau_max" {
		t.Errorf("under way is %q", said)
	}
	var said []string
	spec := quick.WithPenalty(watchedLasso{look: func() { said = append(said, w.look().Doing) }})
	if _, err := spec.Fit(board, waves(30, 2, 1), nvsd.Tau(0.1)); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(said, func(s string) bool {
		return strings.HasPrefix(s, "fit, relative gap ") && strings.Contains(s, "(wanted ")
	}) {
		t.Errorf("of a fit it says %q", said)
	}
}

// watchedLasso calls look at every prox.
type watchedLasso struct {
	penalty.Lasso
	look func()
}

func (p watchedLasso) Prox(dst, u []float64, t float64) {
	p.look()
	p.Lasso.Prox(dst, u, t)
}

// The time that is left is that of the last half of what is done, at first it is not said, and
// what began anew takes nothing back.
func TestTimeLeft(t *testing.T) { synctest.Test(t, testTimeLeft) }

func testTimeLeft(t *testing.T) {
	w := &watched{}
	ctx, work := nvsd.Begin(underway.WithBoard(ctx, w), nvsd.Part{Of: "draws", Unit: "draw", All: 20})
	defer work.End()
	w.look()
	for done := 1; done <= 12; done++ {
		time.Sleep(time.Duration(done) * time.Second) // slower and slower
		work.Reached(ctx, done)
		left := w.look().Left
		if done < 4 && left != 0 {
			t.Errorf("after %d of 20 draws %v are said to be left", done, left)
		}
		if done == 12 && (left < 75*time.Second || left > 85*time.Second) { // 8 draws of 9.5 s
			t.Errorf("after 12 of 20 draws %v are said to be left", left)
		}
	}
	time.Sleep(20 * time.Second)
	if left := w.look().Left; left < 55*time.Second || left > 65*time.Second {
		t.Errorf("20 s later %v are said to be left", left)
	}
	work.Reached(ctx, 2)
	if done := w.look().Done; done != 0.6 {
		t.Errorf("%v is done, want what was done before", done)
	}
}

// A path that was stopped holds what is finished, and says how many fits that is: so do its
// models, on paper too.
func TestStoppedPathSaysSo(t *testing.T) {
	f := waves(40, 3, 1)
	within, cancel := context.WithCancel(ctx)
	p, err := quick.Path(onParts(within, func(p nvsd.Part) {
		if p.Done == 3 {
			cancel()
		}
	}), f, 8)
	if !errors.Is(err, context.Canceled) || p.Len() != 3 {
		t.Fatalf("%d fits, error %v", p.Len(), err)
	}
	m := must[*nvsd.Model](t)(p.Select(ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	file := t.TempDir() + "/m.json"
	if err := m.Save(file); err != nil {
		t.Fatal(err)
	}
	loaded := must[*nvsd.Model](t)(nvsd.LoadModel(file))
	for what, text := range map[string]string{
		"error": err.Error(), "display": p.String(), "warnings": strings.Join(p.Warnings(), "; "),
		"model": strings.Join(m.Warnings(), "; "), "model from a file": strings.Join(loaded.Warnings(), "; "),
	} {
		if !strings.Contains(text, "3 of 8 fits") {
			t.Errorf("the %s says nothing of 3 of 8 fits: %s", what, text)
		}
	}
}

// A fit that was stopped is the best so far, and says how far it came.
func TestStoppedFitSaysSo(t *testing.T) {
	within, cancel := context.WithCancel(ctx)
	spec := gaussian
	spec.Tol = 1e-12
	m, err := spec.Fit(onSteps(within, func(solve.Step) { cancel() }), waves(40, 3, 1), nvsd.Tau(0.01))
	if !errors.Is(err, context.Canceled) || m == nil || m.Converged() {
		t.Fatalf("model %v, error %v", m, err)
	}
	if said := strings.Join(m.Warnings(), "; "); !strings.Contains(said, "stopped at relative gap") {
		t.Errorf("it warns of %q", said)
	}
}
