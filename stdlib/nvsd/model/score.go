package model

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// Score measures the model on data that it has not seen, together with kernel ridge regression
// on all inputs and the training mean.
func (m *Model) Score(ctx context.Context, on *data.Frame) (score.Score, error) {
	on, err := m.AlignTarget(on)
	if err != nil {
		return score.Score{}, err
	}
	models := []score.Fitted{m}
	if m.Kind != problem.TrainingMean && m.Kind != problem.AllInputs && !m.NothingToLearn() {
		by := choose.ByLeaveOneOut()
		if m.Selection != nil && m.Read == nil {
			by = m.Selection.By
		}
		ridge, err := Ridge(ctx, m.Spec, m.Given, by)
		if err != nil {
			return score.Score{}, err
		}
		models = append(models, ridge)
	}
	if m.Kind != problem.TrainingMean {
		mean, err := Constant(m.Given, m.Loss())
		if err != nil {
			return score.Score{}, err
		}
		models = append(models, mean)
	}
	return score.CompareOn(on, m.TwoClasses() && score.AreClasses(on.Y()), models)
}

// Residuals compares the model's predictions with the target of a Frame, observation by
// observation. Columns are found by name.
func (m *Model) Residuals(on *data.Frame) (*score.Residuals, error) { return score.ResidualsOf(m, on) }
