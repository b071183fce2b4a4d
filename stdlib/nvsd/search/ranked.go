package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// ranked has the inputs of a finding with their scores.
type ranked struct {
	inputs   []problem.Term // of the table, with their columns in the model: none if it has not seen them
	selected []bool
	scores   []float64
	order    []int // the largest score first
}

// rank sets the scores and the order. Selected inputs have the norms, and the others that vary half the least of these and less, in the order of the
// model. none stands for the least norm where no input is selected.
func (r *ranked) rank(s *sight, seen part, m *model.Model, norm func(problem.Term) float64, none float64) {
	r.scores = make([]float64, len(r.inputs))
	least := math.Inf(1)
	for j, t := range r.inputs {
		if r.selected[j] {
			r.scores[j] = norm(t)
			least = min(least, r.scores[j])
		}
	}
	r.order = s.ranked(m, seen)
	slices.SortStableFunc(r.order, func(i, j int) int { return cmp.Compare(r.scores[j], r.scores[i]) })
	if math.IsInf(least, 1) {
		least = none
	}
	var rest []int
	varying := problem.SelectedTerms(r.inputs, m.Varying())
	for _, j := range r.order {
		if !r.selected[j] && (varying[j] || slices.Contains(s.order, j)) {
			rest = append(rest, j)
		}
	}
	for k, j := range rest {
		r.scores[j] = least / 2 * float64(len(rest)-k) / float64(len(rest))
	}
}

// all returns the names of the inputs, in the order of the Frame.
func (r *ranked) all() []string { return namesOf(r.inputs, lists.UpTo(len(r.inputs))) }

// names returns the names of the inputs that are in, the largest score first.
func (r *ranked) names(in []bool) []string {
	var names []string
	for _, j := range r.order {
		if in[j] {
			names = append(names, r.inputs[j].Name)
		}
	}
	return names
}

// others returns the names of the inputs that vary and are not selected, in their order.
func (r *ranked) others() []string {
	var rest []string
	for _, j := range r.order {
		if r.scores[j] > 0 && !r.selected[j] {
			rest = append(rest, r.inputs[j].Name)
		}
	}
	return rest
}

// worths returns the largest of the worths of the columns of each input.
func (r *ranked) worths(of []float64) []float64 {
	worth := make([]float64, len(r.inputs))
	for j, t := range r.inputs {
		for _, a := range t.Columns {
			worth[j] = max(worth[j], of[a])
		}
	}
	return worth
}

// bars returns the norms of the selected inputs as a chart.
func (r *ranked) bars(title string) report.Bars {
	norms := make([]float64, len(r.inputs))
	for j, in := range r.selected {
		if in {
			norms[j] = r.scores[j]
		}
	}
	return report.Bars{Title: title, Axis: report.NormsAxis, What: "derivative norms", Bars: report.BarsOf(r.all(), norms, r.selected)}
}
