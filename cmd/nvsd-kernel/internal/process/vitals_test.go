package process

import (
	"bytes"
	"context"
	"log/slog"
	"runtime"
	"testing"
)

func TestVitals(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var log bytes.Buffer
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		LogVitals(ctx, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	}()
	cancel()
	<-ended
	LogVitals(t.Context(), slog.New(slog.NewTextHandler(&log, nil))) // returns at once
	if log.Len() > 0 {
		t.Errorf("what was not to be said: %s", &log)
	}
	runtime.GC()
	if n := liveHeap(); n == 0 {
		t.Error("nothing lives")
	}
}
