package choose

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"gonum.org/v1/gonum/stat"
)

// A comparison tells the candidates of a path by their errors: which there were, which has
// the least error, and which was chosen.
type comparison struct {
	title, error  string // error is the title of its axis
	name          string // of the error
	candidates    []Candidate
	least, chosen int
	fewest        int           // the candidate of fewest inputs within within; -1 for none
	within        string        // such as "one standard error"
	limit         *report.Level // the errors within a standard error of the least; nil where that is not the rule
	notes         []string
	warnings      []string
}

// rowComparison returns the comparison of candidates by the errors of rows.
func rowComparison(by Criterion, measure score.Measure, all []Candidate, least, chosen int) *comparison {
	c := &comparison{
		title: fmt.Sprintf("%s by the %s", report.Plural(len(all), "candidate"), by.measure()),
		error: measure.Name() + ": " + by.measure(), name: measure.Name(), candidates: slices.Clone(all), least: least, chosen: chosen, fewest: -1,
	}
	if by.sparse != LeastError {
		c.fewest, c.within = chosen, string(by.sparse)
	}
	for j, own := range all {
		c.candidates[j].SE = errorSE(measure, own.squares)
		c.candidates[j].squares = nil // which are many numbers
	}
	return c
}

// errorSE returns the standard error of the error of terms: that of their mean, and for squares that over twice the root. It is NaN for
// fewer than two terms, and for a root of 0.
func errorSE(measure score.Measure, terms []float64) float64 {
	if of := measure.Of(terms); len(terms) < 2 || !(of > 0) {
		return math.NaN()
	}
	_, se := measure.OfMean(measure.MeanOf(measure.Of(terms)), stat.StdDev(terms, nil)/math.Sqrt(float64(len(terms))))
	return se
}

func (c *comparison) report() report.Report {
	return report.Report{c.overTau(), c.overInputs(), c.table()}
}

func (c *comparison) table() report.Table {
	t := report.Table{
		Title:    c.title,
		Columns:  []report.Column{{Name: "tau", Spread: true}, {Name: "inputs"}, {Name: c.name}, {Name: "(SE)"}, {}},
		Notes:    slices.Concat([]string{"at every tau the number of inputs that does best there, and what was chosen"}, c.notes),
		Warnings: c.warnings,
	}
	for _, j := range c.shown() {
		own := c.candidates[j]
		var mark any
		if words := c.marks(j); words != "" && j != c.fewest || j == c.chosen {
			mark = report.Mark{Sign: report.Tick, Word: words}
		}
		t.Rows = append(t.Rows, []any{own.Tau, own.Size, report.Known(own.RMSE), report.Known(own.SE), mark})
	}
	return t
}

// shown returns the indices of the candidates in the table. They are spread evenly over the
// candidates of least error along the path, and include the least of all and the chosen
// one.
func (c *comparison) shown() []int {
	shown := []int{c.least, c.chosen}
	along := c.bestOf(func(own Candidate) int { return own.TauIndex })
	for _, i := range report.Evenly(len(along), problem.MostTaus) {
		shown = append(shown, along[i])
	}
	slices.Sort(shown)
	return slices.Compact(shown)
}

// bestOf returns, for every group of candidates, the index of the one of least error. Of
// equal errors, it is the one of fewest inputs. Groups are by rising number.
func (c *comparison) bestOf(group func(Candidate) int) []int {
	best := map[int]int{}
	for j, own := range c.candidates {
		i, known := best[group(own)]
		if before := c.candidates[i]; !known || cmp.Or(cmp.Compare(own.RMSE, before.RMSE), own.Size-before.Size) < 0 {
			best[group(own)] = j
		}
	}
	var all []int
	for _, j := range best {
		all = append(all, j)
	}
	slices.SortFunc(all, func(i, j int) int { return group(c.candidates[i]) - group(c.candidates[j]) })
	return all
}

// marks returns the distinctions of a candidate, as "chosen, least error". It is "" for most.
func (c *comparison) marks(j int) string {
	var words []string
	if j == c.chosen {
		words = append(words, "chosen")
	}
	if j == c.least {
		words = append(words, "least error")
	}
	if j == c.fewest && j != c.least {
		words = append(words, "fewest inputs within "+c.within)
	}
	return strings.Join(words, ", ")
}

// overTau returns the least error at every tau.
func (c *comparison) overTau() report.Errors {
	chart, along := c.over(c.bestOf(func(own Candidate) int { return own.TauIndex }),
		errorAxis{"tau", "tau", func(own Candidate) float64 { return own.Tau }})
	for _, j := range along {
		chart.Inputs = append(chart.Inputs, c.candidates[j].Size)
	}
	return chart
}

// overInputs returns the least error at every number of inputs.
func (c *comparison) overInputs() report.Errors {
	chart, _ := c.over(c.bestOf(func(own Candidate) int { return own.Size }),
		errorAxis{"number of inputs", "the number of inputs", func(own Candidate) float64 { return float64(own.Size) }})
	chart.Rising = true
	return chart
}

// An errorAxis is the horizontal axis of a chart of errors: tau, or the number of inputs.
type errorAxis struct {
	axis, title string
	of          func(Candidate) float64
}

// over returns the errors of those candidates of a list that have one, over a weight, and
// which these are. A candidate that is marked and not in the list has its own error.
func (c *comparison) over(list []int, by errorAxis) (report.Errors, []int) {
	chart := report.Errors{Title: c.title + ", over " + by.title, Weight: by.axis, Error: c.error, Limit: c.limit}
	errors := report.Series{Name: "least error ± standard error"}
	list = slices.DeleteFunc(list, func(j int) bool {
		return math.IsNaN(c.candidates[j].RMSE) || math.IsInf(c.candidates[j].RMSE, 0)
	})
	at := map[float64]int{}
	for i, j := range list {
		own := c.candidates[j]
		at[by.of(own)] = i
		chart.Weights, errors.Y, errors.SE = append(chart.Weights, by.of(own)), append(errors.Y, own.RMSE), append(errors.SE, own.SE)
	}
	chart.Series = []report.Series{errors}
	marked := []int{c.least, c.chosen, c.fewest}
	for k, j := range marked {
		if j < 0 || slices.Contains(marked[:k], j) {
			continue
		}
		own := c.candidates[j]
		i, known := at[by.of(own)]
		if !known {
			continue
		}
		choice := report.Choice{At: i, Text: fmt.Sprintf("%s (%s)", c.marks(j), report.Plural(own.Size, "input"))}
		if list[i] != j {
			choice.Error = own.RMSE
		}
		chart.Choices = append(chart.Choices, choice)
	}
	return chart, list
}
