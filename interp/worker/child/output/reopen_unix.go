//go:build unix

package output

import (
	"os"

	"golang.org/x/sys/unix"
)

// reopen opens the standard descriptors again that a cell has closed by number:
// else the next file to be opened would take the place of one, and what is
// written there would go into the file.
func (p *pipes) reopen() error {
	for fd := range 3 {
		var state unix.Stat_t
		if unix.Fstat(fd, &state) == nil {
			continue
		}
		if fd == 0 {
			// The lowest free number is 0.
			if _, err := unix.Open(os.DevNull, unix.O_RDONLY, 0); err != nil {
				return &os.PathError{Op: "open", Path: os.DevNull, Err: err}
			}
			continue
		}
		if err := duplicateTo(int(p.files[fd-1].Fd()), fd); err != nil {
			return os.NewSyscallError("dup", err)
		}
	}
	return nil
}
