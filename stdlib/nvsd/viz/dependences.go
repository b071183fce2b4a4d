package viz

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Dependences draws functions of one input each in panels, at most 12 of them. All have the
// same vertical scale, so that a steep curve is a strong input, and their slopes below have
// one too. Ticks at the bottom of a panel show where there are data, at most 60 by their
// order. A categorical input has a point for each level.
//
// Numbers that are not finite are left out, and the caption counts them. It is an error when
// there is no panel, when lengths disagree, and when a panel has nothing to draw.
func Dependences(chart report.Dependences) (*Figure, error) {
	if len(chart.Panels) == 0 {
		return nil, errEmpty
	}
	d := dependences{chart: chart, mean: nowhere, slope: nowhere, full: map[string]string{}}
	for _, panel := range chart.Panels[:min(maxPanels, len(chart.Panels))] {
		if err := d.add(panel); err != nil {
			return nil, err
		}
	}
	more := chart.More + len(chart.Panels) - len(d.panels)
	d.arrange()
	head := header{title: clean(chart.Title), entries: d.key()}
	f := &Figure{
		width:  defaultWidth,
		height: 2*margin + head.height() + vg.Length(d.rows)*d.rowHeight() - rowGap,
		title:  clean(chart.Title),
		desc:   d.inWords(),
		full:   d.full,
		draw:   func(c draw.Canvas) { d.draw(head.draw(c)) },
	}
	if more > 0 {
		f.caption = fmt.Sprintf("%d more inputs have no panel.", more)
	}
	if d.most > maxRug {
		f.caption = sentences(f.caption, fmt.Sprintf("%d of the %d %s of an input are drawn as ticks.", maxRug, d.most, clean(chart.Points)))
	}
	f.caption = sentences(f.caption, leftOutNote(d.bad, "number", "numbers"))
	return f, nil
}

const (
	maxPanels = 12
	maxRug    = 60
)

// Lengths of a grid of panels.
const (
	nameLine  = vg.Length(16)
	rugHeight = vg.Length(5)
	stripGap  = tickLine // from a curve to its slope, so that their numbers do not touch
	columnGap = vg.Length(16)
	rowGap    = vg.Length(14)
)

// dependences is the layout of a grid of panels.
type dependences struct {
	chart         report.Dependences
	panels        []report.DependencePanel // without numbers that are not finite
	full          map[string]string        // the complete texts of shortened ones
	mean, slope   scale
	columns, rows int
	left, width   vg.Length // of the numbers at the left, and of a panel
	texts         []panelTexts
	most, bad     int // the largest number of data of an input; numbers that are left out
}

// panelTexts are the texts of a panel, as long as there is room.
type panelTexts struct {
	name   string
	levels []string
	flat   bool // whether all levels have room beside each other
}

func (d *dependences) add(p report.DependencePanel) error {
	n := len(p.X)
	if p.Levels != nil {
		n = len(p.Levels)
		p.X = make([]float64, n)
		for k := range p.X {
			p.X[k] = float64(k)
		}
	}
	if len(p.Y) != n || p.Slope != nil && len(p.Slope) != n || p.SD != nil && len(p.SD) != len(p.Slope) {
		return fmt.Errorf("viz: the panel of %q has %d values and %d slopes (%d with a band) over %d numbers", p.Input, len(p.Y), len(p.Slope), len(p.SD), n)
	}
	kept := report.DependencePanel{Input: clean(p.Input), Levels: p.Levels}
	for i, x := range p.X {
		known := drawable(x) && drawable(p.Y[i]) && (p.Slope == nil || drawable(p.Slope[i])) && (p.SD == nil || drawable(p.SD[i]))
		if !known {
			d.bad++
			continue
		}
		kept.X, kept.Y = append(kept.X, x), append(kept.Y, p.Y[i])
		d.mean = d.mean.with(p.Y[i])
		if p.Slope == nil {
			continue
		}
		half := 0.0
		if p.SD != nil {
			half = p.SD[i]
		}
		kept.Slope, kept.SD = append(kept.Slope, p.Slope[i]), append(kept.SD, half)
		d.slope = d.slope.with(0, p.Slope[i]-half, p.Slope[i]+half)
	}
	if len(kept.X) == 0 {
		return fmt.Errorf("viz: the panel of %q has nothing to draw: none of its %d values is finite", p.Input, n)
	}
	rug := only(p.Rug)
	slices.Sort(rug)
	d.most = max(d.most, len(rug))
	for _, i := range report.Evenly(len(rug), maxRug) {
		kept.Rug = append(kept.Rug, rug[i])
	}
	d.panels = append(d.panels, kept)
	return nil
}

