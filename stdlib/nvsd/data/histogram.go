package data

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Hist shows the distribution of the cells of a column: numbers and dates as a histogram,
// levels as bars of their counts, the most frequent first.
//
// The width of the bins is that of Freedman and Diaconis (1981), 2 IQR / n^(1/3), or less where
// it makes fewer bins than the 1 + log2(n) of Sturges (1926), and then a round number near it. It
// makes about 60 bins at most. Bins of whole numbers have the same number of them each. A note says
// which rule has decided.
//
// Missing cells are left out, and a note counts them. It is an error if there is no such column, and
// if all of its cells are missing.
func (f *Frame) Hist(name string) (report.Report, error) {
	at, err := f.indices("Hist", []string{name})
	if err != nil {
		return nil, err
	}
	j := at[0]
	rows, note, err := f.complete("Hist", j)
	if err != nil {
		return nil, err
	}
	c := f.columns[j].rows(rows)
	if c.kind == Categorical || c.kind == Boolean {
		return c.counts(note), nil
	}
	if err := f.measure("Hist", j); err != nil {
		return nil, err
	}
	bins, rule := c.bins()
	return report.Report{report.Histogram{
		Title: "Histogram of " + name, Axis: name, Bins: bins, Dates: c.kind == Date, Points: points, Note: sentences(rule, note),
	}}, nil
}

// counts returns the counts of the levels of a column without missing cells.
func (c column) counts(note string) report.Report {
	c, _ = c.levelled(0)
	counts := make([]float64, len(c.levels))
	for _, v := range c.values {
		counts[int(v)]++
	}
	table := report.Table{Columns: []report.Column{{Name: c.name, Charted: true}, {Name: "count", Charted: true}, {Name: "share", Charted: true}}}
	order := lists.UpTo(len(counts))
	slices.SortStableFunc(order, func(a, b int) int { return int(counts[b] - counts[a]) })
	chart := report.Bars{Title: "Levels of " + c.name, Axis: points, What: "counts", Of: "level"}
	table.AddFirst(order, "level", nil, func(k int) []any {
		return []any{c.levels[k], int(counts[k]), report.Percent(counts[k] / float64(len(c.values)))}
	})
	for k, level := range c.levels {
		chart.Bars = append(chart.Bars, report.Bar{Name: level, Norm: counts[k]})
	}
	if note != "" {
		table.Notes = append(table.Notes, note)
	}
	return report.Report{table, chart}
}

// mostBins is about how many bins a histogram has at most: its width is rounded.
const mostBins = 60

// bins returns the bins of a column of numbers or dates that has cells and none missing, and a
// sentence on how they are chosen.
func (c column) bins() (report.Bins, string) {
	sorted := slices.Sorted(slices.Values(c.values))
	n, lo, hi := float64(len(sorted)), sorted[0], sorted[len(sorted)-1]
	whole := !slices.ContainsFunc(sorted, func(v float64) bool { return v != math.Trunc(v) })
	if size := max(math.Abs(lo), math.Abs(hi)); hi-lo <= 1e-9*size {
		half := max(0.5, 0.05*size)
		if c.kind == Date {
			half = day / 2
		}
		return report.Bins{Edges: []float64{lo - half, hi + half}, Counts: []int{len(sorted)}}, "All values are the same, but for rounding."
	}
	width, rule := (hi-lo)/(1+math.Ceil(math.Log2(n))), "the rule of Sturges"
	if wide := 2 * (lists.Quantile(sorted, 0.75) - lists.Quantile(sorted, 0.25)) / math.Cbrt(n); wide > 0 && wide < width {
		width, rule = wide, "the rule of Freedman and Diaconis"
	}
	if least := (hi - lo) / mostBins; width < least {
		width, rule = least, fmt.Sprintf("at most %d bins", mostBins)
	}
	var s step
	switch {
	case c.kind == Date:
		whole, s = false, dateStep(width)
	case whole && width <= 1:
		s, rule = step{1, 1, "1"}, "one for each whole number"
	case whole:
		s = roundStep(width, true)
	default:
		s = roundStep(width, false)
	}
	return s.bins(sorted, whole), fmt.Sprintf("Bins of %s: %s.", s.text, rule)
}

// A step is the width of the bins of a histogram.
type step struct {
	times, over float64 // the width is times/over; one of them is a power of ten
	text        string
}

// at returns k steps, rounded once.
func (s step) at(k float64) float64 { return k * s.times / s.over }

// roundStep returns the multiple of 1, 2, 2.5 or 5 and a power of ten that is nearest to a width by
// ratio. If whole, it is a whole number.
func roundStep(width float64, whole bool) step {
	best, off := step{}, math.Inf(1)
	power := int(math.Floor(math.Log10(width)))
	for p := power; p <= power+1; p++ {
		for _, m := range []float64{1, 2, 2.5, 5} {
			s := step{times: m * math.Pow10(max(p, 0)), over: math.Pow10(max(-p, 0))}
			if d := math.Abs(math.Log(s.at(1) / width)); d < off && (!whole || s.at(1) == math.Trunc(s.at(1))) {
				best, off = s, d
			}
		}
	}
	best.text = report.Number(best.at(1))
	return best
}

const day = 24 * 60 * 60 // seconds

// dateStep returns the step of the calendar that is nearest to a width in seconds by ratio.
func dateStep(width float64) step {
	const minute, hour = 60, 60 * 60
	best, off := step{}, math.Inf(1)
	for _, s := range []step{
		{1, 1, "1 second"}, {5, 1, "5 seconds"}, {15, 1, "15 seconds"}, {minute, 1, "1 minute"}, {5 * minute, 1, "5 minutes"}, {15 * minute, 1, "15 minutes"},
		{hour, 1, "1 hour"}, {3 * hour, 1, "3 hours"}, {6 * hour, 1, "6 hours"}, {12 * hour, 1, "12 hours"}, {day, 1, "1 day"}, {2 * day, 1, "2 days"},
		{7 * day, 1, "7 days"}, {14 * day, 1, "14 days"}, {30 * day, 1, "30 days"}, {90 * day, 1, "90 days"}, {180 * day, 1, "180 days"},
		{365 * day, 1, "365 days"}, {3650 * day, 1, "3650 days"}, {36500 * day, 1, "36500 days"},
	} {
		if d := math.Abs(math.Log(s.at(1) / width)); d < off {
			best, off = s, d
		}
	}
	return best
}

// bins returns the bins of a step that sorted numbers need. Those of whole numbers begin half a unit
// before the first of theirs.
func (s step) bins(sorted []float64, whole bool) report.Bins {
	shift := 0.0
	if whole {
		shift = 0.5
	}
	var b report.Bins
	first, last := math.Floor(sorted[0]/s.at(1)), sorted[len(sorted)-1]
	if s.at(first)-shift > sorted[0] { // the quotient was rounded
		first--
	}
	for k := first; ; k++ {
		edge := s.at(k) - shift
		b.Edges = append(b.Edges, edge)
		if edge > last || edge == last && len(b.Edges) > 1 {
			break
		}
	}
	b.Counts = make([]int, len(b.Edges)-1)
	for _, v := range sorted {
		k, is := slices.BinarySearch(b.Edges, v)
		if !is {
			k--
		}
		b.Counts[max(0, min(k, len(b.Counts)-1))]++
	}
	return b
}
