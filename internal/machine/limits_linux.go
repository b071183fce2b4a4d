package machine

import "golang.org/x/sys/unix"

// reserved is the address space that a Go program takes without the memory for it.
const reserved = 3 << 29

// processLimits returns the limits of the address space and of the data of this process, 0 for none. The limit of the
// address space is without the part that takes no memory.
func processLimits() []int64 {
	space := processLimit(unix.RLIMIT_AS)
	if space > 0 {
		space = max(space-reserved, space/4)
	}
	return []int64{space, processLimit(unix.RLIMIT_DATA)}
}

func processLimit(resource int) int64 {
	var r unix.Rlimit
	if err := unix.Getrlimit(resource, &r); err != nil || r.Cur >= 1<<62 {
		return 0
	}
	return int64(r.Cur)
}
