package search

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/sealed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// A Shard is a share of the rows of a Stream, whose sums one process makes: see [FindPlan.SumShard].
type Shard struct {
	Dir    string // a folder that all processes see
	Number int    // from 1
	Of     int    // shards, of about equally many rows: at most 64
}

// check reports a Shard that is not valid.
func (s Shard) check() error {
	switch {
	case s.Dir == "":
		return refusal.BadArgument("Shard.Dir", "there is no folder (empty): name one that all shards see")
	case s.Of < 1 || s.Of > MostShards:
		return refusal.BadArgument("Shard.Of", "%d shards are asked for: there must be from 1 to %d", s.Of, MostShards)
	case s.Number < 1 || s.Number > s.Of:
		return refusal.BadArgument("Shard.Number", "shard %d of %d: the first is 1, the last %d", s.Number, s.Of, s.Of)
	}
	return nil
}

// A ShardSums is the account of the work of a process for a shard.
type ShardSums struct {
	First, Last int // rows that are summed, from 1; 0 and 0 for none
	Rows        int // of the Stream
	Found       bool
}

// String returns the account in a sentence.
func (s ShardSums) String() string {
	switch {
	case !s.Found:
		return fmt.Sprintf("nothing is found in %d rows: there is no function to sum", s.Rows)
	case s.Last == 0:
		return fmt.Sprintf("of %d rows there is nothing for this shard", s.Rows)
	}
	return fmt.Sprintf("rows %d to %d of %d are summed", s.First, s.Last, s.Rows)
}

// SumShard does the share of [FindPlan.FindIn] that is a shard's, and writes it to the shard's folder, where
// [FindPlan.MergeShards] takes it from. The shards may be done at the same time on any machines, in any order and
// again, as in an array of jobs, and any of them with other divisions: the answer has the same bits as the one of FindIn.
//
// The first process draws the sample of the search and keeps it in the folder, for which it reads the table once. Every process
// repeats the search in the sample, and reads the table from its beginning to the end of its shard. What it is to sum is
// left out where it is in the folder already.
func (plan FindPlan) SumShard(ctx context.Context, s *data.Stream, shard Shard) (ShardSums, error) {
	if err := shard.check(); err != nil {
		return ShardSums{}, err
	}
	return parallel.Within(ctx, func() (ShardSums, error) { return plan.sumShard(ctx, s, shard, StreamedRows) })
}

// sumShard is SumShard with so many rows in the sample.
func (plan FindPlan) sumShard(ctx context.Context, s *data.Stream, shard Shard, sample int) (ShardSums, error) {
	f, sums, err := plan.inKeptSample(ctx, s, shard.Dir, sample)
	if err != nil {
		return ShardSums{}, err
	}
	done := ShardSums{Rows: s.Rows(), Found: f.Found()}
	if sums == nil {
		return done, nil
	}
	first, end := (shard.Number-1)*sums.parts/shard.Of, shard.Number*sums.parts/shard.Of
	if first == end {
		return done, nil
	}
	done.First, done.Last = first*sums.rows+1, min(end*sums.rows, s.Rows())
	of := sums.identity(f)
	missing := func(part int) bool {
		_, err := keptPart(shard.Dir, part, of)
		return err != nil
	}
	for first < end && !missing(first) {
		first++
	}
	for first < end && !missing(end-1) {
		end--
	}
	if first == end {
		return done, nil
	}
	return done, sums.over(ctx, first, end, func(part int, sums *model.Sums, wild []int) error {
		text, err := sums.MarshalBinary()
		if err != nil {
			return err
		}
		return sealed.Write(partPath(shard.Dir, part), nameOf(part, of), partOfSums{text, wild})
	})
}

