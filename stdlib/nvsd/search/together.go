package search

import (
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// together returns the plan for the groups or times of a table, if it names any.
func (plan FindPlan) together(table *data.Frame) (FindPlan, error) {
	if err := choose.CheckUnits(table); err != nil {
		return plan, err
	}
	if plan.Permuted > 0 && choose.BelongTogether(table) {
		if err := checkPermuted(table); err != nil {
			return plan, err
		}
	}
	plan.By = plan.By.TogetherIn(table)
	return plan, nil
}

// checkPermuted returns an error if the targets of whole groups cannot be exchanged: those of groups of different sizes, and
// those over time, whose order is what they are.
func checkPermuted(table *data.Frame) error {
	const ask = "leave the permuted targets out"
	if time := table.TimeColumn(); time != "" {
		return refusal.BadArgument("FindPlan.Permuted", "rows in order of time, here by %q, are not exchangeable, and permuted targets would be compared as if they were: %s", time, ask)
	}
	labels, err := table.GroupLabels()
	if err != nil {
		return refusal.BadData(refusal.TrainingPart, "%w", err)
	}
	sizes := map[int]int{}
	for _, k := range labels {
		sizes[k]++
	}
	for _, size := range sizes {
		if size != sizes[0] {
			return refusal.BadArgument("FindPlan.Permuted", "permuted targets are those of whole groups, and the groups of %q are of different sizes: %s", table.GroupColumn(), ask)
		}
	}
	return nil
}
