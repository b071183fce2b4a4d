package nvsd

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
)

// Warnings tells, a sentence each, what to know about the fits in folds.
func (cv *CrossValidation) Warnings() []string { return slices.Clone(cv.warnings) }

// AlongPath returns, for every tau, the index of the candidate of least error
// there; of equal errors, that of fewest inputs.
func (cv *CrossValidation) AlongPath() []int {
	var along []int
	for j, c := range cv.Candidates {
		last := len(along) - 1
		switch {
		case last < 0 || cv.Candidates[along[last]].TauIndex != c.TauIndex:
			along = append(along, j)
		case c.RMSE < cv.Candidates[along[last]].RMSE:
			along[last] = j
		}
	}
	return along
}

// Shown returns the indices of candidates for a table: about so many of those of
// least error along the path, evenly spread, with the least of all and the
// chosen one among them.
func (cv *CrossValidation) Shown(most int) []int {
	shown := []int{cv.Least, cv.Chosen}
	along := cv.AlongPath()
	for _, i := range Evenly(len(along), most) {
		shown = append(shown, along[i])
	}
	slices.Sort(shown)
	return slices.Compact(shown)
}

// Mark says of a candidate what it is: "least error", "chosen", both, or "".
func (cv *CrossValidation) Mark(j int) string {
	switch {
	case j == cv.Chosen && j == cv.Least:
		return "chosen, least error"
	case j == cv.Chosen:
		return "chosen"
	case j == cv.Least:
		return "least error"
	}
	return ""
}

// String is the least error at every tau as a table in plain text, at most about
// a dozen of them, and the chosen candidate.
func (cv *CrossValidation) String() string {
	const most = 12
	var b strings.Builder
	fmt.Fprintf(&b, "cross-validation in %s of %s\n", plural(cv.Folds, "fold"), plural(len(cv.Candidates), "candidate"))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "tau\tinputs\tRMSE\t(SE)\t")
	for _, j := range cv.Shown(most) {
		c := cv.Candidates[j]
		fmt.Fprintf(w, "%.4g\t%d\t%.4g\t(%.2g)\t%s\n", c.Tau, c.Size, c.RMSE, c.SE, cv.Mark(j))
	}
	w.Flush()
	b.WriteString(warningLines(cv.warnings))
	return b.String()
}
