package child

import (
	"slices"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/internal/underway"
)

const (
	shownAfter = 2 * time.Second        // that a computation has been under way
	shownEvery = 500 * time.Millisecond // from then on
)

// A progressBoard shows the progress of a run's computations in one line. The line is for the
// computation that began first of those that have been under way for a while, and when that
// ends, for the next one.
type progressBoard struct {
	show func(repl.Progress)

	mu    sync.Mutex
	under []*computation // in the order in which they began
	timer *time.Timer    // runs while there are any
	line  *computation   // that the line shows; nil without a line
}

// A computation is an entry of a progressBoard: the time of its begin, and the function that
// returns its line.
type computation struct {
	began time.Time
	look  func() underway.Line
}

func (b *progressBoard) Begin(look func() underway.Line) (end func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := &computation{time.Now(), look}
	b.under = append(b.under, c)
	if len(b.under) == 1 {
		b.timer = time.AfterFunc(shownAfter, b.tick)
	}
	return sync.OnceFunc(func() { b.end(c) })
}

// tick shows the line again, if there is something to show.
func (b *progressBoard) tick() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.under) == 0 {
		return
	}
	defer b.timer.Reset(shownEvery)
	c := b.under[0]
	if time.Since(c.began) < shownAfter {
		return
	}
	now := c.look()
	b.line = c
	b.show(repl.Progress{Doing: now.Doing, Done: now.Done, Left: now.Left})
}

// end removes a computation, and the line where it is the one that it shows.
func (b *progressBoard) end(c *computation) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.under = slices.DeleteFunc(b.under, func(other *computation) bool { return other == c })
	if len(b.under) == 0 {
		b.timer.Stop()
	}
	if b.line == c {
		b.line = nil
		b.show(repl.Progress{Ended: true})
	}
}
