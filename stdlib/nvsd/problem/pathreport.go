package problem

import (
	"fmt"
	"math"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// MostTaus is the largest number of fits of a path that are listed.
const MostTaus = 12

// Report returns the derivative norms as lines over tau, with the numbers of inputs that are
// in, and a table of at most a dozen fits. The first and the last are among them.
func (p *Path) Report() report.Report { return report.Report{p.Chart(), p.Table()} }

// String returns the table of the Report as plain text.
func (p *Path) String() string { return p.Table().String() }

// Table returns the table of the Report.
func (p *Path) Table() report.Table { return p.TableOf(p.Listed()) }

// Listed returns the fits that the table lists.
func (p *Path) Listed() []int { return report.Evenly(p.Len(), MostTaus) }

// TableOf returns the table of some of the fits that are listed.
func (p *Path) TableOf(fits []int) report.Table {
	from := "from " + report.Number(p.Taus[0])
	if top := p.Seen(); top > 0 && !p.AtTaus {
		from = "below tau_max = " + report.Number(top)
	}
	t := report.Table{
		Title: fmt.Sprintf("Path of %s %s", p.size(), from),
		Columns: []report.Column{
			{Name: "fit"}, {Name: "tau", Spread: true}, {Name: "inputs"}, {Name: "certainly in"}, {Name: "certainly out"}, {Name: "undecided"},
			{Name: "relative gap", Digits: 1, Spread: true, Right: true}, {Name: "the largest norms", Charted: true},
		},
		Facts:    []report.Fact{{Name: "penalty", Text: fmt.Sprint(p.Spec.Penalty)}, {Name: "kernel", Text: fmt.Sprint(p.Kernel)}},
		Warnings: p.Warnings(),
	}
	if l := p.Spec.Smooth(); l != nil {
		t.Facts = append(t.Facts, report.Fact{Name: "loss", Text: refusal.Called(l)})
	}
	if p.Several != nil {
		t.Facts = append(t.Facts, report.Fact{Name: "functions", Text: p.Several.Told()})
	}
	if count, _, said := p.Spec.Features.Drawn(); said {
		t.Facts = append(t.Facts, report.Fact{Name: "features", Text: p.Spec.Features.String() + ": certified for the problem with " + report.Plural(count, "random feature")})
	}
	if p.Len() > MostTaus {
		t.Notes = append(t.Notes, fmt.Sprintf("%d of the %d fits are listed", MostTaus, p.Len()))
	}
	gaps := p.Gaps()
	for _, i := range fits {
		var in, out, undecided any // empty without a certificate
		if certain := p.CertainAt(i); certain != nil {
			n := solve.CountCertain(certain)
			in, out, undecided = n.In, n.Out, n.Undecided
		}
		t.Rows = append(t.Rows, []any{i, p.Taus[i], lists.Count(p.Active(i)), in, out, undecided, gapCell(gaps[i]), p.largestNorms(i)})
	}
	return t
}

// Chart returns the lines of the Report.
func (p *Path) Chart() report.Lines {
	lines := report.Lines{
		Title: "Derivative norms along the path: " + p.Target(), Measure: "derivative norm", Weight: "tau",
		Weights: p.Taus, Lines: report.LinesOf(p.Names(), p.NormsPath()),
	}
	certified := false
	for i := range p.Taus {
		for a, in := range p.Active(i) {
			lines.Lines[a].In = append(lines.Lines[a].In, in)
		}
		certified = certified || p.Fits[i] != nil && p.CertainAt(i) != nil
		lines.Certain = append(lines.Certain, solve.CountCertain(p.CertainAt(i)).In)
	}
	if !certified {
		lines.Certain = nil
	}
	return lines
}

// size returns the number of fits, and the number that was asked for if it is larger.
func (p *Path) size() string {
	if p.Len() < p.Asked {
		return fmt.Sprintf("%d of %s", p.Len(), report.Plural(p.Asked, "fit"))
	}
	return report.Plural(p.Len(), "fit")
}

// largestNorms returns the names of the inputs that are in at tau i, by falling norm.
func (p *Path) largestNorms(i int) string {
	const most = 5
	names := RankedNames(p.Train.Names(), p.PerSD[i], p.Active(i))
	if len(names) > most {
		names = append(names[:most], "...")
	}
	return strings.Join(names, ", ")
}

// gapCell returns the cell of a relative gap, if there is one.
func gapCell(gap float64) any {
	if math.IsNaN(gap) {
		return "no certificate"
	}
	return gap
}
