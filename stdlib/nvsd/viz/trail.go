package viz

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A trail is the drawn part of a path: from the last fit before the first input comes in,
// to the smallest positive weight.
type trail struct {
	scale   report.Scale
	weights []float64 // falling
	strands []strand
	certain []int   // nil where it is unknown
	chosen  int     // index of the weight that is marked; -1 for none
	top     float64 // the largest norm
	floor   float64 // where a logarithmic axis of norms begins

	before int // fits that are not drawn, because no input is in
	bad    int // norms that are left out
}

// A strand is one line of a path.
type strand struct {
	name     string    // as it is drawn, perhaps shortened
	norms    []float64 // NaN where one is left out
	in       []bool
	selected bool
	peak     float64 // the largest norm
}

// enters returns the index of the first weight at which the input is in, or -1.
func (s strand) enters() int { return slices.Index(s.in, true) }

// last returns the index of the last norm that is not left out, or -1.
func (s strand) last() int {
	j := len(s.norms) - 1
	for j >= 0 && math.IsNaN(s.norms[j]) {
		j--
	}
	return j
}

func newTrail(chart report.Lines) (*trail, error) {
	order := make([]int, 0, len(chart.Weights)) // of the positive weights, falling
	for j, w := range chart.Weights {
		if w > 0 && drawable(w) {
			order = append(order, j)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(chart.Weights[j], chart.Weights[i]) })
	order = slices.CompactFunc(order, func(i, j int) bool { return chart.Weights[i] == chart.Weights[j] })
	if len(order) == 0 {
		return nil, fmt.Errorf("viz: a path needs a positive %s, there is none among %d", chart.Weight, len(chart.Weights))
	}

	t := &trail{scale: chart.Scale, chosen: -1}
	for _, l := range chart.Lines {
		t.add(l, order)
	}
	t.setFloor()
	t.cut(len(order))
	order = order[t.before:]
	for k, j := range order {
		t.weights = append(t.weights, chart.Weights[j])
		if chart.Certain != nil {
			t.certain = append(t.certain, chart.Certain[j])
		}
		if chart.Weights[j] == chart.Chosen {
			t.chosen = k
		}
	}
	return t, nil
}

// add adds a line, with the norms in the given order.
func (t *trail) add(l report.Line, order []int) {
	s := strand{name: clean(l.Name), selected: l.Selected}
	for _, j := range order {
		norm := l.Norms[j]
		s.in = append(s.in, l.In == nil && norm > 0 || l.In != nil && l.In[j])
		if !drawable(norm) {
			t.bad++
			s.norms = append(s.norms, math.NaN())
			continue
		}
		s.norms = append(s.norms, norm)
		s.peak = max(s.peak, norm)
	}
	t.top = max(t.top, s.peak)
	t.strands = append(t.strands, s)
}

// setFloor sets the lower end of a logarithmic axis of norms: the least positive norm, but
// at most six decades below the largest. Norms too small for that have a linear axis.
func (t *trail) setFloor() {
	const least, decades = 1e-290, 1e-6
	if t.scale == report.Log && t.top < least {
		t.scale = report.Linear
	}
	t.floor = t.top
	for _, s := range t.strands {
		for _, norm := range s.norms {
			if norm > 0 {
				t.floor = min(t.floor, norm)
			}
		}
	}
	t.floor = max(t.floor, t.top*decades)
	if t.floor == t.top {
		t.floor /= 10
	}
}

// cut leaves out the fits before the first input comes in, but for the last of these. If
// none comes in, all fits stay.
func (t *trail) cut(fits int) {
	first := fits
	for _, s := range t.strands {
		if j := s.enters(); j >= 0 {
			first = min(first, j)
		}
	}
	if first < fits {
		t.before = max(0, first-1)
	}
	for a := range t.strands {
		t.strands[a].norms, t.strands[a].in = t.strands[a].norms[t.before:], t.strands[a].in[t.before:]
	}
}

// inputsIn returns the number of inputs that are in at each weight.
func (t *trail) inputsIn() []int {
	n := make([]int, len(t.weights))
	for _, s := range t.strands {
		for j, in := range s.in {
			if in {
				n[j]++
			}
		}
	}
	return n
}

// height returns the value on the axis of the norms for the norm of l at weight j.
func (t *trail) height(l strand, j int) float64 {
	switch norm := l.norms[j]; {
	case t.scale == report.Relative && l.peak > 0:
		return norm / l.peak
	case t.scale == report.Log:
		return max(norm, t.floor)
	default:
		return norm
	}
}

// upward returns the axis of the norms.
func (t *trail) upward() axis {
	switch {
	case t.top == 0:
		return countAxis(1)
	case t.scale == report.Relative:
		return scale{lo: 0, hi: 1}
	case t.scale == report.Log:
		return scale{lo: t.floor, hi: t.top, log: true}
	}
	return scale{lo: 0, hi: t.top}
}

// axis returns the axis of the weights, which is wide where lines move and inputs come in.
func (t *trail) axis() *spacing {
	weights, up := t.weights, t.upward()
	moves, entries := make([]float64, len(weights)-1), make([]float64, len(weights)-1)
	for _, s := range t.strands {
		if j := s.enters(); j > 0 {
			entries[j-1]++
		}
		for j := range moves {
			if move := math.Abs(up.part(t.height(s, j+1)) - up.part(t.height(s, j))); !math.IsNaN(move) {
				moves[j] += move
			}
		}
	}
	return newSpacing(weights, moves, entries)
}
