package process

import (
	"context"
	"os"
	"time"
)

// parentVariable names the process of jupyter_client to a kernel: by an inherited handle on
// Windows, by the process id elsewhere.
const parentVariable = "JPY_PARENT_PID"

// parentEvery is the interval at which the kernel checks whether that process still exists.
const parentEvery = time.Second

// WhileParentLives returns a context that ends with ctx, or when the client that started
// this process has ended without asking for a shutdown: nobody else would ask.
func WhileParentLives(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	gone := parentGone(os.Getenv(parentVariable))
	if gone == nil {
		return ctx, cancel
	}
	go func() {
		defer cancel()
		tick := time.NewTicker(parentEvery)
		defer tick.Stop()
		for !gone() {
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, cancel
}
