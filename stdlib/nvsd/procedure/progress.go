package procedure

import (
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
)

// Progress receives a line about the work under way, at most once in an interval. The zero
// value is told nothing.
type Progress struct {
	Every time.Duration
	Tell  func(line string)
}

// reporter returns a reporter of the parts of a computation that are done. It is nil if nobody
// is to be told.
func (p Progress) reporter() progress.Reporter {
	if p.Tell == nil {
		return nil
	}
	start := time.Now()
	last := start
	return func(progress nvsd.Progress) {
		if progress.Step != nil {
			return
		}
		if now := time.Now(); now.Sub(last) >= p.Every {
			last = now
			p.Tell(progress.String() + ", " + now.Sub(start).Round(100*time.Millisecond).String())
		}
	}
}
