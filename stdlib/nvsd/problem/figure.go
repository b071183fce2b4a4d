package problem

import (
	"cmp"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// Figure draws the derivative norms along the path, and below them the number of inputs that are
// in.
func (p *Path) Figure(options ...PathOption) (*viz.Figure, error) {
	lines := p.Chart()
	for _, option := range options {
		option(&lines)
	}
	return viz.Draw(lines)
}

// A PathOption changes how [Path.Figure] draws.
type PathOption func(*report.Lines)

// chosenModel is a model that was selected from a path.
type chosenModel interface {
	Tau() float64
	SelectedNames() []string
}

// MarkModel marks the tau of a model that was selected from the path, and the inputs of its
// names. A tau that the path has not is not marked.
func MarkModel(m chosenModel) PathOption {
	return func(lines *report.Lines) {
		lines.Chosen = m.Tau()
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

// Heatmap returns the norms of groups of inputs along the path, in the order in which the groups
// come in; those that come in together by falling norm.
func (p *Path) Heatmap() *GroupPath {
	g := &GroupPath{Target: p.Target(), Taus: p.Taus}
	for _, members := range p.Groups() {
		group := PathGroup{Name: p.groupName(members), Members: slices.Clone(members)}
		for _, norms := range p.PerSD {
			group.Norms = append(group.Norms, GroupNorm(norms, members))
		}
		g.Groups = append(g.Groups, group)
	}
	slices.SortStableFunc(g.Groups, func(a, b PathGroup) int {
		i, j := a.entry(), b.entry()
		if i != j || i == len(g.Taus) {
			return cmp.Compare(i, j)
		}
		return cmp.Compare(b.Norms[i], a.Norms[i])
	})
	return g
}