// MergeShards returns the finding of [FindPlan.FindIn] by what [FindPlan.SumShard] has written to a folder, without reading the
// table. The plan and the Stream must be as they were there. Sums that are missing, broken, or of another search are an
// error, which says of which rows.
func (plan FindPlan) MergeShards(ctx context.Context, s *data.Stream, dir string) (*Finding, error) {
	if _, err := os.Stat(samplePath(dir)); err != nil {
		return nil, fmt.Errorf("nvsd: there are no shards in %q: %w", dir, err)
	}
	return parallel.Within(ctx, func() (*Finding, error) { return plan.mergeShards(ctx, s, dir, StreamedRows) })
}

func (plan FindPlan) mergeShards(ctx context.Context, s *data.Stream, dir string, sample int) (*Finding, error) {
	f, sums, err := plan.inKeptSample(ctx, s, dir, sample)
	if err != nil || sums == nil {
		return f, err
	}
	of, total := sums.identity(f), addition{f: f, sums: sums}
	for part := range sums.parts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		kept, err := keptPart(dir, part, of)
		if err != nil {
			return nil, fmt.Errorf("nvsd: the sums of rows %d to %d of %d: %w", part*sums.rows+1, min((part+1)*sums.rows, s.Rows()), s.Rows(), err)
		}
		own := sums.empty.Apart()
		if err := own.UnmarshalBinary(kept.Sums); err != nil {
			return nil, err
		}
		if err := total.add(part, own, kept.Wild); err != nil {
			return nil, err
		}
	}
	if err := total.end(); err != nil {
		return nil, err
	}
	return f, plan.predictByLoss(ctx, f)
}

// inKeptSample finds the inputs in the sample that the folder keeps, which it draws if there is none.
func (plan FindPlan) inKeptSample(ctx context.Context, s *data.Stream, dir string, rows int) (*Finding, *partSums, error) {
	plan, err := plan.checkedFor(s)
	if err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, nil, fmt.Errorf("nvsd: %w", err)
	}
	sample, numbers, err := s.SampleKept(ctx, samplePath(dir), rows, plan.Seed)
	if err != nil {
		return nil, nil, err
	}
	return plan.inSample(ctx, s, sample, numbers, nil)
}

// A partOfSums is the sums of a part as they are in a file.
type partOfSums struct {
	Sums []byte
	Wild []int
}

func samplePath(dir string) string { return filepath.Join(dir, "sample") }
func partPath(dir string, part int) string {
	return filepath.Join(dir, fmt.Sprintf("sums-%02d", part+1))
}
func nameOf(part int, of string) string { return fmt.Sprintf("sums %d of %s", part, of) }

// keptPart returns the sums of a part that a folder has.
func keptPart(dir string, part int, of string) (partOfSums, error) {
	var kept partOfSums
	path := partPath(dir, part)
	err := sealed.Read(path, nameOf(part, of), &kept)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = errors.New("they are missing: no shard that has these rows is done")
	case errors.Is(err, sealed.ErrOther):
		err = fmt.Errorf("%s is of another search, by other flags or another version of the program: remove it, and do a shard with these rows again", path)
	case err != nil:
		err = fmt.Errorf("%s: %w; do a shard with these rows again", path, err)
	}
	return kept, err
}

// identity returns a text that is the same for the same sums alone: a hash of the function that they are of, of its centres and of
// the rows that have no part in them.
func (p *partSums) identity(f *Finding) string {
	m := f.predictor
	sum := sha256.New()
	write := func(v any) { binary.Write(sum, binary.LittleEndian, v) } // a hash takes everything
	centres := mat.DenseCopyOf(m.Train.X())
	n, d := centres.Dims()
	held := slices.Sorted(maps.Keys(p.rest.without))
	for _, number := range append([]int{p.rows, p.parts, n, d, len(held)}, held...) {
		write(int64(number))
	}
	write(centres.RawMatrix().Data)
	write(m.F.Alpha)
	write([]float64{m.F.Intercept, p.rest.centre, p.rest.bound})
	fmt.Fprint(sum, m.Kernel, m.Names())
	return fmt.Sprintf("%x", sum.Sum(nil))
}
