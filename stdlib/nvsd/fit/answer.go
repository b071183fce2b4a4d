package fit

import (
	"context"
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
)

// answered is one entry of an answer.
type answered = map[string]any

// fitAt fits a system at a weight that an entry gives under a name.
func (r *Request) fitAt(ctx context.Context, entry *object, name string, weight float64, m baseline.Method) (*baseline.Model, error) {
	if !(weight > 0) {
		return nil, bad(entry.path+name, "%v: it must be > 0", weight)
	}
	model, err := m.Fit(ctx, r.frame, nvsd.Tau(weight))
	if model == nil {
		return nil, bad(strings.TrimSuffix(entry.path, "."), "%s", strings.TrimPrefix(reason(err), "baseline: "+m.String()+": "))
	}
	return model, nil // what has not converged says so
}

// answer is what all systems tell of a fit.
func (r *Request) answer(ctx context.Context, m *baseline.Model) (answered, error) {
	a := answered{"status": statusOf(m.Converged()), "selected": indices(m.Selected())}
	if ctx.Err() != nil {
		a["status"] = "cancelled"
	}
	if v := known(m.Objective()); v != nil {
		a["objective"], a["gap"] = v, known(m.Gap())
	}
	if r.test == nil {
		return a, nil
	}
	v, err := m.Predict(r.test)
	if err != nil {
		return nil, bad("X_test", "%s", reason(err))
	}
	if !finite(v) {
		return nil, bad("X_test", "a prediction there overflows a float64")
	}
	a["test_pred"] = v
	return a, nil
}

// answerOf fits a system at a weight that an entry gives under a name, and returns the model,
// what all systems tell of it, and what this one tells alone.
func answerOf[T any](ctx context.Context, r *Request, entry *object, name string, weight float64, m baseline.Method) (model *baseline.Model, a answered, own T, err error) {
	if model, err = r.fitAt(ctx, entry, name, weight, m); err != nil {
		return nil, nil, own, err
	}
	if a, err = r.answer(ctx, model); err != nil {
		return nil, nil, own, err
	}
	own, err = detail[T](model)
	return model, a, own, err
}

// detail returns what a system tells alone.
func detail[T any](m *baseline.Model) (T, error) {
	own, ok := m.Detail().(T)
	if !ok {
		return own, fmt.Errorf("fit: %s tells of its fit by a %T", m.Method(), m.Detail())
	}
	return own, nil
}

// each answers the entries of a list.
func (r *Request) each(ctx context.Context, list string, one func(context.Context, *object) (answered, error)) ([]answered, error) {
	out := []answered{}
	for _, entry := range r.lists[list] {
		a, err := one(ctx, entry)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// solutions is the answer of a system that has one list.
func (r *Request) solutions(ctx context.Context, one func(context.Context, *object) (answered, error)) (Answer, error) {
	list, err := r.each(ctx, "solutions", one)
	return Answer{"solutions": list}, err
}

// indices returns where there is true, from 0.
func indices(in []bool) []int {
	list := []int{}
	for a, b := range in {
		if b {
			list = append(list, a)
		}
	}
	return list
}

// given is number for a field of an entry that must be there.
func given(entry *object, names ...string) (map[string]float64, error) {
	values := map[string]float64{}
	for _, name := range names {
		v, err := entry.required(name)
		if err != nil {
			return nil, err
		}
		values[name] = v
	}
	return values, nil
}

// orElse is number for a field with a default.
func (o *object) orElse(name string, otherwise float64) (float64, error) {
	v, ok, err := o.number(name)
	if !ok {
		v = otherwise
	}
	return v, err
}

// inUnit refuses inputs outside [0, 1], which a method takes as they are given.
func (r *Request) inUnit() error {
	for field, X := range map[string]mat.Matrix{"X": r.frame.X(), "X_test": r.test} {
		if X == (*mat.Dense)(nil) {
			continue
		}
		n, d := X.Dims()
		for i := range n {
			for a := range d {
				if v := X.At(i, a); v < 0 || v > 1 {
					return badCell(field, i, a, "%v: the inputs of %s lie in [0, 1]; scale them", v, r.door.name)
				}
			}
		}
	}
	return nil
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

// oneOf reads a text that is one of some.
func (o *object) oneOf(name string, words ...string) (string, error) {
	text, err := o.text(name)
	if err != nil {
		return "", err
	}
	for _, w := range words {
		if text == w {
			return text, nil
		}
	}
	if text == "" {
		return "", bad(o.path+name, "it is missing: it is one of %s", strings.Join(words, ", "))
	}
	return "", bad(o.path+name, "%q: it is one of %s", text, strings.Join(words, ", "))
}
