package viz

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// GroupedBars draws a bar from 0 for each series in each group, with its whisker. The bars of a group stand beside each other
// in the order of the key, and series differ by their colours and by how their bars are filled, of which there are seven.
// Whiskers stop at 0. Names of groups are in lines below their bars, or slanted where a word has no room there. Of more than
// 70 bars or 30 groups the first groups are drawn; the caption says so.
//
// A number that is not finite has no bar, and the caption counts it. It is an error when there is no series or no group, when
// there are too many series, when lengths disagree, when a number is negative, and when none is finite.
func GroupedBars(chart report.GroupedBars) (*Figure, error) {
	if err := checkGrouped(chart); err != nil {
		return nil, err
	}
	g := grouped{chart: chart, full: map[string]string{}}
	if err := g.add(); err != nil {
		return nil, err
	}
	head := header{title: clean(chart.Title), entries: g.key()}
	notes := []string{chart.Note}
	notes = append(notes, counted(g.count, len(chart.Groups), "groups"), leftOutNote(g.bad, "bar", "bars"))
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + overMap + groupedHeight + g.below,
		draw:    func(c draw.Canvas) { g.draw(head.draw(c)) },
		title:   clean(chart.Title),
		desc:    g.inWords(),
		full:    g.full,
		caption: sentences(notes...),
	}, nil
}

const (
	groupedHeight = vg.Length(200)
	maxGrouped    = 70 // bars, which are then six points wide
	widestBar     = vg.Length(36)
	groupLines    = 3
	groupGap      = vg.Length(0.9) // between groups, in bars
)

func checkGrouped(chart report.GroupedBars) error {
	if len(chart.Series) == 0 || len(chart.Groups) == 0 {
		return fmt.Errorf("viz: there is nothing to draw: %d groups and %d series", len(chart.Groups), len(chart.Series))
	}
	if len(chart.Series) > maxSeries {
		return fmt.Errorf("viz: %d series: no more than %d are told apart", len(chart.Series), maxSeries)
	}
	for _, s := range chart.Series {
		if len(s.Y) != len(chart.Groups) || s.SE != nil && len(s.SE) != len(chart.Groups) {
			return fmt.Errorf("viz: %q has %d bars and %d whiskers for %d groups", s.Name, len(s.Y), len(s.SE), len(chart.Groups))
		}
		for i, y := range s.Y {
			if y < 0 || s.SE != nil && s.SE[i] < 0 {
				return fmt.Errorf("viz: %q has a negative number in the group %q: bars and their whiskers are at least 0", s.Name, chart.Groups[i])
			}
		}
	}
	return nil
}

// grouped is the layout of grouped bars.
type grouped struct {
	chart report.GroupedBars
	count int // of the groups that are drawn
	y     scale
	bad   int // bars that are left out

	left   vg.Length  // of the axis
	slot   vg.Length  // the width of a group
	labels [][]string // the lines of each name
	turned bool       // the names, which have one line then
	below  vg.Length  // the height of the names
	full   map[string]string
}

func (g *grouped) add() error {
	g.count = min(len(g.chart.Groups), maxBars, max(1, maxGrouped/len(g.chart.Series)))
	top, drawn := 0.0, 0
	for _, s := range g.chart.Series {
		for i := range g.count {
			if !drawable(s.Y[i]) {
				g.bad++
				continue
			}
			drawn++
			top = max(top, s.Y[i]+whiskerOf(s, i))
		}
	}
	if drawn == 0 {
		return fmt.Errorf("viz: there is nothing to draw: none of %d bars has a finite number", g.bad)
	}
	g.y = scale{hi: 1.04 * top}
	if top == 0 {
		g.y.hi = 1
	}
	g.place()
	return nil
}

// whiskerOf returns half the length of the whisker of a bar, 0 for none.
func whiskerOf(s Series, i int) float64 {
	if s.SE != nil && drawable(s.SE[i]) && s.Y[i]+s.SE[i] <= largest {
		return s.SE[i]
	}
	return 0
}

