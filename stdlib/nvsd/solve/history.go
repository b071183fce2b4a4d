package solve

import (
	"math"
	"time"
)

// history is what a run tells as it goes on, and what it keeps of that.
type history struct {
	to    Progress // may be nil
	start time.Time
	trace []Step
}

// record keeps a step that is a good deal better than the last one kept, and
// tells the listener of every step. A step is judged by its gap, or by its
// residual where there is none. Its Seconds are set here.
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
