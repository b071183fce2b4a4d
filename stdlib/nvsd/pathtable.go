package nvsd

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// String is the path as a table in plain text, at most a dozen of its taus,
// the first and the last among them.
func (p *Path) String() string {
	const mostTaus, mostNames = 12, 5
	var b strings.Builder
	from := fmt.Sprintf("from %.4g", p.taus[0])
	if top := p.seen(); top > 0 && !p.given {
		from = fmt.Sprintf("below tau_max = %.4g", top)
	}
	fmt.Fprintf(&b, "path of %d taus %s, %v, %v: %d iterations, %.2g s\n",
		p.Len(), from, p.spec.Penalty, p.kernel, p.Iterations(), p.seconds)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "tau\tinputs\tcertainly in\tout\tundecided\trelative gap\tthe largest norms")
	norms, gaps := p.NormsPath(), p.Gaps()
	for _, i := range Evenly(p.Len(), mostTaus) {
		active := p.active(i)
		var names []string
		for _, a := range ranking(norms[i], active)[:min(mostNames, count(active))] {
			names = append(names, p.train.Names()[a])
		}
		if count(active) > mostNames {
			names = append(names, "...")
		}
		known := "\t\t"
		if certain := p.certain(i); certain != nil {
			n := solve.CountCertain(certain)
			known = fmt.Sprintf("%d\t%d\t%d", n.In, n.Out, n.Undecided)
		}
		fmt.Fprintf(w, "%.4g\t%d\t%s\t%s\t%s\n", p.taus[i], count(active), known, gapText(gaps[i]), strings.Join(names, ", "))
	}
	w.Flush()
	b.WriteString(warningLines(p.Warnings()))
	return b.String()
}

// gapText is a relative gap, where there is one.
func gapText(gap float64) string {
	if math.IsNaN(gap) {
		return "no certificate"
	}
	return fmt.Sprintf("%.1e", gap)
}
