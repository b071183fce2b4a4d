package viz

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// strands draws the lines of a path over its weights, each with its name at its end.
type strands struct {
	*trail
	lines []strand // the named ones by falling last norm, then the others
	named int      // the number of lines, from the first, with a colour and a name
	grey  int      // the number of lines after those that are drawn without a name
	note  string   // what stands at the end of those that have no name
	full  map[string]string
}

// maxGrey is the most lines without a name that are drawn.
const maxGrey = 40

func newStrands(t *trail) *strands {
	s := &strands{trail: t, lines: slices.Clone(t.strands), full: map[string]string{}}
	for a, l := range s.lines {
		short := elide(l.name, endStyle(l, 0), maxEnd)
		if short != l.name {
			s.full[short] = l.name
		}
		s.lines[a].name = short
	}
	// The lines of the largest maximum have names: a line that falls again near the end is
	// of interest too.
	slices.SortStableFunc(s.lines, func(a, b strand) int { return cmp.Compare(b.peak, a.peak) })
	for s.named < min(len(s.lines), maxNamed) && s.lines[s.named].peak > 0 {
		s.named++
	}
	rest := s.lines[s.named:]
	s.grey = s.fit(rest)
	slices.SortStableFunc(s.lines[:s.named], func(a, b strand) int {
		return cmp.Or(cmp.Compare(s.end(b), s.end(a)), cmp.Compare(s.sum(b), s.sum(a)))
	})
	s.note = noteOf(rest, s.scale)
	return s
}

// fit returns the number of lines without a name that are drawn: maxGrey, unless they and
// the named ones have more than allCorners corners in a picture of the usual size.
func (s *strands) fit(rest []strand) int {
	x, y := s.axis(), s.upward()
	corners := 0
	count := func(l strand) int {
		var line []vg.Point
		for j, w := range s.weights {
			if !math.IsNaN(l.norms[j]) {
				line = append(line, vg.Point{X: defaultWidth * vg.Length(x.part(w)), Y: pathHeight * vg.Length(y.part(s.height(l, j)))})
			}
		}
		return len(simple(line, maxCorners))
	}
	for _, l := range s.lines[:s.named] {
		corners += count(l)
	}
	for k, l := range rest {
		corners += count(l)
		if k == maxGrey || l.peak == 0 || corners > allCorners {
			return k
		}
	}
	return len(rest)
}

// allCorners is the most corners of all lines together, if there are lines without a name.
const allCorners = 1300

// end returns the height of the end of a line that has a name.
func (s *strands) end(l strand) float64 { return s.height(l, l.last()) }

// sum returns the sum of the heights of a line, which orders lines that end together.
func (s *strands) sum(l strand) float64 {
	sum := 0.0
	for j, norm := range l.norms {
		if !math.IsNaN(norm) {
			sum += s.height(l, j) / float64(len(l.norms))
		}
	}
	return sum
}

// noteOf describes the lines without a name in a few words. They are sorted by their peaks,
// which are no heights where every line ends at its own largest norm.
func noteOf(rest []strand, scale report.Scale) string {
	switch {
	case len(rest) == 0:
		return ""
	case rest[0].peak > 0 && scale == report.Relative:
		return fmt.Sprintf("%d more", len(rest))
	case rest[0].peak > 0:
		return fmt.Sprintf("%d more, none above %s", len(rest), number(rest[0].peak))
	case len(rest) == 1:
		return rest[0].name + " stays at 0"
	}
	return fmt.Sprintf("%d stay at 0", len(rest))
}

const (
	maxEnd    = vg.Length(130)
	endHeight = vg.Length(12)
	// leader is the length of the thin line from the end of a line to its name, and sample the
	// length of the piece of the line before the name.
	leader = vg.Length(14)
	sample = vg.Length(16)
)

func endStyle(l strand, i int) text.Style {
	style := sans(textSize, palette(i))
	if l.selected {
		style = bold(style)
	}
	return style
}

func noteStyle() text.Style { return sans(smallSize, muted) }

// rightOf returns the room for the names at the ends of the lines.
func (s *strands) rightOf() vg.Length {
	width := noteStyle().Width(s.note) - sample
	for i, l := range s.lines[:s.named] {
		width = max(width, endStyle(l, i).Width(l.name))
	}
	return leader + sample + labelGap + width
}

func (s *strands) draw(p pane) {
	for _, l := range s.lines[s.named : s.named+s.grey] {
		s.stroke(p, l, draw.LineStyle{Color: faint, Width: 0.5})
	}
	for i := s.named - 1; i >= 0; i-- {
		s.stroke(p, s.lines[i], s.lineStyle(i))
	}
	for i := s.named - 1; i >= 0; i-- {
		l := s.lines[i]
		if j := l.enters(); j >= 0 && !math.IsNaN(l.norms[j]) {
			c := draw.GlyphStyle{Color: palette(i), Radius: 2, Shape: draw.CircleGlyph{}}
			p.DrawGlyph(c, p.at(s.weights[j], s.height(l, j)))
		}
	}
	s.names(p)
}

// stroke draws the pieces of a line between norms that are left out. It begins where the
// input comes in.
func (s *strands) stroke(p pane, l strand, style draw.LineStyle) {
	var piece []vg.Point
	end := func() {
		if len(piece) == 1 { // a single fit
			piece = append(piece, piece[0].Add(vg.Point{X: 1}))
		}
		p.StrokeLines(style, simple(piece, maxCorners))
		piece = nil
	}
	for j := max(0, l.enters()-1); j < len(s.weights); j++ {
		if math.IsNaN(l.norms[j]) {
			end()
			continue
		}
		piece = append(piece, p.at(s.weights[j], s.height(l, j)))
	}
	end()
}

// names draws the names at the ends of the lines, each after a piece of its line, and the
// note at the end of the others.
func (s *strands) names(p pane) {
	at := make([]vg.Length, 0, s.named+1)
	for _, l := range s.lines[:s.named] {
		at = append(at, p.atY(s.end(l)))
	}
	if s.note != "" {
		at = append(at, p.Min.Y)
	}
	for k, place := range spread(at, endHeight, p.Min.Y, p.Max.Y) {
		from := p.Max.X + leader
		if s.scale != report.Relative { // where all end at 1
			p.StrokeLine2(gridStyle, p.Max.X+1, at[k], from, place)
		}
		if k == s.named {
			p.FillText(noteStyle(), vg.Point{X: from + labelGap, Y: place}, s.note)
			break
		}
		p.StrokeLine2(s.lineStyle(k), from, place, from+sample, place)
		p.FillText(endStyle(s.lines[k], k), vg.Point{X: from + sample + labelGap, Y: place + optical}, s.lines[k].name)
	}
}

// lineStyle returns the style of a line. Lines differ by colour; neighbours, and lines from
// the eighth on, differ by their dashes too.
func (s *strands) lineStyle(i int) draw.LineStyle {
	style := draw.LineStyle{Color: palette(i), Width: 1.25}
	if s.lines[i].selected {
		style.Width = 2
	}
	dashes := [][]vg.Length{nil, {6, 2.5}, {2, 2}}
	style.Dashes = dashes[i%len(dashes)]
	return style
}
