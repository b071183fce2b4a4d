package search

import (
	"context"
	"errors"
	"iter"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
)

// MostShards is the largest number of shards of a Stream: the number of parts whose sums are made apart and added in their
// order. The parts are the same whatever shards they are in, and so are the bits of what is added.
const MostShards = 64

// leastPart is the smallest number of rows in a part but for the last.
const leastPart = 1024

// partSums make the sums of a finding's function over parts of a Stream: all rows but those that are held out, and those whose
// targets are wild.
type partSums struct {
	stream *data.Stream // of the chosen inputs
	rest   others
	empty  *model.Sums
	rows   int // of a part
	parts  int

	fit    part // rows of the sample
	chosen []int
}

// partSums returns the sums of a finding's function over a Stream, of which the finding's table has those rows that are seen.
func (f *Finding) partSums(s *data.Stream, seen []int) (*partSums, error) {
	fit, chosen, err := f.chosenPart()
	if err != nil {
		return nil, err
	}
	p := &partSums{stream: s.Inputs(namesOf(f.sight.terms, chosen)...), rest: others{without: map[int]bool{}}, fit: fit, chosen: chosen}
	for _, i := range f.sight.held {
		p.rest.without[seen[i]] = true
	}
	if len(f.leftOut) > 0 {
		if err := p.rest.leaveWild(f.predictor, fit.frame); err != nil {
			return nil, err
		}
	}
	p.rows = max(leastPart, (s.Rows()+MostShards-1)/MostShards)
	p.parts = (s.Rows() + p.rows - 1) / p.rows
	p.empty, err = model.NewSums(f.predictor)
	return p, err
}

// over makes the sums of the parts from first to before end, in their order, and gives do each with the rows of it that are
// wild. It reads the Stream from its beginning to the end of the last part.
func (p *partSums) over(ctx context.Context, first, end int, do func(part int, sums *model.Sums, wild []int) error) error {
	from, to := first*p.rows, min(end*p.rows, p.stream.Rows())
	ctx, c := progress.Begin(ctx, progress.Part{Of: "reading", Note: "for the function", Unit: "row", All: to})
	defer c.End()
	var failed error
	next, stop := iter.Pull2(p.pieces(ctx, from, to, &failed))
	defer stop()
	at, piece, more := next()
	for part := first; part < end; part++ {
		sums := p.empty.Apart()
		p.rest.wild = nil
		err := sums.Add(ctx, func(_ context.Context, do func(*data.Frame) error) error {
			for ; more && at/p.rows == part; at, piece, more = next() {
				c.Reached(ctx, at)
				own, err := p.rest.of(at, piece)
				if err == nil && own != nil {
					err = do(own)
				}
				if err != nil {
					return err
				}
			}
			return failed
		})
		if err == nil {
			err = do(part, sums, p.rest.wild)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// errEnough ends the reading of a Stream.
var errEnough = errors.New("enough is read")

// pieces yields the rows from one to before another, with the number of their first, each piece in one part of the sums. It sets failed
// where the reading fails.
func (p *partSums) pieces(ctx context.Context, from, to int, failed *error) iter.Seq2[int, *data.Frame] {
	return func(yield func(int, *data.Frame) bool) {
		err := p.stream.Each(ctx, func(first int, read *data.Frame) error {
			for at := max(first, from); at < min(first+read.N(), to); {
				end := min(first+read.N(), to, (at/p.rows+1)*p.rows)
				piece := read
				if end-at < read.N() {
					var err error
					piece, err = read.Rows(span(at-first, end-first)...)
					if err != nil {
						return err
					}
				}
				if !yield(at, piece) {
					return errEnough
				}
				at = end
			}
			if first+read.N() >= to && to < p.stream.Rows() {
				return errEnough
			}
			return nil
		})
		if !errors.Is(err, errEnough) {
			*failed = err
		}
	}
}

// span returns the numbers from one to before another.
func span(from, end int) []int { return lists.UpTo(end)[from:] }

// An addition adds the sums of parts, in their order, to those of a finding's function.
type addition struct {
	f     *Finding
	sums  *partSums
	total *model.Sums
	wild  []int
}

func (a *addition) add(_ int, sums *model.Sums, wild []int) error {
	a.wild = append(a.wild, wild...)
	if a.total == nil {
		a.total = sums
		return nil
	}
	return a.total.Plus(sums)
}

// end fits the function of the finding anew by the sums.
func (a *addition) end() error {
	m, err := a.total.Fit()
	if err != nil {
		return err
	}
	f := a.f
	if len(f.leftOut) > 0 {
		f.leftOut = a.wild
	}
	f.predictor = m
	f.HeldOut, err = f.onHeld(m, a.sums.fit, a.sums.chosen)
	f.verdict.held = f.HeldOut
	return err
}
