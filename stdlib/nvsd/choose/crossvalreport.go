package choose

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// Warnings returns the warnings about the fits in folds, one sentence each.
func (cv *CrossValidation) Warnings() []string { return slices.Clone(cv.warnings) }

// Report returns the least error at every tau and the chosen candidate, as a table of at
// most about a dozen taus and as a chart, and the least error at every number of inputs as
// a chart.
func (cv *CrossValidation) Report() report.Report { return cv.comparison().report() }

// String returns the table of the Report as plain text.
func (cv *CrossValidation) String() string { return cv.comparison().table().String() }

func (cv *CrossValidation) comparison() *comparison {
	c := &comparison{
		title: fmt.Sprintf("Cross-validation in %s of %s", report.Plural(cv.Folds, "fold"), report.Plural(len(cv.Candidates), "candidate")),
		error: cv.measure.Name() + " on held-out rows", name: cv.measure.Name(), candidates: cv.Candidates, least: cv.Least, chosen: cv.Chosen, fewest: -1, warnings: cv.Warnings(),
	}
	if limit := cv.limit(); !math.IsNaN(limit) {
		c.fewest, c.within = cv.fewest(limit), "one standard error"
		c.limit = &report.Level{Value: limit, Text: "within one standard error of the least"}
	}
	return c
}

// Figure draws the errors of the Report over tau and over the number of inputs.
func (cv *CrossValidation) Figure() (*viz.Figure, error) { return viz.OfReport(cv.Report()) }
