package study

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
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

// procedures are the procedures that a design in JSON can name. The name is that of the type, and the settings are its fields.
func procedures() []Selector { return []Selector{nvsd.Alg1{}, nvsd.Alg1GR{}} }

func procedureName(s Selector) string { return reflect.TypeOf(s).Name() }

// writeProcedure writes the name of a procedure, and those of its fields that are not zero.
func writeProcedure(s Selector) (name string, settings map[string]json.RawMessage, err error) {
	if !slices.ContainsFunc(procedures(), func(known Selector) bool { return reflect.TypeOf(known) == reflect.TypeOf(s) }) {
		return "", nil, fmt.Errorf("the procedure %T has no name in a design", s)
	}
	settings, err = declare.WriteFields(reflect.ValueOf(s))
	return procedureName(s), settings, err
}

// readProcedure reads the procedure of a name, with its settings.
func readProcedure(o *jsonobject.Object, name string) (p Procedure, err error) {
	if err := o.Only([]string{"name", "procedure", "settings"}); err != nil {
		return p, err
	}
	all := procedures()
	i := slices.IndexFunc(all, func(s Selector) bool { return procedureName(s) == name })
	if i < 0 {
		names := make([]string, len(all))
		for k, s := range all {
			names[k] = procedureName(s)
		}
		return p, jsonobject.Bad(o.Path+"procedure", "%q: the procedures are %s", name, strings.Join(names, ", "))
	}
	v := reflect.New(reflect.TypeOf(all[i])).Elem()
	settings := o.Take("settings")
	if err := declare.ReadFields(o.Path+"settings", settings, v); err != nil {
		return p, err
	}
	if v.FieldByName("Kernel").IsZero() {
		return p, jsonobject.Bad(o.Path+"settings.kernel", `it is missing: give a Gaussian kernel, such as {"kind": "gauss", "sigma": "mean_20th_nn"}`)
	}
	p.Of = v.Interface().(Selector)
	return p, nil
}
