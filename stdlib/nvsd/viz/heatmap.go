package viz

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// HeatMap draws a table of numbers as fields in the colours of the bar at its right. Fields of
// 0 are empty. Correlations stand in their fields as numbers where these fit, and only one that is NaN has an
// empty field. Of more than 30 rows the first 30 are drawn, and of more than 60 columns 60
// that are evenly spread; the caption says so.
//
// Numbers that are not finite are left out, and the caption counts them. It is an error when
// there is no row or no column, when lengths disagree, when a number is negative, and when a correlation is not
// from -1 to 1.
func HeatMap(chart report.HeatMap) (*Figure, error) {
	h := heatMap{chart: chart, full: map[string]string{}, field: fieldHeight}
	if chart.Correlations && len(chart.Columns) <= 14 {
		h.field = 1.4 * fieldHeight
	}
	if err := h.check(); err != nil {
		return nil, err
	}
	h.columns = report.Evenly(len(chart.Columns), maxFields)
	h.rows = chart.Values[:min(maxBars, len(chart.Values))]
	h.shorten()
	head := header{title: clean(chart.Title), entries: h.key()}
	notes := []string{chart.Note}
	if n := len(chart.Rows) - len(h.rows); n > 0 {
		notes = append(notes, fmt.Sprintf("%d more rows are not drawn.", n))
	}
	if len(h.columns) < len(chart.Columns) {
		notes = append(notes, fmt.Sprintf("%d of the %d columns are drawn.", len(h.columns), len(chart.Columns)))
	}
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + overMap + h.height() + h.below(),
		draw:    func(c draw.Canvas) { h.draw(head.draw(c)) },
		title:   clean(chart.Title),
		desc:    h.inWords(),
		full:    h.full,
		caption: sentences(append(notes, leftOutNote(h.bad, "number", "numbers"))...),
	}, nil
}

const (
	maxFields   = 60 // of a row
	leastRows   = 6  // that the bar of colours needs
	fieldHeight = vg.Length(15)
	overMap     = vg.Length(6)    // between a title and numbers at the end of an axis
	fieldGap    = vg.Length(0.75) // half of that between rows
)

// heatMap is the layout of a heat map.
type heatMap struct {
	chart   report.HeatMap
	rows    [][]float64
	names   []string // of the rows, as they are drawn
	full    map[string]string
	columns []int       // that are drawn
	labels  []plot.Tick // their names, at their middles
	field   vg.Length   // the height of a field
	shades  shades
	bad     int
}

// height returns the height of the fields, or of the bar where it is higher.
func (h *heatMap) height() vg.Length {
	lines := len(h.rows)
	if len(h.shades.limits) > 0 {
		lines = max(lines, leastRows)
	}
	return max(h.field*vg.Length(len(h.rows)), fieldHeight*vg.Length(lines))
}

// below returns the height of the names of the columns, and of the title of their axis.
func (h *heatMap) below() vg.Length {
	if !h.chart.Correlations {
		return belowPane + titleLine
	}
	if flat, longest := h.columnNames(); !flat {
		return max(belowPane, tickLength+2+longest)
	}
	return belowPane
}

// columnNames reports whether the names of all columns have room beside each other, and returns
// the length of the longest.
func (h *heatMap) columnNames() (flat bool, longest vg.Length) {
	for _, l := range h.labels {
		longest = max(longest, tickStyle().Width(l.Label))
	}
	return longest <= h.columnWidth()-4, longest
}

func (h *heatMap) check() error {
	c := h.chart
	if len(c.Rows) == 0 || len(c.Columns) == 0 || len(c.Values) != len(c.Rows) {
		return fmt.Errorf("viz: a heat map has %d rows and %d columns, and numbers for %d rows: as many are needed, and one at least", len(c.Rows), len(c.Columns), len(c.Values))
	}
	r := nowhere
	for i, row := range c.Values {
		if len(row) != len(c.Columns) {
			return fmt.Errorf("viz: the row %q has %d numbers for %d columns", c.Rows[i], len(row), len(c.Columns))
		}
		for _, v := range row {
			switch {
			case c.Correlations && math.IsNaN(v): // there is none
			case !drawable(v):
				h.bad++
			case c.Correlations && math.Abs(v) > 1:
				return fmt.Errorf("viz: the row %q has the correlation %v: they are from -1 to 1", c.Rows[i], v)
			case c.Correlations:
			case v < 0:
				return fmt.Errorf("viz: the row %q has the number %v: they are at least 0", c.Rows[i], v)
			case v > 0:
				r = r.with(v)
			}
		}
	}
	switch {
	case c.Correlations:
		h.shades = correlationShades()
	case r == nowhere || c.Marks:
	case c.Log:
		h.shades = newLogShades(r.lo, r.hi)
	default:
		h.shades = newShades(0, r.hi)
	}
	return nil
}

