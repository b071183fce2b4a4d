package nvsd

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"
)

// String is the path as a table in plain text, at most a dozen of its taus,
// the first and the last among them.
func (p *Path) String() string {
	const mostTaus, mostNames = 12, 5
	var b strings.Builder
	fmt.Fprintf(&b, "path of %d taus below tau_max = %.4g, %v, %v: %d iterations, %.2g s\n",
		p.Len(), p.tauMax, p.spec.Penalty, p.kernel, p.Iterations(), p.seconds)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "tau\tinputs\trelative gap\tthe largest norms")
	norms, gaps := p.NormsPath(), p.Gaps()
	for _, i := range evenly(p.Len(), mostTaus) {
		active := p.active(i)
		var names []string
		for _, a := range ranking(norms[i], active)[:min(mostNames, count(active))] {
			names = append(names, p.train.Names()[a])
		}
		if count(active) > mostNames {
			names = append(names, "...")
		}
		fmt.Fprintf(w, "%.4g\t%d\t%s\t%s\n", p.taus[i], count(active), gapText(gaps[i]), strings.Join(names, ", "))
	}
	w.Flush()
	b.WriteString(warningLines(p.Warnings()))
	return b.String()
}

// evenly returns at most so many of the indices below n, evenly spread, the first
// and the last among them.
func evenly(n, most int) []int {
	shown := make([]int, min(n, most))
	for k := range shown {
		shown[k] = k * (n - 1) / max(1, len(shown)-1)
	}
	return shown
}

// gapText is a relative gap, where there is one.
func gapText(gap float64) string {
	if math.IsNaN(gap) {
		return "no certificate"
	}
	return fmt.Sprintf("%.1e", gap)
}
