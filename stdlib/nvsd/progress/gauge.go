package progress

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/underway"
)

// A gauge measures the progress of a computation, for a line that users are shown. It is for one
// goroutine at a time.
type gauge struct {
	of       *Computation
	name     string    // of the computation that readings are of
	readings []reading // each with more done than the one before
}

// A reading is the fraction of a computation that was done at a time.
type reading struct {
	at   time.Time
	done float64
}

func newGauge(of *Computation) *gauge {
	return &gauge{of: of, name: of.part.Of, readings: []reading{{time.Now(), 0}}}
}

// look returns a line about the progress of the computation up to now.
func (g *gauge) look() underway.Line {
	parts, fit, done := g.of.state()
	line := underway.Line{Doing: describe(parts, fit, g.of.needs()), Done: done}
	now := time.Now()
	if name := firstName(parts); name != g.name { // the next of several computations
		g.name, g.readings = name, []reading{{now, max(done, 0)}}
	}
	if done < 0 {
		return line
	}
	if last := g.readings[len(g.readings)-1]; done > last.done {
		g.readings = append(g.readings, reading{now, done})
	} else {
		line.Done = last.done // what has begun anew within a part takes nothing back
	}
	line.Left = g.left(now)
	return line
}

func firstName(parts []Part) string {
	if len(parts) == 0 {
		return ""
	}
	return parts[0].Of
}

// The least that must be known before the time that is left is estimated. The first fits of a
// path say little about the others.
const (
	leastReadings = 3
	leastDone     = 0.2
	leastTime     = 3 * time.Second
)

// left estimates the time that is left, and returns 0 where that is not possible yet. Later
// parts may take longer than earlier ones, or less, so the rate is that of the last half of
// what is done.
func (g *gauge) left(now time.Time) time.Duration {
	n := len(g.readings)
	if n < leastReadings {
		return 0
	}
	first, last := g.readings[0], g.readings[n-1]
	if last.done < leastDone || last.at.Sub(first.at) < leastTime {
		return 0
	}
	half := slices.IndexFunc(g.readings, func(r reading) bool { return r.done >= (first.done+last.done)/2 })
	from := g.readings[min(half, n-2)]
	pace := last.at.Sub(from.at).Seconds() / (last.done - from.done)
	seconds := pace*(1-last.done) - now.Sub(last.at).Seconds()
	return time.Duration(max(seconds, 1) * float64(time.Second))
}

// describe names the computations under way, in a phrase: "cross-validation: fold 2 of 5, fit 12 of
// 50". A fit alone, or the search for tau_max, has its gap, and tells the needs.
func describe(parts []Part, fit *fitProgress, needs string) string {
	var all []string
	for i, p := range parts {
		doing := p.what()
		if p.All > 0 {
			doing = fmt.Sprintf("%s %d of %d", p.Unit, min(p.Done+1, p.All), p.All)
			if i == 0 {
				doing = p.what() + ": " + doing
			}
		}
		all = append(all, doing)
	}
	if len(parts) == 0 {
		all = []string{"computing"}
		if fit != nil {
			all = []string{"fit"}
		}
		if needs != "" {
			all[0] += " (" + needs + ")"
		}
	}
	if last := len(parts) - 1; fit != nil && (last < 0 || parts[last].All == 0) {
		all = append(all, fit.String())
	}
	return strings.Join(all, ", ")
}

// String returns the gap of the last step beside the gap at the end, or the residual without a
// certificate, in a phrase.
func (f *fitProgress) String() string {
	if math.IsNaN(f.last.RelGap) {
		return fmt.Sprintf("residual %.1g", f.last.Residual)
	}
	return fmt.Sprintf("relative gap %.1g (wanted %.1g)", f.last.RelGap, f.tol)
}

// state returns the computations with a name that are under way, the outermost first, the progress
// of the fit within them, nil if there is none, and the part that is done of the outermost with a
// name, negative if it is not known. Of several within one, the last begun stands for all.
func (c *Computation) state() (parts []Part, fit *fitProgress, done float64) {
	c.mu.Lock()
	part, inner := c.part, slices.Clone(c.inner)
	if c.fit != nil {
		now := *c.fit
		fit = &now
	}
	c.mu.Unlock()
	done = -1
	if fit != nil {
		done = fit.done()
	}
	begun := 0.0 // of the parts under way
	for _, within := range inner {
		parts, fit, done = within.state()
		begun += max(done, 0)
	}
	if part.Of == "" {
		return parts, fit, done
	}
	parts = append([]Part{part}, parts...)
	if part.All == 0 {
		return parts, fit, -1
	}
	return parts, fit, min(1, (float64(part.Done)+begun)/float64(part.All))
}

// done returns the part of a fit that is done, where its gap falls by the same factor in the
// same time. It is negative without a gap.
func (f *fitProgress) done() float64 {
	way := math.Log(f.first.RelGap / f.tol)
	if math.IsNaN(way) || way <= 0 || f.tol <= 0 {
		return -1
	}
	return max(0, min(1, math.Log(f.first.RelGap/f.last.RelGap)/way))
}
