package process

import (
	"context"
	"log/slog"
	"runtime"
	"runtime/metrics"
	"time"
)

const vitalsEvery = 10 * time.Second

// LogVitals logs now and then, at the level debug, how much the kernel itself holds. In a
// healthy kernel these numbers stay the same. It returns when the context ends.
func LogVitals(ctx context.Context, log *slog.Logger) {
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

// liveHeap returns the number of bytes of objects that the last garbage collection found in use.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
