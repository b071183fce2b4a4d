package nvsd

import (
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// A Fitted is a function that any system has fitted to data, with the inputs that it selects and
// their scores.
type Fitted = score.Fitted

// A Score has the errors of a model on data, and those of simple models that were fitted to
// the same training part.
type Score = score.Score

// Compare measures models of any systems on the same data, each in a row. If the target has
// the two classes -1 and 1, the score has the metrics of classes too.
func Compare(on *data.Frame, models ...Fitted) (Score, error) {
	return score.Compare(on, models...)
}

// ResidualsOf compares predictions of a model of any system with the target of a Frame,
// observation by observation. Columns are found by name.
func ResidualsOf(m Fitted, on *data.Frame) (*score.Residuals, error) {
	return score.ResidualsOf(m, on)
}
