package study

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// A refit is a kernel ridge regression on some of the inputs of a replication.
type refit struct {
	*nvsd.Model
	selected []bool // of all inputs
	valid    float64
}

// Selected reports for every input of the replication whether the regression is on it.
func (m *refit) Selected() []bool { return m.selected }

// RefitOn fits the Refit of the Design to some of the inputs, for a method that selects and does not predict. The model
// without inputs is the mean of the targets.
//
//	func (m Mine) Fit(ctx context.Context, r *study.Replication) ([]study.Outcome, error) {
//		model, err := r.RefitOn(ctx, m.choose(r.Train)...)
//		return []study.Outcome{{Model: model}}, err
//	}
func (r *Replication) RefitOn(ctx context.Context, inputs ...string) (Model, error) {
	if r.Refit.Kernel == nil {
		return nil, fmt.Errorf("study: the design has no Refit to fit to the inputs: give it one, such as Refit: spec")
	}
	names := r.Train.Names()
	selected := make([]bool, len(names))
	for _, name := range inputs {
		a := slices.Index(names, name)
		if a < 0 {
			return nil, fmt.Errorf("study: there is no input %q to fit to", name)
		}
		selected[a] = true
	}
	return r.refitOn(ctx, selected)
}

// refitOn fits the Refit to the selected inputs.
func (r *Replication) refitOn(ctx context.Context, selected []bool) (*refit, error) {
	own := &refit{selected: selected, valid: math.Inf(1)}
	var names []string
	for a, name := range r.Train.Names() {
		if selected[a] {
			names = append(names, name)
		}
	}
	var err error
	own.Model, err = r.ridgeOn(ctx, names)
	if err != nil || r.Valid == nil {
		return own, err
	}
	own.valid, err = own.Model.RMSE(r.Valid)
	return own, err
}

func (r *Replication) ridgeOn(ctx context.Context, names []string) (*nvsd.Model, error) {
	if len(names) == 0 {
		return nvsd.Mean(r.Train)
	}
	train, err := r.Train.Inputs(names...)
	if err != nil {
		return nil, err
	}
	return r.Refit.Ridge(ctx, train, r.By)
}
