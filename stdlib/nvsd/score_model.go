package nvsd

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// Score measures the model on data that it has not seen, together with kernel ridge
// regression on all inputs and the training mean. The ridge regression has the model's
// Spec, and its nu is chosen by the criterion that chose the model. Without such a
// criterion, and for a model that was read from a file, it is chosen by the leave-one-out
// error. If the target is one of two classes (see [Model.TwoClasses]), the score has the
// metrics of classes too.
func (m *Model) Score(ctx context.Context, on *data.Frame) (Score, error) {
	on, err := m.alignTarget(on)
	if err != nil {
		return Score{}, err
	}
	models := []Fitted{m}
	if m.method != trainingMean && m.method != allInputs && !m.nothingToLearn() {
		by := ByLeaveOneOut()
		if m.selection != nil && m.read == nil {
			by = m.selection.By
		}
		ridge, err := m.spec.Ridge(ctx, m.given, by)
		if err != nil {
			return Score{}, err
		}
		models = append(models, ridge)
	}
	if m.method != trainingMean {
		mean, err := Mean(m.given)
		if err != nil {
			return Score{}, err
		}
		models = append(models, mean)
	}
	return compare(on, m.TwoClasses() && areClasses(on.Y()), models)
}
