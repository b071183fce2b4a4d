package memory

import "testing"

// TestStacks: the stacks and what their calls hold, as much again, are less than what there is.
func TestStacks(t *testing.T) {
	for _, all := range []Size{64 << 20, 1 << 30, 8 << 30, 1 << 40} {
		if n := Stacks(all); n <= 0 || 2*n > int64(all)/2 {
			t.Errorf("%d bytes of %v", n, all)
		}
	}
	if Stacks(0) <= 0 {
		t.Error("no stacks where the memory is not known")
	}
}
