package viz

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Lengths of a bar chart, in points.
const (
	maxBars   = 30
	rowHeight = vg.Length(17)
	barHeight = vg.Length(10)
	labelGap  = vg.Length(6)
	maxLabel  = vg.Length(170)
)

// Norms draws the derivative norms of a model's inputs, the largest first. Selected inputs
// have full bars and bold names; the bars of the others are hatched. If there are more than
// 30 inputs, the largest 30 are drawn and a line summarises the others. axis is the title
// of the axis, such as [NormsAxis].
//
// It is an error when there is no bar, or when a norm is negative or not finite.
func Norms(title, axis string, bars []Bar) (*Figure, error) {
	return drawBars(report.Bars{Title: title, Axis: axis, What: "derivative norms", Bars: bars})
}

func drawBars(chart report.Bars) (*Figure, error) {
	if len(chart.Bars) == 0 {
		return nil, errEmpty
	}
	if mark := chart.Level; mark != nil && (!(mark.Value >= 0) || !drawable(mark.Value)) {
		return nil, fmt.Errorf("viz: the mark %q is at %v: marks are finite, below 1e300 and at least 0", mark.Text, mark.Value)
	}
	sorted := slices.Clone(chart.Bars)
	for i, b := range sorted {
		if !(b.Norm >= 0) || !drawable(b.Norm) {
			return nil, fmt.Errorf("viz: the norm of input %q is %v: norms are finite, below 1e300 and at least 0", b.Name, b.Norm)
		}
		sorted[i].Name = clean(b.Name)
	}
	slices.SortStableFunc(sorted, func(a, b Bar) int {
		switch {
		case a.Norm != b.Norm:
			if a.Norm > b.Norm {
				return -1
			}
			return 1
		case a.Selected != b.Selected:
			if a.Selected {
				return -1
			}
			return 1
		}
		return 0
	})

	r := &rows{bars: sorted, full: map[string]string{}}
	if len(sorted) > maxBars {
		r.bars, r.note = sorted[:maxBars], leftOut(sorted[maxBars:])
	}
	r.shorten()
	selected := countSelected(sorted)
	entries := []entry{
		{full, fmt.Sprintf("selected (%d)", selected)},
		{hatched, fmt.Sprintf("not selected (%d)", len(sorted)-selected)},
	}

	desc := inWords(chart.What, sorted)
	top := sorted[0].Norm
	if mark := chart.Level; mark != nil {
		entries = append(entries, entry{dashed, clean(mark.Text)})
		desc += fmt.Sprintf(" The dashed line: %s.", clean(mark.Text))
		top = max(top, mark.Value)
	}

	p := newRowPlot(chart.Axis, top, r.lines())
	p.Add(r)
	if chart.Level != nil {
		p.Add(markLine{chart.Level.Value})
	}

	head := header{title: clean(chart.Title), entries: entries}
	return &Figure{
		width:  defaultWidth,
		height: 2*margin + head.height() + rowHeight*vg.Length(r.lines()) + axisHeight(p),
		draw:   func(c draw.Canvas) { p.Draw(head.draw(c)) },
		title:  clean(chart.Title),
		desc:   desc,
		full:   r.full,
	}, nil
}

func countSelected(bars []Bar) int {
	n := 0
	for _, b := range bars {
		if b.Selected {
			n++
		}
	}
	return n
}

// leftOut summarises the bars that are not drawn. rest is sorted.
func leftOut(rest []Bar) string {
	s := fmt.Sprintf("and %d more", len(rest))
	if n := countSelected(rest); n > 0 {
		s += fmt.Sprintf(", %d of them selected", n)
	}
	if rest[0].Norm == 0 {
		return s + ", all 0"
	}
	return s + ", none above " + number(rest[0].Norm)
}

// inWords describes the chart for people who cannot see it.
func inWords(what string, sorted []Bar) string {
	const most = 5
	var parts []string
	for _, b := range sorted[:min(most, len(sorted))] {
		state := "not selected"
		if b.Selected {
			state = "selected"
		}
		parts = append(parts, fmt.Sprintf("%s %s (%s)", b.Name, number(b.Norm), state))
	}
	return fmt.Sprintf("Bar chart of the %s of %d inputs, %d of them selected. The largest: %s.",
		what, len(sorted), countSelected(sorted), strings.Join(parts, ", "))
}

// axisHeight returns the height of the horizontal axis of p, below the data.
func axisHeight(p *plot.Plot) vg.Length {
	h := p.X.Tick.Length + p.X.Tick.Label.Height("0") + p.X.Padding + p.X.Width
	if p.X.Label.Text != "" {
		h += p.X.Label.TextStyle.Height(p.X.Label.Text) + p.X.Label.Padding
	}
	return h
}
