package search

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Tried returns the number of combinations that were tried.
func (s *Result) Tried() int { return len(s.Trials) - len(s.Untried()) }

// Untried returns the combinations that were not tried.
func (s *Result) Untried() []Trial {
	var rest []Trial
	for _, t := range s.Trials {
		if t.Round == 0 {
			rest = append(rest, t)
		}
	}
	return rest
}

// Warnings returns the warnings about the search and its model, one sentence each.
func (s *Result) Warnings() []string {
	return slices.Concat(s.Model.Warnings, s.warnings)
}

// warnings warns of combinations that failed, and of a best nu at an end of those tried.
func (r *searching) warnings(s *Result) []string {
	var all []string
	failed := slices.DeleteFunc(slices.Clone(s.Trials), func(t Trial) bool { return t.Err == nil })
	if len(failed) > 0 {
		all = append(all, fmt.Sprintf("%d of the %d combinations could not be fitted, the first because of: %v", len(failed), s.Tried(), failed[0].Err))
	}
	best := s.Trials[s.Best].Nu
	if nus := r.spec.Nu.Among(); len(nus) > 1 && s.Model.Op != nil {
		for _, end := range []struct {
			nu   float64
			name string
		}{{slices.Min(nus), "least"}, {slices.Max(nus), "largest"}} {
			if best == end.nu {
				all = append(all, fmt.Sprintf("the best nu, %.3g, is the %s of the choice: a wider choice may do better", best, end.name))
			}
		}
	}
	return all
}

// Report returns the combinations by rising error, at most 30 of them, and the report of the
// model.
func (s *Result) Report() report.Report {
	return append(report.Report{s.table()}, s.Model.Report()...)
}

// String returns the search and its model as tables in plain text.
func (s *Result) String() string { return s.table().String() + "\n" + s.Model.String() }

func (s *Result) table() report.Table {
	t := report.Table{
		Title:    fmt.Sprintf("Search by the %v: %d of %s tried, %s", s.By, s.Tried(), report.Plural(len(s.Trials), "combination"), report.Plural(s.Fits, "fit")),
		Columns:  report.Columns("", "RMSE"),
		Warnings: s.warnings,
	}
	crossed := slices.ContainsFunc(s.Trials, func(trial Trial) bool { return trial.SE > 0 })
	if crossed {
		t.Columns = append(t.Columns, report.Column{Name: "(SE)"})
	}
	t.Columns = append(t.Columns, report.Column{Name: "inputs"}, report.Column{Name: "nu", Spread: true}, report.Column{Name: "penalty"}, report.Column{Name: "kernel"})
	t.AddFirst(s.ranked(), "combination", nil, func(i int) []any {
		trial := s.Trials[i]
		measured := []any{trial.RMSE, report.Known(trial.SE), trial.Size}
		if trial.outcome() != fitted {
			clear(measured)
		}
		if !crossed {
			measured = slices.Delete(measured, 1, 2)
		}
		return slices.Concat([]any{s.mark(i)}, measured, []any{trial.Nu, trial.Penalty, trial.Kernel})
	})
	for _, base := range s.Baselines {
		t.Notes = append(t.Notes, fmt.Sprintf("without selection, %s: RMSE %s", base.Model, report.Number(base.RMSE)))
	}
	if s.Left != "" {
		t.Notes = append(t.Notes, fmt.Sprintf("not tried: %d, because %s", len(s.Untried()), s.Left))
	}
	return t
}

// An outcome is the state of a combination after a search, in the order of the table.
type outcome int

const (
	fitted outcome = iota
	failed
	untried
)

func (t Trial) outcome() outcome {
	switch {
	case t.Round == 0:
		return untried
	case t.Err != nil:
		return failed
	}
	return fitted
}

// ranked returns the combinations by rising error, then those that failed and those that
// were not tried.
func (s *Result) ranked() []int {
	order := lists.UpTo(len(s.Trials))
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := s.Trials[i], s.Trials[j]
		return cmp.Or(cmp.Compare(a.outcome(), b.outcome()), cmp.Compare(a.RMSE, b.RMSE))
	})
	return order
}

// mark returns the cell with the outcome of a combination. It is empty for one that was fitted and
// is not the best.
func (s *Result) mark(i int) any {
	switch {
	case i == s.Best:
		return report.Mark{Sign: report.Tick, Word: "best"}
	case s.Trials[i].outcome() == failed:
		return report.Mark{Sign: report.Cross, Word: "failed"}
	case s.Trials[i].outcome() == untried:
		return report.Mark{Word: "not tried"}
	}
	return nil
}
