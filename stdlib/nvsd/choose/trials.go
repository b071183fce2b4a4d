package choose

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
)

// trials are the different sets of inputs that a path proposes. One judge measures each of
// them once, on the rows of the path.
type trials struct {
	path  *problem.Path
	rule  SelectionRule
	judge *Judge
	index map[string]int // of a set, by its text

	sets    [][]bool
	results []CandidateErrors // of the sets that were run, which are the first ones
	failed  []error           // the reason why a set has no fit; its error is then +Inf
}

func newTrials(p *problem.Path, rule SelectionRule, by *Judge) *trials {
	return &trials{path: p, rule: rule, judge: by, index: map[string]int{}}
}

// propose adds the set that is proposed at tau i, if it is new, and returns its index.
func (ts *trials) propose(i, size int) int {
	set := proposed(ts.path, ts.rule, i, size)
	key := fmt.Sprint(set)
	t, known := ts.index[key]
	if !known {
		t = len(ts.sets)
		ts.index[key] = t
		ts.sets = append(ts.sets, set)
	}
	return t
}

// run measures kernel ridge regression on every set that is not measured yet. It leaves out
// a set on which the kernel's rule finds no width, such as a single binary input.
func (ts *trials) run(ctx context.Context) error {
	ds, done := ts.path.Design, len(ts.results)
	results, failed := make([]CandidateErrors, len(ts.sets)-done), make([]error, len(ts.sets)-done)
	_, err := progress.Units{Of: "selection", Unit: "set", All: len(results), Bytes: bytesOf(ds)}.Each(ds.Spec.RidgeNeeds(len(ds.Y), ds.Train.D()).Apart(len(results)).In(ctx), func(ctx context.Context, t int) error {
		rs, err := NewRidgeGrid(ds, ts.sets[done+t])
		if err == nil {
			results[t], err = rs.errors(ctx, ts.judge)
		}
		if err != nil && ds.Spec.Refit != problem.KeepKernel && ctx.Err() == nil {
			results[t], failed[t], err = CandidateErrors{RMSE: []float64{math.Inf(1)}}, err, nil
		}
		return err
	})
	ts.results, ts.failed = append(ts.results, results...), append(ts.failed, failed...)
	return err
}

// warnings warns of the sets that were left out, and says why.
func (ts *trials) warnings() []string {
	var first error
	left := 0
	for _, err := range ts.failed {
		if err != nil {
			left++
			first = cmp.Or(first, err)
		}
	}
	if left == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of the %d sets of inputs could not be tried: %v", left, len(ts.sets), first)}
}
