package study

import (
	"context"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
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
		own, err := refitOn(ctx, r, selected)
		if err != nil {
			return nil, err
		}
		if best == nil || own.valid < best.valid || own.valid == best.valid && own.size() < best.size() {
			best = own
		}
	}
	return best, nil
}

// A refit is a kernel ridge regression on some of the inputs of a replication.
type refit struct {
	*nvsd.Model
	selected []bool // of all inputs
	valid    float64
}

// refitOn fits the Refit of a replication to the selected inputs, by the validation error; the mean where there are none.
func refitOn(ctx context.Context, r *Replication, selected []bool) (*refit, error) {
	own := &refit{selected: selected, valid: math.Inf(1)}
	var names []string
	for a, name := range r.Train.Names() {
		if selected[a] {
			names = append(names, name)
		}
	}
	var err error
	if len(names) == 0 {
		own.Model, err = nvsd.Mean(r.Train)
	} else {
		var train *data.Frame
		train, err = r.Train.Inputs(names...)
		if err != nil {
			return nil, err
		}
		own.Model, err = r.Refit.Ridge(ctx, train, r.By)
	}
	if err != nil {
		return nil, err
	}
	own.valid, err = own.Model.RMSE(r.Valid)
	return own, err
}

// Selected reports for every input of the replication whether the regression is on it.
func (m *refit) Selected() []bool { return m.selected }

func (m *refit) size() int {
	n := 0
	for _, in := range m.selected {
		if in {
			n++
		}
	}
	return n
}
