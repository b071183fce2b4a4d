package download

import (
	"os"

	"golang.org/x/sys/windows"
)

// tryLock locks a file, or reports false if somebody else has. The system releases the lock when
// the process ends, however it ends.
func tryLock(f *os.File) bool {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, new(windows.Overlapped)) == nil
}

// releaseLock removes the file when it is closed: Windows removes no file that is open.
func releaseLock(f *os.File, path string) {
	f.Close()
	os.Remove(path)
}
