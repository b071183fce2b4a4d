package kernel

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// memoryKept is the number of bytes of memory that the kernel may keep for later use.
	memoryKept = 16 << 20
	// To look at the memory costs nothing. To return memory costs a garbage
	// collection, so the pause grows while little is returned.
	memoryEvery   = 2 * time.Second
	memoryAtLeast = 16 * time.Second
)

// returnMemory returns unused memory to the system until the kernel stops. The Go
// runtime alone would keep for minutes what one flood of messages has needed, while
// the worker could use it.
func (s *server) returnMemory() {
	pause := memoryEvery
	for {
		select {
		case <-time.After(pause):
		case <-s.stopping:
			return
		}
		before := resident()
		if before <= memoryKept {
			pause = memoryEvery
			continue
		}
		debug.FreeOSMemory()
		if before-min(before, resident()) > memoryKept/4 {
			pause = memoryEvery
		} else {
			pause = min(2*pause, memoryAtLeast)
		}
	}
}

// resident returns the number of bytes of the system's memory that heap and stacks take.
func resident() (bytes uint64) {
	samples := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/stacks:bytes"},
	}
	metrics.Read(samples)
	for _, s := range samples {
		bytes += s.Value.Uint64()
	}
	return bytes
}
