package nvsd

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Tried returns how many combinations were tried.
func (s *SearchResult) Tried() int { return len(s.Trials) - len(s.Untried()) }

// Untried returns the combinations that were not.
func (s *SearchResult) Untried() []Trial {
	var rest []Trial
	for _, t := range s.Trials {
		if t.Round == 0 {
			rest = append(rest, t)
		}
	}
	return rest
}

// Warnings tells, a sentence each, what to know about the search and its model.
func (s *SearchResult) Warnings() []string {
	return slices.Concat(s.Model.Warnings(), s.warnings)
}

// warnings tells of combinations that failed, and of a best nu at an end of
// those tried.
func (r *searching) warnings(s *SearchResult) []string {
	var all []string
	failed := slices.DeleteFunc(slices.Clone(s.Trials), func(t Trial) bool { return t.Err == nil })
	if len(failed) > 0 {
		all = append(all, fmt.Sprintf("%d of the %d combinations could not be fitted, the first because of: %v", len(failed), s.Tried(), failed[0].Err))
	}
	best := s.Trials[s.Best].Nu
	if nus := r.spec.Nu.among(); len(nus) > 1 && s.Model.op != nil {
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

// String is the search as a table in plain text, by rising error, at most 30
// combinations, and its model.
func (s *SearchResult) String() string {
	order := make([]int, len(s.Trials))
	for t := range order {
		order[t] = t
	}
	rank := func(t Trial) float64 {
		switch {
		case t.Round == 0:
			return math.Inf(1)
		case t.Err != nil:
			return math.MaxFloat64
		}
		return t.RMSE
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := rank(s.Trials[a]), rank(s.Trials[b]); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	var b strings.Builder
	fmt.Fprintf(&b, "search by the %v: %d of %s tried, %s\n", s.By, s.Tried(), plural(len(s.Trials), "combination"), plural(s.Fits, "fit"))
	if s.Left != "" {
		fmt.Fprintf(&b, "not tried: %d, because %s\n", len(s.Untried()), s.Left)
	}
	heading := "RMSE\t"
	if s.By.cross != nil {
		heading += "(SE)\t"
	}
	writeRows(&b, "combination", heading+"inputs\tnu\tpenalty\tkernel", order, func(i int) string {
		t := s.Trials[i]
		rmse, se, size := "not tried", "", ""
		switch {
		case t.Err != nil:
			rmse = "failed"
		case t.Round > 0:
			rmse, size = fmt.Sprintf("%.4g", t.RMSE), fmt.Sprint(t.Size)
			se = fmt.Sprintf("(%.2g)", t.SE)
		}
		if s.By.cross != nil {
			rmse += "\t" + se
		}
		return fmt.Sprintf("%s\t%s\t%.3g\t%v\t%v", rmse, size, t.Nu, t.Penalty, t.Kernel)
	})
	for _, base := range s.Baselines {
		fmt.Fprintf(&b, "%s: %.4g\n", base.Model, base.RMSE)
	}
	b.WriteString(warningLines(s.warnings))
	fmt.Fprintf(&b, "\nthe best:\n%v", s.Model)
	return b.String()
}
