package viz

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const panelHeight = vg.Length(170)

// Curves draws functions of one input in panels below each other. All have the same
// horizontal axis, from the least x to the largest. A panel's Comparison is dashed, and the key
// above the panels has its name, and that of the curve if it has one.
//
// Points with a number that is not finite are left out, and the caption says so. It is an
// error when there is no panel, when no point of a panel is left, when lengths disagree, or
// when a band is negative.
func Curves(title, xlabel string, x []float64, panels ...Panel) (*Figure, error) {
	if len(panels) == 0 {
		return nil, errEmpty
	}
	u := &curves{across: clean(xlabel), x: scale{lo: math.Inf(1), hi: math.Inf(-1)}}
	for _, panel := range panels {
		if err := checkPanel(x, panel); err != nil {
			return nil, err
		}
		if err := u.add(x, panel); err != nil {
			return nil, err
		}
	}
	if u.x.lo == u.x.hi {
		u.x = roomy(u.x.lo, u.x.hi)
	}
	head := header{title: clean(title), entries: namesOf(panels)}
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + titleLine + panelHeight*vg.Length(len(panels)),
		draw:    func(c draw.Canvas) { u.draw(head.draw(c)) },
		caption: leftOutNote(u.bad, "point", "points"),
		title:   clean(title),
		desc:    "Curves over " + clean(xlabel) + ". " + strings.Join(u.words, " "),
	}, nil
}

func checkPanel(x []float64, p Panel) error {
	if len(p.Y) != len(x) || p.Band != nil && len(p.Band) != len(x) {
		return fmt.Errorf("viz: the curve %q has %d values, and %d of its band, for %d of x", p.Label, len(p.Y), len(p.Band), len(x))
	}
	if r := p.Comparison; r != nil && len(r.Y) != len(x) {
		return fmt.Errorf("viz: the curve %q has %d values for %d of x", r.Name, len(r.Y), len(x))
	}
	for _, v := range p.Band {
		if v < 0 {
			return fmt.Errorf("viz: the curve %q has a band of %v: half its height is at least 0", p.Label, v)
		}
	}
	return nil
}

var curveStyle = draw.LineStyle{Color: accent, Width: 2}

// curveMark draws the line of a curve in the key.
func curveMark(c draw.Canvas, box vg.Rectangle) {
	mid := (box.Min.Y + box.Max.Y) / 2
	c.StrokeLine2(curveStyle, box.Min.X, mid, box.Max.X, mid)
}

// namesOf returns the key to the curves that have a name and to the dashed ones beside them,
// each name once.
func namesOf(panels []Panel) []entry {
	var entries []entry
	add := func(mark func(draw.Canvas, vg.Rectangle), name string) {
		name = clean(name)
		if name != "" && !slices.ContainsFunc(entries, func(e entry) bool { return e.text == name }) {
			entries = append(entries, entry{mark: mark, text: name})
		}
	}
	for _, p := range panels {
		add(curveMark, p.Name)
		if p.Comparison != nil {
			add(dashed, p.Comparison.Name)
		}
	}
	return entries
}

// curves are functions in panels over one axis.
type curves struct {
	across string // the title of the axis
	x      scale
	panels []curvePanel
	words  []string
	bad    int // points that are left out
}

// A curvePanel is one function that can be drawn, its band, and a function beside it.
type curvePanel struct {
	label           string
	x, y, low, high []float64 // x rises; without a band low and high are y
	otherX, otherY  []float64
	upward          scale
}

func (u *curves) add(x []float64, panel Panel) error {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	p := curvePanel{label: clean(panel.Label)}
	for _, i := range order {
		if !drawable(x[i]) || !drawable(panel.Y[i]) {
			u.bad++
			continue
		}
		half := 0.0
		if panel.Band != nil && drawable(panel.Band[i]) {
			half = panel.Band[i]
		}
		p.x, p.y = append(p.x, x[i]), append(p.y, panel.Y[i])
		p.low, p.high = append(p.low, panel.Y[i]-half), append(p.high, panel.Y[i]+half)
		if panel.Comparison != nil && drawable(panel.Comparison.Y[i]) {
			p.otherX, p.otherY = append(p.otherX, x[i]), append(p.otherY, panel.Comparison.Y[i])
		}
	}
	if len(p.x) == 0 {
		return fmt.Errorf("viz: there is nothing to draw: the curve %q has no point of finite numbers among %d", panel.Label, len(x))
	}
	all := slices.Concat(p.low, p.high, p.otherY)
	if panel.Zero {
		all = append(all, 0)
	}
	p.upward = roomy(slices.Min(all), slices.Max(all))
	u.x.lo, u.x.hi = min(u.x.lo, p.x[0]), max(u.x.hi, p.x[len(p.x)-1])
	u.panels, u.words = append(u.panels, p), append(u.words, p.inWords(panel))
	return nil
}

func (p curvePanel) inWords(panel Panel) string {
	last := len(p.x) - 1
	words := fmt.Sprintf("%s goes from %s at %s to %s at %s, between %s and %s.", p.label,
		number(p.y[0]), number(p.x[0]), number(p.y[last]), number(p.x[last]), number(slices.Min(p.y)), number(slices.Max(p.y)))
	if panel.Comparison != nil {
		words += fmt.Sprintf(" The dashed line: %s.", clean(panel.Comparison.Name))
	}
	return words
}

func (u *curves) draw(c draw.Canvas) {
	const high = panelHeight - belowPane - labelGap
	left := vg.Length(0)
	for _, p := range u.panels {
		left = max(left, leftOf(p.upward, high, p.label))
	}
	for k, p := range u.panels {
		top := c.Max.Y - labelGap - panelHeight*vg.Length(k)
		box := vg.Rectangle{Min: vg.Point{X: c.Min.X + left, Y: top - high}, Max: vg.Point{X: c.Max.X - labelGap, Y: top}}
		title := ""
		if k == len(u.panels)-1 {
			title = u.across
		}
		p.draw(newPane(c, box, u.x, p.upward), left, title)
	}
}

func (p curvePanel) draw(on pane, left vg.Length, across string) {
	upper, lower := simple(on.line(p.x, p.high), maxCorners), simple(on.line(p.x, p.low), maxCorners)
	slices.Reverse(lower)
	if !slices.Equal(p.low, p.high) {
		on.FillPolygon(band, append(upper, lower...))
	}
	on.axisY(p.label, left)
	on.axisX(across)
	if p.upward.lo < 0 && p.upward.hi > 0 {
		on.StrokeLine2(axisStyle, on.Min.X, on.atY(0), on.Max.X, on.atY(0))
	}
	line := on.line(p.x, p.y)
	on.StrokeLines(curveStyle, simple(line, maxCorners))
	if len(line) == 1 {
		dot(on.Canvas, line[0].X, line[0].Y)
	}
	on.StrokeLines(markStyle, simple(on.line(p.otherX, p.otherY), maxCorners))
}
