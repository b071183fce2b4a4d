package search

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
)

// A Standing compares an input with noise: see [resample.TargetNull].
type Standing struct {
	Input      string
	ScoreAbove int  // number of runs with a permuted target whose largest score is below the score of the input
	WorthAbove int  // and whose largest worth is below its worth
	Beyond     bool // WorthAbove is at least 1 - the level of the runs
}

// Standings compares each input of the Model with permuted targets, the largest score first. It is nil
// where there are none.
func (f *Finding) Standings() []Standing {
	if f.Null == nil {
		return nil
	}
	var all []Standing
	for _, j := range f.order {
		t := f.inputs[j]
		if !slices.Contains(f.chosen, t.Name) {
			continue
		}
		s := Standing{Input: t.Name, ScoreAbove: resample.CountBelow([]float64{f.Model.NormOf(t)}, f.Null.LargestScores)[0]}
		for _, a := range t.Columns {
			s.WorthAbove = max(s.WorthAbove, f.Null.Decides()[a])
			s.Beyond = s.Beyond || f.Null.Beyond[a]
		}
		all = append(all, s)
	}
	return all
}

// weak warns of chosen inputs that are not beyond noise.
func (f *Finding) weak() []string {
	var weak []string
	for _, s := range f.Standings() {
		if !s.Beyond {
			weak = append(weak, fmt.Sprintf("%s (%d)", s.Input, s.WorthAbove))
		}
	}
	if len(weak) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("not beyond noise: in parentheses, above the largest of how many of %s: %s", report.Plural(f.Null.Runs, "permuted run"), report.Listed(weak))}
}
