package procedure

import (
	"fmt"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
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

// needs tells the memory and the time of the search in a table, where they are large.
func (p Progress) needs(name string, n nvsd.Needs) {
	if p.Tell != nil && n.Large() {
		p.Tell(name + ": " + n.String())
	}
}

// streamNeeds tells the rows, the passes and the memory of a table that is read in parts.
func (p Progress) streamNeeds(s *data.Stream) {
	if p.Tell != nil {
		p.Tell(fmt.Sprintf("%s: about %d rows of %s are read in parts, twice; memory about %.1f GB", s.Name(), s.RowsAbout(), report.Plural(s.Columns(), "column"), float64(nvsd.StreamMemory(s))/1e9))
	}
}
