package study

import (
	"context"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
)

// System is a system of package baseline as a [Fitter]. A path of weights is fitted. If the Design has a Refit, each
// set of inputs that is selected along the path has a kernel ridge regression, and the one of least error is the model
// (two-step debiasing, UAI 2018, section 5). Else, and with Own, it is the system's own model of least error.
type System struct {
	Of      baseline.Method
	Weights int  // of the path; 0 is 30
	Own     bool // predicts by the system itself, whatever the Design has
}

// Fit fits the path, and chooses from it.
func (m System) Fit(ctx context.Context, r *Replication) ([]Outcome, error) {
	if m.Of == nil {
		return nil, fmt.Errorf("study: study.System has no system: say Of, such as baseline.HSICLasso{}")
	}
	weights := m.Weights
	if weights == 0 {
		weights = usualWeights
	}
	path, err := m.Of.Path(ctx, r.Train, weights)
	if err != nil {
		return nil, err
	}
	if m.Own || r.Refit.Kernel == nil {
		own, err := path.Select(ctx, r.By)
		if err != nil {
			return nil, err
		}
		return []Outcome{{Model: own}}, nil
	}
	best, err := refitted(ctx, r, path)
	if err != nil {
		return nil, err
	}
	return []Outcome{{Model: best}}, nil
}

// refitted returns the kernel ridge regression of least error on a set of inputs that is selected along the path, of
// equal ones the one of fewest inputs.
func refitted(ctx context.Context, r *Replication, path *baseline.Path) (*refit, error) {
	if r.Valid == nil {
		return nil, fmt.Errorf("study: a refit on selected inputs is chosen by validation: give the problem Valid rows, or the system Own: true")
	}
	var best *refit
	tried := map[string]bool{}
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
	return best, nil
}
