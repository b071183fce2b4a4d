package study

import (
	"context"
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
)

// System is a system of package baseline as a [Fitter]. A path of weights is fitted. If the Design has a Refit, each
// set of inputs that is selected along the path has a kernel ridge regression, and the one of least error is the model
// (two-step debiasing, UAI 2018, section 5). Else, and with Own, it is the system's own model of least error.
type System struct {
	Of baseline.Method
	// Over takes the place of Of: the system with several settings, such as ADACOSSO at several Mu, each with a path of its own.
	// The model of least error is taken, of equal ones the first.
	Over    []baseline.Method
	Weights int  // of the path; 0 is 30
	Own     bool // predicts by the system itself, whatever the Design has
}

// Fit fits the paths, and chooses from them.
func (m System) Fit(ctx context.Context, r *Replication) ([]Outcome, error) {
	weights := m.Weights
	if weights == 0 {
		weights = usualWeights
	}
	all, err := m.settings()
	if err != nil {
		return nil, err
	}
	paths := make([]*baseline.Path, len(all))
	for k, of := range all {
		paths[k], err = of.Path(ctx, r.Train, weights)
		if err != nil {
			return nil, err
		}
	}
	if m.Own || r.Refit.Kernel == nil {
		var best *baseline.Model
		for _, path := range paths {
			own, err := path.Select(ctx, r.By)
			if err != nil {
				return nil, err
			}
			if best == nil || own.Selection().RMSE < best.Selection().RMSE {
				best = own
			}
		}
		return []Outcome{{Model: best}}, nil
	}
	best, err := refitted(ctx, r, paths)
	if err != nil {
		return nil, err
	}
	return []Outcome{{Model: best}}, nil
}

// settings returns the system with each of its settings.
func (m System) settings() ([]baseline.Method, error) {
	all := m.Over
	if all == nil {
		all = []baseline.Method{m.Of}
	}
	if len(all) == 0 || slices.Contains(all, nil) {
		return nil, fmt.Errorf("study: study.System has no system: say Of, such as baseline.HSICLasso{}")
	}
	return all, nil
}

// refitted returns the kernel ridge regression of least error on a set of inputs that is selected along the paths, of
// equal ones the one of fewest inputs.
func refitted(ctx context.Context, r *Replication, paths []*baseline.Path) (*refit, error) {
	if r.Valid == nil {
		return nil, fmt.Errorf("study: a refit on selected inputs is chosen by validation: give the problem Valid rows, or the system Own: true")
	}
	var best *refit
	tried := map[string]bool{}
	for _, path := range paths {
		for i := range path.Len() {
			selected := path.Model(i).Selected()
			key := fmt.Sprint(selected)
			if tried[key] {
				continue
			}
			tried[key] = true
			own, err := r.refitOn(ctx, selected)
			if err != nil {
				return nil, err
			}
			if best == nil || own.valid < best.valid || own.valid == best.valid && lists.Count(own.selected) < lists.Count(best.selected) {
				best = own
			}
		}
	}
	return best, nil
}