func nameOfRow() text.Style { return right(sans(textSize, ink)) }

// shorten shortens the names of rows and columns that are too long for their places.
func (h *heatMap) shorten() {
	for _, name := range h.chart.Rows[:len(h.rows)] {
		most := maxLabel
		if h.chart.Correlations { // names stand below too
			most = maxLabel / 2
		}
		h.names = append(h.names, shortened(name, nameOfRow(), most, h.full))
	}
	for k, j := range h.columns {
		h.labels = append(h.labels, plot.Tick{Value: float64(k) + 0.5, Label: shortened(h.chart.Columns[j], tickStyle(), maxColumn, h.full)})
	}
}

func (h *heatMap) key() []entry {
	if !h.chart.Marks {
		return nil
	}
	return []entry{{mark: func(c draw.Canvas, box vg.Rectangle) {
		c.SetColor(h.shades.colour(0))
		c.Fill(box.Path())
	}, text: clean(h.chart.Value)}}
}

// left returns the room of the names of the rows.
func (h *heatMap) left() vg.Length {
	left := vg.Length(0)
	for _, name := range h.names {
		left = max(left, nameOfRow().Width(name))
	}
	return left + labelGap
}

// columnWidth returns the width of a field.
func (h *heatMap) columnWidth() vg.Length {
	room := vg.Length(4)
	if len(h.shades.limits) > 0 {
		room = h.shades.barRoom(clean(h.chart.Value))
	}
	return min((headerWidth-h.left()-room)/vg.Length(len(h.columns)), 3*fieldHeight)
}

func (h *heatMap) draw(c draw.Canvas) {
	title := clean(h.chart.Value)
	c.Max.Y -= overMap
	height := h.field * vg.Length(len(h.rows))
	box := vg.Rectangle{Min: vg.Point{X: c.Min.X + h.left(), Y: c.Max.Y - height}}
	box.Max = vg.Point{X: box.Min.X + h.columnWidth()*vg.Length(len(h.columns)), Y: c.Max.Y}
	n := float64(len(h.columns))
	p := newPane(c, box, scale{hi: n}, scale{hi: float64(len(h.rows))})
	for i, name := range h.names {
		mid := p.Max.Y - (vg.Length(i)+0.5)*h.field
		p.StrokeLine2(gridStyle, p.Min.X, mid, p.Max.X, mid)
		p.FillText(nameOfRow(), vg.Point{X: p.Min.X - labelGap, Y: mid + optical}, name)
	}
	h.fill(p)
	if h.chart.Correlations {
		h.writeNumbers(p)
		h.nameColumns(newPane(c, box, scale{lo: -0.5, hi: n - 0.5}, p.y))
	} else {
		p.axisOf(h.labels, clean(h.chart.Axis))
	}
	if len(h.shades.limits) > 0 {
		box.Min.Y = box.Max.Y - h.height()
		h.shades.drawBar(c, box, title)
	}
}

// apart reports whether fields of one colour beside each other are told apart.
func (h *heatMap) apart() bool { return h.chart.Marks || h.chart.Correlations }

// writeNumbers writes the correlations into their fields, if these are large enough.
func (h *heatMap) writeNumbers(p pane) {
	style := sans(smallSize, ink)
	style.XAlign = text.XCenter
	if style.Width("-0.55") > h.columnWidth()-3 {
		return
	}
	for i, row := range h.rows {
		mid := p.Max.Y - (vg.Length(i)+0.5)*h.field
		for k, j := range h.columns {
			if v := row[j]; drawable(v) {
				style.Color = upon(h.shades.colour(h.shades.band(v)))
				p.FillText(style, vg.Point{X: p.atX(float64(k) + 0.5), Y: mid + optical}, correlation(v))
			}
		}
	}
}

