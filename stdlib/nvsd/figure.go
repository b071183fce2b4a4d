package nvsd

import (
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// Figure draws the derivative norms of the Report as bars.
func (m *Model) Figure() (*viz.Figure, error) { return viz.Draw(m.chart()) }

// Figure draws the derivative norms along the path, and below them how many inputs are in.
// Options change how:
//
//	path.Figure(nvsd.LogNorms(), nvsd.MarkModel(m))
func (p *Path) Figure(options ...PathOption) (*viz.Figure, error) {
	lines := p.chart()
	for _, option := range options {
		option(&lines)
	}
	return viz.Draw(lines)
}

// A PathOption changes how [Path.Figure] draws.
type PathOption func(*report.Lines)

// MarkModel marks the tau of a model that was selected from the path, and the inputs of its
// names. A tau that the path has not is not marked.
func MarkModel(m *Model) PathOption {
	return func(lines *report.Lines) {
		lines.Chosen = m.tau
		selected := m.SelectedNames()
		for a, l := range lines.Lines {
			lines.Lines[a].Selected = slices.Contains(selected, l.Name)
		}
	}
}

// RelativeNorms draws each norm relative to the largest of its input, so that small norms
// are seen, and which grow first.
func RelativeNorms() PathOption {
	return func(lines *report.Lines) { lines.Scale = report.Relative }
}

// LogNorms draws the norms on a logarithmic axis of at most six decades.
func LogNorms() PathOption {
	return func(lines *report.Lines) { lines.Scale = report.Log }
}

// Figure draws the errors of the Report over the nu.
func (p *RidgePath) Figure() (*viz.Figure, error) { return viz.OfReport(p.Report()) }

// Figure draws the errors of the Report over tau and over the number of inputs.
func (cv *CrossValidation) Figure() (*viz.Figure, error) { return viz.OfReport(cv.Report()) }

// Figure draws the charts of the Report. It is an error where that is empty.
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

// Figure draws the predictions against the truth, and the residuals.
func (r *Residuals) Figure() (*viz.Figure, error) { return viz.OfReport(r.Report()) }

// Figure draws the chart of the Report. It is an error if the target is not known.
func (v *Intervals) Figure() (*viz.Figure, error) { return viz.OfReport(v.Report()) }

// Figure draws the curves of the Report, or the points of a categorical input.
func (dep *Dependence) Figure() (*viz.Figure, error) { return viz.OfReport(dep.Report()) }

// Figure draws the chart of the Report.
func (s *Surface) Figure() (*viz.Figure, error) { return viz.OfReport(s.Report()) }

// Figure draws the panels of the Report.
func (deps *Dependences) Figure() (*viz.Figure, error) { return viz.OfReport(deps.Report()) }

// Figure draws the curves of the Report.
func (c *Convergence) Figure() (*viz.Figure, error) { return viz.OfReport(c.Report()) }

// Figure draws the heat map of the Report.
func (g *GroupPath) Figure() (*viz.Figure, error) { return viz.OfReport(g.Report()) }

// Figure draws which fold selected which input. It is an error if no fold selected any, or
// if there is one fold.
func (a *Assessment) Figure() (*viz.Figure, error) { return viz.OfReport(a.Report()) }
