package nvsd

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"

// Figure draws the derivative norms of the Report as bars.
func (m *Model) Figure() (*viz.Figure, error) { return viz.Draw(m.chart()) }

// Figure draws the chart of the Report.
func (p *Path) Figure() (*viz.Figure, error) { return viz.OfReport(p.Report()) }

// Figure draws the errors of the Report over the nu.
func (p *RidgePath) Figure() (*viz.Figure, error) { return viz.OfReport(p.Report()) }

// Figure draws the chart of the Report.
func (cv *CrossValidation) Figure() (*viz.Figure, error) { return viz.OfReport(cv.Report()) }

// Figure draws the chart of the Report. It is an error unless the model was selected by
// cross-validation.
func (s *Selection) Figure() (*viz.Figure, error) { return viz.OfReport(s.Report()) }

// Figure draws the derivative norms of the best model as bars.
func (s *SearchResult) Figure() (*viz.Figure, error) { return s.Model.Figure() }

// Figure draws the selection frequencies of the Report as bars.
func (st *Stability) Figure() (*viz.Figure, error) { return viz.OfReport(st.Report()) }

// Figure draws the intervals of the Report.
func (boot *Bootstrap) Figure() (*viz.Figure, error) { return viz.OfReport(boot.Report()) }

// Figure draws the norms of the Report as bars.
func (null *Null) Figure() (*viz.Figure, error) { return viz.OfReport(null.Report()) }

// Figure draws the norms of the Report as bars. It is an error without a model.
func (null *TargetNull) Figure() (*viz.Figure, error) { return viz.OfReport(null.Report()) }

// Figure draws the curves of the Report, or the points of a categorical input.
func (dep *Dependence) Figure() (*viz.Figure, error) { return viz.OfReport(dep.Report()) }
