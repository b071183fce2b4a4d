package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Statistic is a number to which a table puts together the values of a measure over the repetitions, without those in which a
// method has failed.
type Statistic string

const (
	Mean      Statistic = "mean"
	MeanSD    Statistic = "mean-sd"    // with the standard deviation behind it, with divisor repetitions - 1
	Median    Statistic = "median"     // which a few wild values do not move
	MedianIQR Statistic = "median-iqr" // with the distance of the quartiles behind it
)

// Statistics returns all statistics.
func Statistics() []Statistic { return []Statistic{Mean, MeanSD, Median, MedianIQR} }

// By returns the results with tables of another statistic. Without it they are of means, as charts always are.
func (r *Results) By(s Statistic) (*Results, error) {
	if !slices.Contains(Statistics(), s) {
		var names []string
		for _, other := range Statistics() {
			names = append(names, string(other))
		}
		return nil, fmt.Errorf("%q is no statistic: %sthe statistics are %s", s, spelling.Question(string(s), names), strings.Join(names, ", "))
	}
	shown := *r
	shown.statistic = s
	return &shown, nil
}

// noun returns the name that a note gives the numbers of a table, and the words for the numbers in brackets.
func (s Statistic) noun() (numbers, behind string) {
	switch s {
	case MeanSD:
		return "means", ", with the standard deviation in brackets"
	case Median:
		return "medians", ""
	case MedianIQR:
		return "medians", ", with the distance of the quartiles in brackets"
	}
	return "means", ""
}

// set sets the cell to the statistic of the numbers that are there. Each number of the cell is NaN where it has no meaning.
func (s Statistic) set(cell *report.Standing, values []float64) {
	values = slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	cell.HasSpread = s == MeanSD || s == MedianIQR
	switch s {
	case Median, MedianIQR:
		slices.Sort(values)
		cell.Value = lists.Quantile(values, 0.5)
	default:
		cell.Value = meanOf(values)
	}
	switch s {
	case MeanSD:
		cell.Spread = stat.StdDev(values, nil)
	case MedianIQR:
		cell.Spread = lists.Quantile(values, 0.75) - lists.Quantile(values, 0.25)
	}
}
