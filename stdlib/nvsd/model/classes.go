package model

import (
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"gonum.org/v1/gonum/mat"
)

// TwoClasses reports whether the model's target is one of two classes: it was read with
// data.Classes, or its training values are exactly -1 and +1.
func (m *Model) TwoClasses() bool {
	_, _, declared := m.Train.Classes()
	return declared || slices.Contains(m.Y, -1) && slices.Contains(m.Y, 1) && score.AreClasses(m.Y)
}

// Probabilities returns the probability of class +1 at the rows of X. It is an error for a loss other than the logistic one.
func (m *Model) Probabilities(X mat.Matrix) ([]float64, error) {
	if _, is := m.Spec.Loss.(loss.Logistic); !is {
		return nil, refusal.BadArgument("model", "probabilities of classes are those of the logistic loss: fit a Spec whose Loss is loss.Logistic{}")
	}
	v, err := m.Link(X)
	for i, f := range v {
		v[i] = loss.Logistic{}.Probability(f)
	}
	return v, err
}

// Classify returns the sign of the model's predictions at the rows of X, -1 or
// +1. It is an error when the target is not one of two classes.
func (m *Model) Classify(X mat.Matrix) ([]float64, error) {
	if !m.TwoClasses() {
		return nil, refusal.BadData(refusal.TrainingPart, "the target %q is a number, not one of two classes: read it with data.Classes(negative, positive)", m.Target())
	}
	v, err := m.Predict(X)
	for i := range v {
		v[i] = score.Sign(v[i])
	}
	return v, err
}

// Calibration compares the probabilities of a model by the logistic loss with the classes of a Frame, whose columns are found by name.
func (m *Model) Calibration(on *data.Frame) (*score.Calibration, error) {
	if _, is := m.Spec.Loss.(loss.Logistic); !is {
		return nil, refusal.BadArgument("model", "a calibration is of the probabilities of the logistic loss: fit a Spec whose Loss is loss.Logistic{}")
	}
	if err := score.SameTarget(on, m.Given); err != nil {
		return nil, err
	}
	if !score.AreClasses(on.Y()) {
		return nil, refusal.BadData(refusal.Evaluated, "%q has other values than -1 and +1", on.Target())
	}
	X, err := m.inputsOf(on)
	if err != nil {
		return nil, err
	}
	p, err := m.Probabilities(X)
	if err != nil {
		return nil, err
	}
	return score.NewCalibration(m.Kind, on, p)
}
