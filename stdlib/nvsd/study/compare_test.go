package study_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// TestExcerpt: an excerpt has units of the whole, with its numbers, also where the whole is read from a file. Another seed
// has other numbers.
func TestExcerpt(t *testing.T) {
	d := small(t)
	run := fixture.Must[*study.Results](t)
	file := filepath.Join(t.TempDir(), "small.study.gz")
	if err := run(study.Run(t.Context(), d, t.TempDir())).Save(file); err != nil {
		t.Fatal(err)
	}
	whole := run(study.Read(d, file))
	for _, c := range []struct {
		reps  int
		train []int
		units int
	}{{1, nil, 15}, {2, []int{25}, 10}, {1, []int{20}, 10}, {9, []int{20, 25}, 45}} {
		got := run(study.Run(t.Context(), d.Excerpt(c.reps, c.train...), "")).Compare(whole)
		if got.Both != c.units || len(got.Different) != 0 {
			t.Errorf("Excerpt(%d, %v): %v, want %d units, all the same", c.reps, c.train, got, c.units)
		}
	}
	if len(d.Problems) != 2 || len(d.Problems[0].Train) != 2 {
		t.Errorf("an excerpt has changed the design: %v", d.Problems)
	}
	other := d.Excerpt(1, 25)
	other.Seed++
	if got := run(study.Run(t.Context(), other, "")).Compare(whole).String(); !strings.HasPrefix(got, "5 of 5 units in both differ: Krls on E1, n = 25, repetition 1, and 4 more") {
		t.Errorf("with another seed: %s", got)
	}
	if got := run(study.Read(d, "")).Compare(whole).String(); got != "no unit is in both" {
		t.Errorf("of no results: %s", got)
	}
}
