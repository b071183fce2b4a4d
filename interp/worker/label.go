package worker

import (
	"context"
	"runtime/pprof"
	"strconv"
	"unsafe"
)

// A goroutine inherits the profiler labels of the one that starts it. The
// goroutine of each run gets a set of its own, and the address of that set then
// tells of any goroutine by which run it was started, however indirectly. The
// runtime has the address at hand, and has promised to keep the function that
// gives it for those who have found no other way
// (https://go.dev/issue/67401); what is behind it is not looked at.
//
//go:linkname goroutineLabels runtime/pprof.runtime_getProfLabel
func goroutineLabels() unsafe.Pointer

// labelKey is the name of the label in profiles and goroutine dumps.
const labelKey = "nvsd-run"

// labelRun puts the labels of a run on the calling goroutine and returns what
// goroutineLabels will give for it and its descendants.
func labelRun(serial int) unsafe.Pointer {
	labels := pprof.Labels(labelKey, strconv.Itoa(serial))
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), labels))
	return goroutineLabels()
}

// unlabel takes them off.
func unlabel() { pprof.SetGoroutineLabels(context.Background()) }
