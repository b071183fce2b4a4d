package viz

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
)

// The size of a figure in a terminal, in characters.
const (
	terminalColumns = 78
	terminalRows    = 20
	linePoints      = 17 // of the height of a figure to a line, that of a row of bars
)

// Text draws the figure with characters, for a terminal: lines and points in Braille, bars as blocks,
// and its texts where they stand, but for those that are turned. It is at most 78 characters
// wide and 20 lines high. A caption of longer lines is below that, in as many as it needs.
func (f *Figure) Text() string {
	height := f.total()
	rows := int(math.Round(height.Points() / linePoints))
	t := &terminal{width: f.width, height: height, rows: make([][terminalColumns]rune, max(4, min(rows, terminalRows)))}
	t.dots = make([][terminalColumns]byte, len(t.rows))
	var caption []string
	lowest := vg.Length(0) // of the texts in the drawing
	if slices.ContainsFunc(f.captionLines(), func(line string) bool { return utf8.RuneCountInString(line) > terminalColumns }) {
		caption, lowest = filled(clean(f.caption), terminalColumns), margin+f.captionHeight()
	}
	shapes := f.shapes(false)
	for _, s := range shapes {
		t.mark(s)
	}
	for _, s := range shapes {
		if s.kind == words && s.turn == 0 && s.at.Y >= lowest {
			t.words(s)
		}
	}
	t.slanted(shapes)
	return strings.TrimRight(t.String()+"\n"+strings.Join(caption, "\n"), "\n")
}

