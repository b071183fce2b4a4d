package main

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"time"
)

// parentVariable is how jupyter_client tells a kernel its own process.
const parentVariable = "JPY_PARENT_PID"

// parentEvery is how often we look whether it is there.
const parentEvery = time.Second

// whileParentLives returns a context that ends when the client that started
// this process is gone: it had no time to ask for a shutdown, and nobody else
// will. Without a client, and on Windows, where the variable holds no process
// number, the context ends with ctx.
func whileParentLives(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	pid, err := strconv.Atoi(os.Getenv(parentVariable))
	if err != nil || pid < 1 || runtime.GOOS == "windows" {
		return ctx, cancel
	}
	gone := func() bool { return os.Getppid() != pid }
	if gone() { // a program stands between us and the client
		gone = func() bool { return !alive(pid) }
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
