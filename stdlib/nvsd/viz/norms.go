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
	fewBars   = 10 // drawn of more than maxBars, also if they are 0
	rowHeight = vg.Length(17)
	barHeight = vg.Length(10)
	labelGap  = vg.Length(6)
	maxLabel  = vg.Length(170)
)

// Norms draws the derivative norms of a model's inputs, the largest first. Selected inputs
// have full bars and bold names; the bars of the others are hatched. If anything is proved
// of an input, a disc before the bar says that it is certainly in, a cross that it is
// certainly out, and a ring that it is undecided. If there are more than 30 inputs, the
// largest 30 are drawn, or ten of them if the rest is 0, and a line summarises the others. axis
// is the title of the axis, such as [NormsAxis].
//
// A norm that is not finite is left out, and the caption says so. It is an error when no bar
// is left, or when a norm is negative.
func Norms(title, axis string, bars []Bar) (*Figure, error) {
	return drawBars(report.Bars{Title: title, Axis: axis, What: "derivative norms", Bars: bars})
}

func drawBars(chart report.Bars) (*Figure, error) {
	sorted, err := sortedBars(chart.Bars)
	if err != nil {
		return nil, err
	}
	if mark := chart.Level; mark != nil && (!(mark.Value >= 0) || !drawable(mark.Value)) {
		return nil, fmt.Errorf("viz: the mark %q is at %v: marks are finite, below 1e300 and at least 0", mark.Text, mark.Value)
	}

	r := &rows{bars: sorted, full: map[string]string{}, verdicts: slices.ContainsFunc(sorted, proved), plain: chart.Of != ""}
	if len(sorted) > maxBars {
		most := maxBars
		for most > fewBars && sorted[most-1].Norm == 0 { // many of 0 say no more than some
			most--
		}
		r.bars, r.note = sorted[:most], leftOut(sorted[most:])
	}
	r.shorten()
	head := header{title: clean(chart.Title)}
	desc := inWords(chart.What, sorted)
	if chart.Of != "" {
		desc = inWordsOf(chart, sorted)
	} else {
		head.entries = r.key(sorted)
	}
	top := sorted[0].Norm
	if mark := chart.Level; mark != nil {
		head.entries = append(head.entries, entry{mark: dashed, text: clean(mark.Text)})
		desc += fmt.Sprintf(" The dashed line: %s.", clean(mark.Text))
		top = max(top, mark.Value)
		r.level = &mark.Value
	}

	p := newRowPlot(chart.Axis, top, r.lines())
	p.Add(r)
	if chart.Level != nil {
		p.Add(markLine{at: chart.Level.Value, bars: len(r.bars)})
	}
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + rowHeight*vg.Length(r.lines()) + axisHeight(p),
		draw:    func(c draw.Canvas) { p.Draw(head.draw(c)) },
		caption: leftOutNote(len(chart.Bars)-len(sorted), "input", "inputs"),
		title:   clean(chart.Title),
		desc:    desc,
		full:    r.full,
	}, nil
}

// sortedBars returns the bars that are drawn, by falling norms and, of equal norms, the
// selected first.
func sortedBars(bars []Bar) ([]Bar, error) {
	if len(bars) == 0 {
		return nil, errEmpty
	}
	var sorted []Bar
	for _, b := range bars {
		if b.Norm < 0 {
			return nil, fmt.Errorf("viz: the norm of input %q is %v: norms are at least 0", b.Name, b.Norm)
		}
		if drawable(b.Norm) {
			b.Name = clean(b.Name)
			sorted = append(sorted, b)
		}
	}
	if len(sorted) == 0 {
		return nil, errNoNumber(len(bars))
	}
	slices.SortStableFunc(sorted, func(a, b Bar) int {
		switch {
		case a.Norm == b.Norm && a.Selected == b.Selected:
			return 0
		case a.Norm > b.Norm || a.Norm == b.Norm && a.Selected:
			return -1
		}
		return 1
	})
	return sorted, nil
}

// proved reports whether anything is proved of the input of a bar.
func proved(b Bar) bool { return b.Verdict == report.CertainlyIn || b.Verdict == report.CertainlyOut }

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
	verdicts := slices.ContainsFunc(sorted, proved)
	var parts []string
	for _, b := range sorted[:min(most, len(sorted))] {
		state := "not selected"
		if b.Selected {
			state = "selected"
		}
		if verdicts && b.Verdict != report.NoVerdict {
			state += ", " + string(b.Verdict)
		}
		parts = append(parts, fmt.Sprintf("%s %s (%s)", b.Name, number(b.Norm), state))
	}
	return fmt.Sprintf("Bar chart of the %s of %s, %d of them selected. The largest: %s.",
		what, inputs(len(sorted)), countSelected(sorted), strings.Join(parts, ", "))
}

// inWordsOf describes bars that are of no inputs.
func inWordsOf(chart report.Bars, sorted []Bar) string {
	const most = 5
	var parts []string
	for _, b := range sorted[:min(most, len(sorted))] {
		parts = append(parts, b.Name+" "+number(b.Norm))
	}
	return fmt.Sprintf("Bar chart of the %s of %d %ss. The largest: %s.", clean(chart.What), len(sorted), clean(chart.Of), strings.Join(parts, ", "))
}

// axisHeight returns the height of the horizontal axis of p, below the data.
func axisHeight(p *plot.Plot) vg.Length {
	h := p.X.Tick.Length + p.X.Tick.Label.Height("0") + p.X.Padding + p.X.Width
	if p.X.Label.Text != "" {
		h += p.X.Label.TextStyle.Height(p.X.Label.Text) + p.X.Label.Padding
	}
	return h
}
