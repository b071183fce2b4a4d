package download

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// TestHoldIsForOne: of many that want to hold a path one does at a time, and no file is left.
func TestHoldIsForOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var holders, waited atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			release, err := Hold(t.Context(), path, func() { waited.Add(1) })
			if err != nil {
				t.Error(err)
				return
			}
			if n := holders.Add(1); n != 1 {
				t.Errorf("%d hold it", n)
			}
			holders.Add(-1)
			release()
		})
	}
	all.Wait()
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 0 {
		t.Errorf("%v are left (%v)", entries, err)
	}
}

// TestHoldIsInterrupted: who waits can be told to stop.
func TestHoldIsInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	release, err := Hold(t.Context(), path, func() { t.Error("nobody held it") })
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	ctx, stop := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	if _, err := Hold(ctx, path, func() { stop(enough) }); !errors.Is(err, enough) {
		t.Errorf("%v", err)
	}
}
