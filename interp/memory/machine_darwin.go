package memory

import "golang.org/x/sys/unix"

// Machine is how much memory this machine has; 0 where that is not known.
func Machine() Size {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return Size(n)
}
