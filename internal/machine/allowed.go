package machine

import (
	"math"
	"runtime/debug"
)

// Allowed returns the number of bytes that this process may hold at most, or 0 if there is no bound
// that is known: the least of the [Memory] of the machine, of the limits that the process was started
// with (ulimit -v and -d), and of the aim of the garbage collector (GOMEMLIMIT).
func Allowed() int64 {
	least := int64(math.MaxInt64)
	for _, bound := range append(processLimits(), Memory(), debug.SetMemoryLimit(-1)) {
		if bound > 0 {
			least = min(least, bound)
		}
	}
	if least == math.MaxInt64 {
		return 0
	}
	return least
}

const (
	most        = 8 << 30   // bytes of room on a machine that has more
	usable      = 0.75      // of the memory that there is: garbage that is not collected yet takes room, too
	alwaysThere = 256 << 20 // bytes of which no machine is asked whether it has them
)

// Room returns the number of bytes that the matrices of one computation may take: 8 GiB, and three quarters of
// what is [Allowed] where that is less.
func Room() float64 {
	if all := Allowed(); all > 0 {
		return math.Min(most, usable*float64(all))
	}
	return most
}

// HasRoom reports whether there is [Room] for so many bytes. It asks the system where they are many.
func HasRoom(bytes float64) bool { return bytes <= alwaysThere || bytes <= Room() }
