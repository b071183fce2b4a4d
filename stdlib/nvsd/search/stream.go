package search

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// StreamedRows is the number of rows from which on a table is read in parts: a search sees so many of them, drawn
// at random.
const StreamedRows = 50_000

// FindIn finds the inputs on which the target of a table depends that need not fit in memory:
//
//	f := nvsd.FindIn(data.OpenStream("flights.parquet", data.Target("delay")))
//
// It is [Find] on 50,000 rows, which are drawn at random in a first pass over the file, and on all if there
// are no more. The function is then fitted to all rows but those that are held out, in one more pass that reads
// the chosen columns alone, and its error is the one of the rows that are held out. Where rows with wild targets are
// left out, those of all rows are that lie as far from the function of the sample. It is an error if the options name groups or times.
//
// The answer depends on the file and the seed alone, not on the size of the parts or the number of processors. The
// memory that is needed hardly rises with the rows: see [StreamMemory].
func FindIn(ctx context.Context, s *data.Stream) (*Finding, error) { return FindPlan{}.FindIn(ctx, s) }

// FindIn finds the inputs as the function [FindIn] does, by the plan.
func (plan FindPlan) FindIn(ctx context.Context, s *data.Stream) (*Finding, error) {
	plan, err := plan.checkedFor(s)
	if err != nil {
		return nil, err
	}
	ctx, err = plan.withinParts(ctx, s)
	if err != nil {
		return nil, err
	}
	return interruptible(ctx, func(best *soFar) (*Finding, error) { return plan.findIn(ctx, s, StreamedRows, best) })
}

// checkedFor returns the plan with its defaults, for a Stream in which it can find.
func (plan FindPlan) checkedFor(s *data.Stream) (FindPlan, error) {
	if s == nil {
		return plan, refusal.BadData(refusal.TrainingPart, "there is no Stream (nil)")
	}
	if group, time := s.Roles(); group != "" || time != "" {
		return plan, refusal.BadData(refusal.TrainingPart, "a table that is read in parts has no rows that belong together, and %q names such: read the file as a whole, by data.Open, and draw some of its rows at random, by Sample", cmp.Or(group, time))
	}
	return plan.checked()
}

// findIn finds the inputs in so many rows that are drawn of a Stream.
func (plan FindPlan) findIn(ctx context.Context, s *data.Stream, rows int, best *soFar) (*Finding, error) {
	sample, numbers, err := s.Sample(ctx, rows, plan.Seed)
	if err != nil {
		return nil, err
	}
	best.numbers = numbers
	f, sums, err := plan.inSample(ctx, s, sample, numbers, best)
	if err != nil || sums == nil {
		return f, err
	}
	best.numbers = nil // the finding has those of the Stream
	best.is(f, fmt.Sprintf("the function is of the %d rows of the sample", sample.N()))
	total := addition{f: f, sums: sums}
	if err := sums.over(ctx, 0, sums.parts, total.add); err != nil {
		return nil, err
	}
	if err := total.end(); err != nil {
		return nil, err
	}
	return f, plan.predictByLoss(ctx, f)
}

// inSample finds the inputs in a sample of a Stream, of whose rows it has the numbers. What it returns beside the finding makes
// the sums of its function over the Stream; it is nil where there are no more rows, or nothing was found.
func (plan FindPlan) inSample(ctx context.Context, s *data.Stream, sample *data.Frame, numbers []int, best *soFar) (*Finding, *partSums, error) {
	if sample.ManyClasses() {
		return nil, nil, refusal.BadData(refusal.TrainingPart, "the target %q has %d classes, and a table that is read in parts takes two: read it as a whole, by data.Open, and draw some of its rows at random, by Sample", sample.Target(), len(sample.Labels()))
	}
	whole := s.Rows() == sample.N()
	if !whole {
		ctx = model.WithoutGap(ctx) // the function of all rows takes the place of the sample's
	}
	squares := plan
	squares.Loss = loss.Square{} // to whose function the sums belong
	f, err := squares.find(ctx, sample, best)
	if err != nil {
		return nil, nil, err
	}
	if whole {
		return f, nil, plan.predictByLoss(ctx, f)
	}
	own := *f.sight // what was kept of the search has the old one
	own.rows, f.sight = s.Rows(), &own
	seen := numbersOf(numbers, lists.Without(sample.N(), f.leftOut)) // rows of the Stream that f has
	f.leftOut = numbersOf(numbers, f.leftOut)
	if !f.Found() {
		return f, nil, plan.predictByLoss(ctx, f)
	}
	sums, err := f.partSums(s, seen)
	return f, sums, err
}

// StreamMemory returns about how many bytes [FindIn] needs at most: for the rows that are drawn, those that may be, the
// parts under way, and the sums.
func StreamMemory(s *data.Stream) int64 {
	rows := float64(s.RowsAbout())
	drawn := math.Min(rows, StreamedRows)
	kept := drawn * (1 + math.Log(rows/drawn)) // before it is known which are drawn
	return int64(8*float64(s.Columns())*(1.5*kept+4*drawn)) + 250e6
}

// numbersOf returns some of the numbers.
func numbersOf(numbers, some []int) []int {
	var own []int
	for _, i := range some {
		own = append(own, numbers[i])
	}
	return own
}

// others are the rows of a Stream that a function is fitted to.
type others struct {
	without map[int]bool // rows that are held out

	sample        *model.Model // from which no target may be farther; nil if any may
	centre, bound float64      // of residuals
	wild          []int        // rows that are
}

// leaveWild leaves out the rows that are as far from the predictions of a model as wild rows of its table are.
func (o *others) leaveWild(m *model.Model, table *data.Frame) error {
	r, err := m.ResidualsOfMany(table)
	if err != nil {
		return err
	}
	o.sample, o.centre = m, median(r, nil)
	o.bound = wildFrom * normalMAD * median(awayFromMedian(r, nil), nil)
	return nil
}

// of returns the rows of a part, of which the first has this number; nil if there are none.
func (o *others) of(first int, part *data.Frame) (*data.Frame, error) {
	var away []float64
	if o.sample != nil {
		var err error
		away, err = o.sample.ResidualsOfMany(part)
		if err != nil {
			return nil, err
		}
	}
	var kept []int
	for i := range part.N() {
		switch {
		case o.without[first+i]:
		case away != nil && math.Abs(away[i]-o.centre) > o.bound:
			o.wild = append(o.wild, first+i)
		default:
			kept = append(kept, i)
		}
	}
	switch len(kept) {
	case 0:
		return nil, nil
	case part.N():
		return part, nil
	}
	return part.Rows(kept...)
}
