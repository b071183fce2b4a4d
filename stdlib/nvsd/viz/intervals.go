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
// It is an error when there is no interval, when a number is negative or not finite, or
// when Low is above High.
func Intervals(title, axis, point, line string, all []Interval) (*Figure, error) {
	if len(all) == 0 {
		return nil, errEmpty
	}
	sorted := slices.Clone(all)
	for i, v := range sorted {
		if !(v.Value >= 0 && v.Low >= 0 && v.High >= v.Low) || !drawable(v.Value) || !drawable(v.High) {
			return nil, fmt.Errorf("viz: the interval of input %q is %v in [%v, %v]: its numbers are finite, below 1e300, at least 0 and in order",
				v.Name, v.Value, v.Low, v.High)
		}
		sorted[i].Name = clean(v.Name)
	}
	slices.SortStableFunc(sorted, func(a, b Interval) int { return cmp.Compare(b.Value, a.Value) })
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
		width:  defaultWidth,
		height: 2*margin + head.height() + rowHeight*vg.Length(w.lines()) + axisHeight(p),
		draw:   func(c draw.Canvas) { p.Draw(head.draw(c)) },
		title:  clean(title),
		desc:   intervalsInWords(sorted),
		full:   w.full,
	}, nil
}

func intervalsInWords(sorted []Interval) string {
	const most = 5
	var parts []string
	for _, v := range sorted[:min(most, len(sorted))] {
		parts = append(parts, fmt.Sprintf("%s %s (%s to %s)", v.Name, number(v.Value), number(v.Low), number(v.High)))
	}
	return fmt.Sprintf("Intervals of %d inputs. The largest: %s.", len(sorted), strings.Join(parts, ", "))
}
