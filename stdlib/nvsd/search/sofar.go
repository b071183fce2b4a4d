package search

import (
	"context"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
)

// What a finding lacks that is interrupted.
const (
	unjudged = "it was not compared with the mean on rows that had no part in the choice"
	unsought = "the search for inputs was not done, and " + unjudged
)

// soFar is the best finding so far of a search that is under way. A nil one keeps nothing. Several goroutines may use it.
type soFar struct {
	lock    sync.Mutex
	make    func() (*Finding, error) // nil if there is none
	numbers []int                    // of the rows of the table in the Stream that it is drawn of; nil for a Frame
}

// interruptible returns the result of find, or where ctx ends first at once the best so far beside the error of ctx.
func interruptible(ctx context.Context, find func(*soFar) (*Finding, error)) (*Finding, error) {
	best := &soFar{}
	f, err := parallel.Within(ctx, func() (*Finding, error) { return find(best) })
	if f != nil || ctx.Err() == nil {
		return f, err
	}
	best.lock.Lock()
	make := best.make
	best.lock.Unlock()
	if make == nil {
		return nil, err
	}
	f, failed := make()
	if failed != nil {
		return nil, err
	}
	return f, err
}

func (b *soFar) keep(make func() (*Finding, error)) {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.make = make
}

// is keeps a finding, of which lacks says what was not done. A finding without what predicts has its Model, or the mean.
func (b *soFar) is(f *Finding, lacks string) {
	if b == nil || f == nil {
		return
	}
	own := *f
	own.interrupted = lacks
	if b.numbers != nil {
		own.leftOut = numbersOf(b.numbers, f.leftOut)
	}
	b.keep(own.complete)
}

// complete returns the finding with what predicts.
func (f *Finding) complete() (_ *Finding, err error) {
	if f.predictor == nil {
		f.predictor = f.Model
		if len(f.chosen) == 0 {
			f.predictor, err = model.Constant(f.sight.table, f.Model.Loss())
		}
	}
	return f, err
}

// during returns a context in which the search in a part of a table keeps what it has come to.
func (b *soFar) during(ctx context.Context, s *sight, seen part) context.Context {
	if b == nil {
		return ctx
	}
	return model.WithDrafts(ctx, func(draft func() (*model.Model, error)) {
		b.keep(func() (*Finding, error) {
			m, err := draft()
			if err != nil {
				return nil, err
			}
			f := &Finding{sight: s, seen: seen, ranked: ranked{inputs: s.termsIn(seen)}, Model: m, interrupted: unsought}
			f.take()
			return f.complete()
		})
	})
}

// Interrupted returns the parts that a finding lacks since its context ended, in a clause; "" if there are none. An interrupted finding has the
// inputs and the predictions that the search had come to. Unless it was compared with the mean on rows that had no part in the choice, [Finding.Found]
// leaves that comparison out.
func (f *Finding) Interrupted() string { return f.interrupted }
