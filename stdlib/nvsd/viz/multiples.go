package viz

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// maxColumns is the largest number of columns of bars beside each other.
const maxColumns = 8

// Multiples draws bars of the same inputs beside each other, on one scale. Full bars are those
// of inputs that are in. If there are more than 30 inputs, those with the largest values are
// drawn. If there are more than eight columns, eight of them are drawn, the first and the last
// among them. The caption counts what is left out.
//
// It is an error when there is no input or no column, when lengths disagree, or when a value is
// negative. A value that is not finite has no bar, and the caption counts it.
func Multiples(chart report.Multiples) (*Figure, error) {
	m, err := newMultiples(chart)
	if err != nil {
		return nil, err
	}
	head := header{title: clean(chart.Title), entries: []entry{{mark: full, text: "in"}, {mark: hatched, text: "not in"}}}
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + rowHeight*vg.Length(len(m.rows)+1) + rowHeight,
		draw:    func(c draw.Canvas) { m.draw(head.draw(c)) },
		caption: sentences(m.dropped, leftOutNote(m.bad, "value", "values")),
		title:   clean(chart.Title),
		desc: fmt.Sprintf("Bars of the %s of %s in %d columns, from %s to %s, on one scale to %s.", clean(chart.What), inputs(len(chart.Names)),
			len(chart.Columns), clean(chart.Columns[0].Label), clean(chart.Columns[len(chart.Columns)-1].Label), number(m.top)),
		full: m.full,
	}, nil
}

// multiples is the layout of a report.Multiples.
type multiples struct {
	axis    string
	rows    []int    // the inputs
	names   []string // of the rows
	columns []report.BarColumn
	labels  []string  // of the columns
	left    vg.Length // the width of the names
	width   vg.Length // of a column, with the gaps beside it
	top     float64
	dropped string            // how many inputs and columns there is no room for
	bad     int               // values that are left out
	full    map[string]string // the complete names of shortened ones
}

func newMultiples(chart report.Multiples) (*multiples, error) {
	if len(chart.Names) == 0 || len(chart.Columns) == 0 {
		return nil, errEmpty
	}
	m := &multiples{axis: clean(chart.Axis), top: chart.Top, full: map[string]string{}}
	largest := make([]float64, len(chart.Names))
	for _, c := range chart.Columns {
		if len(c.Values) != len(chart.Names) || len(c.In) != len(chart.Names) {
			return nil, fmt.Errorf("viz: column %q has %d values, and %d of what is in, for %d inputs", c.Label, len(c.Values), len(c.In), len(chart.Names))
		}
		for a, v := range c.Values {
			switch {
			case v < 0:
				return nil, fmt.Errorf("viz: the value of input %q in column %q is %v: values are at least 0", chart.Names[a], c.Label, v)
			case drawable(v):
				largest[a] = max(largest[a], v)
			default:
				m.bad++
			}
		}
	}
	if chart.Top == 0 || !drawable(chart.Top) {
		m.top = slices.Max(largest)
	}
	for a := range chart.Names {
		m.rows = append(m.rows, a)
	}
	if len(m.rows) > maxBars {
		slices.SortStableFunc(m.rows, func(a, b int) int { return cmp.Compare(largest[b], largest[a]) })
		m.dropped = fmt.Sprintf("The %d inputs of the largest values are drawn, of %d.", maxBars, len(m.rows))
		m.rows = m.rows[:maxBars]
		slices.Sort(m.rows)
	}
	for _, a := range m.rows {
		name := shortened(chart.Names[a], plainStyle(), maxLabel/2, m.full)
		m.names, m.left = append(m.names, name), max(m.left, plainStyle().Width(name))
	}
	m.columns = chart.Columns
	if n := len(chart.Columns); n > maxColumns {
		m.columns = nil
		for _, k := range report.Evenly(n, maxColumns) {
			m.columns = append(m.columns, chart.Columns[k])
		}
		m.dropped = sentences(m.dropped, fmt.Sprintf("%d of %d columns are drawn.", maxColumns, n))
	}
	m.width = (headerWidth - m.left) / vg.Length(len(m.columns))
	for _, c := range m.columns {
		m.labels = append(m.labels, shortened(c.Label, noteStyle(), m.width-2*labelGap, m.full))
	}
	return m, nil
}

func plainStyle() text.Style { return sans(textSize, ink) }

func (m *multiples) draw(c draw.Canvas) {
	for k, name := range m.names {
		c.FillText(right(plainStyle()), vg.Point{X: c.Min.X + m.left, Y: m.middle(c, k) + optical}, name)
	}
	for k := range m.columns {
		m.drawColumn(c, k)
	}
	axis := fmt.Sprintf("%s, from 0 to %s", m.axis, number(m.top))
	if len(m.columns) > 1 {
		axis += " in each column"
	}
	c.FillText(noteStyle(), vg.Point{X: c.Min.X + m.left + labelGap, Y: c.Min.Y + rowHeight/2}, elide(axis, noteStyle(), headerWidth-m.left-labelGap))
}

// middle returns the middle of a row. Row -1 has the labels of the columns.
func (m *multiples) middle(c draw.Canvas, row int) vg.Length {
	return c.Max.Y - (vg.Length(row+1)+0.5)*rowHeight
}

// drawColumn draws the bars of column j and its label.
func (m *multiples) drawColumn(c draw.Canvas, j int) {
	column, left, width := m.columns[j], c.Min.X+m.left+vg.Length(j)*m.width+labelGap, m.width-2*labelGap
	c.FillText(noteStyle(), vg.Point{X: left, Y: m.middle(c, -1)}, m.labels[j])
	alone := len(m.columns) == 1 // there is room for numbers
	if alone {
		width -= labelGap + m.numberWidth()
	}
	for k, a := range m.rows {
		v := column.Values[a]
		if !drawable(v) {
			continue
		}
		mid := m.middle(c, k)
		box := vg.Rectangle{Min: vg.Point{X: left, Y: mid - barHeight/2}, Max: vg.Point{X: left + m.part(v)*width, Y: mid + barHeight/2}}
		if column.In[a] {
			full(c, box)
		} else {
			hatched(c, box)
		}
		if alone {
			c.FillText(numberStyle(), vg.Point{X: box.Max.X + labelGap, Y: mid + optical}, measured(v))
		}
	}
	c.StrokeLine2(draw.LineStyle{Color: axisline, Width: 0.75}, left, m.middle(c, len(m.rows)-1)-rowHeight/2, left, m.middle(c, 0)+rowHeight/2)
}

// numberWidth returns the width of the longest number of the first column.
func (m *multiples) numberWidth() vg.Length {
	widest := vg.Length(0)
	for _, a := range m.rows {
		if v := m.columns[0].Values[a]; drawable(v) {
			widest = max(widest, numberStyle().Width(measured(v)))
		}
	}
	return widest
}

// part returns the part of the scale that a value takes.
func (m *multiples) part(v float64) vg.Length {
	if m.top == 0 {
		return 0
	}
	return vg.Length(min(1, v/m.top))
}
