package choose_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"pgregory.net/rapid"
)

// Every row is held out once in each division and is then not trained on;
// groups stay whole; the same seed gives the same folds.
func TestFoldsDivide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 60).Draw(t, "n")
		k := rapid.IntRange(2, n/2).Draw(t, "k")
		seed := rapid.Uint64().Draw(t, "seed")
		groups := rapid.SliceOfN(rapid.IntRange(-3, n), n, n).Draw(t, "groups")
		labels := make([]int, n)
		for i := range labels {
			labels[i] = i % k
		}
		different := len(slices.Compact(slices.Sorted(slices.Values(groups))))
		cases := []struct {
			folds         nvsd.Folds
			count, repeat int
		}{
			{nvsd.KFold(k, seed), k, 1},
			{nvsd.KFold(k, seed).Repeat(3), k, 3},
			{nvsd.LeaveOneOut(), n, 1},
			{nvsd.LabelFolds(labels), k, 1},
			{nvsd.StratifiedFolds(numbers(groups), k, seed), k, 1},
			{nvsd.StratifiedFolds(numbers(groups), k, seed).Repeat(2), k, 2},
		}
		if kg := min(k, different); kg >= 2 && largestGroup(groups) < n-1 {
			cases = append(cases, struct {
				folds         nvsd.Folds
				count, repeat int
			}{nvsd.GroupFolds(groups, kg, seed).Repeat(2), kg, 2})
		}
		for _, c := range cases {
			folds, err := c.folds.Divide(n)
			if err != nil {
				t.Fatalf("%v of %d rows: %v", c.folds, n, err)
			}
			again, _ := c.folds.Divide(n)
			if fmt.Sprint(folds) != fmt.Sprint(again) {
				t.Fatalf("%v of %d rows differ when divided again", c.folds, n)
			}
			if len(folds) != c.count*c.repeat {
				t.Fatalf("%v of %d rows are %d folds", c.folds, n, len(folds))
			}
			for r := range c.repeat {
				seen := make([]int, n)
				for _, fold := range folds {
					if fold.Repeat != r {
						continue
					}
					for _, i := range fold.Held {
						seen[i]++
					}
					both := slices.Sorted(slices.Values(slices.Concat(fold.Train, fold.Held)))
					if len(fold.Held) == 0 || len(both) != n || len(slices.Compact(both)) != n || !slices.IsSorted(fold.Train) || !slices.IsSorted(fold.Held) {
						t.Fatalf("%v of %d rows have the fold %v", c.folds, n, fold)
					}
				}
				if slices.Max(seen) != 1 || slices.Min(seen) != 1 {
					t.Fatalf("%v of %d rows hold out rows %v times", c.folds, n, seen)
				}
			}
			if strings.Contains(c.folds.String(), "groups") {
				for _, fold := range folds {
					for _, i := range fold.Held {
						for _, j := range fold.Train {
							if groups[i] == groups[j] {
								t.Fatalf("rows %d and %d of group %d are on two sides", i, j, groups[i])
							}
						}
					}
				}
			}
		}
	})
}

func largestGroup(groups []int) int {
	size := map[int]int{}
	most := 0
	for _, g := range groups {
		size[g]++
		most = max(most, size[g])
	}
	return most
}

// numbers returns labels as classes, which may be any numbers.
func numbers(labels []int) []float64 {
	v := make([]float64, len(labels))
	for i, label := range labels {
		v[i] = float64(label) / 2
	}
	return v
}

// The held-out rows of every class, and of all, differ in number by at most one.
func TestStratifiedFoldsHoldEveryClass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		classes := rapid.SliceOfN(rapid.SampledFrom([]float64{-1, 0.5, 1}), 6, 40).Draw(t, "classes")
		k := rapid.IntRange(2, 6).Draw(t, "k")
		folds, err := nvsd.StratifiedFolds(classes, k, rapid.Uint64().Draw(t, "seed")).Divide(len(classes))
		if err != nil {
			t.Fatal(err)
		}
		for _, class := range []float64{-1, 0.5, 1, math.NaN()} { // NaN stands for any
			var held []int
			for _, fold := range folds {
				rows := 0
				for _, i := range fold.Held {
					if classes[i] == class || math.IsNaN(class) {
						rows++
					}
				}
				held = append(held, rows)
			}
			if slices.Max(held)-slices.Min(held) > 1 {
				t.Fatalf("class %v is held out %v times", class, held)
			}
		}
	})
}

