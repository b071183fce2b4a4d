// Package procedure is the default procedure of variable selection on a file. It reads a table
// of comma-separated numbers, and returns the inputs that matter, their ranking and
// predictions, as `nvsd-kernel select` does. docs/select.md states the answer field by field.
//
// [nvsd.Find] does the work.
package procedure

import (
	"fmt"
	"strings"
)

// folds is the number of folds of cross-validation.
const folds = 5

// foldsInGo returns the folds of cross-validation as a Go expression.
func (r *Request) foldsInGo() string {
	switch {
	case r.says("Group"):
		return fmt.Sprintf("nvsd.GroupFolds(train.GroupLabels(), %d, %d)", folds, r.Seed)
	case r.says("Time"):
		return fmt.Sprintf("nvsd.RollingOrigin(%d, train.Times())", folds)
	}
	return fmt.Sprintf("nvsd.KFold(%d, %d)", folds, r.Seed)
}

// inGo returns the request as the text of a cell. classes is set of a target of three classes or more.
func (r *Request) inGo(classes bool) string {
	var plan []string
	if r.Criterion == CrossValidation {
		plan = append(plan, fmt.Sprintf("By: nvsd.ByCrossValidation(%s)", r.foldsInGo()))
	}
	if r.Null > 0 {
		plan = append(plan, fmt.Sprintf("Permuted: %d", r.Null))
	}
	if r.Seed > 1 {
		plan = append(plan, fmt.Sprintf("Seed: %d", r.Seed))
	}
	if l := losses[r.Loss]; l != nil {
		plan = append(plan, fmt.Sprintf("Loss: %T{}", l))
	}
	find := "Find(train)"
	if r.Train.stream != nil {
		find = "FindIn(train)"
	}
	if classes {
		find = "FindClasses(train)"
	}
	if len(plan) > 0 {
		find = fmt.Sprintf("FindPlan{%s}.%s", strings.Join(plan, ", "), find)
	}
	find = "nvsd." + find
	shown := []string{"found"}
	if r.Interactions {
		shown = append(shown, fmt.Sprintf("found.Predictor().Interactions(nvsd.InteractionPlan{Level: %v})", r.Level))
	}
	if r.Knockoffs > 0 {
		shown = append(shown, fmt.Sprintf("nvsd.FindSpec().Knockoffs(found.Table(), nvsd.KnockoffPlan{Q: %v, Seed: %d})", r.Knockoffs, max(r.Seed, 1)))
	}
	last := len(shown) - 1
	for k, value := range shown[:last] { // a cell displays its last line
		shown[k] = "display.Show(" + value + ")"
	}
	return fmt.Sprintf("train := %s\nfound := %s\n%s\n", r.readInGo(), find, strings.Join(shown, "\n"))
}