// filled returns the words of a text in lines of at most so many characters. A longer word has a
// line of its own, and is cut.
func filled(text string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if runes := []rune(word); len(runes) > width {
			word = string(runes[:width-1]) + "…"
		}
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// A terminal is a page of characters.
type terminal struct {
	width, height vg.Length               // of the figure
	rows          [][terminalColumns]rune // 0 where there is none
	dots          [][terminalColumns]byte // of Braille, below the characters
}

// column returns the column of a place, in characters from the left.
func (t *terminal) column(x vg.Length) float64 {
	return float64(x) / float64(t.width) * terminalColumns
}

// row returns the row of a place, in lines from the top.
func (t *terminal) row(y vg.Length) float64 {
	return float64(len(t.rows)) * (1 - float64(y)/float64(t.height))
}

func (t *terminal) mark(s shape) {
	switch tone, _ := s.colour.(tone); {
	case tone == gridline, tone == band, tone == paper:
	case s.kind == line && faded(s.colour): // about a bar, or in it
	case s.kind == area, s.kind == line && closedBox(s.path):
		for path := s.path; len(path) >= 5; path = path[5:] {
			s.path = path[:5]
			t.bar(s)
		}
	case s.kind == line && !hatch(s.path):
		t.line(s.path)
	case s.kind == disc:
		t.point(s.at)
	}
}

// faded reports whether a colour is a tone with transparency, which the bars of a series are filled with.
func faded(c color.Color) bool {
	_, is := c.(fadedTone)
	return is
}

// closedBox reports whether a path is the outline of a rectangle.
func closedBox(path vg.Path) bool { return len(path) == 5 && path[4].Type == vg.CloseComp }

// hatch reports whether a path is a slanted line as those in a hatched bar, which is a shade here.
func hatch(path vg.Path) bool {
	if len(path) != 2 {
		return false
	}
	across := path[1].Pos.Sub(path[0].Pos)
	return across.X != 0 && math.Abs(float64(across.X)-float64(across.Y)) < 0.01 && across.X <= barHeight
}

// point sets two points of Braille beside each other, which are seen more easily than one.
func (t *terminal) point(at vg.Point) {
	t.dot(at)
	t.dot(at.Add(vg.Point{X: t.width / terminalColumns / 2}))
}

// dot sets a point of Braille.
func (t *terminal) dot(at vg.Point) {
	x, y := int(math.Floor(2*t.column(at.X))), int(math.Floor(4*t.row(at.Y)))
	if x < 0 || y < 0 || x >= 2*terminalColumns || y >= 4*len(t.rows) {
		return
	}
	bits := [4][2]byte{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}
	t.dots[y/4][x/2] |= bits[y%4][x%2]
}

func (t *terminal) line(path vg.Path) {
	var last vg.Point
	for i, comp := range path {
		switch comp.Type {
		case vg.ArcComp: // the ring of a point
			t.point(comp.Pos)
		case vg.LineComp, vg.CurveComp:
			steps := max(2*math.Abs(t.column(comp.Pos.X)-t.column(last.X)), 4*math.Abs(t.row(comp.Pos.Y)-t.row(last.Y)))
			for k := range int(steps) + 1 {
				part := vg.Length(float64(k) / max(1, steps))
				t.dot(last.Add(comp.Pos.Sub(last).Scale(part)))
			}
		case vg.MoveComp:
			if i+1 < len(path) && path[i+1].Type == vg.ArcComp {
				continue
			}
		}
		last = comp.Pos
	}
}

// bar fills the characters of a rectangle: an outline, which stands for a hatched bar, with a light shade,
// and a colour of a scale with a shade for its brightness. Other areas lie below lines, which are
// drawn.
func (t *terminal) bar(s shape) {
	if !closedBox(s.path) {
		return
	}
	a, b := s.path[0].Pos, s.path[2].Pos
	left, right := t.column(min(a.X, b.X)), t.column(max(a.X, b.X))
	top, bottom := t.row(max(a.Y, b.Y)), t.row(min(a.Y, b.Y))
	first, last := int(math.Round(top)), int(math.Round(bottom))
	if last-first <= 1 {
		first = int((top + bottom) / 2)
		last = first + 1
	}
	full := '█'
	if c, opacity := toneOf(s.colour, true); opacity < 1 && faded(s.colour) {
		full = []rune("░▒▓")[min(2, int(4*opacity))]
		if !lying(a, b) {
			t.upright(left, right, top, int(math.Round(bottom)), full)
			return
		}
	} else if s.kind == line {
		full = '░'
	} else if c.light == c.dark {
		full = []rune("░▒▓█")[min(3, int(5*luminance(c.light)))]
		if right-left > terminalColumns/2 && last-first > 3 {
			return // the ground of a surface
		}
	} else if !lying(a, b) {
		t.upright(left, right, top, int(math.Round(bottom)), full)
		return
	}
	for row := max(0, first); row < min(last, len(t.rows)); row++ {
		for column := int(math.Round(left)); column < terminalColumns; column++ {
			part := int(math.Round(8 * (right - float64(column))))
			if part <= 0 {
				break
			}
			switch {
			case part >= 8 || full != '█':
				t.rows[row][column] = full
			default:
				t.rows[row][column] = []rune("▏▎▍▌▋▊▉")[part-1]
			}
		}
	}
}

// lying reports whether the rectangle between two corners is a bar of a row.
func lying(a, b vg.Point) bool {
	return math.Abs(math.Abs(float64(a.Y-b.Y))-float64(barHeight)) <= 0.01
}

// upright fills the characters of a bar that stands on the line before a row, and has its number at its
// top: to an eighth of a line if it is full, and else with a shade, to a line.
func (t *terminal) upright(left, right, top float64, bottom int, full rune) {
	const gap = 0.06 // of the hairlines between bars, in characters
	first := int(math.Round(left - gap))
	end := min(terminalColumns, max(int(math.Round(right+gap)), first+1))
	for row := max(0, min(int(top), bottom-1)); row < min(bottom, len(t.rows)); row++ {
		part := max(1, min(8, int(math.Round(8*(float64(row+1)-top)))))
		if full != '█' && part < 4 && row < bottom-1 {
			continue
		}
		for column := first; column < end; column++ {
			t.rows[row][column] = full
			if full == '█' {
				t.rows[row][column] = []rune("▁▂▃▄▅▆▇█")[part-1]
			}
		}
	}
}

// words writes a text about the middle of its place, and beside the end of a bar behind it. It is
// left out where others leave no room near its place.
func (t *terminal) words(s shape) {
	text := []rune(s.text)
	if len(text) > terminalColumns {
		text = append(text[:terminalColumns-1], '…')
	}
	row := int(t.row(s.at.Y + s.face.Font.Size/3))
	if row < 0 || row >= len(t.rows) {
		return
	}
	line := &t.rows[row]
	column := int(math.Round(t.column(s.at.X+s.face.Width(s.text)/2) - float64(len(text))/2))
	if begin := int(math.Round(t.column(s.at.X))); begin >= 2 && (block(line[begin-1]) || block(line[begin-2])) {
		column = begin
	}
	places := [...]struct{ down, aside int }{{0, 0}, {0, -1}, {0, 1}, {0, 2}, {0, -2}, {0, 3}, {0, 4}, {-1, 0}, {0, 5}, {0, 6}}
	for _, over := range []string{"", "░"} { // what a text may cover
		for _, place := range places {
			if t.put(text, row+place.down, column+place.aside, over) {
				return
			}
		}
	}
}

// slanted writes slanted texts, which are names along an axis, beside each other where they end. They are shortened to the
// room that there is, and left out where it is for fewer than four characters.
func (t *terminal) slanted(shapes []shape) {
	type name struct {
		text []rune
		row  int
		end  float64 // in columns
	}
	var names []name
	room := terminalColumns
	for _, s := range shapes {
		if s.kind != words || s.turn <= 0 || s.turn > 1 {
			continue
		}
		sin, cos := math.Sincos(s.turn)
		length := float64(s.face.Width(s.text))
		n := name{[]rune(s.text), int(t.row(s.at.Y + vg.Length(length*sin))), t.column(s.at.X + vg.Length(length*cos))}
		if last := len(names) - 1; last >= 0 {
			room = min(room, int(n.end-names[last].end)-1)
		}
		names = append(names, n)
	}
	for _, n := range names {
		if keep := room - 1; len(n.text) > room {
			n.text = slices.Concat(n.text[:max(0, keep+1)/2], []rune("…"), n.text[len(n.text)-max(0, keep)/2:])
		}
		if room >= 4 && n.row < len(t.rows) {
			t.put(n.text, n.row, int(math.Round(n.end))-len(n.text)/2, "")
		}
	}
}

// put writes a text with a space at both sides, and reports whether there was room for it.
func (t *terminal) put(text []rune, row, column int, over string) bool {
	end := column + len(text)
	if row < 0 || column < 0 || end > terminalColumns {
		return false
	}
	from, to := max(0, column-1), min(terminalColumns, end+1)
	if !vacant(t.rows[row][from:to], over) {
		return false
	}
	copy(t.rows[row][column:], text)
	clear(t.dots[row][from:column])
	clear(t.dots[row][end:to])
	return true
}

// vacant reports whether a character may be covered.
func vacant(line []rune, over string) bool {
	for _, r := range line {
		if r != 0 && !strings.ContainsRune(over, r) {
			return false
		}
	}
	return true
}

// block reports whether a character is of a bar.
func block(r rune) bool { return r >= '▀' && r <= '▟' }

// String returns the lines, without empty ones at both ends and below each other.
func (t *terminal) String() string {
	var lines []string
	for i, row := range t.rows {
		var b strings.Builder
		for j, r := range row {
			switch {
			case r != 0:
				b.WriteRune(r)
			case t.dots[i][j] != 0:
				b.WriteRune('\u2800' + rune(t.dots[i][j]))
			default:
				b.WriteByte(' ')
			}
		}
		line := strings.TrimRight(b.String(), " ")
		if line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
