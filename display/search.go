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
		Columns: []string{"", "RMSE", "(SE)", "inputs", "nu", "penalty", "kernel"},
	}
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
		row := []any{[...]string{"", "✗ failed", "not tried"}[fate(trial)], nil, nil, nil, loose(trial.Nu), trial.Penalty, trial.Kernel}
		if fate(trial) == 0 {
			row[1], row[3] = trial.RMSE, trial.Size
			if trial.SE > 0 { // 0 but for cross-validation
				row[2] = trial.SE
			}
		}
		if i == s.Best {
			row[0] = "✓ best"
		}
		t.Rows = append(t.Rows, row)
	}
	for _, base := range s.Baselines {
		t.Rows = append(t.Rows, []any{base.Model, base.RMSE, nil, base.Inputs, nil, nil, nil})
	}
	if more := len(order) - maxRows; more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more combinations", more))
	}
	if s.Left != "" {
		t.Notes = append(t.Notes, fmt.Sprintf("not tried: %d, because %s", len(s.Untried()), s.Left))
	}
	return t
}
