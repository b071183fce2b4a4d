package problem

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// GroupPath is a path by the groups of its penalty.
type GroupPath struct {
	Target string
	Taus   []float64 // falling
	Groups []PathGroup
}

// A PathGroup is one group of inputs along a path.
type PathGroup struct {
	Name    string    // of the categorical input whose columns it has, or the names of its inputs
	Members []int     // columns of its inputs
	Norms   []float64 // sqrt(sum_{a in g} u_a^2) at each tau, with u_a as in NormsPath
}

// Groups returns the groups of the penalty's fits; else each input alone.
func (p *Path) Groups() [][]int {
	for _, sol := range p.Fits {
		if sol != nil && sol.Groups != nil {
			return sol.Groups
		}
	}
	return Singles(p.Train.D())
}

// Singles returns d groups of one input.
func Singles(d int) [][]int {
	groups := make([][]int, d)
	for a := range groups {
		groups[a] = []int{a}
	}
	return groups
}

// GroupNorm returns sqrt(sum_{a in members} norms[a]^2).
func GroupNorm(norms []float64, members []int) float64 {
	sum := 0.0
	for _, a := range members {
		sum = math.Hypot(sum, norms[a])
	}
	return sum
}

func (p *Path) groupName(members []int) string {
	if k := categoryOf(p.Train, members); k >= 0 {
		return p.Train.Categories()[k].Name
	}
	var names []string
	for _, a := range members {
		names = append(names, p.Train.Names()[a])
	}
	return strings.Join(names, ", ")
}

// entry returns the index of the largest tau at which the group is in, or the number of taus.
func (g PathGroup) entry() int {
	if i := slices.IndexFunc(g.Norms, func(v float64) bool { return v > 0 }); i >= 0 {
		return i
	}
	return len(g.Norms)
}

// Report returns the norms as a heat map of groups by taus, and a table of where each group
// comes in.
func (g *GroupPath) Report() report.Report { return report.Report{g.chart(), g.table()} }

// String returns the table of the Report as plain text.
func (g *GroupPath) String() string { return g.table().String() }

// noun returns the word for a group: "group", or "input" where every group is one input.
func (g *GroupPath) noun() string {
	if slices.ContainsFunc(g.Groups, func(group PathGroup) bool { return len(group.Members) > 1 }) {
		return "group"
	}
	return "input"
}

func (g *GroupPath) title() string {
	return fmt.Sprintf("Norms of %ss along the path: %s", g.noun(), g.Target)
}

func (g *GroupPath) table() report.Table {
	t := report.Table{Title: g.title(), Columns: []report.Column{
		{Name: g.noun()}, {Name: "in from tau", Spread: true}, {Name: "largest norm"}, {Name: "norm at the least tau"},
	}}
	t.AddFirst(lists.UpTo(len(g.Groups)), g.noun(), nil, func(k int) []any {
		group := g.Groups[k]
		var from any
		if i := group.entry(); i < len(g.Taus) {
			from = g.Taus[i]
		}
		return []any{group.Name, from, slices.Max(group.Norms), group.Norms[len(group.Norms)-1]}
	})
	return t
}

func (g *GroupPath) chart() report.HeatMap {
	c := report.HeatMap{Title: g.title(), Axis: "tau (falling)", Value: "norm per sd", Log: true}
	for _, tau := range g.Taus {
		c.Columns = append(c.Columns, report.Number(tau))
	}
	out := 0
	for _, group := range g.Groups {
		if group.entry() == len(g.Taus) && len(c.Rows) > 0 {
			out++
			continue
		}
		c.Rows, c.Values = append(c.Rows, group.Name), append(c.Values, group.Norms)
	}
	if out > 0 {
		c.Note = fmt.Sprintf("%s: at no tau.", report.Plural(out, "other "+g.noun()))
	}
	return c
}

// Figure draws the heat map of the Report.
func (g *GroupPath) Figure() (*viz.Figure, error) { return viz.OfReport(g.Report()) }
