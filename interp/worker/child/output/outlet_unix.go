//go:build unix

package output

import "golang.org/x/sys/unix"

// readNow reads from a file that does not block, and reports whether there may be
// more later.
func readNow(fd uintptr, p []byte) (n int, open bool) {
	for {
		n, err := unix.Read(int(fd), p)
		switch {
		case err == unix.EINTR:
		case err == unix.EAGAIN:
			return 0, true
		case err != nil:
			return 0, false
		default:
			return n, n > 0
		}
	}
}

// hasOutlets reports whether the programs that cells start get pipes of their cells'.
const hasOutlets = true
