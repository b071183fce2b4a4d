//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package download

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file, or reports false if somebody else has. A file system without locks leaves
// it unlocked. The system releases the lock when the process ends, however it ends.
func tryLock(f *os.File) bool {
	return !errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

// releaseLock removes the file while it is still locked.
func releaseLock(f *os.File, path string) {
	os.Remove(path)
	f.Close()
}
