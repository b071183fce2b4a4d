package viz

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Boxes draws box plots below each other: a box from the first to the third quartile with a line
// at the median, whiskers, and a ring for each number beyond them. A level of few numbers has a
// disc for each instead. Behind each name is how many numbers it has. Of more than 30 boxes the
// first 30 are drawn, and of more than 600 numbers beyond whiskers a fixed sample, the extremes
// among it; the caption says so.
//
// Numbers beyond whiskers that are not finite are left out, and the caption counts them. It is an
// error when there is no box, and when the quartiles and whiskers of one are not finite and in
// order.
func Boxes(chart report.Boxes) (*Figure, error) {
	b := boxes{chart: chart, x: nowhere, full: map[string]string{}}
	if err := b.add(); err != nil {
		return nil, err
	}
	entries := []entry{
		{mark: boxKey, text: "quartiles and median"},
		{mark: whiskerKey, text: "up to 1.5 times their distance beyond"},
	}
	if b.far > 0 {
		entries = append(entries, entry{mark: ringKey, text: "further away", glyph: true})
	}
	if b.few {
		entries = append(entries, entry{mark: discKey, text: clean(chart.Points), glyph: true})
	}
	head := header{title: clean(chart.Title), entries: entries}
	notes := []string{chart.Note}
	if more := len(chart.Boxes) - len(b.rows); more > 0 {
		notes = append(notes, fmt.Sprintf("%d more boxes are not drawn.", more))
	}
	if b.far > maxMarks {
		notes = append(notes, fmt.Sprintf("%d of the %d %s beyond whiskers are drawn.", maxMarks, b.far, clean(chart.Points)))
	}
	notes = append(notes, leftOutNote(b.bad, "number", "numbers"))
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + boxRow*vg.Length(len(b.rows)) + belowPane + titleLine,
		draw:    func(c draw.Canvas) { b.draw(head.draw(c)) },
		title:   clean(chart.Title),
		desc:    b.inWords(),
		full:    b.full,
		caption: sentences(notes...),
	}, nil
}

const boxRow = vg.Length(20)

// boxes is the layout of box plots.
type boxes struct {
	chart    report.Boxes
	rows     []report.Box // without numbers that cannot be drawn
	names    []string     // of the rows, as they are drawn
	x        scale
	few      bool // a row has no box
	far, bad int  // how many numbers are beyond whiskers, and how many are left out
	full     map[string]string
}

func (b *boxes) add() error {
	if len(b.chart.Boxes) == 0 {
		return errEmpty
	}
	for _, box := range b.chart.Boxes[:min(maxBars, len(b.chart.Boxes))] {
		far, few := only(box.Far), only(box.Few)
		b.bad += len(box.Far) + len(box.Few) - len(far) - len(few)
		switch marks := []float64{box.Low, box.Q1, box.Median, box.Q3, box.High}; {
		case len(box.Few) > 0:
			b.few = true
		case len(only(marks)) < len(marks) || !slices.IsSorted(marks):
			return fmt.Errorf("viz: the box of %q has the whiskers, quartiles and median %v: they are finite, and rise", box.Name, marks)
		default:
			b.x = b.x.with(marks...)
		}
		b.far += len(far)
		b.x = b.x.with(far...).with(few...)
		box.Far, box.Few = far, few
		b.rows = append(b.rows, box)
		count := fmt.Sprintf(" (%d)", box.Count)
		b.names = append(b.names, shortened(box.Name, whiskerName, maxLabel-whiskerName.Width(count), b.full)+count)
	}
	if b.x == nowhere {
		return fmt.Errorf("viz: there is nothing to draw: none of %d boxes has a finite number", len(b.chart.Boxes))
	}
	b.x = roomy(b.x.lo, b.x.hi)
	b.x.dates = b.chart.Dates
	return nil
}

func (b *boxes) draw(c draw.Canvas) {
	left := vg.Length(0)
	for _, name := range b.names {
		left = max(left, whiskerName.Width(name))
	}
	left += labelGap
	height := boxRow * vg.Length(len(b.rows))
	p := newPane(c, vg.Rectangle{
		Min: vg.Point{X: c.Min.X + left, Y: c.Max.Y - height},
		Max: vg.Point{X: c.Max.X - 4, Y: c.Max.Y},
	}, b.x, scale{hi: float64(len(b.rows))})
	p.gridX()
	drawn := b.farDrawn()
	for k, box := range b.rows {
		mid := p.Max.Y - (vg.Length(k)+0.5)*boxRow
		p.FillText(whiskerName, vg.Point{X: p.Min.X - labelGap, Y: mid + optical}, b.names[k])
		if len(box.Few) > 0 {
			discs(p.Canvas, 2.5, accent, p.along(box.Few, mid))
			continue
		}
		p.box(box, mid)
		rings(p.Canvas, p.along(drawn[k], mid))
	}
	p.axisX(clean(b.chart.Axis))
}

