package study

import (
	"context"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// NVSD is a Spec as a [Fitter]. A path is fitted, each rule proposes sets of inputs on it, and the kernel ridge
// regression of least error is the model, as [nvsd.Path.Select] has it.
type NVSD struct {
	Spec  nvsd.Spec
	Taus  int                  // of the path; 0 is 50
	Rules []nvsd.SelectionRule // nil is nvsd.Ranked
	// Penalties take the place of the Spec's, each with a path of its own; the model of least error is taken.
	Penalties []penalty.Penalty
}

// usualTaus is the number of taus of a path, and usualWeights the number of weights of a system.
const (
	usualTaus    = 50
	usualWeights = 30
)

// Fit fits the paths, and returns a model for each rule.
func (m NVSD) Fit(ctx context.Context, r *Replication) ([]Outcome, error) {
	penalties, rules, taus := m.Penalties, m.Rules, m.Taus
	if penalties == nil {
		penalties = []penalty.Penalty{m.Spec.Penalty}
	}
	if rules == nil {
		rules = []nvsd.SelectionRule{nvsd.Ranked}
	}
	if taus == 0 {
		taus = usualTaus
	}
	best := make([]*nvsd.Model, len(rules))
	for _, p := range penalties {
		path, err := m.Spec.WithPenalty(p).Path(ctx, r.Train, taus)
		if err != nil {
			return nil, err
		}
		for k, rule := range rules {
			found, err := path.Select(ctx, r.By, rule)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", rule, err)
			}
			if best[k] == nil || found.Selection().RMSE < best[k].Selection().RMSE {
				best[k] = found
			}
		}
	}
	outcomes := make([]Outcome, len(rules))
	for k, own := range best {
		outcomes[k].Model = own
		if len(rules) > 1 {
			outcomes[k].Rule = string(rules[k])
		}
	}
	return outcomes, nil
}
