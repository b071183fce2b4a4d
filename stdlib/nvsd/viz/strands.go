package viz

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// strands plots the lines of a path, each with its name at its end.
type strands struct {
	taus   []float64 // falling, all positive
	lines  []Line    // the norms in the order of taus; the largest last norm first
	named  int       // the number of lines, from the first, with a colour and a name
	chosen float64   // 0 where no tau is marked
	top    float64   // the largest norm
	note   string    // says what the grey lines are
	full   map[string]string
}

var (
	_ plot.Plotter    = (*strands)(nil)
	_ plot.GlyphBoxer = (*strands)(nil)
)

func newStrands(taus []float64, order []int, lines []Line, chosen float64) *strands {
	s := &strands{full: map[string]string{}}
	for _, j := range order {
		s.taus = append(s.taus, taus[j])
	}
	if chosen <= s.taus[0] && chosen >= s.taus[len(s.taus)-1] {
		s.chosen = chosen
	}
	for _, l := range lines {
		name := clean(l.Name)
		strand := Line{Name: elide(name, endStyle(l, 0), maxEnd), Selected: l.Selected}
		if strand.Name != name {
			s.full[strand.Name] = name
		}
		for _, j := range order {
			strand.Norms = append(strand.Norms, l.Norms[j])
			s.top = max(s.top, l.Norms[j])
		}
		s.lines = append(s.lines, strand)
	}

	// The lines of the largest maximum have names: a line that falls again near the end is
	// of interest too.
	slices.SortStableFunc(s.lines, func(a, b Line) int {
		return cmp.Compare(slices.Max(b.Norms), slices.Max(a.Norms))
	})
	for s.named < min(len(s.lines), maxNamed) && slices.Max(s.lines[s.named].Norms) > 0 {
		s.named++
	}
	slices.SortStableFunc(s.lines[:s.named], func(a, b Line) int { return cmp.Compare(end(b), end(a)) })
	if rest := s.lines[s.named:]; len(rest) > 0 {
		s.note = fmt.Sprintf("%d more, none above %s", len(rest), number(slices.Max(rest[0].Norms)))
		if slices.Max(rest[0].Norms) == 0 {
			s.note = fmt.Sprintf("%d stay at 0", len(rest))
			if len(rest) == 1 {
				s.note = rest[0].Name + " stays at 0"
			}
		}
	}
	return s
}

// end returns the norm at the smallest tau.
func end(l Line) float64 { return l.Norms[len(l.Norms)-1] }

const (
	maxEnd    = vg.Length(130)
	endHeight = vg.Length(12)
)

func endStyle(l Line, i int) text.Style {
	style := sans(textSize, palette(i))
	if l.Selected {
		style = bold(style)
	}
	return style
}

func noteStyle() text.Style { return sans(smallSize, muted) }

func (s *strands) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	stroke := func(l Line, style draw.LineStyle) {
		pts := make([]vg.Point, len(s.taus))
		for j, t := range s.taus {
			pts[j] = vg.Point{X: x(t), Y: y(l.Norms[j])}
		}
		c.StrokeLines(style, pts)
	}
	if s.chosen > 0 {
		s.markChosen(c, x(s.chosen))
	}
	for _, l := range s.lines[s.named:] {
		stroke(l, draw.LineStyle{Color: faint, Width: 0.75})
	}
	for i := s.named - 1; i >= 0; i-- {
		stroke(s.lines[i], s.lineStyle(i))
	}

	at := make([]vg.Length, 0, s.named+1)
	for _, l := range s.lines[:s.named] {
		at = append(at, y(end(l)))
	}
	if s.note != "" {
		at = append(at, y(0))
	}
	places := spread(at, endHeight, c.Min.Y, c.Max.Y)
	for k, place := range places {
		style, name := noteStyle(), s.note
		if k < s.named {
			style, name = endStyle(s.lines[k], k), s.lines[k].Name
		}
		c.StrokeLine2(draw.LineStyle{Color: gridline, Width: 0.75}, c.Max.X+1, at[k], c.Max.X+leader-2, place)
		c.FillText(style, vg.Point{X: c.Max.X + leader, Y: place}, name)
	}
}

// leader is the length of the thin line from the end of a line to its name.
const leader = vg.Length(14)

// lineStyle returns the style of a line. Lines differ by colour; neighbours, and lines from
// the eighth on, differ by their dashes too.
func (s *strands) lineStyle(i int) draw.LineStyle {
	style := draw.LineStyle{Color: palette(i), Width: 1.25}
	if s.lines[i].Selected {
		style.Width = 2
	}
	dashes := [][]vg.Length{nil, {6, 2.5}, {2, 2}}
	style.Dashes = dashes[i%len(dashes)]
	return style
}

func (s *strands) markChosen(c draw.Canvas, at vg.Length) {
	c.StrokeLine2(draw.LineStyle{Color: muted, Width: 1, Dashes: []vg.Length{3, 3}}, at, c.Min.Y, at, c.Max.Y+endHeight)
	label := "tau = " + number(s.chosen)
	style := noteStyle()
	pt := vg.Point{X: at + 4, Y: c.Max.Y + endHeight/2 + 3}
	if w := style.Width(label); pt.X+w > c.Max.X {
		pt.X = at - 4 - w
	}
	c.FillText(style, pt, label)
}

// GlyphBoxes returns how far the names reach to the right.
func (s *strands) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	width := noteStyle().Width(s.note)
	for i, l := range s.lines[:s.named] {
		width = max(width, endStyle(l, i).Width(l.Name))
	}
	return []plot.GlyphBox{
		{X: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: leader + width}}},
		{Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{Y: endHeight + 3}}},
	}
}

func (s *strands) inWords(measure, weight string) string {
	var names []string
	for _, l := range s.lines[:s.named] {
		names = append(names, fmt.Sprintf("%s %s", l.Name, number(end(l))))
	}
	return fmt.Sprintf("Lines of the %ss of %d inputs over %s from %s to %s. At the smallest %s: %s.",
		measure, len(s.lines), weight, number(s.taus[0]), number(s.taus[len(s.taus)-1]), weight, strings.Join(names, ", "))
}
