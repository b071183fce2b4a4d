package procedure

import (
	"context"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
)

// RunShard does the share of the request with this number, from 1, of so many, and returns what it has done. [Run] with the same
// request is the answer when all shares are done. Errors are as those of Run.
func RunShard(ctx context.Context, r Request, number, of int, progress Progress) (nvsd.ShardSums, error) {
	return parallel.Within(ctx, func() (nvsd.ShardSums, error) {
		if err := r.check(); err != nil {
			return nvsd.ShardSums{}, err
		}
		if number < 1 || number > of || of > nvsd.MostShards {
			return nvsd.ShardSums{}, fmt.Errorf("--shard %d/%d: it is K/N, the share K of N, from 1/N to N/N, with N at most %d", number, of, nvsd.MostShards)
		}
		if _, err := r.train(progress); err != nil {
			return nvsd.ShardSums{}, err
		}
		plan, err := r.plan(nil)
		if err != nil {
			return nvsd.ShardSums{}, err
		}
		progress.streamNeeds(r.Train.stream)
		sums, err := plan.SumShard(nvsd.WithReporter(ctx, progress.reporter()), r.Train.stream, nvsd.Shard{Dir: r.Shards, Number: number, Of: of})
		return sums, r.Train.explain(err, Flag)
	})
}