// correlation returns a correlation to two decimals, and to none only if it is 1 or -1.
func correlation(v float64) string {
	switch rounded := math.Round(100*v) / 100; {
	case math.Abs(v) > 1-1e-12:
		return strconv.FormatFloat(math.Round(v), 'f', 0, 64)
	case math.Abs(rounded) == 1:
		return strconv.FormatFloat(math.Copysign(0.99, v), 'f', 2, 64)
	default:
		return strconv.FormatFloat(rounded+0, 'f', 2, 64) // without the sign of -0
	}
}

// nameColumns draws the names of the columns below them.
func (h *heatMap) nameColumns(p pane) {
	names := panelTexts{}
	for _, l := range h.labels {
		names.levels = append(names.levels, l.Label)
	}
	names.flat, _ = h.columnNames()
	p.levels(names)
}

// fill draws the fields of each colour as one path, and a line around those beside each other:
// some colours are not seen on a light page, or on a dark one.
func (h *heatMap) fill(p pane) {
	fields := make([]vg.Path, len(h.shades.limits)+1)
	var around vg.Path
	for i, row := range h.rows {
		top := p.Max.Y - vg.Length(i)*h.field - fieldGap
		box := func(from, to int) vg.Path {
			left, right := p.atX(float64(from)), p.atX(float64(to))
			if h.apart() {
				left, right = left+fieldGap, right-fieldGap
			}
			return vg.Rectangle{Min: vg.Point{X: left, Y: top - h.field + 2*fieldGap}, Max: vg.Point{X: right, Y: top}}.Path()
		}
		for _, run := range h.runs(row, h.bandOf) {
			band := h.bandOf(row[h.columns[run[0]]])
			fields[band] = append(fields[band], box(run[0], run[1])...)
		}
		filled := func(v float64) int { return min(h.bandOf(v), 0) }
		for _, run := range h.runs(row, filled) {
			around = append(around, box(run[0], run[1])...)
		}
	}
	for band, path := range fields {
		p.SetColor(h.shades.colour(band))
		p.Fill(path)
	}
	p.SetLineStyle(draw.LineStyle{Color: axisline, Width: 0.5})
	p.Stroke(around)
}

// runs returns the ends of the runs of fields of one kind beside each other. Fields of a
// kind below 0 are none, and marks are alone.
func (h *heatMap) runs(row []float64, kind func(v float64) int) [][2]int {
	var runs [][2]int
	for k, j := range h.columns {
		this := kind(row[j])
		last := len(runs) - 1
		switch {
		case this < 0:
		case last >= 0 && runs[last][1] == k && !h.apart() && kind(row[h.columns[k-1]]) == this:
			runs[last][1] = k + 1
		default:
			runs = append(runs, [2]int{k, k + 1})
		}
	}
	return runs
}

// bandOf returns the number of the colour of a field, and -1 for an empty one.
func (h *heatMap) bandOf(v float64) int {
	if !drawable(v) || v == 0 && !h.chart.Correlations {
		return -1
	}
	return h.shades.band(v)
}

// maxColumn is the largest width of the name of a column.
const maxColumn = vg.Length(60)

func (h *heatMap) inWords() string {
	words := fmt.Sprintf("Heat map of %s, %d rows by %d columns.", clean(h.chart.Value), len(h.chart.Rows), len(h.chart.Columns))
	if h.chart.Correlations {
		return words + h.strongest()
	}
	for i, row := range h.rows {
		filled := 0
		for _, v := range row {
			if h.bandOf(v) >= 0 {
				filled++
			}
		}
		words += fmt.Sprintf(" %s: %d filled", h.names[i], filled)
		if filled > 0 && !h.chart.Marks {
			words += ", the largest " + number(nowhere.with(only(row)...).hi)
		}
		words += "."
	}
	return words
}

// strongest describes the correlation of two names that is the largest in size.
func (h *heatMap) strongest() string {
	words, most := "", 0.0
	for i, row := range h.rows {
		for k, j := range h.columns {
			if v := row[j]; drawable(v) && h.chart.Rows[i] != h.chart.Columns[j] && math.Abs(v) > most {
				words, most = fmt.Sprintf(" The strongest: %s of %s and %s.", correlation(v), h.names[i], h.labels[k].Label), math.Abs(v)
			}
		}
	}
	return words
}
