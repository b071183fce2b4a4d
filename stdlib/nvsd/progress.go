package nvsd

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
)

// WithReporter returns a context in which computations report to r, in the place of the
// reporter that ctx had, or of the line that a cell shows. A nil r is told nothing.
//
//	ctx = nvsd.WithReporter(ctx, func(p nvsd.Progress) { log.Print(p) })
//	path, err := spec.Path(ctx, train, 50)
//
// r is called by one goroutine at a time, also where a computation uses several and where
// r begins a computation itself. It holds up the computation as long as it takes. The
// steps that come in the meantime are left out, but no part. Nothing is reported once the
// context of the computation has ended. A panic of r is one of the computation, on the
// goroutine of its caller.
//
// A reporter has no part in what is computed.
func WithReporter(ctx context.Context, r progress.Reporter) context.Context {
	return progress.WithReporter(ctx, r)
}

// Begin begins a computation of many parts. It is told to the reporter of the context (see
// [WithReporter]). Without one a cell shows it in a line, if it lasts longer than two
// seconds, as it shows the computations of this package. Further computations in the
// context that Begin returns are within a part of this one.
//
//	ctx, work := nvsd.Begin(ctx, nvsd.Part{Of: "simulation", Unit: "draw", All: 200})
//	defer work.End()
//	for i := range 200 {
//		simulate(ctx, i)
//		work.Reached(ctx, i+1)
//	}
//
// All may be 0 where it is not known. A computation without a name (Of) is not told, but
// those within it are shown in one line, one after the other.
func Begin(ctx context.Context, part Part) (context.Context, *progress.Computation) {
	return progress.Begin(ctx, part)
}

// A Part is the progress of a computation of many parts: the number of those that are done, of all.
type Part = progress.Part

// Progress is the state of a computation: the parts that are done of it and of the computations
// within it, and the last step of the fit under way.
type Progress = progress.Progress
