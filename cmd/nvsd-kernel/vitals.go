package main

import (
	"context"
	"log/slog"
	"runtime"
	"runtime/metrics"
	"time"
)

const vitalsEvery = 10 * time.Second

// logVitals says now and then, to who wants to know all, what the kernel
// itself holds: numbers that stay the same in a kernel that is well. It ends
// with the context.
func logVitals(ctx context.Context, log *slog.Logger) {
	if !log.Enabled(ctx, slog.LevelDebug) {
		return
	}
	tick := time.NewTicker(vitalsEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			log.Debug("vitals", "goroutines", runtime.NumGoroutine(), "heap", liveHeap())
		case <-ctx.Done():
			return
		}
	}
}

// liveHeap counts the bytes of objects that the last collection has found in use.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
