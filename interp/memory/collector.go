package memory

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// leastHeap is the smallest heap at which the runtime collects when its percentage
// is 100. It grows with the percentage.
const leastHeap = 4 << 20

// Roomy lets the garbage collector of this process wait until the heap has so many
// bytes. Else it collects whenever the heap has doubled, and that of an interpreter
// which holds three megabytes has, every few dozens of cells. Once twice what lives
// is more than that, the collector does as ever. Who has set GOGC has decided.
func Roomy(heap uint64) {
	if os.Getenv("GOGC") != "" {
		return
	}
	adjust(heap, 0)
}

// adjust sets the percentage, and does so again after each collection: then the
// object is gone to which that is tied.
func adjust(heap uint64, last int) {
	percent := percentFor(heap, live())
	if percent != last {
		debug.SetGCPercent(percent)
	}
	runtime.AddCleanup(new([16]*byte), func(last int) { adjust(heap, last) }, percent)
}

// percentFor is the percentage at which a heap of which so much lives is collected
// when it has reached its size, and at the earliest when it has doubled.
func percentFor(heap, live uint64) int {
	const usual = 100
	most := heap * usual / leastHeap
	if live == 0 {
		return int(max(usual, most))
	}
	return int(max(usual, min(most, (heap-min(heap, live))*usual/live)))
}

// live is what the last collection has left.
func live() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
