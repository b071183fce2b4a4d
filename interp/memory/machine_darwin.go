package memory

import "golang.org/x/sys/unix"

// Machine returns the memory of this machine, or 0 if it is not known.
func Machine() Size {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return Size(n)
}
