package machine

import "golang.org/x/sys/unix"

// Memory returns the memory of this machine, or 0 if it is not known.
func Memory() int64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(n)
}