// arrange sets the scales, and the number of panels beside each other.
func (d *dependences) arrange() {
	d.mean = roomy(d.mean.lo-0.1*(d.mean.hi-d.mean.lo), d.mean.hi) // the rug is below the curves
	if d.slope != nowhere {
		d.slope = roomy(d.slope.lo, d.slope.hi)
	}
	n := len(d.panels)
	switch {
	case n == 1:
		d.columns = 1
	case n == 2 || n == 4:
		d.columns = 2
	default:
		d.columns = 3
	}
	d.rows = (n + d.columns - 1) / d.columns
	mean, slope := d.heights()
	d.left = leftOf(d.mean, mean, "")
	if d.slope != nowhere {
		d.left = max(d.left, leftOf(d.slope, slope, ""))
	}
	columns := vg.Length(d.columns)
	d.width = min((headerWidth-d.left-columnGap*(columns-1)-4)/columns, maxSide)
	for _, panel := range d.panels {
		d.texts = append(d.texts, d.shorten(panel))
	}
}

// shorten returns the texts of a panel, shortened to its width, and keeps the complete ones
// for the key.
func (d *dependences) shorten(panel report.DependencePanel) panelTexts {
	t := panelTexts{name: shortened(panel.Input, panelName, d.width, d.full), flat: true}
	room := d.width / vg.Length(max(1, len(panel.Levels)))
	for _, level := range panel.Levels {
		t.flat = t.flat && tickStyle().Width(clean(level)) <= room-4
	}
	_, most := d.heights()
	for _, level := range panel.Levels {
		t.levels = append(t.levels, shortened(level, tickStyle(), most+belowPane, d.full))
	}
	return t
}

var panelName = bold(sans(textSize, ink))

// heights returns the heights of the curves and of the slopes.
func (d *dependences) heights() (mean, slope vg.Length) {
	if d.columns == 3 {
		return 96, 52
	}
	return 140, 72
}

func (d *dependences) rowHeight() vg.Length {
	mean, slope := d.heights()
	return nameLine + mean + stripGap + slope + belowPane + rowGap
}

func (d *dependences) draw(c draw.Canvas) {
	height, _ := d.heights()
	for k := range d.panels {
		x := c.Min.X + d.left + vg.Length(k%d.columns)*(d.width+columnGap)
		y := c.Max.Y - vg.Length(k/d.columns)*d.rowHeight() - nameLine
		d.drawPanel(c, k, vg.Rectangle{Min: vg.Point{X: x, Y: y - height}, Max: vg.Point{X: x + d.width, Y: y}})
	}
}

