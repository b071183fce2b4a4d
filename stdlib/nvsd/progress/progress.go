// Package progress reports the progress of computations of many parts: to a reporter in their
// context, or to the line that a cell shows.
package progress

import (
	"context"
	"fmt"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Part is the progress of a computation of many parts: the number of those that are done, of all.
type Part struct {
	Of        string // the computation: "path", "cross-validation", "search", ...
	Note      string // a remark on it, such as why it takes long; "" for none
	Unit      string // the name of one part: "fit", "fold", "combination", ...
	Done, All int    // numbers of the parts that are done, and of all

	needs string // what the whole call takes, of the outermost computation; "" where it is not told
}

// String returns the part in a line, as "path: 12 of 50 fits done".
func (p Part) String() string {
	return fmt.Sprintf("%s: %d of %s done", p.what(), p.Done, report.Plural(p.All, p.Unit))
}

// what returns the computation with its note.
func (p Part) what() string {
	what := p.Of
	if p.Note != "" {
		what += " " + p.Note
	}
	if p.needs != "" {
		what += " (" + p.needs + ")"
	}
	return what
}

// Units are the parts of a computation that do not depend on one another, such as the fits of a
// bootstrap.
type Units struct {
	Of, Unit string
	All      int
	Bytes    float64 // of memory that a unit takes: as many are done at once as there is room for
}

// Begin returns a context for the units, and the computation that they are parts of.
func (p Units) Begin(ctx context.Context) (context.Context, *Computation) {
	return Begin(ctx, Part{Of: p.Of, Unit: p.Unit, All: p.All})
}

// Each does every unit, on as many goroutines as are useful, and reports each
// that is done. Where ctx ends, the units that were done by then are returned
// beside the error; any other error ends all, and then done is nil.
func (p Units) Each(ctx context.Context, do func(ctx context.Context, r int) error) (done []bool, err error) {
	ctx, at := p.Begin(ctx)
	defer at.End()
	return p.EachAt(ctx, at, do)
}

// EachAt does the units as [Units.Each] does, within a computation that has begun.
func (p Units) EachAt(ctx context.Context, at *Computation, do func(ctx context.Context, r int) error) (done []bool, err error) {
	done = make([]bool, p.All)
	var counting sync.Mutex
	err = parallel.EachOf(ctx, p.All, p.Bytes, func(ctx context.Context, r int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := do(ctx, r); err != nil {
			return fmt.Errorf("nvsd: %s: %s %d of %d: %w", p.Of, p.Unit, r+1, p.All, err)
		}
		counting.Lock()
		defer counting.Unlock()
		done[r] = true
		at.Reached(ctx, lists.Count(done))
		return nil
	})
	switch {
	case err == nil:
		return done, nil
	case ctx.Err() != nil:
		return done, fmt.Errorf("nvsd: %s stopped after %d of %s: %w", p.Of, lists.Count(done), report.Plural(p.All, p.Unit), ctx.Err())
	}
	return nil, err
}

// StoppedBy returns the text of the error that ended a computation early, and "" for none.
func StoppedBy(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
