package study

import (
	"context"
	"fmt"
	"reflect"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

// Procedure is an algorithm of package nvsd that selects and fits by itself, as a [Fitter]: nvsd.Alg1 or nvsd.Alg1GR. The
// criterion of the problem chooses its weight. The Refit of the Design has no part in it.
type Procedure struct{ Of Selector }

// A Selector selects inputs of train by a criterion, and returns a model on these. Beside an error there is no model.
type Selector interface {
	Select(ctx context.Context, train *data.Frame, by nvsd.Criterion) (*nvsd.Model, error)
}

// Fit returns the model that the procedure selects.
func (m Procedure) Fit(ctx context.Context, r *Replication) ([]Outcome, error) {
	if m.Of == nil {
		return nil, fmt.Errorf("study: study.Procedure has no procedure: say Of, such as nvsd.Alg1GR{Kernel: kernel}")
	}
	own, err := m.Of.Select(ctx, r.Train, r.By)
	if err != nil {
		return nil, err
	}
	return []Outcome{{Model: own}}, nil
}

// procedures are the procedures that a design in JSON can name.
var procedures = named[Selector]{"procedure", []Selector{nvsd.Alg1{}, nvsd.Alg1GR{}}}

// readProcedure reads the procedure of a name, with its settings.
func readProcedure(o *jsonobject.Object, name string) (p Procedure, err error) {
	if err := o.Only([]string{"name", "procedure", "settings"}); err != nil {
		return p, err
	}
	p.Of, err = procedures.read(o.Path, name, "settings", o.Take("settings"))
	if err != nil {
		return p, err
	}
	if reflect.ValueOf(p.Of).FieldByName("Kernel").IsZero() {
		return p, jsonobject.Bad(o.Path+"settings.kernel", `it is missing: give a Gaussian kernel, such as {"kind": "gauss", "sigma": "mean_20th_nn"}`)
	}
	return p, nil
}
