package viz

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

const (
	pathHeight   = vg.Length(350)
	countHeight  = vg.Length(46) // of the numbers of inputs below the lines
	betweenPanes = vg.Length(20)
	aboveLines   = vg.Length(18) // for what the marked weight is
	maxNamed     = 12
	maxWeight    = vg.Length(50) // of the name of the weight, so that what is marked has room at one side of its line
)

// Path draws the derivative norms of the inputs as functions of tau, and below them the number
// of inputs that are in. The axis falls from left to right. It is logarithmic between the fits,
// and wide where lines move and inputs come in, since most inputs often come in nearly at once.
// A dot marks where an input comes in. Names stand at the ends of the lines, bold for selected
// inputs. If there are more than 12 inputs, the 12 that grow largest have names and colours, and
// the others are grey. A chosen tau greater than 0 is marked.
//
// A tau of 0 has no place on the axis and is left out. So are the taus above the first
// entry of an input, but for the last of them, and norms that are not finite. It is an error
// when there is no line or no positive tau, when lengths disagree, or when a tau or a norm
// is negative.
func Path(title string, taus []float64, lines []Line, chosen float64) (*Figure, error) {
	return drawLines(report.Lines{Title: title, Measure: "derivative norm", Weight: "tau", Weights: taus, Lines: lines, Chosen: chosen})
}

// ScorePath draws a [Path] of a system with another measure of an input and another weight.
func ScorePath(title string, weights []float64, lines []Line, chosen float64) (*Figure, error) {
	return drawLines(report.Lines{Title: title, Measure: "score", Weight: "weight", Weights: weights, Lines: lines, Chosen: chosen})
}

func drawLines(chart report.Lines) (*Figure, error) {
	if len(chart.Lines) == 0 {
		return nil, errEmpty
	}
	if err := checkPath(chart); err != nil {
		return nil, err
	}
	t, err := newTrail(chart)
	if err != nil {
		return nil, err
	}
	chart.Measure = clean(chart.Measure)
	chart.Weight = elide(clean(chart.Weight), noteStyle(), maxWeight)
	p := &pathChart{chart: chart, trail: t, strands: newStrands(t), counts: newCounts(t)}
	head := header{title: clean(chart.Title)}
	return &Figure{
		width:   defaultWidth,
		height:  pathHeight,
		draw:    func(c draw.Canvas) { p.draw(head.draw(c)) },
		caption: p.caption(),
		title:   clean(chart.Title),
		desc:    p.inWords(),
		full:    p.strands.full,
	}, nil
}

func checkPath(chart report.Lines) error {
	taus := chart.Weights
	if chart.Certain != nil && len(chart.Certain) != len(taus) {
		return fmt.Errorf("viz: %d numbers of certain inputs for %d taus", len(chart.Certain), len(taus))
	}
	for j, t := range taus {
		if t < 0 {
			return fmt.Errorf("viz: %s %d of the path is %v: it is to be at least 0", chart.Weight, j+1, t)
		}
	}
	for _, l := range chart.Lines {
		if len(l.Norms) != len(taus) || l.In != nil && len(l.In) != len(taus) {
			return fmt.Errorf("viz: input %q has %d norms for %d taus", l.Name, len(l.Norms), len(taus))
		}
		for j, u := range l.Norms {
			if u < 0 {
				return fmt.Errorf("viz: the norm of input %q at tau %v is %v: norms are at least 0", l.Name, taus[j], u)
			}
		}
	}
	return nil
}

// A pathChart is the lines of a path, and below them the numbers of inputs.
type pathChart struct {
	*trail
	chart   report.Lines
	strands *strands
	counts  *counts
}

func (p *pathChart) draw(c draw.Canvas) {
	x, y := p.axis(), p.upward()
	below := countHeight + belowPane + titleLine
	top, bottom := c.Max.Y-aboveLines, c.Min.Y+below+betweenPanes
	left := max(leftOf(y, top-bottom, p.measure()), leftOf(p.counts.upward(), countHeight, " "))
	right := max(p.strands.rightOf(), p.counts.rightOf())
	box := vg.Rectangle{Min: vg.Point{X: c.Min.X + left, Y: bottom}, Max: vg.Point{X: c.Max.X - right, Y: top}}
	upper := newPane(c, box, x, y)
	box.Min.Y, box.Max.Y = c.Min.Y+belowPane+titleLine, c.Min.Y+below
	lower := newPane(c, box, x, p.counts.upward())

	upper.axisY(p.measure(), left)
	lower.axisY("inputs", left)
	p.markChosen(upper, lower)
	p.counts.draw(lower)
	lower.axisX(p.chart.Weight + ", falling; wide where lines move and inputs come in")
	upper.StrokeLine2(axisStyle, upper.Min.X, upper.Min.Y, upper.Max.X, upper.Min.Y)
	p.strands.draw(upper)
}

