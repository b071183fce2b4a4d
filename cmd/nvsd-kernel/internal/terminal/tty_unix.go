//go:build linux || darwin || dragonfly || freebsd || netbsd || openbsd

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// isTerminal reports whether a file is a terminal.
func isTerminal(f *os.File) bool {
	_, err := unix.IoctlGetTermios(int(f.Fd()), getTermios)
	return err == nil
}

// terminalWidth returns the number of characters in a line of a terminal, or 80 where it does
// not say.
func terminalWidth(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 {
		return 80
	}
	return int(size.Col)
}

// hideTyping makes a terminal show nothing of what is typed until the returned function is
// called.
func hideTyping(f *os.File) (show func()) {
	fd := int(f.Fd())
	before, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return func() {}
	}
	hidden := *before
	hidden.Lflag &^= unix.ECHO
	set := func(t *unix.Termios) { _ = unix.IoctlSetTermios(fd, setTermios, t) } // at worst the typing is seen
	set(&hidden)
	return func() { set(before) }
}
