package kernel

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// tidyAbove is what the kernel may keep of memory that it has used once.
	tidyAbove = 16 << 20
	// A look at the memory costs nothing, a tidy that gives nothing back costs
	// a collection: the pause between these grows.
	tidyEvery   = 2 * time.Second
	tidyAtLeast = 16 * time.Second
)

// tidy gives memory back to the system, until the stop. The runtime alone keeps
// for minutes what one flood of messages has needed, on a machine on which the
// worker could use it.
func (s *server) tidy() {
	pause := tidyEvery
	for {
		select {
		case <-time.After(pause):
		case <-s.stopping:
			return
		}
		before := resident()
		if before <= tidyAbove {
			pause = tidyEvery
			continue
		}
		debug.FreeOSMemory()
		if before-min(before, resident()) > tidyAbove/4 {
			pause = tidyEvery
		} else {
			pause = min(2*pause, tidyAtLeast)
		}
	}
}

// resident is what heap and stacks take of the system's memory.
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
