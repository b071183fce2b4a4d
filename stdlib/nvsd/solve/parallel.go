package solve

import (
	"context"
	"runtime"
	"sync"
)

const (
	tileRows     = 64      // rows of output that one call works on
	parallelWork = 1 << 22 // multiplications below which waking a processor costs more than it saves: about a millisecond's
)

// inParallel calls do on tiles of [0, rows), where a row costs work
// multiplications. The tiles do not depend on the number of processors and
// every output belongs to one tile, so that the numbers are the same to the
// bit at any GOMAXPROCS. Where do panics, so does inParallel, on the caller's
// goroutine, where it can be recovered.
func inParallel(rows, work int, do func(lo, hi int)) {
	inParallelUntil(context.Background(), rows, work, do)
}

// inParallelUntil is [inParallel], which begins no tile after the end of ctx: the outputs of
// those that are left stay as they were.
func inParallelUntil(ctx context.Context, rows, work int, do func(lo, hi int)) {
	workers := min(runtime.GOMAXPROCS(0), (rows+tileRows-1)/tileRows)
	if workers < 2 || rows*work < parallelWork {
		for lo := 0; lo < rows && ctx.Err() == nil; lo += tileRows {
			do(lo, min(lo+tileRows, rows))
		}
		return
	}
	var wg sync.WaitGroup
	causes := make([]any, workers)
	for w := range workers {
		wg.Go(func() {
			defer func() { causes[w] = recover() }()
			for lo := w * tileRows; lo < rows && ctx.Err() == nil; lo += workers * tileRows {
				do(lo, min(lo+tileRows, rows))
			}
		})
	}
	wg.Wait()
	for _, cause := range causes {
		if cause != nil {
			panic(cause)
		}
	}
}
