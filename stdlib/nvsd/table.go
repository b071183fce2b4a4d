package nvsd

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// String is the model as a table in plain text: its inputs by falling
// derivative norm, at most 30 of them, and how it was found.
func (m *Model) String() string {
	const most = 30
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %s: %s, %d of %d inputs\n", m.Target(), plural(m.N(), "observation"), m.method, count(m.selected), m.D())
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	names, order, kinds := m.train.Names(), m.Ranking(), m.NormKinds()
	categories := m.CategoryNorms()
	heading := "input\tnorm per sd\tper unit\tselected"
	if len(categories) > 0 {
		heading += "\tnorm"
	}
	fmt.Fprintln(w, heading)
	for _, a := range order[:min(most, len(order))] {
		selected := ""
		if m.selected[a] {
			selected = "yes"
		}
		if m.someDecided() && m.certain[a] == solve.Undecided {
			selected = strings.TrimPrefix(selected+", undecided", ", ")
		}
		fmt.Fprintf(w, "%s\t%.4g\t%.4g\t%s", names[a], m.perSD[a], m.perUnit[a], selected)
		if len(categories) > 0 {
			fmt.Fprintf(w, "\t%s", kinds[a])
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	for _, c := range categories {
		fmt.Fprintf(&b, "%s: between two of its %d levels predictions differ by %.4g (root mean square)\n", c.Name, len(c.Levels), c.Norm)
	}
	if rest := order[min(most, len(order)):]; len(rest) > 0 {
		selected := 0
		for _, a := range rest {
			if m.selected[a] {
				selected++
			}
		}
		fmt.Fprintf(&b, "and %s more, %d of them selected\n", plural(len(rest), "input"), selected)
	}
	fmt.Fprintf(&b, "selection: %s\n", m.Rule())
	for _, line := range m.Account() {
		fmt.Fprintln(&b, line)
	}
	for _, warning := range m.warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	return b.String()
}

// Account is what decides the numbers and how good they are, in lines.
func (m *Model) Account() []string {
	var lines []string
	if !math.IsNaN(m.tau) {
		line := fmt.Sprintf("penalty: %s, tau %.4g", m.PenaltyString(), m.tau)
		if top := m.ceiling.seen(); top > 0 {
			line += fmt.Sprintf(" (%.3g tau_max)", m.tau/top)
		}
		gap := "no certificate"
		if !math.IsNaN(m.relGap) {
			gap = fmt.Sprintf("relative gap %.1g", m.relGap)
		}
		lines = append(lines, line+fmt.Sprintf(", nu %.3g, %s", m.Nu(), gap))
		if m.certain != nil {
			lines = append(lines, fmt.Sprintf("certain at the optimum of that fit: %v", solve.CountCertain(m.certain)))
		}
		if name := m.SolverString(); name != "" {
			lines = append(lines, "solver: "+name)
		}
	}
	if m.kernel != nil {
		line := fmt.Sprintf("kernel: %v, %v, %v", m.kernel, m.spec.Scale, m.spec.Intercept)
		if !math.IsNaN(m.ridgeNu) {
			line += fmt.Sprintf(", ridge nu %.3g", m.ridgeNu)
		}
		lines = append(lines, line)
	}
	if text := m.EvidenceString(); text != "" {
		lines = append(lines, text)
	}
	line := fmt.Sprintf("RMSE: %.4g in training", m.trainRMSE)
	switch c := m.selection; {
	case !math.IsNaN(m.validRMSE):
		line += fmt.Sprintf(", %.4g in validation", m.validRMSE)
	case c != nil && c.CrossValidation != nil:
		line += fmt.Sprintf(", %.4g (SE %.2g) in cross-validation", c.RMSE, c.SE)
	case c != nil:
		line += fmt.Sprintf(", %.4g leaving one out", c.RMSE)
	}
	lines = append(lines, line+fmt.Sprintf("; %.2g s", m.seconds))
	if m.selection != nil && !math.IsNaN(m.selection.Mean) {
		lines = append(lines, "training mean: "+m.selection.AgainstMean())
	}
	return lines
}

// EvidenceString is what the evidence says of the model and of each selected input, in a
// line; empty unless the refit [ARD] made the model.
func (m *Model) EvidenceString() string {
	if m.selection == nil || m.selection.Evidence == nil {
		return ""
	}
	e := m.selection.Evidence
	line := fmt.Sprint(e)
	names := m.train.Names()
	for k, a := range m.Ranking()[:count(m.selected)] {
		sep := ", "
		if k == 0 {
			sep = "; worth "
		}
		line += fmt.Sprintf("%s%s %.3g", sep, names[a], e.Worth[a])
	}
	if e.Instead != "" {
		line += "; " + e.Instead
	}
	return line
}

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
