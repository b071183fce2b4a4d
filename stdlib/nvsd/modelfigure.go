package nvsd

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"

// Figure draws the derivative norms of the Report as bars.
func (m *Model) Figure() (*viz.Figure, error) { return viz.Draw(m.chart()) }
