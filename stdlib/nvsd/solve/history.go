package solve

import (
	"math"
	"time"
)

// history collects the steps of a run, reports them, and keeps some.
type history struct {
	to    Progress // may be nil
	start time.Time
	trace []Step
}

// record sets the Seconds of a step and reports it. It keeps a step that is much better
// than the last one kept, by its gap, or by its residual where it has no gap.
func (h *history) record(s Step) {
	s.Seconds = h.seconds()
	if len(h.trace) == 0 || better(s, h.trace[len(h.trace)-1]) {
		h.trace = append(h.trace, s)
	}
	if h.to != nil {
		h.to.Step(s)
	}
}

func better(s, than Step) bool {
	const part = 0.8
	return s.RelGap < part*than.RelGap || math.IsNaN(s.RelGap) && s.Residual < part*than.Residual
}

func (h *history) seconds() float64 { return time.Since(h.start).Seconds() }
