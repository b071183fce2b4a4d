package search_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
)

// TestInterruptedFind interrupts a search at many reports of its progress. It returns what was found by then beside the
// error: nothing before a set of inputs was chosen, and from then on at every moment a finding that predicts better than the mean,
// says what it lacks, and gives finite numbers. An interrupt changes nothing of another search.
func TestInterruptedFind(t *testing.T) {
	train := trees(t, 90, false)
	whole := find(t, nvsd.FindPlan{}, train)
	if whole.Interrupted() != "" {
		t.Errorf("a search that ended lacks %q", whole.Interrupted())
	}
	lacks := map[string]bool{}
	had := false
	for at := 1; ; at++ {
		ctx, stop := context.WithCancel(t.Context())
		reports := 0
		f, err := nvsd.Find(nvsd.WithReporter(ctx, func(p nvsd.Progress) {
			if p.Step != nil {
				return
			}
			reports++
			if reports == at {
				stop()
			}
		}), train)
		stop()
		if err == nil {
			if f.String() != whole.String() {
				t.Errorf("the search that was not interrupted any more gives\n%v\nwant\n%v", f, whole)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if f == nil {
			if had {
				t.Errorf("report %d: nothing is left, and there was something before", at)
			}
			continue
		}
		had = true
		lacks[f.Interrupted()] = true
		if f.Interrupted() == "" || !strings.HasPrefix(f.Warnings()[0], "interrupted: ") {
			t.Errorf("report %d: the finding does not say that it was interrupted: %q", at, f.Warnings())
		}
		if rmse := fixture.Must[float64](t)(f.RMSE(train)); len(f.SelectedNames()) == 0 || !(rmse < f.Model.Selection().Mean) {
			t.Errorf("report %d: %v is selected, with an error of %v", at, f.SelectedNames(), rmse)
		}
		if slices.ContainsFunc(append(f.Scores(), f.Worth()...), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
			t.Errorf("report %d: scores %v and worth %v", at, f.Scores(), f.Worth())
		}
	}
	if len(lacks) < 2 {
		t.Errorf("whatever the moment, a finding lacks %v", lacks)
	}
}

// TestFindInterruptedAtOnce: a context that has ended leaves nothing.
func TestFindInterruptedAtOnce(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if f, err := nvsd.Find(ctx, trees(t, 40, false)); f != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", f, err)
	}
}
