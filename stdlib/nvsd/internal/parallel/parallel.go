// Package parallel runs computations on other goroutines, for packages whose results
// must not depend on how many there are.
package parallel

import (
	"context"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/nvsd-kernel/nvsd-kernel/internal/machine"
)

// Each does tasks that do not depend on one another, on as many goroutines as are
// useful, until one returns an error. Where a task panics, as a kernel of the user's
// may, so does Each, on the caller's goroutine, where it can be recovered.
func Each(ctx context.Context, tasks int, do func(ctx context.Context, i int) error) error {
	return EachOf(ctx, tasks, 0, do)
}

// EachOf is [Each] for tasks that take so many bytes of memory: as many are done at once as there is room for, and
// one where there is none.
func EachOf(ctx context.Context, tasks int, bytes float64, do func(ctx context.Context, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce(runtime.GOMAXPROCS(0), bytes))
	var first panicked
	for i := range tasks {
		group.Go(func() (err error) {
			defer first.recover(&err)
			return do(ctx, i)
		})
	}
	err := group.Wait()
	if first.cause != nil {
		panic(first.cause)
	}
	return err
}

// atOnce returns the number of tasks that are done at once, of at most so many.
func atOnce(most int, bytes float64) int {
	for most > 1 && !machine.HasRoom(float64(most)*bytes) {
		most--
	}
	return most
}

// panicked keeps the value of the first panic of several goroutines.
type panicked struct {
	once  sync.Once
	cause any
}

// recover ends a panic of the function that defers it, and makes its error one that
// ends the others.
func (p *panicked) recover(err *error) {
	if cause := recover(); cause != nil {
		p.once.Do(func() { p.cause = cause })
		*err = context.Canceled
	}
}

// Within returns the result of do, or the error of ctx where that ends first: do then goes
// on until it is done, and nobody waits for it. Within is for computations that cannot be
// stopped, on data that nothing changes. Where do panics, so does Within.
func Within[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type outcome struct {
		v     T
		err   error
		cause any
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			o.cause = recover()
			done <- o
		}()
		o.v, o.err = do()
	}()
	select {
	case o := <-done:
		if o.cause != nil {
			panic(o.cause)
		}
		return o.v, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
