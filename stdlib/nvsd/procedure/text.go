package procedure

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// text holds the results that the answer in words needs in addition to the answer itself.
type text struct {
	file    string
	finding *nvsd.Finding
	classes *nvsd.ClassFinding // in its place, of three classes or more

	test       string // name of the test table
	intervals  *model.Intervals
	testOfMean float64
	wrong      float64 // part of the rows of the test table that are given the wrong one of three classes or more
}

// report returns the report of what was found.
func (t *text) report() report.Report {
	if t.classes != nil {
		return t.classes.Report()
	}
	return t.finding.Report()
}

// Short returns the answer for people: the inputs, the worth of each, the error of prediction,
// and the warnings.
func (a *Answer) Short() string {
	found := a.text.report().Tables()[0]
	found.Title = a.text.file + ": " + found.Title
	found.Warnings = a.Warnings
	if a.text.test != "" {
		found.Facts = append(found.Facts, report.Fact{Name: a.text.test, Text: a.predicted()})
	}
	if a.Knockoffs != nil {
		found.Facts = append(found.Facts, a.Knockoffs.fact())
	}
	if a.Interactions != nil {
		found.Facts = append(found.Facts, a.Interactions.fact())
	}
	if v := a.text.intervals; v != nil {
		found.Facts = append(found.Facts, report.Fact{Name: fmt.Sprintf("%.4g %% intervals of these rows", 100*a.Level), Text: v.Account()})
	}
	return found.String()
}

// String returns Short, and the way in which the inputs were chosen.
func (a *Answer) String() string {
	how := a.text.report().Tables()[1]
	how.Title += fmt.Sprintf(", in %.3g s", a.Seconds)
	return fmt.Sprintf("%s\n%v\nThe same in a cell of a notebook\n%s", a.Short(), how, a.Spec)
}

// predicted describes the error of prediction on the rows of the test table.
func (a *Answer) predicted() string {
	rows := report.Plural(len(a.Predictions), "row") + " predicted"
	switch {
	case a.text.classes != nil && a.LogLoss != nil:
		return fmt.Sprintf("%s, log-loss %.4g, %.4g by the frequencies; wrong class %s", rows, *a.LogLoss, a.text.testOfMean, report.Percent(a.text.wrong))
	case a.RMSE == nil:
		return fmt.Sprintf("%s; it has no %s to compare with", rows, a.Target)
	case a.LogLoss != nil:
		return fmt.Sprintf("%s, log-loss %.4g, RMSE of the codes %s", rows, *a.LogLoss, report.BesideMean(*a.RMSE, a.text.testOfMean))
	case !a.Found && a.Background == nil:
		return fmt.Sprintf("%s, RMSE %.4g by the mean", rows, *a.RMSE)
	}
	return rows + ", RMSE " + report.BesideMean(*a.RMSE, a.text.testOfMean)
}

// quoted returns the first of the names.
func quoted(names []string) string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = fmt.Sprintf("%q", name)
	}
	return report.Listed(all)
}
