package choose

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
)

// pairsPath is a path on problems of pairs of inputs, in which all come in.
func pairsPath(t *testing.T, n, d, taus int) *problem.Path {
	t.Helper()
	f, err := data.JMLR(data.JMLRPairs, n, d, 1)
	if err != nil {
		t.Fatal(err)
	}
	spec := problem.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: problem.Fixed(1e-2), Tol: 1e-3, RidgeNus: []float64{1e-2, 1e-4}}
	p, err := spec.Path(context.Background(), f, taus)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every set is tried once, every proposal is made once, and between the best size and its
// neighbours nothing is left untried, at its tau and at those beside it.
func TestRankedTriesNothingTwice(t *testing.T) {
	ctx := context.Background()
	p := pairsPath(t, 40, 25, 30)
	c, err := Choose(ctx, p, ByLeaveOneOut(LeastError), Ranked)
	if err != nil {
		t.Fatal(err)
	}
	judge, err := ByLeaveOneOut(LeastError).On(p.Design)
	if err != nil {
		t.Fatal(err)
	}
	on := &onRows{trials: newTrials(p, Ranked, judge), by: ByLeaveOneOut(LeastError)}
	var all []Candidate
	asked := map[proposal]bool{}
	for more := proposalsOf(p, Ranked); len(more) > 0; more = finer(p, Ranked, all, all[leastError(all)]) {
		for _, ask := range more {
			if asked[ask] {
				t.Errorf("%+v is proposed twice", ask)
			}
			asked[ask] = true
		}
		tried, err := on.try(ctx, more)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, tried...)
	}
	different := map[string]bool{}
	for _, set := range on.sets {
		different[fmt.Sprint(set)] = true
	}
	if len(different) != len(on.sets) || len(on.results) != len(on.sets) || c.Sets != len(on.sets) {
		t.Errorf("%d sets, %d of them different, %d results, and %d are told of", len(on.sets), len(different), len(on.results), c.Sets)
	}
	best := all[leastError(all)]
	if c.TauIndex != best.TauIndex || c.Size != best.Size || c.RMSE != best.RMSE {
		t.Errorf("chosen %+v, the best is %+v", c.Selection, best)
	}
	taus := tausOf(p, Ranked)
	place := slices.Index(taus, best.TauIndex)
	for _, i := range taus[max(0, place-1):min(place+2, len(taus))] {
		for _, size := range []int{best.Size - 1, best.Size, best.Size + 1} {
			if size > 0 && size <= lists.Count(p.Active(i)) && !asked[proposal{i, size}] {
				t.Errorf("%d inputs at tau %d, beside the best, are not tried", size, i)
			}
		}
	}
	if len(taus) > lookedAt+1 {
		t.Errorf("taus %v are looked at", taus)
	}
	for i, e := range c.PathRMSE {
		if math.IsInf(e, 1) == slices.Contains(taus, i) {
			t.Errorf("tau %d has error %v, and %v are looked at", i, e, taus)
		}
	}
}

func TestCoarseSizes(t *testing.T) {
	for m, want := range map[int][]int{
		0:   nil,
		1:   {1},
		3:   {1, 2, 3},
		11:  {1, 2, 3, 4, 5, 6, 7, 8, 10, 11},
		100: {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 45, 65, 95, 100},
	} {
		if got := coarseSizes(m); !slices.Equal(got, want) {
			t.Errorf("of %d inputs: %v, want %v", m, got, want)
		}
	}
}

