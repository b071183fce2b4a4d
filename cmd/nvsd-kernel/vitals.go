package main

import (
	"context"
	"log/slog"
	"runtime"
	"runtime/metrics"
	"time"
)

const (
	firstVitals = time.Second
	vitalsEvery = time.Minute
)

// logVitals says now and then, to who wants to know all, what the kernel
// itself holds: numbers that stay the same in a kernel that is well. It ends
// with the context.
func logVitals(ctx context.Context, log *slog.Logger) {
	if !log.Enabled(ctx, slog.LevelDebug) {
		return
	}
	for wait := firstVitals; ; wait = vitalsEvery {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		log.Debug("vitals", "goroutines", runtime.NumGoroutine(), "heap", heapInUse())
	}
}

// heapInUse counts the bytes of objects, those included that are not collected
// yet.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
