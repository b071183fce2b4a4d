package progress

import (
	"context"
	"slices"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/internal/stored"
	"github.com/nvsd-kernel/nvsd-kernel/internal/underway"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A Computation is work of many parts that is under way. See [Begin]. Its methods may be
// called by several goroutines at once. A nil Computation is one that nobody wants to be told
// of, and its methods do nothing.
type Computation struct {
	to    *delivery    // to a reporter; nil where a board looks by itself
	above *Computation // that it is a part of; nil for the outermost
	end   func()       // takes it off the board; nil where it is not on one

	mu    sync.Mutex
	part  Part
	inner []*Computation // that are under way within it, the last begun last
	fit   *fitProgress   // by the steps of its own fit; nil before the first
}

// fitProgress has the first and the last step of a fit under way, and the relative gap at which the
// fit ends.
type fitProgress struct {
	first, last solve.Step
	tol         float64
}

// computationKey is the key of the innermost computation in a context. Its value is nil
// where nobody is to be told.
type computationKey struct{}

// needsKey is the key of what the outermost call in a context takes.
type needsKey struct{}

// WithNeeds returns a context in which the outermost computations tell with their names what the whole call takes, such
// as "all of it takes about 20 s and up to 0.3 GB"; "" for nothing. If ctx has needs already, even "", it returns ctx:
// the call is part of another one.
func WithNeeds(ctx context.Context, needs string) context.Context {
	if _, has := ctx.Value(needsKey{}).(string); has {
		return ctx
	}
	return context.WithValue(ctx, needsKey{}, needs)
}

// Begin begins a computation of many parts.
func Begin(ctx context.Context, part Part) (context.Context, *Computation) {
	switch part.Of {
	case "", "path", "tau_max":
	default: // the many fits of folds and draws are nobody's to keep
		if stored.Of(ctx) != nil {
			ctx = stored.With(ctx, nil)
		}
	}
	above, told := ctx.Value(computationKey{}).(*Computation)
	if len(above.parts()) == 0 {
		part.needs, _ = ctx.Value(needsKey{}).(string)
	}
	c := &Computation{above: above, part: part}
	switch board := underway.BoardOf(ctx); {
	case above != nil:
		c.to = above.to
		above.mu.Lock()
		above.inner = append(above.inner, c)
		above.mu.Unlock()
	case told || board == nil:
		return ctx, nil
	default:
		c.end = board.Begin(newGauge(c).look)
	}
	return context.WithValue(ctx, computationKey{}, c), c
}

// Reached notes the number of parts that are done. A reporter is told of it if the computation is
// the outermost.
func (c *Computation) Reached(ctx context.Context, done int) {
	if c == nil {
		return
	}
	c.mu.Lock()
	c.part.Done = done
	c.mu.Unlock()
	if c.to == nil {
		return
	}
	if parts := c.parts(); len(parts) == 1 {
		c.to.deliver(ctx, Progress{Parts: parts})
	}
}

// needs returns the needs of the whole call in a phrase, "" where it is not told.
func (c *Computation) needs() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.part.needs
}

// Of sets the number of all parts, where it was not known before.
func (c *Computation) Of(all int) {
	if c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.part.All = all
	}
}

// End ends the computation, done or not.
func (c *Computation) End() {
	switch {
	case c == nil:
	case c.end != nil:
		c.end()
	case c.above != nil:
		c.above.mu.Lock()
		defer c.above.mu.Unlock()
		c.above.inner = slices.DeleteFunc(c.above.inner, func(other *Computation) bool { return other == c })
	}
}

// parts returns the computations under way that have a name, the outermost first.
func (c *Computation) parts() []Part {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	part := c.part
	c.mu.Unlock()
	if part.Of == "" {
		return c.above.parts()
	}
	return append(c.above.parts(), part)
}

// BeginSteps begins a computation that is told the steps of a solver. They end at the
// relative gap tol.
func BeginSteps(ctx context.Context, part Part, tol float64) (context.Context, *Computation) {
	ctx, c := Begin(ctx, part)
	if c == nil {
		return ctx, nil
	}
	return solve.WithProgress(ctx, stepReporter{ctx, c, tol}), c
}

// A stepReporter passes the steps of a solver on to a computation.
type stepReporter struct {
	ctx context.Context
	of  *Computation
	tol float64
}

// Step notes a step of the fit, and reports it.
func (s stepReporter) Step(step solve.Step) {
	c := s.of
	c.mu.Lock()
	if c.fit == nil {
		c.fit = &fitProgress{first: step, tol: s.tol}
	}
	c.fit.last = step
	c.mu.Unlock()
	if c.to != nil {
		c.to.deliver(s.ctx, Progress{c.parts(), &step})
	}
}