// place finds the places of the groups and of their names.
func (g *grouped) place() {
	g.left = leftOf(g.y, groupedHeight, clean(g.chart.Axis))
	g.slot = g.slotBeside(g.left)
	names := make([]string, g.count)
	for i := range names {
		names[i] = clean(g.chart.Groups[i])
		lines, fit := fitted(names[i], g.slot-labelGap)
		g.labels = append(g.labels, lines)
		g.turned = g.turned || !fit
	}
	lines := 1
	for _, label := range g.labels {
		lines = max(lines, len(label))
	}
	g.below = labelGap + lineHeight*vg.Length(lines)
	if !g.turned {
		return
	}
	const most = vg.Length(100) // of the length of a slanted name
	style := groupStyle()
	for range 3 { // since room at the left makes groups narrower
		for i, name := range names {
			g.left = max(g.left, slanted(min(most, style.Width(name))+tickLine)+1-(vg.Length(i)+0.5)*g.slot)
		}
		g.slot = g.slotBeside(g.left)
	}
	longest := vg.Length(0)
	for i, name := range names {
		room := (g.left + (vg.Length(i)+0.5)*g.slot) / slanted(1)
		short := shortened(name, style, min(most, room-tickLine), g.full)
		g.labels[i] = []string{short}
		longest = max(longest, style.Width(short))
	}
	g.below = labelGap + slanted(longest) + lineHeight
}

// slotBeside returns the width of a group where the axis is as far from the left.
func (g *grouped) slotBeside(left vg.Length) vg.Length {
	return (headerWidth - left - 4) / vg.Length(g.count)
}

// slanted returns the height of a slanted text of a length, which is its width too.
func slanted(length vg.Length) vg.Length { return length * math.Sqrt2 / 2 }

// fitted returns the lines of a name, and whether all words have room in them.
func fitted(name string, width vg.Length) (lines []string, fit bool) {
	lines = wrapped(name, groupStyle(), width)
	return lines, len(lines) <= groupLines && strings.Join(lines, " ") == strings.Join(strings.Fields(name), " ")
}

func groupStyle() text.Style { return sans(smallSize, ink) }

func (g *grouped) key() []entry {
	var entries []entry
	for k, s := range g.chart.Series {
		if name := clean(s.Name); name != "" || len(g.chart.Series) > 1 {
			entries = append(entries, entry{mark: filling(k).draw, text: name, spaced: true})
		}
	}
	return entries
}

