package search

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// FindInSome is FindIn with so many rows that are drawn.
func FindInSome(ctx context.Context, s *data.Stream, rows int) (*Finding, error) {
	plan, err := FindPlan{}.checked()
	if err != nil {
		return nil, err
	}
	return interruptible(ctx, func(best *soFar) (*Finding, error) { return plan.findIn(ctx, s, rows, best) })
}

// SumShardOfSome and MergeShardsOfSome are SumShard and MergeShards with so many rows that are drawn.
func SumShardOfSome(ctx context.Context, s *data.Stream, shard Shard, rows int) (ShardSums, error) {
	return FindPlan{}.sumShard(ctx, s, shard, rows)
}

func MergeShardsOfSome(ctx context.Context, s *data.Stream, dir string, rows int) (*Finding, error) {
	return FindPlan{}.mergeShards(ctx, s, dir, rows)
}
