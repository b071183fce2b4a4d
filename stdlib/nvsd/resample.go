package nvsd

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// resamplings returns the source of random numbers of a seed, for draws of
// rows. All are made before the first fit, so that the order of fits does not
// matter.
func resamplings(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x726f7773)) }

// inEach does something for every draw of rows, on as many goroutines as are
// useful.
func inEach(ctx context.Context, what string, draws int, do func(ctx context.Context, r int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for r := range draws {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("nvsd: %s: %w", what, err)
			}
			if err := do(ctx, r); err != nil {
				return fmt.Errorf("%s %d of %d: %w", what, r+1, draws, err)
			}
			return nil
		})
	}
	return group.Wait()
}

// unproven returns how many fits have a relative gap above the tolerance, or one
// that is not known.
func unproven(gaps []float64, tol float64) int {
	n := 0
	for _, gap := range gaps {
		if !(gap <= tol) {
			n++
		}
	}
	return n
}

// unprovenWarning is the line that tells of such fits; empty where there are
// none.
func unprovenWarning(fits int) string {
	if fits == 0 {
		return ""
	}
	return fmt.Sprintf("warning: %s stopped short of the tolerance, or without a certificate\n", plural(fits, "fit"))
}

// orDefault is v, or what its zero stands for.
func orDefault[T int | float64](v, otherwise T) T {
	if v == 0 {
		return otherwise
	}
	return v
}

// quantile is the p-quantile of v, linear between the order statistics.
func quantile(v []float64, p float64) float64 {
	sorted := slices.Sorted(slices.Values(v))
	at := p * float64(len(sorted)-1)
	lo := int(math.Floor(at))
	if lo+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[lo] + (at-float64(lo))*(sorted[lo+1]-sorted[lo])
}