// drawPanel draws the function of input k in a box, and its slope or its levels below.
func (d *dependences) drawPanel(c draw.Canvas, k int, box vg.Rectangle) {
	panel, numbers := d.panels[k], k%d.columns == 0
	c.FillText(panelName, vg.Point{X: box.Min.X, Y: box.Max.Y + nameLine/2 - 1}, d.texts[k].name)
	x := nowhere.with(panel.X...)
	if panel.Levels != nil {
		x = scale{lo: -0.5, hi: float64(len(panel.Levels)) - 0.5}
	} else {
		x = x.with(panel.Rug...)
		if x.lo == x.hi {
			x = roomy(x.lo, x.hi)
		}
	}
	p := newPane(c, box, x, d.mean)
	p.gridY(numbers)
	p.rug(panel.Rug)
	p.StrokeLine2(axisStyle, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	places := p.line(panel.X, panel.Y)
	if panel.Levels != nil || len(places) == 1 {
		discs(p.Canvas, 3, accent, places)
	} else {
		p.StrokeLines(curveStyle, simple(places, maxCorners))
	}

	_, height := d.heights()
	box.Max.Y = box.Min.Y - stripGap
	box.Min.Y = box.Max.Y - height
	if panel.Levels != nil {
		p.levels(d.texts[k])
		return
	}
	strip := newPane(c, box, x, d.slope)
	if panel.Slope == nil {
		strip.axisX("")
		return
	}
	strip.gridY(numbers)
	strip.drawSlope(panel)
	strip.axisX("")
}

var (
	rugStyle   = draw.LineStyle{Color: faint, Width: 0.6}
	slopeStyle = draw.LineStyle{Color: palette(1), Width: 1.25}
)

// rug draws a tick at each of the numbers, which rise. A tick that would lie on the last one is left out.
func (p pane) rug(numbers []float64) {
	last := vg.Length(math.Inf(-1))
	for _, v := range numbers {
		if at := p.atX(v); at-last >= rugStyle.Width {
			p.StrokeLine2(rugStyle, at, p.Min.Y, at, p.Min.Y+rugHeight)
			last = at
		}
	}
}

// drawSlope draws the slopes of a panel with their band, over a line at 0.
func (p pane) drawSlope(panel report.DependencePanel) {
	low, high := make([]float64, len(panel.X)), make([]float64, len(panel.X))
	for i, v := range panel.Slope {
		low[i], high[i] = v-panel.SD[i], v+panel.SD[i]
	}
	upper, lower := simple(p.line(panel.X, high), maxCorners), simple(p.line(panel.X, low), maxCorners)
	slices.Reverse(lower)
	p.FillPolygon(band, append(upper, lower...))
	p.StrokeLine2(axisStyle, p.Min.X, p.atY(0), p.Max.X, p.atY(0))
	p.StrokeLines(slopeStyle, simple(p.line(panel.X, panel.Slope), maxCorners))
}

// levels draws the names of levels below their points: flat if all have room so, else upright,
// and then every second, third, ... of them if they are many.
func (p pane) levels(t panelTexts) {
	style := tickStyle()
	stride := 1
	if t.flat {
		style.XAlign = text.XCenter
	} else {
		style.XAlign, style.Rotation = text.XRight, math.Pi/2
		room := p.Size().X / vg.Length(len(t.levels))
		stride = max(1, int(math.Ceil(float64(tickLine/room))))
	}
	for k := 0; k < len(t.levels); k += stride {
		at := vg.Point{X: p.atX(float64(k)), Y: p.Min.Y - tickLength}
		p.StrokeLine2(axisStyle, at.X, p.Min.Y, at.X, at.Y)
		at.Y -= 2
		if t.flat {
			at.Y -= tickLine/2 - 2
		}
		p.FillText(style, at, t.levels[k])
	}
}

func (d *dependences) key() []entry {
	stroke := func(style draw.LineStyle) func(draw.Canvas, vg.Rectangle) {
		return func(c draw.Canvas, box vg.Rectangle) {
			mid := (box.Min.Y + box.Max.Y) / 2
			c.StrokeLine2(style, box.Min.X, mid, box.Max.X, mid)
		}
	}
	entries := []entry{{mark: stroke(curveStyle), text: clean(d.chart.Value)}}
	if d.slope != nowhere {
		entries = append(entries, entry{mark: func(c draw.Canvas, box vg.Rectangle) {
			c.SetColor(band)
			c.Fill(box.Path())
			stroke(slopeStyle)(c, box)
		}, text: clean(d.chart.Slope)})
	}
	if d.most > 0 {
		entries = append(entries, entry{mark: func(c draw.Canvas, box vg.Rectangle) {
			for k := vg.Length(0); k <= 1; k += 0.25 {
				x := box.Min.X + k*box.Size().X
				c.StrokeLine2(rugStyle, x, box.Min.Y+2, x, box.Min.Y+2+rugHeight)
			}
		}, text: clean(d.chart.Points)})
	}
	return entries
}

func (d *dependences) inWords() string {
	words := fmt.Sprintf("%d panels on one scale, from %s to %s.", len(d.panels), number(d.mean.lo), number(d.mean.hi))
	for _, p := range d.panels {
		r := nowhere.with(p.Y...)
		words += fmt.Sprintf(" %s: between %s and %s.", p.Input, number(r.lo), number(r.hi))
	}
	return words
}
