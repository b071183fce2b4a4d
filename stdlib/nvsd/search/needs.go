package search

import (
	"context"
	"math"
	"runtime"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// The rates of a search were measured on one processor of 2.5 GHz. Its evidence climbs in many matrices of the rows that it
// sees; a table of at most wholeRows has folds on top of that, a larger one the fit to all rows.
const (
	searchBytes  = 100e6 // before there are data, with the files of programs
	cellCopies   = 10    // of a table: its text, its parts, ranks
	mostAtOnce   = 8     // climbs, on as many processors
	searchCopies = 24    // matrices of the rows that are seen, on one processor
	ofSearch     = 6e-7  // seconds for the power 2.5 of the rows that are seen
	ofInputs     = 0.03  // of that, for each input
	withoutFolds = 0.6   // of that, where one fold is held out
	ofRows       = 8e-5  // for a row of the fit to all
	ofCells      = 1e-6  // for a cell of the looks at all
	ofReading    = 1e-7  // for a cell of a file, in each of two passes
	ofCross      = 6     // times, where the procedure is repeated in folds
)

// Needs returns the needs of [FindPlan.Find] on n rows of d inputs. It follows from these numbers, not from the data.
func (plan FindPlan) Needs(n, d int) problem.Needs {
	seen, inputs, rest := float64(min(n, againRows)), float64(d), 0.
	if d > wholeInputs && plan.Permuted == 0 {
		inputs = seenInputs
	}
	cells := float64(n) * float64(d)
	needs := problem.Needs{Rows: n, Inputs: d}
	needs.Bytes = searchBytes + 8*cellCopies*cells + 8*searchCopies*seen*seen*(1+float64(min(runtime.GOMAXPROCS(0), mostAtOnce)))/2
	times := 1.
	if plan.By.Cross != nil {
		times = ofCross
	}
	if n > wholeRows {
		seen, times = seenRows, times*withoutFolds
		rest = ofRows*float64(n) + ofCells*cells
	}
	needs.Seconds = rest + ofSearch*math.Pow(seen, 2.5)*(1+ofInputs*inputs)*times*float64(1+plan.Permuted)
	return needs
}

// within returns a context in which the computations of a search in a table tell what it takes, and refuses a table for
// which there is no memory.
func (plan FindPlan) within(ctx context.Context, table *data.Frame) (context.Context, error) {
	needs := plan.Needs(table.N(), table.D())
	if !needs.HaveRoom() {
		return nil, refusal.BadData(refusal.TrainingPart, "%v, and there is room for %.1f GB: take some of the inputs by train.Inputs, or some of the rows by train.Sample(2000, 1); nvsd.FindIn(data.OpenStream(path)) reads files of any length in parts", needs, needs.Room()/1e9)
	}
	return needs.In(ctx), nil
}

// NeedsIn returns the needs of [FindPlan.FindIn] on a Stream, as far as the number of its rows is known. Its memory is
// [StreamMemory].
func (plan FindPlan) NeedsIn(s *data.Stream) problem.Needs {
	rows, columns := s.RowsAbout(), s.Columns()
	needs := plan.Needs(rows, columns-1)
	needs.Bytes = float64(StreamMemory(s))
	needs.Seconds += 2 * ofReading * float64(rows) * float64(columns)
	return needs
}

// withinParts is [FindPlan.within] for a table that is read in parts.
func (plan FindPlan) withinParts(ctx context.Context, s *data.Stream) (context.Context, error) {
	needs := plan.NeedsIn(s)
	if !needs.HaveRoom() {
		return nil, refusal.BadData(refusal.TrainingPart, "%v, and there is room for %.1f GB: leave out columns, by data.Drop", needs, needs.Room()/1e9)
	}
	return needs.In(ctx), nil
}
