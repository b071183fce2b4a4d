// Package process is this program as a process of the system: the signals that it gets, the
// client that has started it, and a log that waits for no reader.
package process

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Endings returns the signals that ask a program to end. SIGHUP is among them, which comes
// when the terminal is closed, unless the program was started to ignore it.
func Endings() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return []os.Signal{syscall.SIGTERM}
	}
	return []os.Signal{syscall.SIGTERM, syscall.SIGHUP}
}

// Interruptible returns a context that ends when the user interrupts.
func Interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, append(Endings(), os.Interrupt)...)
}

// InterruptibleOnce returns a context that the first interrupt cancels. The second ends the
// program at once.
func InterruptibleOnce(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := Interruptible(ctx)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// OnInterrupt calls do at each interrupt signal until the returned function is
// called.
func OnInterrupt(do func()) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-signals:
				do()
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}
