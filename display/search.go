package display

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// showSearch renders what a search tried, and the model that it found.
func showSearch(s *nvsd.SearchResult) map[string]any {
	data := showModel(s.Model)
	html := trialsTable(s).html()
	for _, w := range s.Warnings()[len(s.Model.Warnings()):] { // the model shows its own
		html += warningHTML(w)
	}
	data[MIMEHTML] = html + data[MIMEHTML].(string)
	return data
}

// trialsTable is the combinations by rising error, those that failed and those
// that were not tried at the end.
func trialsTable(s *nvsd.SearchResult) Table {
	t := Table{
		Caption: fmt.Sprintf("Search by the %v: %d of %d combinations tried, %d fits", s.By, s.Tried(), len(s.Trials), s.Fits),
		Columns: []string{"", "RMSE"},
	}
	crossed := slices.ContainsFunc(s.Trials, func(trial nvsd.Trial) bool { return trial.SE > 0 })
	if crossed {
		t.Columns = append(t.Columns, "(SE)")
	}
	t.Columns = append(t.Columns, "inputs", "nu", "penalty", "kernel")
	order := make([]int, len(s.Trials))
	for i := range order {
		order[i] = i
	}
	fate := func(trial nvsd.Trial) int {
		switch {
		case trial.Round == 0:
			return 2
		case trial.Err != nil:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := s.Trials[i], s.Trials[j]
		return cmp.Or(cmp.Compare(fate(a), fate(b)), cmp.Compare(a.RMSE, b.RMSE))
	})
	for _, i := range order[:min(maxRows, len(order))] {
		trial := s.Trials[i]
		row := []any{[...]string{"", "✗ failed", "not tried"}[fate(trial)]}
		if i == s.Best {
			row[0] = "✓ best"
		}
		found := []any{trial.RMSE, known(trial.SE), trial.Size}
		if fate(trial) > 0 {
			found = make([]any, len(found))
		}
		if !crossed {
			found = slices.Delete(found, 1, 2)
		}
		t.Rows = append(t.Rows, slices.Concat(row, found, []any{loose(trial.Nu), trial.Penalty, trial.Kernel}))
	}
	if more := len(order) - maxRows; more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more combinations", more))
	}
	for _, base := range s.Baselines {
		t.Notes = append(t.Notes, fmt.Sprintf("without selection, %s: RMSE %s", base.Model, number(base.RMSE)))
	}
	if s.Left != "" {
		t.Notes = append(t.Notes, fmt.Sprintf("not tried: %d, because %s", len(s.Untried()), s.Left))
	}
	return t
}
