package procedure

import (
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// Progress is told of work as it goes on, at most a line in an interval. Its zero value tells
// nothing.
type Progress struct {
	Every time.Duration
	Tell  func(line string)
}

// parts tells of the parts of a computation that are done; nil where nobody listens. Parts
// come from one goroutine at a time.
func (p Progress) parts() func(nvsd.Part) {
	if p.Tell == nil {
		return nil
	}
	start := time.Now()
	last := start
	return func(part nvsd.Part) {
		if now := time.Now(); now.Sub(last) >= p.Every {
			last = now
			p.Tell(part.String() + ", " + now.Sub(start).Round(100*time.Millisecond).String())
		}
	}
}
