package progress_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/underway"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// What is under way is said from the outside in, and of a fit alone its gap.
func TestWhatIsUnderWay(t *testing.T) {
	w := &watched{}
	board := underway.WithBoard(fixture.Ctx, w)
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
	spec := fixture.Quick.WithPenalty(watchedLasso{look: func() { said = append(said, w.look().Doing) }})
	if _, err := spec.Fit(board, fixture.Waves(30, 2, 1), nvsd.Tau(0.1)); err != nil {
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
	ctx, work := nvsd.Begin(underway.WithBoard(fixture.Ctx, w), nvsd.Part{Of: "draws", Unit: "draw", All: 20})
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
