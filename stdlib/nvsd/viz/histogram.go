package viz

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Histogram draws the counts of bins, as bars that stand on 0 and beside each other.
//
// It is an error when there is no bin, when the edges are not finite and rising and one more than
// the counts, and when a count is negative.
func Histogram(chart report.Histogram) (*Figure, error) {
	if err := checkBins(chart.Title, chart.Bins); err != nil {
		return nil, err
	}
	h := histogram{chart: chart, x: rangeOf(chart.Bins), y: countsOf(chart.Bins)}
	h.x.dates = chart.Dates
	head := header{title: clean(chart.Title)}
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + overMap + histogramHeight + belowPane + titleLine,
		draw:    func(c draw.Canvas) { h.draw(head.draw(c)) },
		title:   clean(chart.Title),
		desc:    h.inWords(),
		caption: chart.Note,
	}, nil
}

const histogramHeight = vg.Length(200)

// histogram is the layout of a histogram.
type histogram struct {
	chart report.Histogram
	x, y  scale
}

// checkBins returns an error for bins that cannot be drawn. title is the title of the
// chart.
func checkBins(title string, b report.Bins) error {
	if len(b.Counts) == 0 || len(b.Edges) != len(b.Counts)+1 {
		return fmt.Errorf("viz: the bins of %q have %d edges and %d counts: one edge more than counts is needed, and one bin at least", title, len(b.Edges), len(b.Counts))
	}
	for k, edge := range b.Edges {
		if !drawable(edge) || k > 0 && edge <= b.Edges[k-1] {
			return fmt.Errorf("viz: the edges of the bins of %q are not finite and rising: edge %d is %v", title, k, edge)
		}
	}
	if k := slices.IndexFunc(b.Counts, func(n int) bool { return n < 0 }); k >= 0 {
		return fmt.Errorf("viz: the count of bin %d of %q is %d: counts are at least 0", k, title, b.Counts[k])
	}
	return nil
}

// rangeOf returns the range of all bins.
func rangeOf(b report.Bins) scale { return scale{lo: b.Edges[0], hi: b.Edges[len(b.Edges)-1]} }

// countsOf returns the scale of the counts, from 0.
func countsOf(b report.Bins) scale {
	return scale{hi: 1.04 * float64(max(1, slices.Max(b.Counts))), whole: true}
}

func (h *histogram) draw(c draw.Canvas) {
	c.Max.Y -= overMap
	title := clean(h.chart.Points)
	left := leftOf(h.y, histogramHeight, title)
	box := vg.Rectangle{Min: vg.Point{X: c.Min.X + left, Y: c.Max.Y - histogramHeight}, Max: vg.Point{X: c.Max.X - 4, Y: c.Max.Y}}
	p := newPane(c, box, h.x, h.y)
	p.axisY(title, left)
	p.bins(h.chart.Bins)
	p.axisX(clean(h.chart.Axis))
}

// bins draws bars of the counts over the bins, with hairlines between those that have room for them.
func (p pane) bins(b report.Bins) {
	const hairline = vg.Length(0.75)
	p.SetColor(accent)
	for k, n := range b.Counts {
		left, right := p.atX(b.Edges[k]), p.atX(b.Edges[k+1])
		if right-left > 4*hairline {
			left, right = left+hairline/2, right-hairline/2
		}
		if n > 0 {
			p.Fill(vg.Rectangle{Min: vg.Point{X: left, Y: p.Min.Y}, Max: vg.Point{X: right, Y: p.atY(float64(n))}}.Path())
		}
	}
}

func (h *histogram) inWords() string {
	b := h.chart.Bins
	sum, most := 0, 0
	for k, n := range b.Counts {
		sum += n
		if n > b.Counts[most] {
			most = k
		}
	}
	bins := "1 bin"
	if n := len(b.Counts); n != 1 {
		bins = fmt.Sprintf("%d bins", n)
	}
	return fmt.Sprintf("Histogram of %d %s in %s from %s to %s. Most of them, %d, from %s to %s.", sum, clean(h.chart.Points), bins,
		h.x.written(h.x.lo), h.x.written(h.x.hi), b.Counts[most], h.x.written(b.Edges[most]), h.x.written(b.Edges[most+1]))
}
