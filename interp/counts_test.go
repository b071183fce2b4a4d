package interp

import (
	"runtime"
	"testing"
)

// TestAllocations holds how many objects this side of the worker allocates for a cell. It is a count and no time,
// so that it is the same on a busy machine; test/test_counts.py has those of the whole kernel.
func TestAllocations(t *testing.T) {
	n := open(t)
	for _, tc := range []struct {
		code  string
		times int
		most  float64 // a run
	}{
		{"1+1", 100, 1500},
		{`for i := 0; i < 100000; i++ { fmt.Println("line", i) }`, 1, 4 * 100000}, // the pipe decides how many lines a read has
	} {
		run := func() {
			if o := n.run(tc.code); o.failure != nil {
				t.Fatal(o.failure)
			}
		}
		run() // the first one imports
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range tc.times {
			run()
		}
		runtime.ReadMemStats(&after)
		if got := float64(after.Mallocs-before.Mallocs) / float64(tc.times); got > tc.most {
			t.Errorf("%s: %.0f objects, at most %.0f", tc.code, got, tc.most)
		}
	}
}