func (g *grouped) draw(c draw.Canvas) {
	c.Max.Y -= overMap
	p := newPane(c, vg.Rectangle{
		Min: vg.Point{X: c.Min.X + g.left, Y: c.Max.Y - groupedHeight}, Max: vg.Point{X: c.Max.X - 4, Y: c.Max.Y},
	}, scale{hi: float64(g.count)}, g.y)
	title := clean(g.chart.Axis)
	p.axisY(title, leftOf(g.y, groupedHeight, title))
	p.StrokeLine2(axisStyle, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	for i := range g.count {
		g.group(p, i)
		g.label(p, i)
	}
}

// group draws the bars of a group, and their whiskers above them.
func (g *grouped) group(p pane, i int) {
	n := vg.Length(len(g.chart.Series))
	width := min(g.slot/(n+groupGap), widestBar)
	begin := p.atX(float64(i)+0.5) - width*n/2
	for k, s := range g.chart.Series {
		if !drawable(s.Y[i]) {
			continue
		}
		gap := min(0.75, width/8)
		box := vg.Rectangle{
			Min: vg.Point{X: begin + width*vg.Length(k) + gap, Y: p.Min.Y},
			Max: vg.Point{X: begin + width*vg.Length(k+1) - gap, Y: p.atY(s.Y[i])},
		}
		filling(k).draw(p.Canvas, box)
		if half := whiskerOf(s, i); half > 0 {
			mid := (box.Min.X + box.Max.X) / 2
			uponBar(p.Canvas, mid, p.atY(max(0, s.Y[i]-half)), p.atY(s.Y[i]+half), width)
		}
	}
}

// uponBar draws a whisker that is seen on a bar too, since its line has the ground of the page at both sides. width is that
// of the bar.
func uponBar(c draw.Canvas, x, low, high, width vg.Length) {
	c.StrokeLine2(draw.LineStyle{Color: paper, Width: 1 + min(1.5, width/12)}, x, low, x, high)
	line, half := draw.LineStyle{Color: ink, Width: min(1, 0.5+width/20)}, min(2.5, width/4)
	c.StrokeLine2(line, x, low, x, high)
	c.StrokeLine2(line, x-half, low, x+half, low)
	c.StrokeLine2(line, x-half, high, x+half, high)
}

// label draws the name of a group.
func (g *grouped) label(p pane, i int) {
	style := groupStyle()
	at := vg.Point{X: p.atX(float64(i) + 0.5), Y: p.Min.Y - labelGap - lineHeight/2 + 2}
	if g.turned {
		style.Rotation = math.Pi / 4
		style.XAlign = text.XRight
		p.FillText(style, at, g.labels[i][0])
		return
	}
	style.XAlign = text.XCenter
	for k, line := range g.labels[i] {
		p.FillText(style, vg.Point{X: at.X, Y: at.Y - lineHeight*vg.Length(k)}, line)
	}
}

func (g *grouped) inWords() string {
	const most = 8
	words := fmt.Sprintf("Bars of %s in %d groups.", clean(g.chart.Axis), len(g.chart.Groups))
	for i := range min(most, g.count) {
		var bars []string
		for _, s := range g.chart.Series {
			if !drawable(s.Y[i]) {
				continue
			}
			bar := clean(s.Name) + " " + number(s.Y[i])
			if half := whiskerOf(s, i); half > 0 {
				bar += " ± " + number(half)
			}
			bars = append(bars, strings.TrimSpace(bar))
		}
		if bars == nil {
			bars = []string{"none"}
		}
		words += fmt.Sprintf(" %s: %s.", clean(g.chart.Groups[i]), strings.Join(bars, ", "))
	}
	if more := len(g.chart.Groups) - most; more > 0 {
		words += fmt.Sprintf(" And %d more.", more)
	}
	return words
}

// A filling is the style of the bars of a series, so that they are told apart without colours too: with a shade of the
// colour of the series, and with lines of it.
type filling int

// look returns the opacity of the shade, and which lines are upon it.
func (f filling) look() (opacity float64, lines string) {
	opacities := [maxSeries]float64{1, 0.15, 0.6, 0.35, 0.15, 0.6, 0.35}
	return opacities[f], [maxSeries]string{"", "/", "", "x", `\`, "-", ""}[f]
}

func (f filling) draw(c draw.Canvas, box vg.Rectangle) {
	opacity, lines := f.look()
	if opacity < 1 { // the grid is not seen through a bar
		c.SetColor(paper)
		c.Fill(box.Path())
	}
	c.SetColor(fadedTone{palette(int(f)), opacity})
	c.Fill(box.Path())
	style := draw.LineStyle{Color: fadedTone{palette(int(f)), 1}, Width: 0.75}
	w, h := box.Size().X, box.Size().Y
	const step = vg.Length(5)
	slant := func(mirrored bool) {
		for s := step - h; s < w; s += step {
			from, to := max(s, 0), min(s+h, w)
			a, b := vg.Point{X: from, Y: from - s}, vg.Point{X: to, Y: to - s}
			if mirrored {
				a.X, b.X = w-a.X, w-b.X
			}
			c.StrokeLine2(style, box.Min.X+a.X, box.Min.Y+a.Y, box.Min.X+b.X, box.Min.Y+b.Y)
		}
	}
	if slices.Contains([]string{"/", "x"}, lines) {
		slant(false)
	}
	if slices.Contains([]string{`\`, "x"}, lines) {
		slant(true)
	}
	for y := step / 2; lines == "-" && y < h; y += step {
		c.StrokeLine2(style, box.Min.X, box.Min.Y+y, box.Max.X, box.Min.Y+y)
	}
	c.SetLineStyle(style)
	c.Stroke(box.Path())
}
