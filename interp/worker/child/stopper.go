package child

import (
	"context"
	"errors"
	"reflect"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// A stopper stops the run of an interpreter, and lets it run again.
//
// yaegi's own way is the cancelled context of ExecuteWithContext. It returns
// before the program has stopped; and it leaves every function literal made
// before it dead: called later, even from another cell, they return zeros
// without a word, because each compares the number of the run that made it
// with a counter that has moved on. So a stopper moves that counter itself, and
// moves it back when the program has ended. Operations on channels wait for a
// second channel beside their own, which yaegi closes and a stopper sends on,
// for the same reason.
//
// Both are unexported fields of yaegi's Interpreter. newStopper looks them up by name and
// type, and fails on a yaegi whose fields are not those of v0.16.1.
type stopper struct {
	id   *uint64
	done chan struct{}
}

func newStopper(i *interp.Interpreter) (stopper, error) {
	// The first evaluation with a context makes the channel, and makes all
	// code compiled from now on wait for it.
	if _, err := i.EvalWithContext(context.Background(), "0"); err != nil {
		return stopper{}, err
	}
	v := reflect.ValueOf(i).Elem()
	id, done := v.FieldByName("id"), v.FieldByName("done")
	if !id.IsValid() || id.Type() != reflect.TypeFor[uint64]() ||
		!done.IsValid() || done.Type() != reflect.TypeFor[chan struct{}]() {
		return stopper{}, errors.New("worker: this is not yaegi v0.16.1, whose interpreter can be stopped")
	}
	s := stopper{
		id:   (*uint64)(unsafe.Pointer(id.UnsafeAddr())),
		done: *(*chan struct{})(unsafe.Pointer(done.UnsafeAddr())),
	}
	if s.done == nil {
		return stopper{}, errors.New("worker: the interpreter made no channel to stop it by")
	}
	return s, nil
}

// stop makes every goroutine that runs interpreted code leave it, now or as
// soon as it comes out of a compiled call. It returns what hold needs.
func (s stopper) stop() (start uint64) { return atomic.AddUint64(s.id, 1) - 1 }

// hold goes on stopping until ended is closed; then interpreted code runs as
// before. A goroutine that has been in one compiled call since before stop
// will have noticed nothing.
func (s stopper) hold(start uint64, ended <-chan struct{}) {
	defer atomic.StoreUint64(s.id, start)
	// A program that is just being started takes over the counter as it
	// finds it, so the counter is moved again now and then.
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return
		case s.done <- struct{}{}:
		case <-tick.C:
			atomic.AddUint64(s.id, 1)
		}
	}
}
