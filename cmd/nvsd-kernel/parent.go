package main

import (
	"context"
	"os"
	"time"
)

// parentVariable is how jupyter_client tells a kernel its own process: on
// Windows by a handle, which the kernel inherits, else by a number.
const parentVariable = "JPY_PARENT_PID"

// parentEvery is how often we look whether it is there.
const parentEvery = time.Second

// whileParentLives returns a context that ends when the client that started
// this process is gone: it had no time to ask for a shutdown, and nobody else
// will. Without a client the context ends with ctx.
func whileParentLives(ctx context.Context) (context.Context, context.CancelFunc) {
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
