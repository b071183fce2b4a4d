package memory

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// leastHeap is the smallest heap at which the runtime collects at a percentage of
// 100. It grows in proportion to the percentage.
const leastHeap = 4 << 20

// Roomy makes the garbage collector of this process wait until the heap has the given
// number of bytes. By default it collects whenever the heap has doubled. For an
// interpreter, which holds three megabytes, that is every few dozen cells. If twice the
// live heap is more than the given number, the collector works as by default. Roomy
// does nothing if GOGC is set.
func Roomy(heap uint64) {
	if os.Getenv("GOGC") != "" {
		return
	}
	adjust(heap, 0)
}

// adjust sets the percentage, and again after each collection: the collection frees an
// object whose cleanup calls adjust.
func adjust(heap uint64, last int) {
	percent := percentFor(heap, live())
	if percent != last {
		debug.SetGCPercent(percent)
	}
	runtime.AddCleanup(new([16]*byte), func(last int) { adjust(heap, last) }, percent)
}

// percentFor returns the percentage at which the runtime collects when the heap has
// reached the given size, but not before the live heap has doubled.
func percentFor(heap, live uint64) int {
	const usual = 100
	most := heap * usual / leastHeap
	if live == 0 {
		return int(max(usual, most))
	}
	return int(max(usual, min(most, (heap-min(heap, live))*usual/live)))
}

// live returns the bytes that were live after the last collection.
func live() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
