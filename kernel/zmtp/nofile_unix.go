//go:build unix

package zmtp

import "syscall"

// descriptors returns the largest number of files and connections that the process may have
// open.
func descriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 1024 // what every system allows
	}
	return int(min(uint64(limit.Cur), 1<<20))
}
