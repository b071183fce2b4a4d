package procedure

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// text has what the answer in words needs in addition to the answer itself.
type text struct {
	file    string
	model   *nvsd.Model
	null    *nvsd.TargetNull
	verdict verdict

	test       string // name of the test table
	rows       int    // number of its rows
	testOfMean float64
}

// mostListed is the largest number of inputs that a list names.
const mostListed = 12

// Short returns the answer for people: the inputs, the worth of each, how well they predict, and
// what to know before the answer is trusted.
func (a *Answer) Short() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s from %s, %s\n", a.text.file, a.Target, plural(len(a.Inputs), "input"), plural(a.N, "row"))
	if a.Classes != nil {
		fmt.Fprintf(&b, "%s: -1 for %q, +1 for %q\n", a.Target, a.Classes[0], a.Classes[1])
	}
	if a.Found {
		a.table(&b)
	} else {
		fmt.Fprintf(&b, "found nothing worth more than the mean of %s\n", a.Target)
	}
	if rest := a.others(); len(rest) > 0 {
		fmt.Fprintf(&b, "not selected, the most promising first: %s\n", listed(rest))
	}
	a.errors(&b)
	for _, warning := range a.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	return b.String()
}

// String returns Short, and how the model was found.
func (a *Answer) String() string {
	var b strings.Builder
	b.WriteString(a.Short())
	m := a.text.model
	fmt.Fprintf(&b, "\nhow it was found, in %.3g s\n", a.Seconds)
	fmt.Fprintln(&b, m.Rule())
	if m.PenaltyString() != "" && m.RelGap() > 0 {
		fmt.Fprintf(&b, "path: %s, tau %.4g (%.3g tau_max), nu %.3g, relative gap %.1g\n", m.PenaltyString(), m.Tau(), m.Tau()/m.TauMax(), m.Nu(), m.RelGap())
	}
	if e := m.Selection().Evidence; e != nil {
		fmt.Fprintln(&b, e)
		if e.Instead != "" {
			fmt.Fprintln(&b, e.Instead)
		}
	}
	if a.text.null != nil {
		fmt.Fprintln(&b, a.text.null.Account())
	}
	fmt.Fprintf(&b, "\nthe same in a cell of a notebook\n%s", a.Spec)
	return b.String()
}

// table returns a row for each of the selected inputs.
func (a *Answer) table(b *strings.Builder) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	heading := "selected\tnorm per sd"
	if a.Evidence != nil {
		heading += "\tworth"
	}
	if a.Null != nil {
		heading += "\tabove noise"
	}
	fmt.Fprintln(w, heading)
	for _, name := range a.Selected {
		j := slices.Index(a.Inputs, name)
		fmt.Fprintf(w, "%s\t%.4g", name, a.Scores[j])
		if a.Evidence != nil {
			fmt.Fprintf(w, "\t%.3g", a.Evidence.Worth[j])
		}
		if a.Null != nil {
			k := slices.IndexFunc(a.Null.Chosen, func(s Standing) bool { return s.Input == name })
			fmt.Fprintf(w, "\t%d of %d", a.Null.Chosen[k].WorthAbove, a.Null.Runs)
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	legend := fmt.Sprintf("norm per sd: how %s changes, on average, over a standard deviation of the input", a.Target)
	if a.Evidence != nil {
		legend += fmt.Sprintf("\nworth: log evidence lost without the input; at least %.2g to be selected", a.Evidence.Price)
	}
	if a.Null != nil {
		legend += "\nabove noise: in how many runs with a permuted target its worth is above the largest"
	}
	fmt.Fprintln(b, legend)
	for _, c := range a.text.model.CategoryNorms() {
		if c.Norm > 0 {
			fmt.Fprintf(b, "%s: between two of its %d levels predictions differ by %.4g (root mean square)\n", c.Name, len(c.Levels), c.Norm)
		}
	}
}

// others returns the inputs that vary and are not selected, in their order.
func (a *Answer) others() []string {
	var rest []string
	for _, j := range a.text.model.Ranking() {
		if a.Scores[j] > 0 && !slices.Contains(a.Selected, a.Inputs[j]) {
			rest = append(rest, a.Inputs[j])
		}
	}
	return rest
}

// errors returns how well the target is predicted, in a sentence.
func (a *Answer) errors(b *strings.Builder) {
	how := "leaving one out"
	if a.Criterion == CrossValidation {
		how = fmt.Sprintf("in %d folds", folds)
	}
	v := a.text.verdict
	switch {
	case v.Size == 0:
		fmt.Fprintf(b, "error %s: %.4g by the mean\n", how, v.Mean)
	case !a.Found:
		fmt.Fprintf(b, "error %s: %.4g, by the mean %.4g\n", how, v.RMSE, v.Mean)
	default:
		fmt.Fprintf(b, "error %s: %.4g, by the mean %.4g%s\n", how, v.RMSE, v.Mean, explained(v.RMSE, v.Mean))
	}
	if h := v.held; a.Found && h != nil {
		fmt.Fprintf(b, "error on rows that had no part in the choice, in %s: %.4g, by the mean %.4g%s\n", plural(h.Folds, "fold"), h.RMSE, h.Mean, explained(h.RMSE, h.Mean))
	}
	switch {
	case a.text.test == "":
	case a.RMSE == nil:
		fmt.Fprintf(b, "%s: %s predicted; it has no %s to compare with\n", a.text.test, plural(a.text.rows, "row"), a.Target)
	case !a.Found:
		fmt.Fprintf(b, "%s: %s predicted, RMSE %.4g by the mean\n", a.text.test, plural(a.text.rows, "row"), *a.RMSE)
	default:
		fmt.Fprintf(b, "%s: %s predicted, RMSE %.4g, by the mean %.4g%s\n", a.text.test, plural(a.text.rows, "row"), *a.RMSE, a.text.testOfMean, explained(*a.RMSE, a.text.testOfMean))
	}
}

// explained returns the fraction of the mean's squared error that a model removes.
func explained(err, ofMean float64) string {
	if !(err < ofMean) {
		return ""
	}
	return fmt.Sprintf(" (%.0f %% of the variance explained)", math.Floor(100*(1-err*err/(ofMean*ofMean))))
}

// noise warns of chosen inputs that are not beyond noise.
func noise(null *Null) []string {
	if null == nil {
		return nil
	}
	var weak []string
	for _, s := range null.Chosen {
		if !s.Beyond {
			weak = append(weak, fmt.Sprintf("%s (%d)", s.Input, s.WorthAbove))
		}
	}
	if len(weak) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("not beyond noise: in parentheses, above the largest worth of how many of %s: %s", plural(null.Runs, "permuted run"), listed(weak))}
}

// listed returns the first of the names.
func listed(names []string) string {
	if more := len(names) - mostListed; more > 0 {
		return strings.Join(names[:mostListed], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names, ", ")
}

func quoted(names []string) string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = fmt.Sprintf("%q", name)
	}
	return listed(all)
}

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
