package parallel_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
)

func TestEach(t *testing.T) {
	done := make([]bool, 100)
	if err := parallel.Each(context.Background(), len(done), func(_ context.Context, i int) error { done[i] = true; return nil }); err != nil {
		t.Fatal(err)
	}
	for i, is := range done {
		if !is {
			t.Errorf("task %d is not done", i)
		}
	}
	failure := errors.New("failure")
	err := parallel.Each(context.Background(), 10, func(ctx context.Context, i int) error {
		if i == 3 {
			return failure
		}
		return nil
	})
	if err != failure {
		t.Errorf("error %v", err)
	}
}

// A panic of a task ends the others, and is the caller's.
func TestEachPanics(t *testing.T) {
	var ended atomic.Bool
	defer func() {
		if r := recover(); r != "boom" {
			t.Errorf("recovered %v", r)
		}
		if !ended.Load() {
			t.Error("the context of the others has not ended")
		}
	}()
	_ = parallel.Each(context.Background(), 2, func(ctx context.Context, i int) error {
		if i == 0 {
			panic("boom")
		}
		<-ctx.Done()
		ended.Store(true)
		return nil
	})
}

// What has been stopped returns although its computation goes on.
func TestWithinDoesNotWait(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	begun, end := make(chan bool), make(chan bool)
	defer close(end)
	go func() {
		<-begun
		cancel()
	}()
	if _, err := parallel.Within(ctx, func() (int, error) { close(begun); <-end; return 1, nil }); err != context.Canceled {
		t.Errorf("error %v", err)
	}
	if v, err := parallel.Within(context.Background(), func() (int, error) { return 7, nil }); v != 7 || err != nil {
		t.Errorf("%v, %v", v, err)
	}
	defer func() {
		if r := recover(); r != "boom" {
			t.Errorf("recovered %v", r)
		}
	}()
	_, _ = parallel.Within(context.Background(), func() (int, error) { panic("boom") })
}

// TestEachOf: tasks for which there is no memory together are done one after the other.
func TestEachOf(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	var under, most atomic.Int32
	err := parallel.EachOf(t.Context(), 20, 1<<40, func(context.Context, int) error {
		most.Store(max(most.Load(), under.Add(1)))
		runtime.Gosched()
		under.Add(-1)
		return nil
	})
	if err != nil || most.Load() != 1 {
		t.Errorf("%d tasks of a TiB at once, error %v", most.Load(), err)
	}
}
