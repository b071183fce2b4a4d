package viz

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// counts draws the number of inputs that are in at each weight of a path, and the number
// that certainly are.
type counts struct {
	weights     []float64
	in, certain []int // certain is nil where it is unknown
}

func newCounts(t *trail) *counts {
	return &counts{weights: t.weights, in: t.inputsIn(), certain: t.certain}
}

func (n *counts) upward() countAxis { return countAxis(max(1, slices.Max(n.in))) }

// A countAxis is the axis of the numbers from 0 to its value, with ticks at these two.
type countAxis int

func (most countAxis) part(v float64) float64 { return v / float64(most) }

func (most countAxis) ticks() []plot.Tick {
	return []plot.Tick{{Value: 0, Label: "0"}, {Value: float64(most), Label: number(float64(most))}}
}

func (n *counts) draw(p pane) {
	if n.certain != nil {
		steps := n.steps(p, n.certain)
		area := append(steps, vg.Point{X: p.Max.X, Y: p.Min.Y}, p.Min)
		p.FillPolygon(band, area)
	}
	p.StrokeLines(draw.LineStyle{Color: ink, Width: 1.25}, n.steps(p, n.in))
	labels, at := n.labels(p)
	for k, place := range spread(at, endHeight, p.Min.Y, p.Max.Y) {
		p.StrokeLine2(gridStyle, p.Max.X+1, at[k], p.Max.X+leader, place)
		p.FillText(noteStyle(), vg.Point{X: p.Max.X + leader + labelGap, Y: place}, labels[k])
	}
}

// labels returns the texts at the ends of the two steps, with their places.
func (n *counts) labels(p pane) (labels []string, at []vg.Length) {
	last := len(n.in) - 1
	labels, at = []string{inputsIn}, []vg.Length{p.atY(float64(n.in[last]))}
	if n.certain != nil {
		labels, at = append(labels, certainlyIn), append(at, p.atY(float64(n.certain[last])))
	}
	return labels, at
}

const inputsIn, certainlyIn = "in", "certainly in"

func (n *counts) rightOf() vg.Length { return leader + labelGap + noteStyle().Width(certainlyIn) }

// steps returns the corners of the numbers as steps, which begin at the weights.
func (n *counts) steps(p pane, numbers []int) []vg.Point {
	var corners []vg.Point
	for j, w := range n.weights {
		at := p.at(w, float64(numbers[j]))
		if j > 0 && numbers[j] != numbers[j-1] {
			corners = append(corners, vg.Point{X: at.X, Y: p.atY(float64(numbers[j-1]))})
		}
		if j == 0 || numbers[j] != numbers[j-1] {
			corners = append(corners, at)
		}
	}
	return append(corners, vg.Point{X: p.Max.X, Y: corners[len(corners)-1].Y})
}