// farDrawn returns the numbers beyond the whiskers of each row that are drawn.
func (b *boxes) farDrawn() [][]float64 {
	var extremes []int
	drawn, first := make([][]float64, len(b.rows)), 0
	for _, box := range b.rows {
		if len(box.Far) > 0 {
			for _, k := range extremesOf(box.Far) {
				extremes = append(extremes, first+k)
			}
		}
		first += len(box.Far)
	}
	first, next := 0, sampled(b.far, maxMarks, extremes...)
	for k, box := range b.rows {
		for len(next) > 0 && next[0] < first+len(box.Far) {
			drawn[k] = append(drawn[k], box.Far[next[0]-first])
			next = next[1:]
		}
		first += len(box.Far)
	}
	return drawn
}

// along returns the places of numbers at one height.
func (p pane) along(v []float64, mid vg.Length) []vg.Point {
	places := make([]vg.Point, len(v))
	for i, x := range v {
		places[i] = vg.Point{X: p.atX(x), Y: mid}
	}
	return places
}

// box draws the whiskers, the quartiles and the median of a level.
func (p pane) box(b report.Box, mid vg.Length) {
	drawBox(p.Canvas, [5]vg.Length{p.atX(b.Low), p.atX(b.Q1), p.atX(b.Median), p.atX(b.Q3), p.atX(b.High)}, mid)
}

// drawBox draws a box plot from the places of the ends of the whiskers, the quartiles and the median.
func drawBox(c draw.Canvas, at [5]vg.Length, mid vg.Length) {
	whisker(c, at[0], at[1], mid)
	whisker(c, at[3], at[4], mid)
	box := vg.Rectangle{Min: vg.Point{X: at[1], Y: mid - barHeight/2}, Max: vg.Point{X: at[3], Y: mid + barHeight/2}}
	c.SetColor(band)
	c.Fill(box.Path())
	c.SetLineStyle(draw.LineStyle{Color: accent, Width: 1})
	c.Stroke(box.Path())
	const thick = vg.Length(2.25)
	box.Min.X, box.Max.X = at[2]-thick/2, at[2]+thick/2
	c.SetColor(accent)
	c.Fill(box.Path())
}

// rings draws a ring at each of the places.
func rings(c draw.Canvas, places []vg.Point) {
	for _, at := range places {
		var ring vg.Path
		ring.Move(vg.Point{X: at.X + ringRadius, Y: at.Y})
		ring.Arc(at, ringRadius, 0, 2*math.Pi)
		ring.Close()
		c.SetLineStyle(draw.LineStyle{Color: accent, Width: 0.9})
		c.Stroke(ring)
	}
}

const ringRadius = vg.Length(2)

func boxKey(c draw.Canvas, box vg.Rectangle) {
	mid := (box.Min.Y + box.Max.Y) / 2
	drawBox(c, [5]vg.Length{box.Min.X, box.Min.X, (box.Min.X + box.Max.X) / 2, box.Max.X, box.Max.X}, mid)
}

func ringKey(c draw.Canvas, box vg.Rectangle) {
	rings(c, []vg.Point{{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}})
}

func discKey(c draw.Canvas, box vg.Rectangle) {
	discs(c, 2.5, accent, []vg.Point{{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}})
}

func (b *boxes) inWords() string {
	const most = 8
	words := fmt.Sprintf("Box plots of %s for %d levels.", clean(b.chart.Axis), len(b.chart.Boxes))
	for k, box := range b.rows[:min(most, len(b.rows))] {
		if len(box.Few) > 0 {
			words += fmt.Sprintf(" %s: too few for a box.", b.names[k])
			continue
		}
		words += fmt.Sprintf(" %s: median %s, quartiles %s and %s, %d far.", b.names[k],
			b.x.written(box.Median), b.x.written(box.Q1), b.x.written(box.Q3), len(box.Far))
	}
	return words
}