// measure returns the title of the axis of the norms.
func (p *pathChart) measure() string {
	switch p.scale {
	case report.Relative:
		return p.chart.Measure + " / its largest"
	case report.Log:
		return p.chart.Measure + " (logarithmic)"
	}
	return p.chart.Measure
}

// markChosen draws a line at the chosen weight through both panes, with its name above
// them.
func (p *pathChart) markChosen(upper, lower pane) {
	if p.chosen < 0 {
		return
	}
	at := upper.atX(p.weights[p.chosen])
	upper.StrokeLine2(chosenStyle, at, lower.Min.Y, at, upper.Max.Y+aboveLines)
	style := noteStyle()
	style.Color = ink
	label := p.chosenText()
	begin, width := at+labelGap, style.Width(label)
	if begin+width > upper.Max.X+p.strands.rightOf() {
		begin = at - labelGap - width
	}
	upper.FillText(style, vg.Point{X: begin, Y: upper.Max.Y + aboveLines/2 + 2}, label)
}

var chosenStyle = draw.LineStyle{Color: ink, Width: 1, Dashes: []vg.Length{3, 3}}

func (p *pathChart) chosenText() string {
	text := fmt.Sprintf("%s = %s: %s in", p.chart.Weight, number(p.weights[p.chosen]), inputs(p.counts.in[p.chosen]))
	selected := 0
	for _, s := range p.trail.strands {
		if s.selected {
			selected++
		}
	}
	if selected > 0 && selected != p.counts.in[p.chosen] {
		text += fmt.Sprintf(", %d selected", selected)
	}
	return text
}

// inputs returns a number of inputs in words.
func inputs(n int) string {
	if n == 1 {
		return "1 input"
	}
	return fmt.Sprintf("%d inputs", n)
}

func (p *pathChart) caption() string {
	cut := ""
	if p.before > 0 {
		cut = fmt.Sprintf("Fits at a larger %s, without inputs, are not drawn: %d.", p.chart.Weight, p.before)
	}
	hidden := ""
	rest, drawn := p.strands.lines[p.strands.named:], p.strands.grey
	if drawn < len(rest) && rest[drawn].peak > 0 {
		hidden = fmt.Sprintf("Of the %d lines without a name the %d largest are drawn.", len(rest), drawn)
	}
	return sentences(cut, hidden, leftOutNote(p.bad, "norm", "norms"))
}

func (p *pathChart) inWords() string {
	var ends []string
	for _, l := range p.strands.lines[:p.strands.named] {
		ends = append(ends, fmt.Sprintf("%s %s", l.name, number(l.norms[l.last()])))
	}
	last := len(p.weights) - 1
	text := fmt.Sprintf("Lines of the %ss of %s over %s from %s to %s, first with %s in, last with %d.", p.chart.Measure,
		inputs(len(p.strands.lines)), p.chart.Weight, number(p.weights[0]), number(p.weights[last]), inputs(p.counts.in[0]), p.counts.in[last])
	if p.chosen >= 0 {
		text += " Marked: " + p.chosenText() + "."
	}
	if len(ends) == 0 {
		return text
	}
	return text + fmt.Sprintf(" At the smallest %s: %s.", p.chart.Weight, strings.Join(ends, ", "))
}

// decades are the ticks of a logarithmic axis: powers of ten and, on an axis of fewer than
// three decades, also twice and five times these powers.
type decades struct{}

func (decades) Ticks(lo, hi float64) []plot.Tick {
	steps := []float64{1}
	if math.Log10(hi/lo) < 3 {
		steps = []float64{1, 2, 5}
	}
	var ticks []plot.Tick
	for e := math.Floor(math.Log10(lo)); e <= math.Log10(hi); e++ {
		for _, s := range steps {
			if v := s * math.Pow(10, e); v >= lo && v <= hi {
				ticks = append(ticks, plot.Tick{Value: v, Label: number(v)})
			}
		}
	}
	if len(ticks) < 2 {
		return []plot.Tick{{Value: lo, Label: number(lo)}, {Value: hi, Label: number(hi)}}
	}
	return ticks
}
