package viz

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Intervals draws a point and a line with ends for every input, the largest value first.
// If there are more than 30 inputs, the first 30 are drawn and a line counts the others.
// point and line name the two marks in the key.
//
// An interval with a number that is not finite is left out, and the caption says so. It is
// an error when no interval is left, when a number is negative, or when Low is above High.
func Intervals(title, axis, point, line string, all []Interval) (*Figure, error) {
	sorted, err := sortedIntervals(all)
	if err != nil {
		return nil, err
	}
	w := &whiskers{all: sorted[:min(maxBars, len(sorted))], full: map[string]string{}}
	if rest := len(sorted) - len(w.all); rest > 0 {
		w.note = fmt.Sprintf("and %d more", rest)
	}
	w.shorten()
	top := 0.0
	for _, v := range w.all {
		top = max(top, v.Value, v.High)
	}

	p := newRowPlot(axis, top, w.lines())
	p.Add(w)

	head := header{title: clean(title), entries: []entry{{mark: dotKey, text: clean(point), glyph: true}, {mark: whiskerKey, text: clean(line)}}}
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + rowHeight*vg.Length(w.lines()) + axisHeight(p),
		draw:    func(c draw.Canvas) { p.Draw(head.draw(c)) },
		caption: leftOutNote(len(all)-len(sorted), "interval", "intervals"),
		title:   clean(title),
		desc:    intervalsInWords(sorted),
		full:    w.full,
	}, nil
}

// sortedIntervals returns the intervals that are drawn, by falling values.
func sortedIntervals(all []Interval) ([]Interval, error) {
	if len(all) == 0 {
		return nil, errEmpty
	}
	var sorted []Interval
	for _, v := range all {
		if v.Value < 0 || v.Low < 0 || v.Low > v.High {
			return nil, fmt.Errorf("viz: the interval of input %q is %v in [%v, %v]: its numbers are at least 0 and in order", v.Name, v.Value, v.Low, v.High)
		}
		if drawable(v.Value) && drawable(v.Low) && drawable(v.High) {
			v.Name = clean(v.Name)
			sorted = append(sorted, v)
		}
	}
	if len(sorted) == 0 {
		return nil, errNoNumber(len(all))
	}
	slices.SortStableFunc(sorted, func(a, b Interval) int { return cmp.Compare(b.Value, a.Value) })
	return sorted, nil
}

func intervalsInWords(sorted []Interval) string {
	const most = 5
	var parts []string
	for _, v := range sorted[:min(most, len(sorted))] {
		parts = append(parts, fmt.Sprintf("%s %s (%s to %s)", v.Name, number(v.Value), number(v.Low), number(v.High)))
	}
	return fmt.Sprintf("Intervals of %s. The largest: %s.", inputs(len(sorted)), strings.Join(parts, ", "))
}
