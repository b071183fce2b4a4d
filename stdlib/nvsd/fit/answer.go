package fit

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
)

// An Answer has the lists of the request under their names. Each entry has what the request
// asked for, its status and its certificate.
type Answer map[string]any

// answerEntry is one entry of an answer, or a part of one. A number in it, or in its lists,
// is written as null if it is not finite.
type answerEntry map[string]any

func (a answerEntry) MarshalJSON() ([]byte, error) {
	finite := make(map[string]any, len(a))
	for name, v := range a {
		finite[name] = finiteOnly(v)
	}
	return json.Marshal(finite)
}

// finiteOnly returns v with nil for every number that is not finite.
func finiteOnly(v any) any {
	switch v := v.(type) {
	case float64:
		return known(v)
	case []float64:
		if finite(v) {
			return v
		}
		list := make([]*float64, len(v))
		for i, x := range v {
			list[i] = known(x)
		}
		return list
	case [][]float64:
		list := make([]any, len(v))
		for i, row := range v {
			list[i] = finiteOnly(row)
		}
		return list
	}
	return v
}

// Missed returns a sentence with the number of fits that have not converged. It is "" if
// all has.
func (a Answer) Missed() string {
	all, missed, first := 0, 0, ""
	for _, name := range slices.Sorted(maps.Keys(a)) {
		list, _ := a[name].([]answerEntry) // nil for what is no list of entries
		for i, entry := range list {
			status, ok := entry["status"]
			if !ok {
				continue
			}
			all++
			if status != statusConverged {
				missed++
				if missed == 1 {
					first = fmt.Sprintf("%s[%d]: %v", name, i, status)
				}
			}
		}
	}
	if missed == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d fits have not converged; %s", missed, all, first)
}

// The status of an entry.
const (
	statusConverged = "converged"
	statusMaxIter   = "max_iter"
	statusCancelled = "cancelled"
)

// told returns the part of an entry that the fits of all systems have.
func (r *Request) told(ctx context.Context, m *baseline.Model) (answerEntry, error) {
	a := answerEntry{"status": statusConverged, "selected": indices(m.Selected())}
	switch {
	case m.Converged():
	case ctx.Err() != nil:
		a["status"] = statusCancelled
	default:
		a["status"] = statusMaxIter
	}
	if v := m.Objective(); finite([]float64{v}) {
		a["objective"], a["gap"] = v, m.Gap()
	}
	if r.test == nil {
		return a, nil
	}
	v, err := predict(ctx, m, r.test)
	if err != nil {
		return nil, bad("X_test", "%s", reason(err))
	}
	a["test_pred"] = v
	if v == nil {
		a["status"] = statusCancelled
	}
	return a, nil
}

// predict returns the values at the rows of X. It predicts a part of them at a time, because a
// system may take long for each. If ctx ends meanwhile, it returns nil. If ctx had ended
// before, the fit was interrupted, and predict returns its values.
func predict(ctx context.Context, m *baseline.Model, X *mat.Dense) ([]float64, error) {
	const part = 64
	n, d := X.Dims()
	ended := ctx.Err() != nil
	var values []float64
	for i := 0; i < n; i += part {
		if !ended && ctx.Err() != nil {
			return nil, nil
		}
		v, err := m.Predict(X.Slice(i, min(i+part, n), 0, d))
		if err != nil {
			return nil, err
		}
		values = append(values, v...)
	}
	return values, nil
}

// detail returns the part of a fit that only one system has.
func detail[T any](m *baseline.Model) (T, error) {
	own, ok := m.Detail().(T)
	if !ok {
		return own, fmt.Errorf("fit: %s tells of its fit by a %T", m.Method(), m.Detail())
	}
	return own, nil
}

// alone returns the tell of a job of one fit.
func alone[T any](tell func(a answerEntry, m *baseline.Model, own T)) func(answerEntry, []*baseline.Model) error {
	return func(a answerEntry, models []*baseline.Model) error {
		own, err := detail[T](models[0])
		if err == nil {
			tell(a, models[0], own)
		}
		return err
	}
}

// indices returns the indices of the true elements.
func indices(in []bool) []int {
	list := []int{}
	for a, b := range in {
		if b {
			list = append(list, a)
		}
	}
	return list
}

// rows returns the rows of a matrix.
func rows(m mat.Matrix) [][]float64 {
	n, _ := m.Dims()
	list := make([][]float64, n)
	for i := range list {
		list[i] = mat.Row(nil, i, m)
	}
	return list
}
