package progress

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A Reporter is a function that is told the progress of computations: each part of the outermost
// computation that is done, and the steps of every fit. See [WithReporter].
type Reporter func(Progress)

// WithReporter returns a context in which computations report to r, in the place of the reporter
// that ctx had, or of the line that a cell shows.
func WithReporter(ctx context.Context, r Reporter) context.Context {
	var root *Computation
	if r != nil {
		root = &Computation{to: &delivery{report: r}}
	}
	return context.WithValue(ctx, computationKey{}, root)
}

// Every returns a Reporter that calls r at most once in an interval of time, for the first time
// when one has passed since the first report: of a computation that is done sooner nothing is
// told.
func Every(interval time.Duration, r Reporter) Reporter {
	var last time.Time
	told := false
	return func(p Progress) {
		now := time.Now()
		if last.IsZero() {
			last = now
		}
		if now.Sub(last) < interval && !(told && p.atEnd()) {
			return
		}
		last, told = now, !p.atEnd()
		r(p)
	}
}

// Progress is the state of a computation: the parts that are done of it and of the computations
// within it, and the last step of the fit under way.
type Progress struct {
	// Parts are the computations under way. The first is the outermost, and every other
	// one is within a part of the one before it. A fit alone has none.
	Parts []Part
	// Step is the last step of the fit under way, or of the search for tau_max. It is
	// nil where a part has just been done.
	Step *solve.Step
}

// String is the progress in a line.
func (p Progress) String() string {
	var all []string
	for _, part := range p.Parts {
		all = append(all, part.String())
	}
	if p.Step != nil {
		all = append(all, p.Step.String())
	}
	return strings.Join(all, "; ")
}

// atEnd reports whether the outermost computation is done.
func (p Progress) atEnd() bool { return p.Step == nil && p.Parts[0].Done == p.Parts[0].All }

// delivery calls a reporter, for one goroutine at a time.
type delivery struct {
	report  Reporter
	mu      sync.Mutex
	busy    bool // a call is under way; who makes it makes those that wait, too
	waiting []Progress
}

func (d *delivery) deliver(ctx context.Context, p Progress) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ctx.Err() != nil || d.busy && p.Step != nil {
		return
	}
	d.waiting = append(d.waiting, p)
	if d.busy {
		return
	}
	d.busy = true
	defer func() { d.busy, d.waiting = false, nil }() // some may wait where the reporter panics
	for len(d.waiting) > 0 {
		next := d.waiting[0]
		d.waiting = d.waiting[1:]
		d.call(next)
	}
}

// call calls the reporter without the lock.
func (d *delivery) call(p Progress) {
	d.mu.Unlock()
	defer d.mu.Lock()
	d.report(p)
}
