package nvsd

import (
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// Link returns the values f(x) + b at the rows of X (m x d), of which [Model.Predict] returns the means of the target: log-odds of the
// logistic loss, logarithms of the expected counts of the Poisson loss. For other losses they are the same.
func (m *Model) Link(X mat.Matrix) ([]float64, error) {
	return m.m.Link(X)
}

// Probabilities returns the probability of class +1 at the rows of X (m x d). It is an error for a loss other than [loss.Logistic].
func (m *Model) Probabilities(X mat.Matrix) ([]float64, error) {
	return m.m.Probabilities(X)
}

// Loss returns the loss that the model has been fitted by, nil for the square.
func (m *Model) Loss() loss.Loss {
	return m.m.Loss()
}

// Losses returns the loss of each row of a Frame, whose columns are found by name: for the logistic loss minus the logarithm of
// the probability of its class. It is an error for the square.
func (m *Model) Losses(on *data.Frame) ([]float64, error) {
	return m.m.Losses(on)
}

// TrainLoss returns the mean loss on the training part. It is NaN for the square.
func (m *Model) TrainLoss() float64 {
	return m.m.TrainLoss
}

// Calibration compares the probabilities of class +1 with the classes of data that the model has not seen: how often the class occurs where it is said
// to be so probable, the likelier classes and the true ones, log-loss and Brier score. Columns are found by name. It is an error for a loss other than
// [loss.Logistic].
//
//	c, err := m.Calibration(s.Test)
func (m *Model) Calibration(on *data.Frame) (*score.Calibration, error) {
	return m.m.Calibration(on)
}
