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
	return plan.findIn(ctx, s, rows)
}