// What is chosen in a fold does not look at the targets that it holds out: with others,
// its path, its sets and its regressions are the same, and the errors alone differ.
func TestNothingLeaksIntoAFold(t *testing.T) {
	ctx := context.Background()
	p := pairsPath(t, 40, 6, 10)
	folds := KFold(4, 1)
	divided, err := folds.Divide(40)
	if err != nil {
		t.Fatal(err)
	}
	y := p.Train.Y()
	for _, i := range divided[0].Held {
		y[i] += 100
	}
	changed, err := data.New(p.Train.X(), y)
	if err != nil {
		t.Fatal(err)
	}
	other := *p // the same proposals: the path on all rows is kept
	design := *p.Design
	design.Train, design.Given, other.Design = changed, changed, &design
	for _, rule := range []SelectionRule{Ranked, RankedGroups, ExactZeros, TopK(2)} {
		var kept [2]*inFold
		var errs [2]float64
		for k, path := range []*problem.Path{p, &other} {
			in, err := contestInFolds(path, &crossing{Folds: folds}, rule)
			if err != nil {
				t.Fatal(err)
			}
			all, err := in.try(ctx, proposalsOf(p, rule))
			if err != nil {
				t.Fatal(err)
			}
			kept[k], errs[k] = in.within[0], all[len(all)-1].RMSE
		}
		a, b := kept[0], kept[1]
		if fmt.Sprint(a.path.Taus, a.path.PerSD, a.sets) != fmt.Sprint(b.path.Taus, b.path.PerSD, b.sets) {
			t.Errorf("%s: the path or the sets of the fold look at what it holds out", rule)
		}
		for s, set := range a.sets {
			one, err := NewRidgeGrid(a.path.Design, set)
			if err != nil {
				t.Fatal(err)
			}
			two, err := NewRidgeGrid(b.path.Design, set)
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(one.kernels) != fmt.Sprint(two.kernels) {
				t.Errorf("%s: set %d has the widths %v and %v", rule, s, one.kernels, two.kernels)
			}
			if one.kernels == nil {
				continue
			}
			f, err := one.Fit(ctx, 5, 0)
			if err != nil {
				t.Fatal(err)
			}
			g, err := two.Fit(ctx, 5, 0)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(f.Alpha, g.Alpha) || f.Intercept != g.Intercept {
				t.Errorf("%s: set %d: the regression looks at what is held out", rule, s)
			}
		}
		if errs[0] == errs[1] {
			t.Errorf("%s: the errors do not differ", rule)
		}
	}
}

// The fewest inputs whose squared errors are on average within so many standard errors of
// the difference, worked out by hand: the differences of the second from the first are
// 1, 1, 3, 3 (mean 2, standard error 1/sqrt(3)), those of the third 1, -1, 1, -1.
func TestFewestWithin(t *testing.T) {
	all := []Candidate{
		{Size: 5, RMSE: 1, squares: []float64{1, 1, 1, 1}},
		{Size: 1, RMSE: 1.7, squares: []float64{2, 2, 4, 4}},
		{Size: 3, RMSE: 1.01, squares: []float64{2, 0, 2, 0}},
	}
	if got := PairedT(all[1].squares, all[0].squares, Identity); math.Abs(got-2*math.Sqrt(3)) > 1e-12 {
		t.Errorf("%v standard errors apart, want %v", got, 2*math.Sqrt(3))
	}
	for errors, want := range map[float64]int{0: 2, 1: 2, 3.4: 2, 3.5: 1} {
		if got := fewestWithin(all, 0, errors); got != want {
			t.Errorf("within %v standard errors: candidate %d, want %d", errors, got, want)
		}
	}
	if got := fewestWithin(all[:2], 0, 0); got != 0 {
		t.Errorf("within none: candidate %d, want the least", got)
	}
}

// A row that is held out twice has the mean of its squared errors. Equal rows are one term, and the mean
// of the terms is that of the rows.
func TestByObservation(t *testing.T) {
	folds := []Fold{{Held: []int{0, 2}}, {Held: []int{2, 3}, Repeat: 1}}
	squares := [][]float64{{1, 4}, {6, 9}}
	ds := &problem.Design{Y: make([]float64, 5)}
	if got := ByObservation(ds, folds, squares); !slices.Equal(got, []float64{1, 5, 9}) {
		t.Errorf("%v", got)
	}
	ds.Repeats = [][]int{{0, 3}, {1}, {2}, {4}}
	if got := ByObservation(ds, folds, squares); len(got) != 2 || math.Abs(got[0]-10*2./3) > 1e-12 || math.Abs(got[1]-5*2./3) > 1e-12 {
		t.Errorf("with rows 0 and 3 equal %v", got)
	}
}

// Sets are told of one by one, to the last.
func TestSelectionTellsOfSets(t *testing.T) {
	p := pairsPath(t, 40, 6, 10)
	var told []progress.Part
	ctx := progress.WithReporter(context.Background(), func(p progress.Progress) { told = append(told, p.Parts...) })
	c, err := Choose(ctx, p, ByLeaveOneOut(), Ranked)
	if err != nil {
		t.Fatal(err)
	}
	if len(told) != c.Sets {
		t.Errorf("%d parts are told of, and %d sets tried", len(told), c.Sets)
	}
	for _, part := range told {
		if part.Unit != "set" || part.Done < 1 || part.Done > part.All {
			t.Errorf("told %v", part)
		}
	}
}
