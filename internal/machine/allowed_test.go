package machine

import (
	"runtime/debug"
	"testing"
)

// TestAllowed: the aim of the collector bounds what the process may hold, where it is the least bound.
func TestAllowed(t *testing.T) {
	const aim = 64 << 20
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(aim))
	if got := Allowed(); got != aim {
		t.Errorf("%d bytes are allowed, and the collector aims at %d", got, aim)
	}
	if room := Room(); room != aim*3/4 || HasRoom(1<<33) {
		t.Errorf("room for %v bytes under a bound of %d; for 8 GiB: %v", room, aim, HasRoom(1<<33))
	}
	if of := debug.SetMemoryLimit(-1); of != aim {
		t.Errorf("the aim is now %d", of)
	}
}
