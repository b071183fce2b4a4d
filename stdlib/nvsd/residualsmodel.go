package nvsd

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"

// Residuals compares the model's predictions with the target of a Frame, observation by
// observation. Columns are found by name.
func (m *Model) Residuals(on *data.Frame) (*Residuals, error) { return ResidualsOf(m, on) }
