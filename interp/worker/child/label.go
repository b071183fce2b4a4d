package child

import (
	"context"
	"runtime/pprof"
	"strconv"
	"unsafe"
)

// goroutineLabels returns the address of the profiler labels of this goroutine, which
// inherits them from the one that starts it. The goroutine of each run gets a set of its
// own, and the address of that set then tells of any goroutine by which run it was
// started, however indirectly. The runtime has the address at hand, and has promised to
// keep the function that gives it for those who have found no other way
// (https://go.dev/issue/67401); what is behind it is not looked at.
//
//go:linkname goroutineLabels runtime/pprof.runtime_getProfLabel
func goroutineLabels() unsafe.Pointer

// labelKey is the name of the label in profiles and goroutine dumps.
const labelKey = "nvsd-run"

// labelsOf returns a set for a run, in a context as package pprof has them.
func labelsOf(serial int) context.Context {
	return pprof.WithLabels(context.Background(), pprof.Labels(labelKey, strconv.Itoa(serial)))
}

// mark puts the labels of the task on the calling goroutine, and returns what
// goroutineLabels will give for it and its descendants.
func (t *task) mark() unsafe.Pointer {
	pprof.SetGoroutineLabels(t.labels)
	return goroutineLabels()
}

// unlabel takes them off.
func unlabel() { pprof.SetGoroutineLabels(context.Background()) }

// calledFor returns f as a function that a goroutine without labels can call,
// that of a timer: what it does belongs to the task.
func (t *task) calledFor(f func()) func() {
	t.later.Store(true)
	return func() {
		t.mark()
		f()
	}
}
