package baseline

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"

// Figure draws the scores of the Report as bars.
func (m *Model) Figure() (*viz.Figure, error) { return viz.Draw(m.chart()) }

// Figure draws the scores of the Report as lines over the weight.
func (p *Path) Figure() (*viz.Figure, error) { return viz.Draw(p.chart()) }
