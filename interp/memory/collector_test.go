package memory

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestPercentFor(t *testing.T) {
	const MB = 1 << 20
	for _, c := range []struct {
		heap, live uint64
		want       int
	}{
		{24 * MB, 0, 600},        // no collection yet: the runtime starts at 4 MB times the percentage
		{24 * MB, 3 * MB, 600},   // 21 MB of garbage would be 700, but then the least heap would be 28 MB
		{24 * MB, 6 * MB, 300},   // 6 MB and 18 MB of garbage
		{24 * MB, 12 * MB, 100},  // doubled
		{24 * MB, 100 * MB, 100}, // as by default
		{0, 3 * MB, 100},
	} {
		if got := percentFor(c.heap, c.live); got != c.want {
			t.Errorf("percentFor(%d, %d) = %d, want %d", c.heap, c.live, got, c.want)
		}
	}
}

var sink []byte

func TestRoomy(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	Roomy(64 << 20)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 512 << 20 / (16 << 10) {
		sink = make([]byte, 16<<10)
	}
	runtime.ReadMemStats(&after)
	// Without Roomy there are some thirty.
	if n := after.NumGC - before.NumGC; n == 0 || n > 12 {
		t.Errorf("%d collections of 512 MB, 64 MB at a time", n)
	}
}