// A class of as many rows as folds is in all of them, which KFold does not promise.
func TestStratifiedFoldsOfFewPositives(t *testing.T) {
	y := slices.Repeat([]float64{-1}, 30)
	for i := range 6 {
		y[5*i] = 1
	}
	missing := func(folds nvsd.Folds) (missed int) {
		for _, fold := range fixture.Must[[]choose.Fold](t)(folds.Divide(len(y))) {
			if !slices.ContainsFunc(fold.Held, func(i int) bool { return y[i] > 0 }) {
				missed++
			}
		}
		return missed
	}
	if n := missing(nvsd.StratifiedFolds(y, 6, 1).Repeat(20)); n > 0 {
		t.Errorf("%d stratified folds hold out no row of a class of 6", n)
	}
	if missing(nvsd.KFold(6, 1).Repeat(20)) == 0 {
		t.Error("KFold holds out every class: this test shows nothing")
	}
}

// What is predicted lies after everything that is trained on.
func TestRollingOriginKnowsThePastOnly(t *testing.T) {
	times := []float64{5, 1, 4, 1, 3, 2, 9, 9, 8, 7, 6, 6}
	folds := fixture.Must[[]choose.Fold](t)(nvsd.RollingOrigin(3, times).Divide(len(times)))
	at := func(rows []int) (v []float64) {
		for _, i := range rows {
			v = append(v, times[i])
		}
		return v
	}
	for j, fold := range folds {
		if slices.Max(at(fold.Train)) >= slices.Min(at(fold.Held)) {
			t.Errorf("fold %d trains at %v and predicts at %v", j, at(fold.Train), at(fold.Held))
		}
		if j > 0 && len(fold.Train) != len(folds[j-1].Train)+len(folds[j-1].Held) {
			t.Errorf("fold %d trains on %d rows", j, len(fold.Train))
		}
	}
	inOrder := fixture.Must[[]choose.Fold](t)(nvsd.RollingOrigin(2, nil).Divide(6))
	if got, want := fmt.Sprint(inOrder), "[{0 [0 1] [2 3]} {0 [0 1 2 3] [4 5]}]"; got != want {
		t.Errorf("folds %s, want %s", got, want)
	}
}

func TestFoldsRefuse(t *testing.T) {
	for _, c := range []struct {
		folds nvsd.Folds
		want  string
	}{
		{nvsd.Folds{}, "nvsd.KFold(5, seed)"},
		{nvsd.KFold(1, 0), "at least 2"},
		{nvsd.KFold(9, 0), "1 would be empty: ask for at most 8"},
		{nvsd.KFold(2, 0).Repeat(0), "at least 1"},
		{nvsd.LeaveOneOut().Repeat(2), "same each time"},
		{nvsd.LabelFolds([]int{0, 1}), "2 labels: one is needed for each row"},
		{nvsd.LabelFolds(slices.Repeat([]int{-1}, 8)), "nothing is held out"},
		{nvsd.LabelFolds(slices.Repeat([]int{1}, 8)), "0 rows to train on"},
		{nvsd.GroupFolds([]int{1, 1, 1, 2, 2, 2, 3, 3}, 4, 0), "4 folds of 3 groups: a group is never split, ask for at most 3"},
		{nvsd.GroupFolds(nil, 2, 0), "0 labels"},
		{nvsd.StratifiedFolds([]float64{1, -1}, 2, 0), "2 labels: one is needed for each row"},
		{nvsd.StratifiedFolds(make([]float64, 8), 9, 0), "1 would be empty: ask for at most 8"},
		{nvsd.StratifiedFolds(make([]float64, 8), 1, 0), "at least 2"},
		{nvsd.RollingOrigin(0, nil), "at least 1"},
		{nvsd.RollingOrigin(8, nil), "the rows fill 8"},
		{nvsd.RollingOrigin(7, nil), "1 row to train on"},
		{nvsd.RollingOrigin(2, []float64{1}), "1 time: one is needed"},
		{nvsd.RollingOrigin(2, make([]float64, 8)), "the rows fill 1"},
	} {
		_, err := c.folds.Divide(8)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one with %q", c.folds, err, c.want)
		}
	}
}

// A row with a negative label is always trained on.
func TestLabelFoldsKeepRows(t *testing.T) {
	folds := fixture.Must[[]choose.Fold](t)(nvsd.LabelFolds([]int{2, -1, 0, 2, 0}).Divide(5))
	if got, want := fmt.Sprint(folds), "[{0 [0 1 3] [2 4]} {0 [1 2 4] [0 3]}]"; got != want {
		t.Errorf("folds %s, want %s", got, want)
	}
}

// Patients are never on both sides of a fold.
func ExampleGroupFolds() {
	patient := []int{7, 7, 7, 8, 8, 9, 9, 9, 9}
	folds, err := nvsd.GroupFolds(patient, 2, 1).Divide(len(patient))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, fold := range folds {
		fmt.Println("train on", fold.Train, "predict", fold.Held)
	}
	// Output:
	// train on [0 1 2 3 4] predict [5 6 7 8]
	// train on [5 6 7 8] predict [0 1 2 3 4]
}
