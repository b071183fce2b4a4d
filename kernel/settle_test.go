package kernel

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A front end that runs all cells sends them at once; a cell that fails is
// quicker than the rest is to arrive.
func TestFailureWaitsForCellsOnTheirWay(t *testing.T) {
	for _, tt := range []struct {
		name  string
		cells int
		every time.Duration
		want  time.Duration
	}{
		{"one cell", 1, 0, settledAfter},
		{"sent at once", 5, settledAfter / 2, 3 * settledAfter},
		{"typed", 5, 2 * settledAfter, settledAfter},
		{"without end", 1000, settledAfter / 2, settledWithin},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &server{stopping: make(chan struct{})}
			var sending sync.WaitGroup
			sending.Go(func() {
				for range tt.cells {
					s.arrived.Store(time.Now().UnixNano())
					time.Sleep(tt.every)
				}
			})
			synctest.Wait()
			begin := time.Now()
			s.settle()
			if took := time.Since(begin); took < tt.want || took > tt.want+settledAfter/2 {
				t.Errorf("%s: waited %v, expected %v", tt.name, took, tt.want)
			}
			sending.Wait()
		})
	}
}

// Who has waited for a cell does not wait again for its failure.
func TestFailureOfALongCellIsToldAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{stopping: make(chan struct{})}
		s.arrived.Store(time.Now().UnixNano())
		time.Sleep(settledAfter)
		begin := time.Now()
		s.settle()
		if time.Since(begin) > 0 {
			t.Errorf("waited %v", time.Since(begin))
		}
	})
}
