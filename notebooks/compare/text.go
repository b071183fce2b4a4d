package compare

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A text is a rendering, ready to be compared.
type text struct {
	format format
	lines  []string
}

func newText(s string, f format) text { return text{f, strings.Split(s, "\n")} }

const (
	// colourLevels is the largest difference of a channel of a colour, of 255 levels: a colour
	// that stands for a number is rounded.
	colourLevels = 2
	// drawnShare is the part of the characters of a picture that may be others: a mark that
	// stands at the edge of a character may fall into the next one.
	drawnShare = 0.02
)

// texts compares two renderings of one value, line by line.
func texts(old, now text, tol Tolerance, found *finding) {
	if len(old.lines) != len(now.lines) {
		at := 0
		for at < min(len(old.lines), len(now.lines)) && old.lines[at] == now.lines[at] {
			at++
		}
		found.differs("%d lines, there were %d; the first that is another is line %d: %s",
			len(now.lines), len(old.lines), at+1, wasText(lineAt(now, at), lineAt(old, at)))
		return
	}
	oldTokens := make([][]token, len(old.lines))
	size := 0.0 // of the picture
	for i, line := range old.lines {
		oldTokens[i] = tokens(line, old.format)
		for _, t := range oldTokens[i] {
			if t.kind == coordinate {
				size = max(size, math.Abs(t.value))
			}
		}
	}
	c := comparison{tol: tol, size: size, found: found}
	for i, line := range now.lines {
		c.line(i+1, oldTokens[i], tokens(line, now.format), old.lines[i], line)
	}
	if float64(c.moved) > drawnShare*float64(c.cells) {
		found.differs("the drawing: %d of %d characters are others", c.moved, c.cells)
	}
}

func lineAt(t text, i int) string {
	if i < len(t.lines) {
		return t.lines[i]
	}
	return ""
}

// A comparison is the state of one call of texts.
type comparison struct {
	tol   Tolerance
	size  float64
	found *finding
	count int // numbers so far
	cells int // characters of drawings, and
	moved int // those that differ
}

// line compares two lines.
func (c *comparison) line(n int, old, now []token, oldLine, nowLine string) {
	if hasDrawing(old) || hasDrawing(now) {
		c.drawing(old, now)
		old, now = withoutDrawing(old), withoutDrawing(now)
	} else if wider(old, now) {
		old, now = withoutBlanks(old), withoutBlanks(now)
	}
	same := len(old) == len(now)
	for i := 0; same && i < len(old); i++ {
		same = old[i].kind == now[i].kind && (old[i].text == now[i].text || old[i].kind != word && old[i].kind != blank)
	}
	if !same {
		c.found.differs("line %d: %s", n, wasText(nowLine, oldLine))
		for _, t := range old { // so that the numbers behind keep theirs
			if t.kind == number || t.kind == coordinate {
				c.count++
			}
		}
		return
	}
	for i := range old {
		switch old[i].kind {
		case number:
			c.count++
			c.found.number(c.count, old[i], now[i], c.tol.of(old[i], now[i]))
		case coordinate:
			c.count++
			c.found.number(c.count, old[i], now[i], max(c.tol.Absolute, c.tol.Relative*c.size))
		case colour:
			if !sameColour(old[i].text, now[i].text) {
				c.found.differs("line %d: colour %s was %s", n, now[i].text, old[i].text)
			}
		}
	}
}

// drawing counts the characters in which two lines of a picture differ. Between two labels the
// characters stand at the right: a label that has another width moves what is to the left of it.
func (c *comparison) drawing(old, now []token) {
	a, b := gaps(old), gaps(now)
	if len(a) != len(b) { // other labels, which are a difference
		return
	}
	for i := range a {
		n := max(len(a[i]), len(b[i]))
		for k := range n {
			x, y := cellAt(a[i], k-n+len(a[i])), cellAt(b[i], k-n+len(b[i]))
			if x != 0 || y != 0 {
				c.cells++
			}
			if x != y {
				c.moved++
			}
		}
	}
}

// gaps returns the characters of a picture between its labels: 0 for a blank.
func gaps(ts []token) [][]rune {
	all := [][]rune{nil}
	for _, t := range ts {
		last := &all[len(all)-1]
		switch t.kind {
		case drawn:
			*last = append(*last, []rune(t.text)...)
		case blank:
			*last = append(*last, make([]rune, utf8.RuneCountInString(t.text))...)
		default:
			all = append(all, nil)
		}
	}
	return all
}

func cellAt(cells []rune, i int) rune {
	if i < 0 || i >= len(cells) {
		return 0
	}
	return cells[i]
}

func hasDrawing(ts []token) bool {
	for _, t := range ts {
		if t.kind == drawn {
			return true
		}
	}
	return false
}

// wider reports whether lines have as many words and numbers, and one of the numbers has another
// width. Then the blanks that fill the columns of a table differ too.
func wider(old, now []token) bool {
	old, now = withoutBlanks(old), withoutBlanks(now)
	if len(old) != len(now) {
		return false
	}
	for i := range old {
		if old[i].kind == number && utf8.RuneCountInString(old[i].text) != utf8.RuneCountInString(now[i].text) {
			return true
		}
	}
	return false
}

func withoutBlanks(ts []token) []token {
	return filter(ts, func(t token) bool { return t.kind != blank })
}

func withoutDrawing(ts []token) []token {
	return filter(ts, func(t token) bool { return t.kind != blank && t.kind != drawn })
}

func filter(ts []token, keep func(token) bool) []token {
	var kept []token
	for _, t := range ts {
		if keep(t) {
			kept = append(kept, t)
		}
	}
	return kept
}

// sameColour reports whether two colours, as #1f77b4 or {1F77B4}, look the same.
func sameColour(a, b string) bool {
	a, b = strings.Trim(a, "#{}"), strings.Trim(b, "#{}")
	if len(a) != len(b) {
		return false
	}
	if len(a) != 6 {
		return strings.EqualFold(a, b)
	}
	x, err := strconv.ParseUint(a, 16, 32)
	y, err2 := strconv.ParseUint(b, 16, 32)
	for shift := 0; err == nil && err2 == nil && shift < 24; shift += 8 {
		if d := int(x>>shift&255) - int(y>>shift&255); d < -colourLevels || d > colourLevels {
			return false
		}
	}
	return err == nil && err2 == nil
}

// wasText describes the change of a line, from shortly before the first difference on.
func wasText(now, old string) string {
	const before, most = 20, 70
	a, b := []rune(now), []rune(old)
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	cut := func(r []rune) string {
		from, to := max(0, same-before), min(len(r), same+most)
		s := string(r[min(from, len(r)):to])
		if from > 0 {
			s = "…" + s
		}
		if to < len(r) {
			s += "…"
		}
		return strconv.Quote(s)
	}
	return fmt.Sprintf("%s was %s", cut(a), cut(b))
}
